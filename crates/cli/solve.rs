//! `tolley solve`: dice football exactly, and a sheet for people.

use std::path::Path;

use tolley_session::solve::Solving;

use crate::args;
use crate::dry_run;
use crate::exit::{self, Stop};
use crate::list;
use crate::output;
use crate::playing::Playing;
use crate::run;

/// Solves scenarios, one after the other, and prints the sheet of each.
pub fn run(args: &args::Solve) -> Result<u8, Stop> {
    let [first, rest @ ..] = args.scenarios.as_slice() else {
        return list::scenarios();
    };
    if rest.is_empty() {
        return solve(first, &args.flags, true);
    }
    if args.flags.output.is_some() {
        return Err(Stop::new(exit::BAD_INPUT, "error: --output is for one scenario, not for several"));
    }
    let mut code = exit::DONE;
    for path in &args.scenarios {
        output::say(&format!("{}:", path.display()));
        code = code.max(solve(path, &args.flags, false)?);
    }
    Ok(code)
}

/// Solves one scenario; one of another study is refused, or among several passed over.
fn solve(path: &Path, flags: &args::Flags, is_only: bool) -> Result<u8, Stop> {
    let playing = Playing::new(path, flags);
    let (plan, study) = playing.plan()?;
    if study.name() != Solving::STUDY {
        let message = format!("{} is not a scenario of the study {}; use `tolley run`", path.display(), Solving::STUDY);
        if is_only {
            return Err(Stop::new(exit::BAD_INPUT, format!("error: {message}")));
        }
        output::say(&format!("note: passed over: {message}"));
        return Ok(exit::DONE);
    }
    if flags.dry_run {
        return dry_run::run(&plan, study, &playing, flags.json);
    }
    let solving = Solving::new(&plan);
    let code = run::play_planned(&plan, solving.study(), &playing, flags, false)?;
    if !flags.json {
        output::result(&format!("\n{}", solving.sheet()?))?;
    }
    Ok(code)
}
