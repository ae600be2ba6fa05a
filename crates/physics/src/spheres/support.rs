//! A ball that has come to rest on others, above the ground, and is supported by them.
//!
//! It comes to rest by resting contacts ([`super::resting`]), or where slow impacts leave it so slow that it could
//! not rise by any height that matters; it flies again as soon as a ball that supports it is hit, and so does what
//! rests on it in turn.

use glam::DVec3;

use super::ball::Ball;
use super::body::{Body, Mode};
use super::motion;
use super::path::Path;
use super::setup::Setup;

/// Kinetic energy below this share of `m g R` is none (0.1 micrometres a second for marbles).
const STILL: f64 = 1.0 / (1u64 << 44) as f64;
/// A gap below this share of the distance is a touch.
const TOUCH: f64 = 1.0 / (1u64 << 20) as f64;

/// Whether a body rests on others.
fn is_supported(ball: &Ball, body: &Body) -> bool {
    matches!(body.mode, Mode::Rest | Mode::Spin) && body.position_m.z > ball.radius_m
}

/// Whether any body rests on others.
pub(super) fn is_any(setup: &Setup, bodies: &[Body]) -> bool {
    setup.balls.iter().zip(bodies).any(|(ball, body)| is_supported(ball, body))
}

/// Lets a flying body rest where it is, if a slow impact has left it no motion; tells whether it did.
pub(super) fn rest(setup: &Setup, i: usize, body: &mut Body) -> bool {
    let ball = &setup.balls[i];
    let carried = body.mode == Mode::Air && body.hit_softly && setup.has_ground() && body.position_m.z > ball.radius_m;
    let least_j = STILL * ball.mass_kg * setup.ground.gravity_m_s2 * ball.radius_m;
    if !carried || body.kinetic_energy_j(ball) > least_j {
        return false;
    }
    (body.velocity_m_s, body.spin_rad_s) = (DVec3::ZERO, DVec3::ZERO);
    (body.mode, body.path) = (Mode::Rest, Path::STILL);
    true
}

/// Lets what rests on a body, which was at `support_m` before it was hit, fly again, and lists it.
pub(super) fn wake(
    setup: &Setup,
    bodies: &mut [Body],
    support: usize,
    support_m: DVec3,
    time_s: f64,
    woken: &mut Vec<u16>,
) {
    let mut next = woken.len();
    wake_above(setup, bodies, support, support_m, time_s, woken);
    // and what rests on these
    while let Some(&i) = woken.get(next) {
        let support = usize::from(i);
        wake_above(setup, bodies, support, bodies[support].position_m, time_s, woken);
        next += 1;
    }
}

fn wake_above(setup: &Setup, bodies: &mut [Body], support: usize, support_m: DVec3, time_s: f64, woken: &mut Vec<u16>) {
    for (i, body) in bodies.iter_mut().enumerate() {
        let ball = &setup.balls[i];
        // hardly any body is: nothing else is read of the others
        if i == support || !is_supported(ball, body) {
            continue;
        }
        let reach_m = (setup.balls[support].radius_m + ball.radius_m) * (1.0 + TOUCH);
        if body.position_m.distance_squared(support_m) <= reach_m * reach_m {
            body.time_s = time_s;
            motion::enter(setup, i, body);
            woken.push(i as u16);
        }
    }
}
