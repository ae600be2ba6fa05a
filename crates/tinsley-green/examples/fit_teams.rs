//! Fits teams to the published games of Tinsley Green, by the games of a scenario:
//!
//! ```text
//! cargo run --release -p tolley-tinsley-green --example fit_teams -- \
//!     scenarios/tinsley_green/published_teams.toml a.policy=sampled b.policy=sampled
//! ```
//!
//! What follows the file is set as by `tolley run --set`, so that the fit can be repeated with any policy.
#![expect(clippy::print_stdout, reason = "it shows what it finds")]

use std::path::Path;
use std::sync::Arc;

use tolley_experiment::run::on_workers;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::study::StudyInfo;
use tolley_tinsley_green::matches::MatchStudy;
use tolley_tinsley_green::published::courses::{Course, played};
use tolley_tinsley_green::published::fit::{Fit, Found, PARAMETERS, Range, quantile, weights};
use tolley_tinsley_green::published::{PublishedGame, Score, games};

fn range() -> Range {
    let steps = |low: f64, step: f64, count: u32| (0..count).map(move |i| low + step * f64::from(i));
    Range {
        middles: steps(-0.6, 0.15, 20).map(libm::exp).collect(),
        side_sds: steps(0.3, 0.15, 12).collect(),
        clocks_s: steps(300.0, 75.0, 17).collect(),
        frictions: vec![0.05, 0.07, 0.1, 0.14, 0.2],
    }
}

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("the file of a scenario is missing")?;
    let overrides = Overrides { set: words.collect(), ..Overrides::default() };
    let studies = [Arc::new(StudyInfo::of::<MatchStudy>())];
    let (plan, _) = read(Path::new(&file), &studies, overrides).map_err(|problems| problems.to_string())?;
    let courses = on_workers(None, || played(&plan))?.map_err(|faults| format!("{faults:?}"))?;
    let published = games();
    let scores: Vec<Score> = published.iter().map(|game| game.score).collect();
    println!("{} simulated games, {} published ones", courses.len(), scores.len());
    let fit = Fit::new(&courses, &scores, &range());
    let groups: [(&str, fn(&PublishedGame) -> bool); 3] =
        [("all", |_| true), ("quarter-finals on", PublishedGame::is_late), ("first rounds", |game| !game.is_late())];
    for (name, is_of) in groups {
        if let Some(found) = fit.best(|game| is_of(&published[game])) {
            println!("\n{name}");
            tell(&found);
        }
    }
    println!();
    leave_out(&fit, &courses, &published);
    Ok(())
}

fn tell(found: &Found) {
    println!("  log likelihood {:.2}", found.log_likelihood);
    for (number, [low, high]) in found.ranges.iter().enumerate() {
        println!("  {} {:.3} ({low:.3} to {high:.3})", PARAMETERS[number], found.kind.parameter(number));
    }
}

/// Each of three years by a fit to all others: how many of its games lie in the range that is foretold.
fn leave_out(fit: &Fit, courses: &[Course], published: &[PublishedGame]) {
    let (mut held, mut count) = ([0, 0], 0);
    for year in [2001, 2004, 2006] {
        let Some(found) = fit.best(|game| published[game].year != year) else { continue };
        let weights = weights(courses, &found.kind);
        let scores: Vec<Score> = courses.iter().map(|course| course.score(found.kind.clock_s)).collect();
        let range_of = |of: fn(Score) -> u32| {
            let all: Vec<(u32, f64)> = scores.iter().zip(&weights).map(|(score, weight)| (of(*score), *weight)).collect();
            [quantile(&all, 0.05), quantile(&all, 0.95)]
        };
        let ranges = [range_of(|score| score.loser), range_of(Score::margin)];
        let own: Vec<Score> = published.iter().filter(|game| game.year == year).map(|game| game.score).collect();
        let holds = |[low, high]: [u32; 2], of: fn(Score) -> u32| {
            own.iter().filter(|score| (low..=high).contains(&of(**score))).count()
        };
        let own_held = [holds(ranges[0], |score| score.loser), holds(ranges[1], Score::margin)];
        println!("without {year}: losers {:?} hold {}, margins {:?} hold {}, of {}", ranges[0], own_held[0], ranges[1], own_held[1], own.len());
        tell(&found);
        (held, count) = ([held[0] + own_held[0], held[1] + own_held[1]], count + own.len());
    }
    println!("together: losers {} of {count}, margins {} of {count}", held[0], held[1]);
}
