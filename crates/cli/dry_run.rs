//! `tolley run --dry-run`: how much and how long, from a sample in memory; nothing is written.

use std::thread;
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use serde_json::json;
use tolley_experiment::plan::Plan;

use crate::args;
use crate::exit::{self, Stop};
use crate::output::{self, bytes, duration};
use crate::size::Sizes;
use crate::studies::AnyStudy;

/// How long the sample is played.
const SAMPLE: Duration = Duration::from_secs(2);
/// Trials played in a row at one point, so that its setup weighs about as little as in a run.
const IN_A_ROW: u64 = 128;
/// Trials in the sample, which bounds its memory.
const MOST: u64 = 200_000;

/// Rows of a Parquet page, within which equal values pack.
const PAGE_ROWS: u64 = 20_000;

/// What the sample says.
struct Estimate {
    sampled: u64,
    bytes: f64,
    seconds: f64,
}

/// Prints what a run would be.
pub fn run(plan: &Plan, study: AnyStudy, args: &args::Run) -> Result<u8, Stop> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.flags.threads.map_or(cores, usize::from);
    let workers = threads.min(cores).min(usize::try_from(plan.grid.blocks()).unwrap_or(usize::MAX));
    let estimate = sample(plan, study, workers)?;
    if args.flags.json {
        output::json(&json!({
            "dry_run": true,
            "study": plan.study.name,
            "points": plan.grid.points(),
            "repeats": plan.grid.repeats,
            "trials": plan.grid.trials(),
            "blocks": plan.grid.blocks(),
            "block_trials": plan.grid.block_trials,
            "seed": plan.seed,
            "threads": threads,
            "sampled_trials": estimate.sampled,
            "estimated_bytes": estimate.bytes.round(),
            "estimated_s": estimate.seconds,
        }))?;
    } else {
        output::result(&text(plan, threads, &estimate))?;
    }
    Ok(exit::DONE)
}

fn text(plan: &Plan, threads: usize, estimate: &Estimate) -> String {
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    let lines = [
        format!("study   {}", plan.study.name),
        format!("points  {}", HumanCount(plan.grid.points())),
        format!("trials  {} ({} a point)", HumanCount(plan.grid.trials()), HumanCount(plan.grid.repeats)),
        format!("blocks  {} of {} trials", HumanCount(plan.grid.blocks()), HumanCount(plan.grid.block_trials)),
        format!("bytes   about {}", bytes(estimate.bytes)),
        format!("time    about {} on {threads}", duration(estimate.seconds)),
        format!("from a sample of {} trials; nothing was written", HumanCount(estimate.sampled)),
    ];
    lines.join("\n")
}

/// Plays trials at points spread over the design, for a while or until all are played.
fn sample(plan: &Plan, study: AnyStudy, workers: usize) -> Result<Estimate, Stop> {
    let mut sizes = Sizes::new(plan);
    let (points, repeats) = (plan.grid.points(), plan.grid.repeats);
    let row = IN_A_ROW.min(repeats);
    let start = Instant::now();
    let mut sampled = 0;
    study.play(plan, |play| {
        for step in 0..points {
            if sampled > 0 && (start.elapsed() >= SAMPLE || sampled + row > MOST) {
                break;
            }
            // points that share random numbers and a page are packed together, so the sample shares them as often
            let together = (PAGE_ROWS / repeats).max(1);
            let first = spread(step, points) * repeats + step / together * row % (repeats - row + 1);
            sizes.add(&play(first..first + row).map_err(|faults| Stop::refused(&faults))?);
            sampled += row;
        }
        Ok::<(), Stop>(())
    })?;
    let seconds_a_trial = start.elapsed().as_secs_f64() / sampled as f64;
    let trials = plan.grid.trials() as f64;
    Ok(Estimate { sampled, bytes: sizes.bytes(plan), seconds: seconds_a_trial * trials / workers as f64 })
}

/// The `step`-th of `count` points, by steps of the golden ratio: evenly spread wherever it stops.
fn spread(step: u64, count: u64) -> u64 {
    let turn = u128::from(step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // the high half of a 64 by 64 bit product is below `count`
    ((turn * u128::from(count)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn steps_stay_in_range_and_spread() {
        let mut firsts: Vec<u64> = (0..10).map(|step| spread(step, 1000)).collect();
        firsts.sort_unstable();
        assert!(firsts.iter().all(|point| *point < 1000));
        assert!(firsts.windows(2).all(|pair| pair[1] - pair[0] > 50), "{firsts:?}");
        assert_eq!(spread(u64::MAX, 1), 0);
    }
}
