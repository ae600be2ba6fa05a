//! Where the energy of a trial is, and whether coins keep out of each other.

use super::body::Mode;
use super::lift;
use super::pair_time::{self, Track};
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::world::Discs;
use crate::kernel::Audited;

/// The energies of all coins, kinetic and of height, J. What a trial began with is in one of these or was lost in an
/// event.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of the coins on the table and above it; of a pile, at the speed of the lowest.
    pub in_play_j: f64,
    /// Of the coins that fell, as they crossed the edge.
    pub left_j: f64,
    /// What friction with the table took between events: what the coins had less along their flights. How well flights
    /// keep the law of friction is tested by quadrature of its power.
    pub friction_work_j: f64,
    /// What the tilt of the table gave the coins.
    pub tilt_work_j: f64,
}

impl State {
    /// The energies now, each coin at its own time.
    pub fn energy(&self, setup: &Setup) -> Energy {
        let mut energy = Energy::default();
        for (body, coin) in self.bodies.iter().zip(&setup.resolved) {
            energy.friction_work_j += body.friction_work_j;
            energy.tilt_work_j += body.tilt_work_j;
            match body.mode() {
                Mode::Off => energy.left_j += body.energy_j(coin),
                _ => energy.in_play_j += body.energy_j(coin),
            }
        }
        if self.stacked {
            energy.in_play_j += lift::carried_j(setup, self);
        }
        energy
    }
}

impl Audited for Discs {
    fn energy_j(setup: &Setup, state: &State) -> f64 {
        let energy = state.energy(setup);
        energy.in_play_j + energy.left_j + energy.friction_work_j - energy.tilt_work_j
    }

    fn energy_tolerance_ratio(_: &Setup) -> f64 {
        1e-12
    }

    fn overlap_m(setup: &Setup, state: &State, since_s: f64, time_s: f64) -> f64 {
        overlap_m(setup, state, since_s, time_s)
    }

    fn forget_all(scratch: &mut Scratch) {
        scratch.clear();
    }

    fn agree(one: &Scratch, two: &Scratch) -> bool {
        one.agrees(two)
    }
}

/// The deepest overlap of two coins on the table, m, but for two that lie as they did at `since_s`; 0 where there is
/// none.
fn overlap_m(setup: &Setup, state: &State, since_s: f64, time_s: f64) -> f64 {
    let is_on = |body: usize| matches!(state.bodies[body].mode(), Mode::Rest | Mode::Slide);
    let lies = |body: usize| state.bodies[body].mode() == Mode::Rest && state.bodies[body].time_s() <= since_s;
    let track = |body: usize| Track { coin: &setup.resolved[body], flight: &state.bodies[body].flight };
    let mut deepest_m: f64 = 0.0;
    for j in (0..state.bodies.len()).filter(|&j| is_on(j)) {
        for i in (0..j).filter(|&i| is_on(i) && !(lies(i) && lies(j))) {
            deepest_m = deepest_m.max(-pair_time::gap_and_closing(&[track(i), track(j)], time_s).0);
        }
    }
    deepest_m
}
