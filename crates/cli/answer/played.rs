//! A scenario of a question, played and asked.

use std::path::PathBuf;

use tolley_answers::render::text;
use tolley_answers::research::{Answer, Ask, Part, Question, asked, best_findings, race_findings, read};
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_session::scenario::with_study;
use tolley_session::studies::AnyStudy;

use super::race;
use crate::args;
use crate::best::{self, BestRequest};
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::known;
use crate::output;
use crate::playing;
use crate::run;
use crate::written;

/// A scenario as it was played, as it is or in a stratum: all that is asked of it.
pub struct Asking {
    pub found: Vec<Result<Answer, Stop>>,
    /// What was played; nothing of what plays for itself.
    pub dataset: Option<Dataset>,
    pub code: u8,
}

/// Plays a scenario into a folder, and asks everything of it.
pub fn play(
    (question, part): (&Question, &Part),
    (plan, study): (Plan, AnyStudy),
    repeats: u64,
    folder: PathBuf,
    args: &args::Answer,
) -> Result<Asking, Stop> {
    let alone = |found: Result<Answer, Stop>| Asking { found: vec![found], dataset: None, code: exit::DONE };
    match part.asks {
        [Ask::Best] => return Ok(alone(best((part, &plan, study), repeats, folder, args))),
        [Ask::Race(asked)] => {
            let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
            let command = format!("tolley answer {} --repeats {repeats}{seed}", question.id);
            let ran = race::run(plan, study, asked, &folder, args);
            return Ok(alone(ran.map(|(short, told, object)| {
                let findings = race_findings(&object, asked.key);
                Answer { findings, ..Answer::of(command, short, told, object) }
            })));
        }
        _ => {}
    }
    let (dataset, failed) = playing::dataset_in(folder, &plan, study, args.threads, args.quiet)?;
    let summed = tolley_analysis::summary(&dataset)?;
    let code = run::judged(&dataset, &summed.facts.missing(), failed);
    let one = |ask: &Ask| {
        let mut answer = asked(question, part, ask, &dataset, args.seed)?;
        written::say_made(&mut answer.object, &dataset)?;
        Ok(answer)
    };
    let found = part.asks.iter().map(one).collect();
    Ok(Asking { found, dataset: Some(dataset), code })
}

/// The scenario of a part, and its warnings told.
pub fn plan(part: &Part, repeats: Option<u64>, args: &args::Answer) -> Result<(Plan, AnyStudy), Stop> {
    let (plan, warnings) = read(part, &known::studies(), repeats, args.seed, Vec::new())?;
    Ok(with_study(plan, &warnings, &Console::new(args.quiet))?)
}

