//! Sliding where more than the friction of the contact acts: the rolling couple (`rolling_while_sliding`), the plough,
//! or a drag with the square of the speed.
//!
//! With slip `u = v - q` and `q = R (w x z)`, the velocity at which the rotation would roll:
//! `dv/dt = -mu_s g u^ - (c g + k v^2) v^`, `dq/dt = 2.5 mu_s g u^ - 3.5 mu_r g q^`. The couple is `c N R` against the
//! rotation with `c = 1.4 mu_r`, so that a ball that rolls freely slows by `mu_r g` (own derivation). On one line and
//! without drag a piece of constant acceleration is exact; else the pieces are short, with the values of their middles
//! (the midpoint rule of second order).
//!
//! Against the method of Runge and Kutta with fine steps, over 3,000 random balls of up to 4.2 m/s with any spin: where
//! a ball comes to rest is off by 2e-5 of its way in the median and by less than 2e-3 always (the worst are balls whose
//! centre or rotation passes near nothing, where its direction turns fast), and when it does by less than 1e-3 of its
//! time. A slide at an angle takes some 70 pieces.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::ball::Ball;
use super::body::Body;
use super::path::{Next, Path};
use super::rates::Rates;

/// Share of the time to the nearest zero that one piece may take.
const PIECE_SHARE: f64 = 1.0 / 8.0;
/// Share of the time in which the centre could stop, which turns its direction fast.
const PAUSE_SHARE: f64 = 1.0 / 16.0;
/// The least share of the time to the end of slip that one piece takes.
const LEAST_SHARE: f64 = 1.0 / 1024.0;
/// The same where the centre nearly stops without stopping.
const FINE_SHARE: f64 = 1.0 / 2048.0;
/// Slip or speed below this share of the others runs out in one piece.
const LAST_SHARE: f64 = 1.0 / 1024.0;
/// Share by which the drag's own speed may change in one piece.
const DRAG_SHARE: f64 = 1.0 / 64.0;
/// Sine of the angle between slip and rotation below which they are in line.
const IN_LINE: f64 = 1.0 / (1u64 << 40) as f64;

/// Velocities of one ball on the ground: of the centre, and that at which its rotation would roll, m/s.
#[derive(Clone, Copy)]
struct Going {
    v: DVec2,
    q: DVec2,
}

impl Going {
    fn slip(self) -> DVec2 {
        self.v - self.q
    }

    fn after(self, change: Change, time_s: f64) -> Going {
        Going { v: self.v + change.dv * time_s, q: self.q + change.dq * time_s }
    }
}

/// Rates of both, m/s2.
#[derive(Clone, Copy)]
struct Change {
    dv: DVec2,
    dq: DVec2,
}

/// The piece of sliding that starts now; one that does not slip yet is a ball whose friction cannot hold it rolling.
pub(super) fn piece(rates: &Rates, ball: &Ball, body: &Body, slips: bool) -> Path {
    let going = Going { v: body.velocity_m_s.xy(), q: -body.spin_rad_s.xy().perp() * ball.radius_m };
    let u = body.slip_m_s(ball);
    let in_line = u.perp_dot(going.q).abs() <= IN_LINE * (u.length() * going.q.length());
    let (change, left_s, next) = match (slips, in_line) {
        // of rotation and centre the one that is braked harder falls behind
        (false, _) => {
            let speed_m_s = going.v.length();
            let way = going.v / rates.grip_m_s2(speed_m_s).signum() / speed_m_s;
            straight(rates, going, way, 0.0)
        }
        (true, true) => straight(rates, going, u / u.length(), u.length()),
        (true, false) => bent(rates, going, u),
    };
    Path {
        acceleration_m_s2: change.dv.extend(0.0),
        push_m_s2: DVec3::ZERO,
        given_j: 0.0,
        turning_rad_s2: change.dq.perp() / ball.radius_m,
        drilling_rad_s2: rates.drilling_rad_s2,
        left_s,
        next,
    }
}

/// Slip and rotation on one line: exact until slip, rotation or speed is nothing, but for the drag.
fn straight(rates: &Rates, going: Going, way: DVec2, slip_m_s: f64) -> (Change, f64, Next) {
    let (speed_m_s, turn_m_s) = (going.v.dot(way), going.q.dot(way));
    let gain = turning(rates, turn_m_s);
    let short_s = drag_time_s(rates, speed_m_s.abs() + slip_m_s);
    let end = |push: f64| {
        let ends = [
            (slip_s(slip_m_s, gain - push), Next::Roll),
            (if rates.couple_m_s2 > 0.0 { zero_s(turn_m_s, gain) } else { f64::INFINITY }, Next::Turn),
            (if rates.plough_m_s2 > 0.0 { zero_s(speed_m_s, push) } else { f64::INFINITY }, Next::Pause),
            (short_s, Next::Bend),
        ];
        ends.into_iter().fold((f64::INFINITY, Next::Never), |a, b| if b.0 < a.0 { b } else { a })
    };
    let first = pushing(rates, speed_m_s, speed_m_s);
    // the drag is that of the middle of the piece
    let push = match rates.drag_per_m > 0.0 {
        true => pushing(rates, speed_m_s, speed_m_s + first * (0.5 * end(first).0)),
        false => first,
    };
    let (left_s, next) = end(push);
    (Change { dv: way * push, dq: way * gain }, left_s, next)
}

