//! Plays a plan: blocks in parallel, one worker a block, bytes that never depend on the number of workers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::declare::problem::Fault;
use crate::declare::row::Rows;
use crate::declare::status::StatusCounts;
use crate::declare::study::Shortcuts;
use crate::design::schedule::Schedule;
use crate::run::meter::Meter;
use crate::run::player::{Player, Refused, Setups};
use crate::scenario::plan::Plan;

/// Where finished blocks go.
pub trait Keep: Sync {
    /// Why a block could not be kept.
    type Error: Send;
    /// The blocks that there are.
    fn schedule(&self) -> &Schedule;
    /// Whether the block is kept already and need not be played.
    fn has(&self, block: u64) -> bool;
    /// Takes a finished block; called from several workers at once.
    fn keep(&self, block: u64, rows: Rows) -> Result<(), Self::Error>;
    /// Makes what was taken so far last; called from any worker, and at the end of every run.
    fn save(&self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What a running experiment lets others see and do.
#[derive(Debug, Default)]
pub struct Control {
    /// Set to stop: open blocks are dropped, kept ones stay.
    pub stop: AtomicBool,
    /// Set from time to time: a worker saves what is kept, and clears it.
    pub save: AtomicBool,
    /// Trials played so far, those of dropped blocks included.
    pub trials_played: AtomicU64,
    /// Notes what blocks cost, where somebody wants to know.
    pub meter: Option<Meter>,
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
    /// Trials of the kept blocks by status.
    pub by_status: StatusCounts,
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

impl<E> From<Refused> for RunError<E> {
    fn from(Refused { point, faults }: Refused) -> RunError<E> {
        RunError::Point { point, faults }
    }
}

/// Plays every block that `keep` does not have, on `threads` workers (all cores for `None`), and saves them.
pub fn run<S: Shortcuts, K: Keep + ?Sized>(
    plan: &Plan,
    threads: Option<usize>,
    keep: &K,
    control: &Control,
    shared: &S::Shared,
) -> Result<Outcome, RunError<K::Error>> {
    let pool = pool(threads).map_err(RunError::Threads)?;
    let setups = Setups::<S>::new(plan, shared);
    let job = Job { plan, keep, control, setups: &setups, next: AtomicU64::new(0), outcome: Mutex::default() };
    let worked: Result<(), RunError<K::Error>> = pool.broadcast(|_| job.work()).into_iter().collect();
    match worked {
        // who could not keep something has nothing to save
        Err(error @ (RunError::Keep(_) | RunError::Threads(_))) => return Err(error),
        other => keep.save().map_err(RunError::Keep).and(other)?,
    }
    let mut outcome = job.outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcome.interrupted = outcome.blocks_run + outcome.blocks_skipped < keep.schedule().blocks();
    Ok(outcome)
}

/// So many workers, or one a core.
pub(crate) fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, String> {
    // not the pool's own default, which an environment variable may set
    let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.unwrap_or_else(all_cores).max(1);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}

/// What the workers of a run share.
struct Job<'a, S: Shortcuts, K: ?Sized> {
    plan: &'a Plan,
    keep: &'a K,
    control: &'a Control,
    setups: &'a Setups<'a, S>,
    /// Workers take the next block from a counter, so that blocks are finished about in order.
    next: AtomicU64,
    outcome: Mutex<Outcome>,
}

impl<S: Shortcuts, K: Keep + ?Sized> Job<'_, S, K> {
    /// One worker: takes blocks until there are no more; its error stops the others.
    fn work(&self) -> Result<(), RunError<K::Error>> {
        let mut player = Player::new(self.plan, self.setups);
        let blocks = self.keep.schedule().blocks();
        while !self.control.stop.load(Ordering::Relaxed) {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                break;
            }
            if self.keep.has(block) {
                self.note(|outcome| outcome.blocks_skipped += 1);
                continue;
            }
            let played = match &self.control.meter {
                Some(meter) => meter.of_block(block, || self.play(&mut player, block)),
                None => self.play(&mut player, block).map(|_| ()),
            };
            played.and_then(|()| self.save()).inspect_err(|_| self.control.stop.store(true, Ordering::Relaxed))?;
        }
        Ok(())
    }

    fn save(&self) -> Result<(), RunError<K::Error>> {
        let is_asked = self.control.save.swap(false, Ordering::Relaxed);
        if is_asked { self.keep.save().map_err(RunError::Keep) } else { Ok(()) }
    }

    /// Plays and keeps one block, unless it is stopped: whether it is kept.
    fn play(&self, player: &mut Player<'_, S>, block: u64) -> Result<bool, RunError<K::Error>> {
        // counted a few hundred times a block: many workers on one counter would wait for each other
        let at_once = (self.keep.schedule().block_len(block) / 256).max(1);
        let count = |trials| self.control.trials_played.fetch_add(trials, Ordering::Relaxed);
        let mut uncounted = 0;
        for trial in self.keep.schedule().trials_of(block) {
            if self.control.stop.load(Ordering::Relaxed) {
                count(uncounted);
                player.take();
                return Ok(false);
            }
            player.play(trial)?;
            uncounted += 1;
            if uncounted == at_once {
                count(std::mem::take(&mut uncounted));
            }
        }
        count(uncounted);
        let played = player.take();
        let by_status = StatusCounts::of(&played.rows.status);
        self.keep.keep(block, played.rows).map_err(RunError::Keep)?;
        self.note(|outcome| {
            outcome.blocks_run += 1;
            outcome.by_status.add(by_status);
            let earlier = |panic: &(u64, String)| outcome.first_panic.as_ref().is_none_or(|first| panic.0 < first.0);
            if played.first_panic.as_ref().is_some_and(earlier) {
                outcome.first_panic = played.first_panic;
            }
        });
        Ok(true)
    }

    fn note(&self, change: impl FnOnce(&mut Outcome)) {
        change(&mut self.outcome.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Does something as so many workers, or one a core, who do what they can at the same time ([`both`], [`each`]).
pub fn on_workers<T: Send>(threads: Option<usize>, action: impl FnOnce() -> T + Send) -> Result<T, String> {
    Ok(pool(threads)?.install(action))
}

/// Does something on so many workers, or one a core; on those that there are, or by itself where none can be started.
pub fn where_possible<T: Send>(threads: Option<usize>, action: impl FnOnce() -> T + Send) -> T {
    let pool = if rayon::current_thread_index().is_some() { None } else { pool(threads).ok() };
    match pool {
        Some(pool) => pool.install(action),
        None => action(),
    }
}

/// Workers of the pool that this is done on; one where there is none.
pub fn workers() -> usize {
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

/// Does the same with each of several things, at the same time where workers are free, one after the other where there
/// are none; what came of them in order.
pub fn each<A: Sync, B: Send>(things: &[A], action: impl Fn(&A) -> B + Sync + Send) -> Vec<B> {
    use rayon::prelude::*;
    // a pool that nobody asked for would have a thread a core, or panic where it may not have them
    if rayon::current_thread_index().is_none() {
        return things.iter().map(action).collect();
    }
    things.par_iter().map(action).collect()
}

/// Does two things, at the same time where a worker is free, one after the other where there are none.
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    if rayon::current_thread_index().is_none() {
        return (one(), other());
    }
    rayon::join(one, other)
}
