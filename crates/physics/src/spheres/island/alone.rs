//! A body that is left to itself while an island lasts.

use crate::spheres::body::Body;
use crate::spheres::path::Next;
use crate::spheres::setup::Setup;
use crate::spheres::{landing, motion};

/// Changes of motion in the time of an island, at most: hardly more than one where only friction acts, hundreds where
/// the motion is followed in short pieces (`coupled.rs`).
const CHANGES_MOST: usize = 1 << 16;

/// Brings a body that is left to itself to a time, through whatever changes of its motion, each of which `tell` hears;
/// gives what these cost, J.
pub(super) fn catch_up(setup: &Setup, i: usize, body: &mut Body, time_s: f64, mut tell: impl FnMut(&Body)) -> f64 {
    let ball = &setup.balls[i];
    let mut lost_j = 0.0;
    for _ in 0..CHANGES_MOST {
        let end_s = body.time_s + body.path.left_s;
        // what ends at that very time is over, but for a ground hit that is an event of its own
        let hits_now = body.path.left_s == 0.0 && body.path.next == Next::Land && end_s >= time_s;
        if end_s * (1.0 - 4.0 * f64::EPSILON) > time_s || hits_now {
            break;
        }
        let next = body.path.next;
        motion::finish(ball, body, end_s);
        let before_j = body.kinetic_energy_j(ball);
        match next {
            Next::Land => _ = landing::land(setup, i, body),
            _ => motion::change(setup, i, body),
        }
        lost_j += before_j - body.kinetic_energy_j(ball);
        tell(body);
    }
    motion::bring(ball, body, time_s);
    lost_j
}

/// Energy of motion and height, J.
pub(super) fn energy_j(setup: &Setup, i: usize, body: &Body) -> f64 {
    let ball = &setup.balls[i];
    body.kinetic_energy_j(ball) + ball.mass_kg * setup.ground.gravity_m_s2 * body.position_m.z
}
