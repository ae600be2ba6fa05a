//! `tolley data clean`: what dead runs left in a dataset and is no part of it.

use serde_json::json;
use tolley_dataset::{Dataset, Leftover};
use tolley_session::shares::remove_leftovers;

use crate::args;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::output;

/// Lists it, and removes it if that is asked for.
pub fn run(args: &args::Clean) -> Result<u8, Stop> {
    let is_for_nothing: &[&str] = if args.claim.take_over && !args.yes { &["--take-over"] } else { &[] };
    exit::refuse(is_for_nothing, "nothing is written without --yes")?;
    let found = match args.yes {
        true => remove_leftovers(&args.dataset, args.claim.take_over, &Console::new(false))?,
        false => Dataset::leftovers(&args.dataset)?,
    };
    let bytes: u64 = found.iter().map(|leftover| leftover.bytes).sum();
    if args.json {
        let told = |leftover: &Leftover| {
            json!({
                "path": leftover.path.display().to_string(), "bytes": leftover.bytes, "what": leftover.what,
            })
        };
        output::json(&json!({
            "dataset": args.dataset.display().to_string(),
            "removed": args.yes,
            "bytes": bytes,
            "leftovers": found.iter().map(told).collect::<Vec<_>>(),
        }))?;
        return Ok(exit::DONE);
    }
    let mut lines: Vec<String> =
        found.iter().map(|leftover| format!("{}: {}", leftover.path.display(), leftover.what)).collect();
    let (count, size) = (found.len() as u64, output::bytes(bytes as f64));
    let files = output::counted(count, "file");
    lines.push(match (count, args.yes) {
        (0, _) => "nothing is left over".to_owned(),
        (_, true) => format!("removed: {files}, {size}"),
        (_, false) => format!(
            "left over: {files}, {size}; `tolley data clean {} --yes` removes {}",
            args.dataset.display(),
            if count == 1 { "it" } else { "them" }
        ),
    });
    output::result(&lines.join("\n"))?;
    Ok(exit::DONE)
}
