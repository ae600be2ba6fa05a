//! A hit of two balls on rigid ground that answers in the same instant: for comparison with engines that have such
//! ground.
//!
//! Of two unlike balls the smaller is driven down along the normal `n`. Rigid ground gives it in the same instant what
//! keeps it up, so of the impulse along the normal it takes only the part along the ground, and yields along `n` as if
//! it had the mass `m / (1 - nz^2)`: `Jn = (1 + e) gn / (1/M + (1 - nz^2)/m)`, `Jg = Jn |nz|` (own derivation: Newton's
//! restitution along `n`, none at the ground). Friction of the two follows by that `Jn` on the slip that is left, and
//! friction of the ground by all that it answered. Each part can only take energy.
//!
//! Where hits of one instant share balls the ground is one of their contacts ([`super::together`]): along the normals
//! that is the same law for any number of them.

use glam::DVec3;

use super::body::Body;
use super::contact::GroundReaction;
use super::setup::Setup;
use super::{impulse, landing};

/// Two balls hit each other; which of them the ground holds, and how much their speed along
/// `n` must change, is told. Gives the impulse on the second, N s.
pub(super) fn strike(
    setup: &Setup,
    ids: [usize; 2],
    [one, two]: [&mut Body; 2],
    is_held: [bool; 2],
    n: DVec3,
    change_m_s: f64,
) -> DVec3 {
    let balls = ids.map(|i| &setup.balls[i]);
    // the normal points from the first to the second
    let down = [is_held[0] && n.z > 0.0, is_held[1] && n.z < 0.0];
    let ease = |k: usize| if down[k] { (1.0 - n.z * n.z) / balls[k].mass_kg } else { 1.0 / balls[k].mass_kg };
    let along_n_s = change_m_s / (ease(0) + ease(1));
    one.velocity_m_s -= n * (along_n_s / balls[0].mass_kg);
    two.velocity_m_s += n * (along_n_s / balls[1].mass_kg);
    let first_m_s = [hold(one, is_held[0]), hold(two, is_held[1])];
    let (friction_n_s, torque) = impulse::friction(&setup.contact, balls, one, two, n, along_n_s);
    impulse::push(balls, [&mut *one, &mut *two], friction_n_s, torque);
    for (k, body) in [one, two].into_iter().enumerate() {
        answer(setup, ids[k], body, is_held[k], first_m_s[k]);
    }
    n * along_n_s + friction_n_s
}

/// What the ground does to a ball that balls have driven into it with their friction too: it takes the velocity, and
/// rubs by that and by what it has answered at first, m/s.
pub(super) fn answer(setup: &Setup, i: usize, body: &mut Body, is_held: bool, first_m_s: f64) {
    let answered_m_s = first_m_s + hold(body, is_held);
    if answered_m_s > 0.0 && setup.contact.ground_reaction != GroundReaction::None {
        landing::rub(setup, i, body, setup.balls[i].sliding_friction_ratio * answered_m_s);
    }
}

/// Takes a velocity into rigid ground away; how much that was, m/s.
fn hold(body: &mut Body, is_held: bool) -> f64 {
    let down_m_s = -body.velocity_m_s.z;
    if !is_held || down_m_s <= 0.0 {
        return 0.0;
    }
    body.velocity_m_s.z = 0.0;
    down_m_s
}
