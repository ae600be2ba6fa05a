//! `tolley run --dry-run`: how much and how long, in words; nothing is written.

use indicatif::HumanCount;
use serde_json::json;
use tolley_answers::limited;
use tolley_dataset::Memory;
use tolley_experiment::plan::Plan;
use tolley_experiment::profiled::ProfileRecord;
use tolley_session::estimate::{Estimate, estimate};
use tolley_session::studies::AnyStudy;

use crate::exit::{self, Stop};
use crate::how_long;
use crate::output::{self, bytes};
use crate::playing::Playing;

/// Prints what a run would be.
pub fn run(plan: &Plan, study: AnyStudy, playing: &Playing, is_json: bool) -> Result<u8, Stop> {
    let estimate = estimate(plan, study, &playing.request, &playing.console)?;
    let limited = limited::planned(plan);
    if is_json {
        let mut object = json!({
            "dry_run": true,
            "at_most": estimate.is_most,
            "study": plan.study.name,
            "points": plan.grid.points(),
            "repeats": plan.grid.repeats,
            "trials": plan.grid.trials(),
            "rounds": estimate.rounds,
            "blocks": estimate.blocks,
            "block_trials": estimate.block_trials,
            "parts": estimate.parts,
            "seed": plan.seed,
            "threads": estimate.threads,
            "sampled_trials": estimate.sampled,
            "estimated_bytes": estimate.bytes.round(),
            "estimated_s": estimate.time.idle.seconds,
            "estimated_low_s": estimate.time.idle.range[0],
            "estimated_high_s": estimate.time.idle.range[1],
            "estimated_cpu_s": estimate.time.cpu.seconds,
            "idle_cores": estimate.time.cores,
            "most_memory_bytes": estimate.memory.map(|memory| memory.bytes.round()),
            "thread_memory_bytes": estimate.memory.map(|memory| memory.thread_bytes.round()),
        });
        if !plan.profiles.is_empty() {
            object["profiles"] = json!(plan.profiles);
        }
        if let Some(limited) = limited {
            object["limited"] = limited.into();
        }
        output::json(&object)?;
    } else {
        let text = text(plan, &estimate, limited.as_deref());
        output::result(&if estimate.is_most {
            format!("{text}\nall this at most: points end by [stop]")
        } else {
            text
        })?;
    }
    Ok(exit::DONE)
}

fn text(plan: &Plan, estimate: &Estimate, limited: Option<&str>) -> String {
    let memory = estimate.memory.map(|Memory { bytes: all, thread_bytes }| {
        format!("memory  at most about {}, of it {} a thread", bytes(all), bytes(thread_bytes))
    });
    let lines = [
        format!("study   {}", plan.study.name),
        format!("points  {}", HumanCount(plan.grid.points())),
        format!("trials  {} ({} a point)", HumanCount(plan.grid.trials()), HumanCount(plan.grid.repeats)),
        format!(
            "rounds  {} over all points, in {} of at most {}",
            HumanCount(estimate.rounds),
            output::counted(estimate.blocks, "block"),
            output::counted(estimate.block_trials, "trial")
        ),
        format!("bytes   about {}", bytes(estimate.bytes)),
        format!("time    about {}", how_long::in_words(&estimate.time)),
    ];
    let limited = limited.map(|limited| format!("limits  {limited}"));
    let profiles = plan.profiles.iter().filter_map(ProfileRecord::sentence);
    let end = [format!("from a sample of {}; nothing was written", output::counted(estimate.sampled, "trial"))];
    let caution = how_long::caution().map(|caution| format!("        {caution}"));
    lines
        .into_iter()
        .chain(caution)
        .chain(memory)
        .chain(limited)
        .chain(profiles)
        .chain(end)
        .collect::<Vec<_>>()
        .join("\n")
}
