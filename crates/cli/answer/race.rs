//! Which of very many values of a key is the best? Sequential halving (Z. Karnin, T. Koren, O. Somekh, ICML 2013), but
//! the better quarter goes on; the last values are held beside a control on fresh random numbers.

use std::path::Path;

use serde_json::{Value as Json, json};
use tolley_answers::research::compare;
use tolley_answers::research::race::{Asked, Round, text};
use tolley_answers::summary::assumptions;
use tolley_answers::tidy::Tidy;
use tolley_dataset::Dataset;
use tolley_experiment::design::Design;
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;
use tolley_session::studies::AnyStudy;

use crate::args;
use crate::exit::{self, Stop};
use crate::known;
use crate::playing;
use crate::written::Written;

/// One value in so many goes on, with so many times the repeats.
const QUARTER: usize = 4;
/// With so many or fewer it ends.
const LAST: usize = 12;
/// How many times the trials of a round are played at the end.
const CONFIRMED: u64 = 3;
/// How far from the control is told as an effect within the margin.
const MARGIN: f64 = 0.01;

/// Plays all rounds below a folder.
pub fn run(
    plan: Plan,
    study: AnyStudy,
    asked: &Asked,
    folder: &Path,
    args: &args::Answer,
) -> Result<(String, String, Json), Stop> {
    let missing = |what: &str| Stop::new(exit::FAILURE, format!("error: {what} is no axis of {}", folder.display()));
    let axis_of = |key: &str| plan.grid.axes.iter().position(|axis| axis.key == key).ok_or_else(|| missing(key));
    let (axis, control) = (axis_of(asked.key)?, axis_of(asked.control.0)?);
    let mut values = plan.grid.axes[axis].values.clone();
    let (first, trials) = (plan.grid.repeats, plan.grid.repeats * values.len() as u64);
    let play = |plan: Plan, name: &str| {
        playing::dataset_in(folder.join(name), &plan, study, args.threads, args.quiet).map(|(dataset, _)| dataset)
    };
    let mut rounds = Vec::new();
    while values.len() > LAST {
        let repeats = (trials / values.len() as u64).max(1);
        let mut of_round = plan.clone();
        of_round.grid.change(|grid| {
            grid.axes[axis].values = values.clone();
            grid.repeats = repeats;
        });
        let dataset = play(of_round, &format!("round-{}", rounds.len() + 1))?;
        let mut means = means(&dataset, asked.measure)?;
        rounds.push(Round::of(repeats, &means));
        // the best first, among equals in the order of the axis
        let mut ranked: Vec<(f64, Value)> = means.drain(..).zip(values).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.truncate((ranked.len() / QUARTER).max(2));
        values = ranked.into_iter().map(|(_, value)| value).collect();
    }
    let mut last = plan.clone();
    // seeds that no round has seen
    last.seed = plan.seed.wrapping_add(1);
    last.grid.change(|grid| {
        let given = grid.axes[control].values[0].clone();
        let held = |value: Value, others: Value, n: usize| {
            std::iter::once(value).chain(std::iter::repeat_n(others, n)).collect::<Vec<_>>()
        };
        grid.repeats = (CONFIRMED * trials / (values.len() as u64 + 1)).max(2);
        grid.axes[control].values = held(Value::Choice(asked.control.1.into()), given, values.len());
        grid.axes[axis].values = std::iter::once(values[0].clone()).chain(values.clone()).collect();
        grid.design = Design::List;
    });
    let dataset = play(last, "last")?;
    let question = compare::Question {
        over: vec![(asked.control.0, Some(asked.control.1))],
        measure: Some(asked.measure),
        margin: Some(MARGIN),
        best: Some(compare::Better::Largest),
    };
    let found = compare::compared(&dataset, &question)?;
    let short = format!(
        "{} over all {} values of {}, the last {} beside {}: {}",
        asked.measure,
        plan.grid.axes[axis].values.len(),
        asked.key,
        values.len(),
        asked.control.1,
        compare::short(&found)
    );
    let assumptions = assumptions(known::plan_of(&dataset).as_ref(), super::COLUMNS);
    let object =
        json!({ "rounds": rounds.iter().map(Round::to_json).collect::<Vec<_>>(), "last": found.to_json(&dataset) });
    let rows = rounds.iter().flat_map(|round| round.rows(asked, plan.seed)).chain(compare::tidy(&dataset, &found).rows);
    let tidy = Tidy::of(None, &dataset, rows.collect());
    let written = Written { dataset: &dataset, ending: "-answer", object: object.clone(), tidy, has_csv: false };
    let kept = written.folder()?;
    written.keep(&kept)?;
    let told = format!(
        "{}\n{}answer: {}\n{assumptions}",
        text(&rounds, asked, first),
        compare::text(&dataset, &found),
        kept.display()
    );
    Ok((short, told, object))
}

/// Of each point, in the order of the axis.
fn means(dataset: &Dataset, measure: &str) -> Result<Vec<f64>, Stop> {
    let summary = tolley_analysis::summary(dataset)?;
    let place = summary.measure(measure)?;
    Ok(summary.by_number().map(|point| point.estimates[place].value.unwrap_or(f64::NEG_INFINITY)).collect())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tolley_experiment::scenario::{self, Overrides};

    use tolley_session::studies;

    use super::*;

    const SHARES: &str = "study = \"dice-football/match\"\nseed = 5\nrepeats = 12\nstreams = \"common\"\n\
                          [time]\nhalf_s = 60\n[player_b]\npolicy = \"random\"\n[sweep]\ndesign = \"grid\"\n\
                          [sweep.axes]\n\"player_a.policy\" = [\"epsilon\"]\n\
                          \"player_a.random_share\" = { min = 0.0, max = 1.0, step = 0.02 }\n";

    #[test]
    fn the_least_random_of_fifty_players_are_left_and_beat_one_who_is() {
        let read = scenario::read_from("shares.toml", SHARES.as_bytes(), &studies::infos(), Overrides::default());
        let (plan, _) = read.expect("a scenario");
        let study = studies::named(plan.study.name).expect("a study");
        let here = TempDir::new().expect("a folder");
        let control = ("player_a.policy", "random");
        let asked = Asked { key: "player_a.random_share", control, measure: "a_points_share" };
        let args = args::Answer {
            question: None,
            repeats: None,
            seed: None,
            output: None,
            threads: Some(1),
            json: false,
            quiet: true,
            no_strata: true,
        };
        let (short, told, object) = run(plan, study, &asked, here.path(), &args).expect("played");
        let rounds: Vec<u64> =
            object["rounds"].as_array().expect("rounds").iter().filter_map(|round| round["values"].as_u64()).collect();
        assert_eq!(rounds, [51]);
        let arms = object["last"]["arms"].as_array().expect("arms");
        assert_eq!(arms.len(), 13, "{told}");
        assert!(short.contains("the last 12 beside random"), "{short}");
        // those that are left play at random more rarely than not, and the control, which does always, is beaten
        let shares: Vec<f64> =
            arms[1..].iter().filter_map(|arm| arm["values"]["player_a_random_share"].as_f64()).collect();
        assert!(shares.len() == 12 && shares.iter().sum::<f64>() / 12.0 < 0.4, "{shares:?}");
        let beaten = arms[1..].iter().filter(|arm| arm["says"] == "an effect").count();
        assert!(beaten >= 9, "{told}");
    }
}
