//! Plays a plan: blocks in parallel, one worker a block, bytes that never depend on the number of workers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::plan::Plan;
use crate::problem::Fault;
use crate::row::{Rows, Status};
use crate::study::Study;

/// Where finished blocks go.
pub trait Keep: Sync {
    /// Why a block could not be kept.
    type Error: Send;
    /// Whether the block is kept already and need not be played.
    fn has(&self, block: u64) -> bool;
    /// Keeps a finished block; called from several workers at once.
    fn keep(&self, block: u64, rows: Rows) -> Result<(), Self::Error>;
}

/// What a running experiment lets others see and do.
#[derive(Debug, Default)]
pub struct Control {
    /// Set to stop: open blocks are dropped, kept ones stay.
    pub stop: AtomicBool,
    /// Trials played so far, those of dropped blocks included.
    pub trials_played: AtomicU64,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Blocks played and kept.
    pub blocks_run: u64,
    /// Blocks that were kept before.
    pub blocks_skipped: u64,
    /// Whether it was stopped before every block was kept.
    pub interrupted: bool,
    /// Trials of the kept blocks by status, in the order of [`Status::ALL`].
    pub by_status: [u64; Status::ALL.len()],
    /// The first trial that panicked, and its message.
    pub first_panic: Option<(u64, String)>,
}

/// Why a run failed.
#[derive(Debug)]
pub enum RunError<E> {
    /// The threads could not be started.
    Threads(String),
    /// A design point breaks a rule of the study.
    Point {
        /// Number of the point.
        point: u64,
        /// What is wrong with it.
        faults: Vec<Fault>,
    },
    /// A block could not be kept.
    Keep(E),
}

/// Plays every block that `keep` does not have, on `threads` workers (all cores for `None`).
pub fn run<S: Study, K: Keep>(
    plan: &Plan,
    threads: Option<usize>,
    keep: &K,
    control: &Control,
) -> Result<Outcome, RunError<K::Error>> {
    // not the pool's own default, which an environment variable may set
    let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or_else(all_cores).max(1))
        .build()
        .map_err(|error| RunError::Threads(error.to_string()))?;
    let outcome = Mutex::new(Outcome::default());
    // workers take the next block from a counter, so that blocks are finished about in order
    let next = AtomicU64::new(0);
    for worker in pool.broadcast(|_| work::<S, K>(plan, keep, control, &next, &outcome)) {
        worker?;
    }
    let mut outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcome.interrupted = outcome.blocks_run + outcome.blocks_skipped < plan.blocks();
    Ok(outcome)
}

/// One worker: takes blocks until there are no more.
fn work<S: Study, K: Keep>(
    plan: &Plan,
    keep: &K,
    control: &Control,
    next: &AtomicU64,
    outcome: &Mutex<Outcome>,
) -> Result<(), RunError<K::Error>> {
    while !control.stop.load(Ordering::Relaxed) {
        let block = next.fetch_add(1, Ordering::Relaxed);
        if block >= plan.blocks() {
            break;
        }
        if keep.has(block) {
            outcome.lock().unwrap_or_else(PoisonError::into_inner).blocks_skipped += 1;
            continue;
        }
        // an error of one worker stops the others
        let fail = |error| {
            control.stop.store(true, Ordering::Relaxed);
            Err(error)
        };
        let played = match play_block::<S>(plan, block, control) {
            Ok(Some(played)) => played,
            Ok(None) => break,
            Err(Refused { point, faults }) => return fail(RunError::Point { point, faults }),
        };
        let by_status = count(&played.rows.status);
        if let Err(error) = keep.keep(block, played.rows) {
            return fail(RunError::Keep(error));
        }
        note(&mut outcome.lock().unwrap_or_else(PoisonError::into_inner), by_status, played.first_panic);
    }
    Ok(())
}

/// Does two things, at the same time where a worker is free.
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

fn count(status: &[Status]) -> [u64; Status::ALL.len()] {
    let mut counts = [0; Status::ALL.len()];
    status.iter().for_each(|status| counts[*status as usize] += 1);
    counts
}

