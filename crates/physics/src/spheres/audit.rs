//! Where the energy of a trial is: every joule that came in is still there, left with a body, or was taken by friction or
//! in an event.

use super::setup::{Ball, Setup};
use super::state::{Body, Mode, State};

/// Energies of a state, J: kinetic, and potential from the height above the ground.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Energy {
    /// Of the bodies in play. 0 at the end of a trial, but for balls that rest on others.
    pub in_play_j: f64,
    /// Of the bodies that have left, as they crossed the edge.
    pub left_j: f64,
    /// Work of the ground's friction since the start, from its forces and the ways they acted over; what an event took is
    /// not in it.
    pub friction_work_j: f64,
}

impl State {
    /// The energies now, each body at its own local time.
    pub fn energy(&self, setup: &Setup) -> Energy {
        let mut energy = Energy::default();
        for (ball, body) in setup.balls.iter().zip(&self.bodies) {
            energy.friction_work_j += body.friction_work_j;
            let share = if body.mode == Mode::Off { &mut energy.left_j } else { &mut energy.in_play_j };
            *share += body.kinetic_energy_j(ball) + height_energy_j(setup, ball, body);
        }
        energy
    }
}

fn height_energy_j(setup: &Setup, ball: &Ball, body: &Body) -> f64 {
    ball.mass_kg * setup.ground.gravity_m_s2 * (body.position_m.z - ball.radius_m)
}
