//! Watches a run: tells a monitor how far it is and what it says so far, and stops it when the monitor asks for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tolley_dataset::Dataset;
use tolley_experiment::run::{Control, Keep, Meter};

use crate::error::SessionError;
use crate::monitor::{Monitor, Progress};
use crate::outlook::Work;

/// Between two looks at the monitor and the count.
const LOOK: Duration = Duration::from_millis(50);
/// Between two times that finished blocks are saved, at most: what a process loses that is killed.
const SAVE: Duration = Duration::from_secs(10);
/// Until they are saved for the first time; twice as long each time after.
const FIRST_SAVE: Duration = Duration::from_millis(400);
/// How long workers are waited for that were told to stop; beyond it one of them is in a trial, or a solution, that
/// takes longer, and what it is at is lost either way.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two looks at what is found, at least.
const PAUSE: Duration = Duration::from_secs(2);
/// Blocks of which each is followed, at most: of more, trials are counted.
const MOST_BLOCKS: u64 = 1_000_000;
/// A look is followed by a pause of so many times as long, so that they take a tenth of one core at most.
const REST: u32 = 10;

/// What is watched.
pub struct Watch<'a> {
    /// Of the run.
    pub control: &'a Control,
    /// Who hears of it.
    pub monitor: &'a dyn Monitor,
    /// Trials to play.
    pub trials: u64,
    /// Whether what is finished is kept when it is stopped.
    pub is_kept: bool,
    /// Where finished blocks are, and what is found so far; none where there are no blocks.
    pub dataset: Option<&'a Dataset>,
    /// Workers that play.
    pub workers: usize,
}

/// Sends the watchers home, also where what they watch panics: who waits for them would wait for ever.
struct End<'a> {
    done: &'a AtomicBool,
    watchers: Vec<thread::Thread>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.watchers.iter().for_each(thread::Thread::unpark);
    }
}

impl Watch<'_> {
    /// Watches while `action` runs; an error where there may be no more threads. `leave` keeps what is finished, and
    /// says what became of it, where workers do not come to an end.
    pub fn during<T>(
        &self,
        leave: &(dyn Fn() -> SessionError + Sync),
        action: impl FnOnce() -> T,
    ) -> Result<T, SessionError> {
        let (done, found) = (AtomicBool::new(false), Mutex::new(None));
        // before the first block is kept
        let work = self.work();
        thread::scope(|scope| {
            let (done, found) = (&done, &found);
            let watch = move || self.watch(done, found, work, leave);
            let watcher = thread::Builder::new().spawn_scoped(scope, watch).map_err(no_threads)?;
            let mut end = End { done, watchers: vec![watcher.thread().clone()] };
            let looking = self.monitor;
            let follow =
                |dataset| thread::Builder::new().spawn_scoped(scope, move || follow(dataset, looking, done, found));
            let follower = self.dataset.filter(|_| self.monitor.wants_to_look()).map(follow).transpose();
            end.watchers.extend(follower.iter().flatten().map(|follower| follower.thread().clone()));
            let out = follower.as_ref().map(|_| action());
            drop(end);
            out.map_err(no_threads)
        })
    }

    /// What there is to do: blocks, where it is known what each of them costs.
    fn work(&self) -> Work {
        match self.dataset.filter(|dataset| dataset.schedule().blocks() <= MOST_BLOCKS) {
            Some(dataset) if self.control.meter.is_some() => {
                let points = dataset.manifest().plan.grid.points();
                Work::of_blocks(dataset.schedule(), points, self.workers, |block| dataset.has(block))
            }
            _ => Work::of_trials(self.trials),
        }
    }

    fn watch(
        &self,
        done: &AtomicBool,
        found: &Mutex<Option<String>>,
        mut work: Work,
        leave: &dyn Fn() -> SessionError,
    ) {
        let Watch { control, monitor, trials, .. } = *self;
        monitor.begin(trials);
        let begun = Instant::now();
        let (mut saved, mut pause) = (begun, FIRST_SAVE);
        let mut told: Option<Instant> = None;
        while !done.load(Ordering::Acquire) {
            if monitor.is_stopped() {
                control.stop.store(true, Ordering::Relaxed);
                if told.is_none() {
                    monitor.stopping(self.is_kept);
                }
                if told.get_or_insert_with(Instant::now).elapsed() >= PATIENCE {
                    monitor.abandon(leave);
                }
            }
            if saved.elapsed() >= pause {
                (saved, pause) = (Instant::now(), SAVE.min(2 * pause));
                control.save.store(true, Ordering::Relaxed);
            }
            let played = control.trials_played.load(Ordering::Relaxed);
            let found = found.lock().unwrap_or_else(PoisonError::into_inner).take();
            let now_s = begun.elapsed().as_secs_f64();
            control.meter.iter().flat_map(Meter::take).for_each(|event| work.note(event, now_s));
            let outlook = work.outlook(played, now_s);
            monitor.progress(&Progress { played, trials, found: found.as_deref(), outlook });
            thread::park_timeout(LOOK);
        }
        monitor.end();
    }
}

