//! What is looked at after every event of an audited trial: the energy, the gaps, and whether the predictions still
//! hold (`reliability` rule P20). The clock is watched in every trial.

use super::event::Event;
use super::limits::{Limits, Reason};
use super::world::Audited;

/// No two bodies overlap by more, m.
const ROOM_M: f64 = 1e-12;

/// The audit of a trial, of one that is not audited too.
pub(super) struct Audit<W: Audited> {
    is_wanted: bool,
    books: Option<Books<W>>,
}

/// What a trial is held to after every event.
struct Books<W: Audited> {
    came_j: f64,
    lost_j: f64,
    /// Bodies may overlap by this, m: by rounding, or by what they were laid out with.
    room_m: f64,
    /// Time of the event before, s.
    last_s: f64,
    /// For predictions that are made anew, so that the trial goes on with its own.
    fresh: W::Scratch,
}

impl<W: Audited> Audit<W> {
    /// Opens the books, of every trial in a debug build.
    pub(super) fn begin(setup: &W::Setup, state: &W::State, scratch: &W::Scratch, limits: &Limits) -> Audit<W> {
        let is_wanted = limits.is_audited;
        let books = (is_wanted || cfg!(debug_assertions)).then(|| Books::open(setup, state, scratch));
        Audit { is_wanted, books }
    }

    /// What is wrong after an event, if anything.
    #[inline]
    pub(super) fn check(
        &mut self,
        setup: &W::Setup,
        state: &W::State,
        scratch: &mut W::Scratch,
        event: &Event,
    ) -> Option<Reason> {
        let reason = self.books.as_mut()?.check(setup, state, scratch, event)?;
        // bytes do not depend on the build: what only a debug build looks at is a bug there
        assert!(self.is_wanted, "an audit found {reason:?} after {event:?}");
        Some(reason)
    }
}

impl<W: Audited> Books<W> {
    fn open(setup: &W::Setup, state: &W::State, scratch: &W::Scratch) -> Books<W> {
        let room_m = W::overlap_m(setup, state, f64::NEG_INFINITY, 0.0).max(ROOM_M);
        let came_j = W::energy_j(setup, state);
        Books { came_j, lost_j: 0.0, room_m, last_s: f64::NEG_INFINITY, fresh: scratch.clone() }
    }

    fn check(&mut self, setup: &W::Setup, state: &W::State, scratch: &mut W::Scratch, event: &Event) -> Option<Reason> {
        self.lost_j += event.loss_j;
        let off_j = W::energy_j(setup, state) + self.lost_j - self.came_j;
        if off_j.abs() > W::energy_tolerance_ratio(setup) * self.came_j.abs() {
            return Some(Reason::EnergyUnbalanced);
        }
        if W::overlap_m(setup, state, self.last_s, event.time_s) > self.room_m {
            return Some(Reason::Overlap);
        }
        self.last_s = event.time_s;
        W::forget_all(&mut self.fresh);
        let same = W::predict(setup, state, scratch) == W::predict(setup, state, &mut self.fresh);
        (!(same && W::agree(scratch, &self.fresh))).then_some(Reason::StalePrediction)
    }
}
