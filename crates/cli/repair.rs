//! `tolley data repair`: files of a dataset that are gone or broken, made again to the same bytes.

use indicatif::HumanCount;
use serde_json::json;
use tolley_dataset::{Mend, Repair};
use tolley_session::check::check;
use tolley_session::repair::{RepairRequest, Repaired, repair};

use crate::args;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::output::{self, counted};

/// Says what is to be repaired, and repairs it if that is asked for.
pub fn run(args: &args::Repair) -> Result<u8, Stop> {
    let request = RepairRequest {
        dataset: args.dataset.clone(),
        is_wanted: args.yes,
        threads: args.threads.map(usize::from),
        take_over: args.claim.take_over,
    };
    let Repaired { repair, is_done } = repair(&request, &Console::new(args.quiet || args.json))?;
    told(&repair, args, is_done)?;
    if !is_done {
        return Ok(if repair.mends.is_empty() { exit::DONE } else { exit::INCOMPLETE });
    }
    let checked = check(&args.dataset, false)?;
    // a file that is not of the dataset is left alone
    let wrong: Vec<_> = checked.report.findings.iter().filter(|finding| !finding.is_stray()).collect();
    for finding in &wrong {
        output::say(&format!("error: {finding}"));
    }
    Ok(match (wrong.is_empty(), checked.is_complete()) {
        (false, _) => exit::MISMATCH,
        (true, true) => exit::DONE,
        (true, false) => exit::INCOMPLETE,
    })
}

fn told(repair: &Repair, args: &args::Repair, is_done: bool) -> Result<(), Stop> {
    let dir = args.dataset.display();
    if args.json {
        let of = |mend: &Mend| json!({ "path": mend.path.display().to_string(), "fault": mend.fault, "how": mend.how });
        let files: Vec<_> = repair.mends.iter().map(of).collect();
        return Ok(output::json(&json!({
            "dataset": dir.to_string(), "repaired": is_done, "trials": repair.trials, "files": files,
        }))?);
    }
    let state = if is_done { "done" } else { "to do" };
    let line = |mend: &Mend| format!("{} {}; {state}: {}", mend.path.display(), mend.fault, mend.how);
    let mut lines: Vec<String> = repair.mends.iter().map(line).collect();
    let (files, trials) = (counted(lines.len() as u64, "file"), HumanCount(repair.trials));
    lines.push(match (repair.mends.is_empty(), is_done) {
        (true, _) if repair.closes => "nothing to repair".to_owned(),
        (true, _) => "nothing to repair; not complete: the same tolley run continues it".to_owned(),
        (_, true) => format!("repaired: {files}; trials played again: {trials}"),
        (_, false) => {
            format!("to be repaired: {files}; trials to play again: {trials}; `tolley data repair {dir} --yes` does it")
        }
    });
    Ok(output::result(&lines.join("\n"))?)
}