/// When slip is used up.
fn slip_s(slip_m_s: f64, slowing_m_s2: f64) -> f64 {
    if slip_m_s > 0.0 && slowing_m_s2 > 0.0 { slip_m_s / slowing_m_s2 } else { f64::INFINITY }
}

/// When a value reaches zero.
fn zero_s(value: f64, rate: f64) -> f64 {
    if value * rate < 0.0 { -value / rate } else { f64::INFINITY }
}

/// Rate of the rotation along the slip.
fn turning(rates: &Rates, turn_m_s: f64) -> f64 {
    let (drive, couple) = (2.5 * rates.sliding_m_s2, 3.5 * rates.couple_m_s2);
    // from nothing, friction must first overcome the couple
    match turn_m_s {
        q if q > 0.0 => drive - couple,
        q if q < 0.0 => drive + couple,
        _ => (drive - couple).max(0.0),
    }
}

/// Rate of the centre along the slip, with the plough against `speed_m_s` and the drag of `dragged_m_s`.
fn pushing(rates: &Rates, speed_m_s: f64, dragged_m_s: f64) -> f64 {
    let drag = rates.drag_per_m * (dragged_m_s * dragged_m_s.abs());
    match speed_m_s {
        v if v > 0.0 => -(rates.sliding_m_s2 + rates.plough_m_s2) - drag,
        v if v < 0.0 => (rates.plough_m_s2 - rates.sliding_m_s2) - drag,
        _ => (rates.plough_m_s2 - rates.sliding_m_s2).min(0.0),
    }
}

/// The longest piece for which the drag may count as constant, s.
fn drag_time_s(rates: &Rates, speed_m_s: f64) -> f64 {
    if rates.drag_per_m > 0.0 { DRAG_SHARE / (rates.drag_per_m * speed_m_s) } else { f64::INFINITY }
}

/// Rates where slip, speed and rotation point in their own directions.
fn change(rates: &Rates, going: Going) -> Change {
    let (u, v, q) = (going.slip(), going.v, going.q);
    let (along, speed_m_s, turn_m_s) = (u / u.length(), v.length(), q.length());
    let mut dv = along * -rates.sliding_m_s2 - v * (rates.drag_per_m * speed_m_s);
    let mut dq = along * (2.5 * rates.sliding_m_s2);
    if rates.plough_m_s2 > 0.0 {
        dv -= v * (rates.plough_m_s2 / speed_m_s);
    }
    if rates.couple_m_s2 > 0.0 {
        dq -= q * (3.5 * rates.couple_m_s2 / turn_m_s);
    }
    Change { dv, dq }
}

/// Slip and rotation at an angle: a short piece with the directions of its own middle.
fn bent(rates: &Rates, going: Going, u: DVec2) -> (Change, f64, Next) {
    let now = change(rates, going);
    let (slip_m_s, speed_m_s, turn_m_s) = (u.length(), going.v.length(), going.q.length());
    let closing = u.dot(now.dq - now.dv) / slip_m_s;
    if slip_m_s <= LAST_SHARE * speed_m_s.max(turn_m_s) && closing > 0.0 && rates.holds_rolling(speed_m_s) {
        // the last of the slip goes in a straight line, to exactly nothing
        let left_s = slip_m_s / closing;
        return (Change { dq: now.dv + u / left_s, ..now }, left_s, Next::Roll);
    }
    if let Some(ending) = ending(rates, going, now) {
        return ending;
    }
    let slip_s = slip_m_s / (now.dv - now.dq).length();
    let mut left_s = (PIECE_SHARE * slip_s).min(drag_time_s(rates, speed_m_s + slip_m_s));
    if rates.couple_m_s2 > 0.0 {
        let floor_s = if rates.stops_turning() { 0.0 } else { LEAST_SHARE * slip_s };
        left_s = left_s.min((PIECE_SHARE * turn_m_s / now.dq.length()).max(floor_s));
    }
    if rates.plough_m_s2 > 0.0 {
        let floor_s = if rates.stops_moving() { 0.0 } else { FINE_SHARE * slip_s };
        left_s = left_s.min((PAUSE_SHARE * speed_m_s / now.dv.length()).max(floor_s));
    }
    (change(rates, going.after(now, 0.5 * left_s)), left_s, Next::Bend)
}

/// The last piece of a centre or a rotation that stays at nothing once it gets there: straight to exactly nothing.
fn ending(rates: &Rates, going: Going, now: Change) -> Option<(Change, f64, Next)> {
    let (speed_m_s, turn_m_s) = (going.v.length(), going.q.length());
    let braking = -going.v.dot(now.dv) / speed_m_s;
    if rates.stops_moving() && speed_m_s <= LAST_SHARE * turn_m_s && braking > 0.0 {
        let left_s = speed_m_s / braking;
        return Some((Change { dv: going.v / -left_s, ..now }, left_s, Next::Pause));
    }
    let braking = -going.q.dot(now.dq) / turn_m_s;
    if rates.stops_turning() && turn_m_s <= LAST_SHARE * speed_m_s && braking > 0.0 {
        let left_s = turn_m_s / braking;
        return Some((Change { dq: going.q / -left_s, ..now }, left_s, Next::Turn));
    }
    None
}