fn best(
    (part, plan, study): (&Part, &Plan, AnyStudy),
    shots: u64,
    folder: PathBuf,
    args: &args::Answer,
) -> Result<Answer, Stop> {
    let Some(of_scenario) = plan.best.clone() else {
        return Err(Stop::new(exit::FAILURE, format!("error: {}: there is no table [best]", part.scenario)));
    };
    let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let command = format!("tolley best scenarios/{} --shots {shots}{seed}", part.scenario);
    let request = BestRequest {
        again: command.split(' ').map(str::to_owned).collect(),
        best: tolley_experiment::best::Best { shots, ..of_scenario },
        folder,
        has_csv: false,
        threads: args.threads.map(usize::from),
        is_quiet: args.quiet,
    };
    let found = best::of_plan(plan, study, &request)?;
    let extent = text::Extent { width: output::width(), has_details: true };
    let (object, told) = (found.object, text::text(&found.answer, extent));
    let short = "the best choice for each skill, below".to_owned();
    let findings = best_findings(&object);
    Ok(Answer { findings, ..Answer::of(command, short, told, object) })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tempfile::TempDir;

    use tolley_answers::research;

    use super::*;

    /// Every so manyth value of these axes, from the third on: 36 places for 673, one height of the hand for three, 24
    /// orders of six players for 720.
    const THINNED: [(&str, usize); 4] =
        [("start.toley_x_m", 5), ("start.toley_y_m", 5), ("shot.release_height_m", 3), ("a.order_count", 30)];
    /// Axes of so many values stay as they are.
    const FEW: [usize; 2] = [5, 11];

    /// Every part of a question on thinned axes, all that is found in it.
    fn asked_coarsely(id: &str) -> Vec<(&'static str, Vec<Answer>)> {
        let here = TempDir::new().expect("a folder");
        let args = args::Answer { quiet: true, no_strata: true, ..args::Answer::default() };
        let question = research::all().find(|question| question.id == id).expect("a question");
        let of_part = |(number, part): (usize, &'static Part)| {
            let (mut plan, study) = plan(part, Some(2), &args).map_err(|stop| stop.message).expect("a plan");
            plan.grid.change(|grid| {
                for axis in &mut grid.axes {
                    let thinned = THINNED.iter().find(|(key, _)| axis.key == *key && !FEW.contains(&axis.values.len()));
                    if let Some((_, step)) = thinned {
                        axis.values = axis.values.iter().skip(2).step_by(*step).cloned().collect();
                    }
                }
            });
            let folder = here.path().join(number.to_string());
            let asking = play((question, part), (plan, study), 2, folder, &args).map_err(|stop| stop.message);
            let asking = asking.expect("played");
            assert_eq!(asking.code, exit::DONE, "{}", part.scenario);
            let found = asking.found.into_iter().map(|found| found.map_err(|stop| stop.message).expect("found"));
            (part.scenario, found.collect())
        };
        question.parts.iter().enumerate().map(of_part).collect()
    }

    /// As many places as its scenario has take minutes to be told by a surface.
    #[test]
    fn what_a_break_is_worth_from_each_place_is_answered_on_a_coarse_map() {
        for (scenario, found) in asked_coarsely("TGQ2") {
            let objects: Vec<&Value> = found.iter().map(|answer| &answer.object).collect();
            let all = format!("{objects:?}");
            let named = if scenario.ends_with("rest_map.toml") { "r2_without_chance" } else { "p_permuted" };
            assert!(all.contains(named), "{scenario}: {all}");
            assert!(found.iter().all(|answer| !answer.rows.is_empty()), "{scenario}");
        }
    }

    /// All 720 orders take minutes. Against which order of the others an order is played was not asked apart: against
    /// its own none gains, which drew the means of all together to one half.
    #[test]
    fn in_what_order_players_are_fielded_is_answered_of_a_few_orders_against_each_of_the_others() {
        let parts = asked_coarsely("TGQ11");
        let [(_, inversions), (_, orders), (_, race)] = &parts[..] else { panic!("{} parts", parts.len()) };
        let [inversions] = &inversions[..] else { panic!("{} asked of inversions", inversions.len()) };
        for said in ["a_wins, odds multiplied by: ", " for 5 inversions of a_order_count (", " for b_order random ("] {
            assert!(inversions.short.contains(said), "{}", inversions.short);
        }
        for (answer, others) in orders.iter().zip(["given", "random", "same"]) {
            assert!(answer.short.starts_with(&format!("a_wins[b_order={others}] over")), "{}", answer.short);
            let arms = answer.object["arms"].as_array().expect("arms");
            assert_eq!(arms.len(), 11, "{}", answer.object);
            let (best, most) = (&answer.object["may_be_best_confidence"], &answer.object["most_beyond_control"]);
            assert_eq!(best.is_null(), others == "same", "{}", answer.object);
            // how far an arm is above the control that never differed from it is not known
            let is_known = best.is_number() && arms[1..].iter().all(|arm| arm["changed"]["value"].as_f64() > Some(0.0));
            assert!(is_known || most.is_null(), "{}", answer.object);
            assert_eq!(answer.told.contains("above the control, with 95 %."), most.is_number(), "{}", answer.told);
        }
        let [race] = &race[..] else { panic!("{} races", race.len()) };
        let values: Vec<u64> = race.object["rounds"]
            .as_array()
            .expect("rounds")
            .iter()
            .filter_map(|round| round["values"].as_u64())
            .collect();
        let last = race.object["last"]["arms"].as_array().expect("arms").len();
        assert_eq!((&values[..], last), (&[24][..], 7), "{}", race.object);
    }
}
