//! `tolley check`: whether the files of a dataset are those that were written.

use std::collections::BTreeSet;
use std::path::PathBuf;

use indicatif::HumanCount;
use serde_json::json;
use tolley_dataset::{Dataset, Finding, Report};
use tolley_experiment::run::where_possible;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::run::without_panics;

/// Looks at every file and prints what it found.
pub fn run(args: &args::Check) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let mut report = where_possible(None, || dataset.check())?;
    if args.deep {
        let known: BTreeSet<PathBuf> = report.findings.iter().map(|finding| finding.path.clone()).collect();
        let deep = without_panics(|| where_possible(None, || dataset.check_deep()));
        report.findings.extend(deep.into_iter().filter(|finding| !known.contains(&finding.path)));
    }
    let blocks = [dataset.done_count(), dataset.schedule().blocks()];
    if args.json {
        output::json(&json!({
            "dataset": dataset.dir().display().to_string(),
            "complete": report.gaps.is_empty() && report.is_sealed,
            "files": report.files,
            "bytes": report.bytes,
            "rows": report.rows.iter().map(|(table, rows)| (table.clone(), json!(rows))).collect::<serde_json::Map<_, _>>(),
            "blocks": { "done": blocks[0], "planned": blocks[1] },
            "gaps": report.gaps,
            "findings": report.findings.iter().map(Finding::to_string).collect::<Vec<_>>(),
        }))?;
    } else {
        output::result(&text(&report, blocks, args))?;
    }
    Ok(match report.findings.is_empty() {
        false if report.findings.iter().all(Finding::is_unread) => exit::FAILURE,
        false => exit::MISMATCH,
        true if report.gaps.is_empty() && report.is_sealed => exit::DONE,
        true => exit::INCOMPLETE,
    })
}

fn text(report: &Report, [done, planned]: [u64; 2], args: &args::Check) -> String {
    let mut lines = vec![format!("files   {}, {}", HumanCount(report.files), output::bytes(report.bytes as f64))];
    lines.extend(report.rows.iter().map(|(table, rows)| format!("rows    {} of {table}", HumanCount(*rows))));
    lines.push(format!("blocks  {} of {}", HumanCount(done), HumanCount(planned)));
    lines.extend(report.gaps.iter().map(|[first, end]| match end - first {
        1 => format!("missing block {first}"),
        _ => format!("missing blocks {first} to {}", end - 1),
    }));
    lines.extend(report.findings.iter().map(|finding| format!("WRONG   {finding}")));
    lines.push(match (report.findings.is_empty(), report.gaps.is_empty() && report.is_sealed) {
        (false, _) => {
            let (count, dir) = (report.findings.len(), args.dataset.display());
            format!(
                "{count} of its files are not as they should be; `tolley repair {dir}` says how they are made again"
            )
        }
        (true, true) => "complete, and every file is as it was written".to_owned(),
        (true, false) => "what is there is as it was written; the same command continues the run".to_owned(),
    });
    lines.join("\n")
}
