//! `tolley solve`: dice football exactly, and the files that describe its dice and board.

use tolley_dice_football::{data, sheet, solve::Solve};
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::{Fault, Problems};
use tolley_experiment::study::{Study, StudyInfo};

use crate::args;
use crate::exit::{self, Stop};
use crate::list;
use crate::output;
use crate::run;
use crate::studies::AnyStudy;

/// Points of a plan that are checked again after a file changed them.
const CHECKED_POINTS: u64 = 1000;

/// Solves scenarios, one after the other, and prints the sheet of each.
pub fn run(args: &args::Solve) -> Result<u8, Stop> {
    let [first, rest @ ..] = args.scenarios.as_slice() else {
        return list::scenarios();
    };
    if rest.is_empty() {
        return solve(&args.of(first), true);
    }
    if args.flags.output.is_some() {
        return Err(Stop::new(exit::BAD_INPUT, "error: --output is for one scenario, not for several"));
    }
    let mut code = exit::DONE;
    for path in &args.scenarios {
        output::say(&format!("{}:", path.display()));
        code = code.max(solve(&args.of(path), false)?);
    }
    Ok(code)
}

/// Solves one scenario; one of another study is refused, or among several passed over.
fn solve(args: &args::Run, is_only: bool) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else { return Ok(exit::DONE) };
    let (plan, study) = run::plan(path, args)?;
    if study != AnyStudy::DiceFootballSolve {
        let message = format!("{} is no scenario of the study {}; use `tolley run`", path.display(), Solve::NAME);
        if is_only {
            return Err(Stop::new(exit::BAD_INPUT, format!("error: {message}")));
        }
        output::say(&format!("note: passed over: {message}"));
        return Ok(exit::DONE);
    }
    sheet::ask(&plan.point(0), false);
    let code = run::play_planned(&plan, study, path, args)?;
    let made = sheet::take();
    if args.flags.dry_run || args.flags.json {
        return Ok(code);
    }
    // a complete dataset is not solved again, and random faces are those of the first trial
    let again = || -> Result<Option<String>, Stop> {
        sheet::ask(&plan.point(0), true);
        study.play(&plan, 0..1).map_err(|faults| refused(&faults))?;
        Ok(sheet::take())
    };
    let text = match made {
        Some(text) => text,
        None => again()?.ok_or_else(|| Stop::new(exit::FAILURE, "error: under these rules play need never end"))?,
    };
    output::result(&format!("\n{text}"))?;
    Ok(code)
}

/// Puts what the files of `--dice` and `--board` say where the scenario is silent.
pub fn take_files(plan: &mut Plan, study: &StudyInfo, args: &args::Run) -> Result<(), Stop> {
    let dice = args.flags.dice.as_deref().map(data::read_dice);
    let board = args.flags.board.as_deref().map(data::read_board);
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
