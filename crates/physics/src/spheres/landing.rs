//! The impact of a ball on the ground.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::ball::Ball;
use super::body::Body;
use super::motion;
use super::sand::Hole;
use super::setup::Setup;

/// A landing: `Jz = m (1 + e_g) |vz|`; along the ground `min(mu_s Jz, (2/7) m |u|)` against the slip `u`, which also
/// turns the ball, `R dw = 2.5 dv` (impact of a rigid sphere with Coulomb friction, O. R. Walton 1993).
///
/// Where the rebound `e_g |vz|` would be slower than the settling speed, or rise less than rounding of its place, the
/// ball stays down, and `Jz = m |vz|`: bounces without such an end are infinitely many in a finite time. The
/// ground hit of a ball that a slow impact drives down, at the same time, is elastic as that impact is by its rule,
/// unless the ground held all balls of that impact: else a ball that rides on another would lose all bounce, and hit it
/// without end. Gives the size of the impulse, N s.
pub(super) fn land(setup: &Setup, i: usize, body: &mut Body) -> f64 {
    let (ball, ground) = (&setup.balls[i], &setup.ground);
    let down_m_s = -body.velocity_m_s.z;
    if let Some(hole) = setup.rates[i].hole.filter(|_| !is_driven(ball, body)) {
        return sink(setup, i, body, &hole);
    }
    let rebound_m_s = ground.restitution_ratio * down_m_s;
    let up_m_s = match rebound_m_s < ground.settle_speed_m_s {
        _ if body.hit_softly && !body.hit_level && body.hit_s == body.time_s => down_m_s,
        true => 0.0,
        false => rebound_m_s,
    };
    let up_m_s = if motion::rises(setup, ball, up_m_s) { up_m_s } else { 0.0 };
    let kick_m_s = rub(setup, i, body, ball.sliding_friction_ratio * (down_m_s + up_m_s));
    body.velocity_m_s.z = up_m_s;
    motion::enter(setup, i, body);
    ball.mass_kg * DVec3::new(kick_m_s.x, kick_m_s.y, down_m_s + up_m_s).length()
}

/// Whether another ball drives this one into the ground: it was hit at this very time, or since then it has fallen by
/// less than 2^-36 of its radius, which is rounding of a hit between two ground hits.
fn is_driven(ball: &Ball, body: &Body) -> bool {
    const FALLEN: f64 = 1.0 / (1u64 << 36) as f64;
    (body.time_s - body.hit_s) * -body.velocity_m_s.z <= FALLEN * ball.radius_m
}

/// A landing in deep sand: no rebound. What friction leaves of the motion along the ground pays the energy `m g d` of
/// the way up to the depth at which a ball lies that was set down gently, by an equal share of velocity and rotation;
/// where it cannot, the ball stays in its hole (own derivation). The ball counts as on the ground again, and the time
/// it takes, some 0.05 s, is left out.
fn sink(setup: &Setup, i: usize, body: &mut Body, hole: &Hole) -> f64 {
    let ball = &setup.balls[i];
    let down_m_s = -body.velocity_m_s.z;
    let friction_ratio = hole.friction_share * ball.sliding_friction_ratio;
    let kick_m_s = rub(setup, i, body, friction_ratio * down_m_s);
    body.velocity_m_s.z = 0.0;
    let climb = setup.ground.gravity_m_s2 * (hole.law.depth_m(down_m_s) - hole.still_m);
    let (v, w) = (body.velocity_m_s.xy(), body.spin_rad_s.xy());
    let there = 0.5 * v.length_squared() + 0.2 * (ball.radius_m * ball.radius_m) * w.length_squared();
    let left_share = if there > climb { (1.0 - climb / there).sqrt() } else { 0.0 };
    body.velocity_m_s = (v * left_share).extend(0.0);
    body.spin_rad_s = (w * left_share).extend(body.spin_rad_s.z);
    motion::enter(setup, i, body);
    ball.mass_kg * DVec3::new(kick_m_s.x, kick_m_s.y, down_m_s).length()
}

/// The friction of a landing, at most `limit_m_s`; gives the change of velocity along the ground, m/s.
pub(super) fn rub(setup: &Setup, i: usize, body: &mut Body, limit_m_s: f64) -> DVec2 {
    let ball = &setup.balls[i];
    let slip_m_s = body.slip_m_s(ball);
    let speed_m_s = slip_m_s.length();
    let sticks = 2.0 * speed_m_s <= 7.0 * limit_m_s;
    let change_m_s = if sticks { slip_m_s * (-2.0 / 7.0) } else { slip_m_s * (-limit_m_s / speed_m_s) };
    body.velocity_m_s += change_m_s.extend(0.0);
    if sticks {
        body.set_rolling(ball);
    } else {
        body.spin_rad_s -= (change_m_s.perp() * (2.5 / ball.radius_m)).extend(0.0);
    }
    change_m_s
}
