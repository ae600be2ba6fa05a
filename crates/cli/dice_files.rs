//! The files of `--dice` and `--board`: what they say stands in the plan where the scenario is silent.

use tolley_dice_football::keys::{DiceKeys, data};
use tolley_experiment::key::{Path, Set};
use tolley_experiment::path;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Says whose faces they are.
const SOURCE: Path = path!(DiceKeys.source);
/// Points of a plan that are checked again after a file changed them.
const CHECKED_POINTS: u64 = 1000;

/// Puts what the files of `--dice` and `--board` say where the scenario is silent.
pub fn take(plan: &mut Plan, args: &args::Run) -> Result<(), Stop> {
    if plan.study.schema.find(SOURCE).is_some_and(|key| plan.is_set(key)) {
        let message =
            format!("error: {SOURCE} is not for scenarios: write the faces into a file and pass it by --dice");
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let dice = args.flags.dice.as_deref().map(data::read_dice);
    let board = args.flags.board.as_deref().map(data::read_board);
    if dice.is_none() && board.is_none() {
        return Ok(());
    }
    for read in dice.into_iter().chain(board) {
        let (sets, warnings) = read?;
        say(&warnings);
        let is_overridden = |set: &Set| plan.study.schema.find(set.key).is_some_and(|key| plan.is_set(key));
        let overridden: Vec<String> =
            sets.iter().filter(|set| is_overridden(set)).map(|set| set.key.to_string()).collect();
        if !overridden.is_empty() {
            output::say(&format!("note: the scenario is followed, not the file, in: {}", overridden.join(", ")));
        }
        // faces that a scenario changes are not those of the file any more
        for set in sets.into_iter().filter(|set| set.key != SOURCE || overridden.is_empty()) {
            let Some(key) = plan.study.schema.find(set.key) else {
                let name = plan.study.name;
                let message = format!("error: --dice and --board are for dice football, not for {name}");
                return Err(Stop::new(exit::BAD_INPUT, message));
            };
            if !plan.is_set(key) {
                plan.set(key, set.value);
            }
        }
    }
    let mut faults = (0..plan.grid.points().min(CHECKED_POINTS)).map(|point| (plan.study.check)(&plan.point(point)));
    match faults.find(|faults| !faults.is_empty()) {
        Some(faults) => Err(Stop::refused(&faults)),
        None => Ok(()),
    }
}

fn say(warnings: &Problems) {
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
}
