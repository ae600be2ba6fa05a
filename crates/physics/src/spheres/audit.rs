//! Where the energy of a trial is: every joule that came in is still there, left with a body, or was taken by friction
//! or in an event; and whether bodies keep out of each other.

use glam::DVec3;

use super::ball::Ball;
use super::body::{Body, Mode};
use super::contact::Law;
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::world::Spheres;
use crate::kernel::Audited;

/// Energies of a state, J: kinetic, and potential from the height above the ground.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Energy {
    /// Of the bodies in play. 0 at the end of a trial, but for balls that rest on others.
    pub in_play_j: f64,
    /// Of the bodies that have left, as they crossed the edge.
    pub left_j: f64,
    /// Work of the ground's friction since the start, from its forces and the ways they acted over; what an event took
    /// is not in it.
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

impl Audited for Spheres {
    fn energy_j(setup: &Setup, state: &State) -> f64 {
        let energy = state.energy(setup);
        energy.in_play_j + energy.left_j + energy.friction_work_j
    }

    /// Inside an island forces agree to some digits only.
    fn energy_tolerance_ratio(setup: &Setup) -> f64 {
        match setup.contact.law {
            Law::Pairwise => 1e-12,
            Law::Hertz(_) => 1e-9,
        }
    }

    fn overlap_m(setup: &Setup, state: &State, since_s: f64, time_s: f64) -> f64 {
        overlap_m(setup, state, since_s, time_s)
    }

    fn forget_all(scratch: &mut Scratch) {
        scratch.predictions.clear();
    }

    fn agree(one: &Scratch, two: &Scratch) -> bool {
        one.predictions.agrees(&two.predictions)
    }
}

fn height_energy_j(setup: &Setup, ball: &Ball, body: &Body) -> f64 {
    ball.mass_kg * setup.ground.gravity_m_s2 * (body.position_m.z - ball.radius_m)
}

/// The deepest overlap of two bodies that no island holds at that time, m, but for two that lie as they did at
/// `since_s`; 0 where there is none.
fn overlap_m(setup: &Setup, state: &State, since_s: f64, time_s: f64) -> f64 {
    let mut deepest_m: f64 = 0.0;
    for (j, two) in state.bodies.iter().enumerate() {
        let two_lies = lies(two, since_s);
        for (i, one) in state.bodies[..j].iter().enumerate() {
            let is_held = one.time_s > time_s || two.time_s > time_s;
            let has_left = one.mode == Mode::Off || two.mode == Mode::Off;
            if !(is_held || has_left || (two_lies && lies(one, since_s))) {
                let balls = [&setup.balls[i], &setup.balls[j]];
                let room_m = state.room_m([i as u16, j as u16]);
                deepest_m = deepest_m.max(-gap_m(balls, [one, two], time_s) - room_m);
            }
        }
    }
    deepest_m
}

/// Whether a body has been where it is since then.
fn lies(body: &Body, since_s: f64) -> bool {
    !body.mode.travels() && body.time_s <= since_s
}

/// The gap of two bodies that overlap, m, else 0.
fn gap_m(balls: [&Ball; 2], bodies: [&Body; 2], time_s: f64) -> f64 {
    let [from_m, to_m]: [DVec3; 2] = bodies.map(|body| body.position_at_m(time_s));
    let touch_m = balls[0].radius_m + balls[1].radius_m;
    match from_m.distance_squared(to_m) < touch_m * touch_m {
        true => from_m.distance(to_m) - touch_m,
        false => 0.0,
    }
}
