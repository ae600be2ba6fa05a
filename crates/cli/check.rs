//! `tolley data check`: whether the files of a dataset are those that were written.

use indicatif::HumanCount;
use serde_json::json;
use tolley_dataset::{Finding, Report};
use tolley_session::check::{Checked, check};

use crate::args;
use crate::exit::{self, Stop};
use crate::output::{self, counted};

/// Looks at every file and prints what it found.
pub fn run(args: &args::Check) -> Result<u8, Stop> {
    let checked = check(&args.dataset, args.deep)?;
    let Checked { dataset, report } = &checked;
    let blocks = [dataset.done_count(), dataset.schedule().blocks()];
    if args.json {
        output::json(&json!({
            "dataset": dataset.dir().display().to_string(),
            "complete": checked.is_complete(),
            "files": report.files,
            "bytes": report.bytes,
            "rows": report.rows.iter().map(|(table, rows)| (table.clone(), json!(rows))).collect::<serde_json::Map<_, _>>(),
            "blocks": { "done": blocks[0], "planned": blocks[1] },
            "gaps": report.gaps,
            "findings": report.findings.iter().map(Finding::to_string).collect::<Vec<_>>(),
        }))?;
    } else {
        output::result(&text(report, blocks, args))?;
    }
    Ok(checked.fault().map_or(exit::DONE, exit::of_kind))
}

fn text(report: &Report, [done, planned]: [u64; 2], args: &args::Check) -> String {
    let mut lines = vec![format!("files   {}, {}", HumanCount(report.files), output::bytes(report.bytes as f64))];
    lines.extend(report.rows.iter().map(|(table, rows)| format!("rows    {} of {table}", HumanCount(*rows))));
    lines.push(format!("blocks  {} of {}", HumanCount(done), HumanCount(planned)));
    lines.extend(report.gaps.iter().map(|[first, end]| match end - first {
        1 => format!("missing block {first}"),
        _ => format!("missing blocks {first} to {}", end - 1),
    }));
    let kind = |finding: &Finding| if finding.is_stray() { "STRAY" } else { "WRONG" };
    lines.extend(report.findings.iter().map(|finding| format!("{}   {finding}", kind(finding))));
    lines.extend(doubts(report, args));
    lines.extend(report.findings.is_empty().then(|| whole(report, args)));
    lines.join("\n")
}

/// What is to be done about what was found.
fn doubts(report: &Report, args: &args::Check) -> Vec<String> {
    let (strays, wrong): (Vec<_>, Vec<_>) = report.findings.iter().partition(|finding| finding.is_stray());
    let mut told = Vec::new();
    if !wrong.is_empty() {
        let (are, them, dir) = match wrong.len() {
            1 => ("is not as it", "it is", args.dataset.display()),
            _ => ("are not as they", "they are", args.dataset.display()),
        };
        let files = counted(wrong.len() as u64, "file");
        told.push(match wrong.iter().all(|finding| finding.is_unread()) {
            true => format!("{files} cannot be read: let this user read these files"),
            false => format!("{files} {are} should be; `tolley data repair {dir}` says how {them} made again"),
        });
    }
    if !strays.is_empty() {
        let (does, them) = if strays.len() == 1 { ("does", "it") } else { ("do", "them") };
        let files = counted(strays.len() as u64, "file");
        told.push(format!(
            "{files} {does} not belong to this dataset; move {them} away (nothing of tolley deletes {them})"
        ));
    }
    told
}

/// What is said of a dataset in which nothing is wrong.
fn whole(report: &Report, args: &args::Check) -> String {
    let columns = match report.files {
        1 => "every column of its file was read to its end".to_owned(),
        files => format!("every column of its {} files was read to its end", HumanCount(files)),
    };
    match (report.gaps.is_empty() && report.is_sealed, args.deep) {
        (true, false) => "complete, and every file is as it was written".to_owned(),
        (true, true) => format!("complete; every file is as it was written, and {columns}"),
        (false, false) => "what is there is as it was written; the same command continues the run".to_owned(),
        (false, true) => {
            format!("what is there is as it was written, and {columns}; the same command continues the run")
        }
    }
}