/// Has the monitor look again and again until it is done; each look is followed by a pause of [`REST`] times as long.
fn follow(dataset: &Dataset, monitor: &dyn Monitor, done: &AtomicBool, found: &Mutex<Option<String>>) {
    let mut pause = PAUSE;
    loop {
        let slept = Instant::now();
        while slept.elapsed() < pause {
            if done.load(Ordering::Acquire) {
                return;
            }
            thread::park_timeout(pause.saturating_sub(slept.elapsed()));
        }
        let start = Instant::now();
        // blocks that wait become parts meanwhile, so that a look may find a file gone; the next one will not
        if let Some(text) = monitor.look(dataset) {
            *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
        }
        pause = PAUSE.max(start.elapsed() * REST);
    }
}

/// What is told where threads cannot be had.
pub(crate) fn no_threads(why: impl std::fmt::Display) -> SessionError {
    SessionError::Threads(why.to_string())
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::error::ErrorKind;
    use crate::monitor::Unwatched;

    fn interrupted() -> SessionError {
        SessionError::Interrupted(None)
    }

    /// It waited for its watcher for ever, and the watcher for it.
    #[test]
    fn a_panic_is_not_waited_for() {
        let control = Control::default();
        let watch =
            Watch { control: &control, monitor: &Unwatched, trials: 1, is_kept: false, dataset: None, workers: 1 };
        let panics =
            AssertUnwindSafe(|| watch.during(&interrupted, || std::panic::resume_unwind(Box::new(()))).is_ok());
        assert!(catch_unwind(panics).is_err());
    }

    /// Stops at once, and counts what it hears.
    #[derive(Default)]
    struct Stops {
        stopping: AtomicU64,
        kinds: Mutex<Vec<ErrorKind>>,
    }

    impl Monitor for Stops {
        fn is_stopped(&self) -> bool {
            true
        }

        fn stopping(&self, is_kept: bool) {
            assert!(!is_kept, "there is no dataset");
            self.stopping.fetch_add(1, Ordering::Relaxed);
        }

        fn abandon(&self, leave: &dyn Fn() -> SessionError) {
            self.kinds.lock().expect("no panic").push(leave().kind());
        }
    }

    #[test]
    fn a_monitor_that_asks_to_stop_is_heard_and_told_of_workers_that_do_not() {
        let (control, monitor) = (Control::default(), Stops::default());
        let watch =
            Watch { control: &control, monitor: &monitor, trials: 1, is_kept: false, dataset: None, workers: 1 };
        let start = Instant::now();
        let is_abandoned = || !monitor.kinds.lock().expect("no panic").is_empty();
        let action = || {
            while !is_abandoned() && start.elapsed() < 10 * PATIENCE {
                thread::sleep(LOOK);
            }
            control.stop.load(Ordering::Relaxed)
        };
        assert!(watch.during(&interrupted, action).expect("threads"));
        assert!(start.elapsed() >= PATIENCE);
        assert_eq!(monitor.stopping.load(Ordering::Relaxed), 1);
        assert_eq!(monitor.kinds.lock().expect("no panic")[0], ErrorKind::Interrupted);
    }
}
