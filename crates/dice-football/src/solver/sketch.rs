//! Solutions that are only begun: for estimates of how long they take and what they leave, never for results.

use std::sync::{Mutex, PoisonError};

/// Steps looked at, each as many times as there are values, after which a layer is taken as solved.
const ENOUGH: f64 = 3e6;
/// Sweeps or layers that are made of the largest games.
const FEWEST: u32 = 3;
/// A step is looked at for all values at once, which takes as long as this many values more.
const OVERHEAD: f64 = 5.0;
/// Sweeps that an estimate goes up to.
const MOST_SWEEPS: f64 = 1e5;

/// Counts what is done of solutions that are only begun, and what there would be to do.
#[derive(Debug, Default)]
pub struct Sketch(Mutex<Effort>);

#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    done: f64,
    whole: f64,
}

/// What one layer takes, in steps looked at times values.
pub(super) fn layer_work(steps: usize, values: usize) -> f64 {
    2.0 * steps as f64 * (OVERHEAD + values as f64)
}

impl Sketch {
    /// How many sweeps or layers of so much work each are made before the rest is left out.
    pub fn most(work: f64) -> u32 {
        ((ENOUGH / work) as u32).max(FEWEST)
    }

    /// So many of all sweeps or layers, of so much work each, were made.
    pub(super) fn note(&self, work: f64, done: f64, whole: f64) {
        let mut effort = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        effort.done += work * done;
        effort.whole += work * whole.max(done);
    }

    /// Sweeps were made after which values moved by so much, and rest when they move by less than `still`: each sweep
    /// is taken to have cut the moves by the same share.
    pub fn note_sweeps(&self, work: f64, sweeps: u32, moved: f64, still: f64) {
        let done = f64::from(sweeps);
        // what is not below 1 yet says nothing of how fast it falls
        let share = moved.min(0.999);
        let (mut left, mut whole) = (share, done);
        while left > still && whole < MOST_SWEEPS {
            (left, whole) = (left * share, whole + done);
        }
        self.note(work, done, whole);
    }

    /// How many times as long as what was begun since this was asked last all of it takes; 1 where nothing was.
    pub fn take(&self) -> f64 {
        let effort = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if effort.done > 0.0 { effort.whole / effort.done } else { 1.0 }
    }
}
