//! The files of dice and board: what they say stands in the plan where the scenario is silent.

use tolley_dice_football::keys::{DiceKeys, data};
use tolley_experiment::key::{Path, Set};
use tolley_experiment::path;
use tolley_experiment::plan::Plan;

use crate::error::SessionError;
use crate::monitor::{Monitor, Note};
use crate::request::ScenarioRequest;

/// Says whose faces they are.
const SOURCE: Path = path!(DiceKeys.source);
/// Points of a plan that are checked again after a file changed them.
const CHECKED_POINTS: u64 = 1000;

/// Puts what the files of dice and board say where the scenario is silent.
pub fn take(plan: &mut Plan, request: &ScenarioRequest, monitor: &dyn Monitor) -> Result<(), SessionError> {
    if plan.study.schema.find(SOURCE).is_some_and(|key| plan.is_set(key)) {
        let message = format!("{SOURCE} is not for scenarios: write the faces into a file and pass it by --dice");
        return Err(SessionError::request("dice", message));
    }
    let dice = request.dice.as_deref().map(data::read_dice);
    let board = request.board.as_deref().map(data::read_board);
    if dice.is_none() && board.is_none() {
        return Ok(());
    }
    for read in dice.into_iter().chain(board) {
        let (sets, warnings) = read?;
        if !warnings.0.is_empty() {
            monitor.note(&Note::Warnings(&warnings));
        }
        let is_overridden = |set: &Set| plan.study.schema.find(set.key).is_some_and(|key| plan.is_set(key));
        let overridden: Vec<String> =
            sets.iter().filter(|set| is_overridden(set)).map(|set| set.key.to_string()).collect();
        if !overridden.is_empty() {
            monitor.note(&Note::Overruled(&overridden));
        }
        // faces that a scenario changes are not those of the file any more
        for set in sets.into_iter().filter(|set| set.key != SOURCE || overridden.is_empty()) {
            let Some(key) = plan.study.schema.find(set.key) else {
                let name = plan.study.name;
                let message = format!("--dice and --board are for dice football, not for {name}");
                return Err(SessionError::request("dice", message));
            };
            if !plan.is_set(key) {
                plan.set(key, set.value);
            }
        }
    }
    let mut faults = (0..plan.grid.points().min(CHECKED_POINTS)).map(|point| (plan.study.check)(&plan.point(point)));
    match faults.find(|faults| !faults.is_empty()) {
        Some(faults) => Err(SessionError::refused(faults)),
        None => Ok(()),
    }
}
