//! What is looked at after every event of an audited trial: the energy, the gaps, and whether the predictions still hold.
//!
//! One trial in some is audited in a release build, every one in a debug build (`reliability` rule P20); the clock is watched in
//! all of them. Whatever fails ends the trial in quarantine, so nothing that an audit finds can pass for a result.

use super::{Event, Reason, World};

/// What an audited trial is held to after every event (rule P20).
pub(super) struct Audit {
    came_j: f64,
    lost_j: f64,
    /// Bodies may overlap by this, m: by rounding, or by what they were laid out with.
    room_m: f64,
}

/// No two bodies overlap by more, m.
const ROOM_M: f64 = 1e-12;

impl Audit {
    pub(super) fn begin<W: World>(setup: &W::Setup, state: &W::State) -> Audit {
        let room_m = W::overlap_m(setup, state, 0.0).max(ROOM_M);
        Audit { came_j: W::energy_j(setup, state), lost_j: 0.0, room_m }
    }

    pub(super) fn check<W: World>(
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
        if W::overlap_m(setup, state, event.time_s) > self.room_m {
            return Some(Reason::Overlap);
        }
        let next = W::next(setup, state, scratch);
        W::forget_all(scratch);
        (W::next(setup, state, scratch) != next).then_some(Reason::StalePrediction)
    }
}
