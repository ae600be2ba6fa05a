//! What is looked at after every event of an audited trial: the energy, the gaps, and whether the predictions still hold
//! (`reliability` rule P20). The clock is watched in every trial.

use super::{Event, Reason, World};

/// What an audited trial is held to after every event.
pub(super) struct Audit<W: World> {
    came_j: f64,
    lost_j: f64,
    /// Bodies may overlap by this, m: by rounding, or by what they were laid out with.
    room_m: f64,
    /// Time of the event before, s.
    last_s: f64,
    /// For predictions that are made anew, so that the trial goes on with its own.
    fresh: W::Scratch,
}

/// No two bodies overlap by more, m.
const ROOM_M: f64 = 1e-12;

impl<W: World> Audit<W> {
    pub(super) fn begin(setup: &W::Setup, state: &W::State, scratch: &W::Scratch) -> Audit<W> {
        let room_m = W::overlap_m(setup, state, f64::NEG_INFINITY, 0.0).max(ROOM_M);
        let came_j = W::energy_j(setup, state);
        Audit { came_j, lost_j: 0.0, room_m, last_s: f64::NEG_INFINITY, fresh: scratch.clone() }
    }

    /// What is wrong after an event, if anything.
    pub(super) fn check(
        &mut self,
        setup: &W::Setup,
        state: &W::State,
        scratch: &mut W::Scratch,
        event: &Event,
    ) -> Option<Reason> {
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
        let same = W::next(setup, state, scratch) == W::next(setup, state, &mut self.fresh);
        (!(same && W::agree(scratch, &self.fresh))).then_some(Reason::StalePrediction)
    }
}
