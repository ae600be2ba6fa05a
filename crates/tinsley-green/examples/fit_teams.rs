//! Fits teams to the published games of Tinsley Green, by the games of a scenario:
//!
//! ```text
//! cargo run --release -p tolley-tinsley-green --example fit_teams -- scenarios/tinsley_green/published_teams.toml
//! ```
//!
//! What follows the file is set as by `tolley run --set`, so that the fit can be repeated with any policy:
//! `'a.policy="hunter"' 'b.policy="hunter"'`.
#![expect(clippy::print_stdout, reason = "it shows what it finds")]

use std::path::Path;
use std::sync::Arc;

use tolley_experiment::run::on_workers;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::study::StudyInfo;
use tolley_tinsley_green::keys::surface::Surface;
use tolley_tinsley_green::matches::MatchStudy;
use tolley_tinsley_green::published::courses::{Course, played};
use tolley_tinsley_green::published::fit::{Fit, Found, Kind, PARAMETERS, Range, foretold};
use tolley_tinsley_green::published::{PublishedGame, Score, games};

/// Most errors of a middling side, over those of `[player]`, that are plausible: an aim that scatters by 4.8 degrees.
const MOST_ERRORS: f64 = 4.0;
/// By how many deviations the best of twenty sides is better than a middling one, in the mean (order statistic of the
/// normal distribution), and a middling one better than the middle of the weaker half (its quantile).
const BEST_OF_TWENTY: f64 = -1.867;
const WORST_QUARTER: f64 = 0.674;

fn range() -> Range {
    // four factors to each doubling, from 0.5 to 11
    let middles = (-4..=14).map(|step| libm::exp2(0.25 * f64::from(step)));
    let steps = |low: f64, step: f64, count: u32| (0..count).map(move |i| low + step * f64::from(i));
    Range {
        middles: middles.collect(),
        side_sds: steps(0.3, 0.15, 9).collect(),
        clocks_s: steps(300.0, 75.0, 17).collect(),
        frictions: vec![0.05, 0.07, 0.1, 0.14, 0.2],
    }
}

/// A middling side that is plausible, on the sand of the defaults.
fn is_plausible(kind: &Kind) -> bool {
    kind.friction_ratio == Surface::default().rolling_friction_ratio && kind.error_ratio() <= MOST_ERRORS + 1e-9
}

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let Some(file) = words.next() else {
        println!("name the scenario whose games are fitted: scenarios/tinsley_green/published_teams.toml");
        return Ok(());
    };
    let overrides = Overrides { set: words.collect(), ..Overrides::default() };
    let studies = [Arc::new(StudyInfo::of::<MatchStudy>())];
    let (plan, _) = read(Path::new(&file), &studies, overrides).map_err(|problems| problems.to_string())?;
    let courses = on_workers(None, || played(&plan))?.map_err(|faults| format!("{faults:?}"))?;
    let published = games();
    let scores: Vec<Score> = published.iter().map(|game| game.score).collect();
    println!("{} simulated games, {} published ones", courses.len(), scores.len());
    let fit = Fit::new(&courses, &scores, &range());
    tell("all that is tried", fit.best(|_| true, |_| true));
    let all = fit.best(|_| true, is_plausible);
    tell("pub: all games, plausible errors, default sand", all);
    if let Some(all) = all {
        tell_presets(&fit, &published, &all.kind);
    }
    leave_out(&fit, &courses, &published);
    Ok(())
}

fn tell(name: &str, found: Option<Found>) {
    let Some(found) = found else { return };
    println!("\n{name}\n  log likelihood {:.2}", found.log_likelihood);
    for (number, [low, high]) in found.ranges.iter().enumerate() {
        println!("  {} {:.2} ({low:.2} to {high:.2})", PARAMETERS[number], found.kind.parameter(number));
    }
}

/// The other presets: of the sides of all games, their spread and clock.
fn tell_presets(fit: &Fit, published: &[PublishedGame], all: &Kind) {
    let is_alike = |kind: &Kind| kind.clock_s == all.clock_s && kind.side_sd == all.side_sd && is_plausible(kind);
    tell("club: quarter-finals on", fit.best(|game| published[game].is_late(), is_alike));
    let ratio = |deviations: f64| libm::exp(all.middle_log + deviations * all.side_sd);
    println!("\nchampion, the best of twenty sides: teams.error_ratio {:.2}", ratio(BEST_OF_TWENTY));
    println!("novice, the middle of the weaker half: teams.error_ratio {:.2}\n", ratio(WORST_QUARTER));
}

/// Each of three years by a fit to all others: how many of its games lie in the range that is foretold.
fn leave_out(fit: &Fit, courses: &[Course], published: &[PublishedGame]) {
    let (mut held, mut count) = ([0, 0], 0);
    for year in [2001, 2004, 2006] {
        let Some(found) = fit.best(|game| published[game].year != year, is_plausible) else { continue };
        let own: Vec<Score> = published.iter().filter(|game| game.year == year).map(|game| game.score).collect();
        let [losers, margins] = [|score: Score| score.loser, Score::margin].map(|of| {
            let [low, high] = foretold(courses, &found.kind, of);
            ([low, high], own.iter().filter(|score| (low..=high).contains(&of(**score))).count())
        });
        println!("without {year}: losers {:?} hold {} of {}", losers.0, losers.1, own.len());
        println!("              margins {:?} hold {}", margins.0, margins.1);
        (held, count) = ([held[0] + losers.1, held[1] + margins.1], count + own.len());
    }
    println!("together: losers {} of {count}, margins {} of {count}", held[0], held[1]);
}
