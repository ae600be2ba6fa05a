//! Sliding where more than the friction of the contact acts: the rolling couple (`rolling_while_sliding`), the plough,
//! or a drag with the square of the speed.
//!
//! With slip `u = v - q` and `q = R (w x z)`, the velocity at which the rotation would roll:
//! `dv/dt = -mu_s g u^ - (c g + k v^2) v^`, `dq/dt = 2.5 mu_s g u^ - 3.5 mu_r g q^`. The couple is `c N R` against the
//! rotation with `c = 1.4 mu_r`, so that a ball that rolls freely slows by `mu_r g` (own derivation). On one line and
//! without drag a piece of constant acceleration is exact; else the pieces are short, with the values of their middles
//! (the midpoint rule of second order).
//!
//! # The drag
//! A centre that slips for long moves on where friction and drag are equal, at `sqrt(mu_s g / k)`, to which its speed
//! comes at the rate `2 k v`: pieces by that rate would be many. On one line the law is Riccati's (own derivation, by
//! the addition theorem of the tangent): with `a = dv/dt` now and `d` the part of it that is not the drag, `v` changes
//! in a time `h` by `a T / (1 + k v T)`, where `T = tanh(x) / sqrt(k d)` and `x = sqrt(k d) h` if `d` drives the centre
//! on, and `T = tan(x) / sqrt(k d)` if it brakes. So the speed at the end is right in a piece of any length (in one
//! that slip or rotation ends, but for 1e-4 of what it changes). What a constant acceleration misses is the place, by
//! `v'' h^3 / 12 = k v a h^3 / 6`, or `k a h^2 / 6` of the way. A piece may therefore last `DRAG_SHARE / sqrt(k a)`,
//! which misses 4.1e-5 of the way, and is long where the speed stays.
//!
//! At an angle the friction is that of the middle of the piece. Along the velocity it goes as above; across it the drag
//! and the plough turn it at `r = k v + c g / v`, and the change is `a T / (1 + r T / 2)`, the linearly implicit
//! midpoint rule, which is stable for every `h`.
//!
//! # How good it is
//! Against the method of Runge and Kutta with fine steps, over 3,000 random balls of up to 4.2 m/s with any spin: where
//! a ball comes to rest is off by 2e-5 of its first speed times its time in the median and by less than 2e-3 always
//! (the worst are balls whose centre or rotation passes near nothing, where its direction turns fast), and when it does
//! by less than 1e-3 of its time. A slide at an angle takes some 70 pieces.
//!
//! With a drag of 8.9 1/m (7.2 mm, sunk by 1 mm), over 1,200 of up to 30 m/s: off by 3e-5 to 5e-5 of the length of the
//! way in the median and by less than 1e-3 always, in 370 to 420 pieces in the median and at most 783.

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
/// `h sqrt(k a)` of a piece of length `h` with the drag `k v^2` and the acceleration `a`.
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

/// Slip and rotation on one line: exact until slip, rotation or speed is nothing, but for the way under a drag.
fn straight(rates: &Rates, going: Going, way: DVec2, slip_m_s: f64) -> (Change, f64, Next) {
    let (speed_m_s, turn_m_s) = (going.v.dot(way), going.q.dot(way));
    let gain = turning(rates, turn_m_s);
    let first = pushing(rates, speed_m_s) - rates.drag_per_m * (speed_m_s * speed_m_s.abs());
    let short_s = drag_time_s(rates, first.abs());
    let end = |push: f64| {
        let ends = [
            (slip_s(slip_m_s, gain - push), Next::Roll),
            (if rates.couple_m_s2 > 0.0 { zero_s(turn_m_s, gain) } else { f64::INFINITY }, Next::Turn),
            (if rates.plough_m_s2 > 0.0 { zero_s(speed_m_s, push) } else { f64::INFINITY }, Next::Pause),
            (short_s, Next::Bend),
        ];
        ends.into_iter().fold((f64::INFINITY, Next::Never), |a, b| if b.0 < a.0 { b } else { a })
    };
    let push = match rates.drag_per_m > 0.0 && first != 0.0 {
        true => eased(rates, DVec2::X * speed_m_s, DVec2::X * -rates.sliding_m_s2, end(first).0).x,
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

/// Rate of the centre along the slip by friction and plough.
fn pushing(rates: &Rates, speed_m_s: f64) -> f64 {
    match speed_m_s {
        v if v > 0.0 => -(rates.sliding_m_s2 + rates.plough_m_s2),
        v if v < 0.0 => rates.plough_m_s2 - rates.sliding_m_s2,
        _ => (rates.plough_m_s2 - rates.sliding_m_s2).min(0.0),
    }
}

/// The longest piece of constant acceleration where there is a drag, s.
fn drag_time_s(rates: &Rates, rate_m_s2: f64) -> f64 {
    if rates.drag_per_m > 0.0 { DRAG_SHARE / (rates.drag_per_m * rate_m_s2).sqrt() } else { f64::INFINITY }
}

/// Mean acceleration in a piece by this friction, and by plough and drag that follow the velocity meanwhile.
fn eased(rates: &Rates, v: DVec2, friction: DVec2, time_s: f64) -> DVec2 {
    let speed_m_s = v.length();
    let way = (if speed_m_s > 0.0 { v } else { friction }).normalize_or_zero();
    let drag_per_s = rates.drag_per_m * speed_m_s;
    let turn_per_s = drag_per_s + if speed_m_s > 0.0 { rates.plough_m_s2 / speed_m_s } else { 0.0 };
    let given = friction - way * rates.plough_m_s2;
    let now = given - v * drag_per_s;
    let share = reach(rates, given.dot(way), time_s);
    let along = way * now.dot(way);
    let (held, turned) = (drag_per_s * share * time_s, turn_per_s * share * time_s);
    (along / (1.0 + held) + (now - along) / (1.0 + 0.5 * turned)) * share
}

/// `T / h`: `tanh(x) / x` of `x = sqrt(k d) h` where `d` drives the centre on, `tan(x) / x` where it brakes.
fn reach(rates: &Rates, driving_m_s2: f64, time_s: f64) -> f64 {
    let x = (rates.drag_per_m * driving_m_s2.abs()).sqrt() * time_s;
    match driving_m_s2 {
        _ if x == 0.0 => 1.0,
        d if d > 0.0 => libm::tanh(x) / x,
        // far below 1 by the length of a piece, but where friction that drove comes to brake in it: any step is stable
        _ => libm::tan(x.min(1.0)) / x.min(1.0),
    }
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
    let mut left_s = (PIECE_SHARE * slip_s).min(drag_time_s(rates, now.dv.length()));
    if rates.couple_m_s2 > 0.0 {
        let floor_s = if rates.stops_turning() { 0.0 } else { LEAST_SHARE * slip_s };
        left_s = left_s.min((PIECE_SHARE * turn_m_s / now.dq.length()).max(floor_s));
    }
    if rates.plough_m_s2 > 0.0 {
        let floor_s = if rates.stops_moving() { 0.0 } else { FINE_SHARE * slip_s };
        left_s = left_s.min((PAUSE_SHARE * speed_m_s / now.dv.length()).max(floor_s));
    }
    let middle = going.after(now, 0.5 * left_s);
    let mut mean = change(rates, middle);
    if rates.drag_per_m > 0.0 {
        let u = middle.slip();
        mean.dv = eased(rates, going.v, u / u.length() * -rates.sliding_m_s2, left_s);
    }
    (mean, left_s, Next::Bend)
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