fn note(outcome: &mut Outcome, by_status: [u64; Status::ALL.len()], panic: Option<(u64, String)>) {
    outcome.blocks_run += 1;
    outcome.by_status.iter_mut().zip(by_status).for_each(|(sum, count)| *sum += count);
    let earlier = |panic: &(u64, String)| outcome.first_panic.as_ref().is_none_or(|first| panic.0 < first.0);
    if panic.as_ref().is_some_and(earlier) {
        outcome.first_panic = panic;
    }
}

/// A finished block.
struct Played {
    rows: Rows,
    first_panic: Option<(u64, String)>,
}

/// A point that breaks a rule of the study.
struct Refused {
    point: u64,
    faults: Vec<Fault>,
}

/// Plays one block; `None` when it was stopped.
fn play_block<S: Study>(plan: &Plan, block: u64, control: &Control) -> Result<Option<Played>, Refused> {
    let mut bench = Bench::<S>::new(plan);
    // counted a few hundred times a block: many workers on one counter would wait for each other
    let at_once = (plan.block_trials / 256).max(1);
    let mut uncounted = 0;
    for trial in plan.block_range(block) {
        if control.stop.load(Ordering::Relaxed) {
            break;
        }
        bench.play(trial)?;
        uncounted += 1;
        if uncounted == at_once {
            control.trials_played.fetch_add(uncounted, Ordering::Relaxed);
            uncounted = 0;
        }
    }
    control.trials_played.fetch_add(uncounted, Ordering::Relaxed);
    let trials = plan.block_range(block);
    let is_whole = bench.rows.status.len() as u64 == trials.end - trials.start;
    Ok(is_whole.then_some(Played { rows: bench.rows, first_panic: bench.first_panic }))
}

/// Plays some trials of a plan in memory, in ascending order, while `go_on` says so; returns their rows.
///
/// This is how a single trial is replayed and how a dry run takes its sample.
pub fn play_some<S: Study>(
    plan: &Plan,
    trials: impl Iterator<Item = u64>,
    mut go_on: impl FnMut() -> bool,
) -> Result<Rows, Vec<Fault>> {
    let mut bench = Bench::<S>::new(plan);
    for trial in trials {
        if !go_on() {
            break;
        }
        bench.play(trial).map_err(|refused| refused.faults)?;
    }
    Ok(bench.rows)
}

/// The setup and buffers of the design point that a worker is at.
struct Bench<'p, S: Study> {
    plan: &'p Plan,
    point: Option<(u64, S::Setup, S::Scratch)>,
    rows: Rows,
    first_panic: Option<(u64, String)>,
}

impl<'p, S: Study> Bench<'p, S> {
    fn new(plan: &'p Plan) -> Bench<'p, S> {
        Bench { plan, point: None, rows: Rows::new(plan.tables), first_panic: None }
    }

    /// Plays a trial; when it panics, that costs its own row only.
    fn play(&mut self, trial: u64) -> Result<(), Refused> {
        self.rows.begin(trial);
        catch_unwind(AssertUnwindSafe(|| self.try_play(trial))).unwrap_or_else(|panic| {
            self.rows.fail();
            // the buffers may be half changed: the next trial gets new ones
            self.point = None;
            self.first_panic.get_or_insert_with(|| (trial, message(panic.as_ref())));
            Ok(())
        })
    }

    fn try_play(&mut self, trial: u64) -> Result<(), Refused> {
        let (number, _) = self.plan.locate(trial);
        let at = match self.point.take() {
            Some(at) if at.0 == number => at,
            _ => {
                let setup = S::setup(&self.plan.point(number)).map_err(|faults| Refused { point: number, faults })?;
                let scratch = S::scratch(&setup);
                (number, setup, scratch)
            }
        };
        let (_, setup, scratch) = self.point.insert(at);
        let status = S::play(setup, scratch, &self.plan.streams_of(trial), &mut self.rows);
        self.rows.end(status);
        Ok(())
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked without a message".to_owned())
}
