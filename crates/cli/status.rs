//! `tolley data status`, `finalize` and `merge`: how far a dataset is, and parts made of what was played.

use indicatif::HumanCount;
use serde_json::json;
use tolley_session::shares::{self, Status, status};

use crate::args;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::output;

/// Says how far a dataset is, and who is at it.
pub fn run(args: &args::Status) -> Result<u8, Stop> {
    told(&status(&args.dataset)?, args.json)
}

/// Makes parts of the blocks that several runs have played, and closes the dataset if none is missing.
pub fn finalize(args: &args::Finalize) -> Result<u8, Stop> {
    shares::finalize(&args.dataset, args.claim.take_over, &Console::new(false))?;
    told(&status(&args.dataset)?, args.json)
}

/// Makes one dataset of shares that were played into folders of their own.
pub fn merge(args: &args::Merge) -> Result<u8, Stop> {
    shares::merge(&args.dataset, &args.sources, args.claim.take_over, &Console::new(false))?;
    told(&status(&args.dataset)?, args.json)
}

fn told(Status { dataset, holders }: &Status, as_json: bool) -> Result<u8, Stop> {
    let schedule = dataset.schedule();
    let (trials, blocks) = ([dataset.done_trials(), schedule.trials()], [dataset.done_count(), schedule.blocks()]);
    let parts = [dataset.part_count(), schedule.parts()];
    let is_done = dataset.is_sealed();
    if as_json {
        let pair = |[done, planned]: [u64; 2]| json!({ "done": done, "planned": planned });
        let at_it: Vec<_> = holders
            .iter()
            .map(|(name, holder)| {
                let dead_after_s = holder.lease.map(|lease| lease.dead_after.as_secs_f64());
                let renewed_s = holder.lease.and_then(|lease| lease.renewed).map(|renewed| renewed.as_secs_f64());
                json!({
                    "share": name, "host": holder.host, "pid": holder.pid,
                    "lease_renewed_ago_s": renewed_s, "lease_dead_after_s": dead_after_s,
                })
            })
            .collect();
        output::json(&json!({
            "dataset": dataset.dir().display().to_string(),
            "complete": is_done,
            "trials": pair(trials),
            "blocks": pair(blocks),
            "parts": pair(parts),
            "running": at_it,
        }))?;
    } else {
        let line =
            |name: &str, [done, planned]: [u64; 2]| format!("{name}  {} of {}", HumanCount(done), HumanCount(planned));
        let mut lines = vec![line("trials", trials), line("blocks", blocks), line("parts ", parts)];
        lines.extend(holders.iter().map(|(name, holder)| {
            let name = if name == "lock" { "all of it" } else { name.as_str() };
            let lease = holder.lease.map_or_else(String::new, |lease| format!(", {lease}"));
            format!("written by process {} on {} ({name}){lease}", holder.pid, holder.host)
        }));
        lines.push(match (is_done, dataset.is_complete()) {
            (true, _) => "complete".to_owned(),
            (false, true) => "all blocks are there; `tolley data finalize` makes parts of them".to_owned(),
            (false, false) => "not complete; the same command continues the run".to_owned(),
        });
        output::result(&lines.join("\n"))?;
    }
    Ok(if is_done { exit::DONE } else { exit::INCOMPLETE })
}
