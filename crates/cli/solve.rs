//! `tolley solve`: dice football exactly, and a sheet for people.

use tolley_dice_football::solve::{Sheets, SolveStudy};
use tolley_experiment::player::{Player, Setups};
use tolley_experiment::study::Study;

use crate::args;
use crate::dry_run;
use crate::exit::{self, Stop};
use crate::list;
use crate::output;
use crate::run;

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
    if study.name() != SolveStudy::NAME {
        let message =
            format!("{} is not a scenario of the study {}; use `tolley run`", path.display(), SolveStudy::NAME);
        if is_only {
            return Err(Stop::new(exit::BAD_INPUT, format!("error: {message}")));
        }
        output::say(&format!("note: passed over: {message}"));
        return Ok(exit::DONE);
    }
    if args.flags.dry_run {
        return dry_run::run(&plan, study, args);
    }
    let sheets = Sheets::of_trial(&plan.point(0), plan.streams_of(0));
    let runs = |plan: &_, threads, dataset: &_, control: &_| {
        tolley_experiment::run::run::<SolveStudy, _>(plan, threads, dataset, control, &sheets)
    };
    let code = run::play_planned(&plan, path, args, runs)?;
    if args.flags.json {
        return Ok(code);
    }
    let text = match sheets.take() {
        Some(text) => Some(text),
        // a dataset that has the trial already does not solve it again
        None => {
            let setups = Setups::new(&plan, &sheets);
            Player::<SolveStudy>::new(&plan, &setups).rows_of(0..1).map_err(|faults| Stop::refused(&faults))?;
            sheets.take()
        }
    };
    let text = text.ok_or_else(|| Stop::new(exit::FAILURE, "error: under these rules play need never end"))?;
    output::result(&format!("\n{text}"))?;
    Ok(code)
}
