//! How two balls touch: where, along which normal, and how fast they close.

use glam::DVec3;

use super::ball::Ball;
use super::body::Body;
use crate::contact::Body as Motion;

/// Of two balls that the ground holds: the distance along it at which they touch, m, and how much higher the second
/// centre then is, m. On the ground it is `D = 2 sqrt(Ri Rj)`; where one has been driven into it
/// `D^2 = (Ri + Rj)^2 - dz^2`.
pub(super) fn along_ground_m(balls: [&Ball; 2], one: &Body, two: &Body) -> Option<(f64, f64)> {
    if !(one.is_grounded(balls[0]) && two.is_grounded(balls[1])) {
        return None;
    }
    let [ri, rj] = balls.map(|ball| ball.radius_m);
    if one.position_m.z == ri && two.position_m.z == rj {
        return Some((2.0 * (ri * rj).sqrt(), rj - ri));
    }
    let (touch_m, rise_m) = (ri + rj, two.position_m.z - one.position_m.z);
    Some((((touch_m - rise_m) * (touch_m + rise_m)).sqrt(), rise_m))
}

/// Unit vector from the first centre to the second, and the speed at which the two close along it, m/s.
///
/// Two balls on the ground: `n = (2 sqrt(Ri Rj), Rj - Ri) / (Ri + Rj)`.
/// The closing speed has the sign of the very product by which the event was found.
pub(super) fn normal(balls: [&Ball; 2], one: &Body, two: &Body) -> (DVec3, f64) {
    let (p, v) = (two.position_m - one.position_m, one.velocity_m_s - two.velocity_m_s);
    if let Some((along_m, rise_m)) = along_ground_m(balls, one, two) {
        let touch_m = balls[0].radius_m + balls[1].radius_m;
        let across = DVec3::new(p.x, p.y, 0.0);
        let level = along_m / touch_m / across.length();
        return (DVec3::new(p.x * level, p.y * level, rise_m / touch_m), across.dot(v) * level);
    }
    let distance_m = p.length();
    (p / distance_m, p.dot(v) / distance_m)
}

/// The square of the rise of a normal below which a hit does not press a ball on the ground enough to matter.
const LEVEL: f64 = 1.0 / (1u64 << 10) as f64;

/// Whether a hit along `n`, in which the two go no farther towards the ground than `way_m`, drives one into it.
pub(super) fn presses_ground(balls: [&Ball; 2], [one, two]: [&Body; 2], n: DVec3, way_m: f64) -> bool {
    let (ball, driven) = if n.z > 0.0 { (balls[0], one) } else { (balls[1], two) };
    presses(n.z, driven.position_m.z - ball.radius_m, way_m)
}

/// Whether a normal with this vertical component presses the lower ball on the ground, which is so far below it, m.
pub(super) fn presses(rise: f64, height_m: f64, way_m: f64) -> bool {
    rise * rise > LEVEL && height_m <= way_m
}

/// Where two balls touch, m; seen from both sides, so that numbering does not matter.
pub(super) fn contact_m(balls: [&Ball; 2], one: &Body, two: &Body, n: DVec3) -> DVec3 {
    ((one.position_m + n * balls[0].radius_m) + (two.position_m - n * balls[1].radius_m)) * 0.5
}

/// A ball in a contact problem.
pub(super) fn motion_of(ball: &Ball, body: &Body, i: usize) -> Motion {
    Motion::new(i as u16, ball.mass_kg, ball.inertia_kg_m2(), body.velocity_m_s, body.spin_rad_s)
        .of_ball(ball.radius_m, body.position_m.z)
}
