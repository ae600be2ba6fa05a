//! Where the energy of a trial is.

use super::lift;
use super::setup::Setup;
use super::state::{Mode, State};

/// The energies of all coins, kinetic and of height, J. What a trial began with is in one of these or was lost in an event.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of the coins on the table and above it; of a pile, at the speed of the lowest.
    pub in_play_j: f64,
    /// Of the coins that fell, as they crossed the edge.
    pub left_j: f64,
    /// What friction with the table took between events: what the coins had less along their flights. How well flights
    /// keep the law of friction is tested by quadrature of its power.
    pub friction_work_j: f64,
}

impl State {
    /// The energies now, each coin at its own time.
    pub fn energy(&self, setup: &Setup) -> Energy {
        let mut energy = Energy::default();
        for (body, coin) in self.bodies.iter().zip(&setup.resolved) {
            energy.friction_work_j += body.friction_work_j;
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
