//! `tolley solve`: dice football exactly, and the files that describe its dice and board.

use tolley_dice_football::{data, sheet, solve::Solve};
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::{Fault, Problems};
use tolley_experiment::study::{Study, StudyInfo};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::run;
use crate::studies::AnyStudy;

/// Points of a plan that are checked again after a file changed them.
const CHECKED_POINTS: u64 = 1000;

/// Solves a scenario and prints its sheet.
pub fn run(args: &args::Run) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        return run::run(args);
    };
    let (plan, study) = run::plan(path, args)?;
    if study != AnyStudy::DiceFootballSolve {
        let message =
            format!("error: {} is no scenario of the study {}; use `tolley run`", path.display(), Solve::NAME);
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let code = run::run(args)?;
    if args.dry_run || args.json {
        return Ok(code);
    }
    let setup = Solve::setup(&plan.point(0)).map_err(|faults| refused(&faults))?;
    let text = sheet::sheet(&setup)
        .map_err(|unsolvable| Stop::new(exit::FAILURE, format!("error: the rules have no solution: {unsolvable:?}")))?;
    output::result(&format!("\n{text}"))?;
    Ok(code)
}

/// Puts what the files of `--dice` and `--board` say where the scenario is silent.
pub fn take_files(plan: &mut Plan, study: &StudyInfo, args: &args::Run) -> Result<(), Stop> {
    let dice = args.dice.as_deref().map(data::read_dice);
    let board = args.board.as_deref().map(data::read_board);
    if dice.is_none() && board.is_none() {
        return Ok(());
    }
    for read in dice.into_iter().chain(board) {
        let (sets, warnings) = read?;
        say(&warnings);
        for (path, value) in sets {
            let Some(key) = plan.schema.index(path) else {
                let message = format!("error: --dice and --board are for dice football, not for {}", study.name);
                return Err(Stop::new(exit::BAD_INPUT, message));
            };
            if !plan.is_set[key] {
                plan.base[key] = value;
                plan.is_set[key] = true;
            }
        }
    }
    let faults = (0..plan.points().min(CHECKED_POINTS)).map(|point| (study.check)(&plan.point(point)));
    match faults.into_iter().find(|faults| !faults.is_empty()) {
        Some(faults) => Err(refused(&faults)),
        None => Ok(()),
    }
}

fn say(warnings: &Problems) {
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
}

fn refused(faults: &[Fault]) -> Stop {
    let told: Vec<String> = faults.iter().map(|fault| format!("error: {}: {}", fault.path, fault.message)).collect();
    Stop::new(exit::BAD_INPUT, told.join("\n"))
}
