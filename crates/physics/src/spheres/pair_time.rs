//! When two bodies meet, or one crosses a circle: the earliest time at which the gap is closed and still closing.
//!
//! The rule is that of M. N. Bannerman, S. Strobl, A. Formella and T. Poeschel, "Stable algorithm for event detection
//! in event-driven particle dynamics", Comp. Part. Mech. 1, 191 (2014): an event is not a root but the earliest time
//! with `f <= 0` and `f' < 0`, so that neither a rounding error after an impact nor a touching start is mistaken.

use glam::{DVec3, Vec3Swizzles};

use super::body::Body;
use super::roots::last_positive;
use crate::order::{greater, lesser};

/// Relative motion at constant acceleration: `dr + dv t + da t^2 / 2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    pub(super) position_m: DVec3,
    pub(super) velocity_m_s: DVec3,
    pub(super) acceleration_m_s2: DVec3,
}

/// Which side of the distance is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Free {
    /// Two bodies keep at least the distance.
    Outside,
    /// A centre stays within the circle.
    Inside,
}

impl Free {
    fn sign(self) -> f64 {
        if self == Free::Outside { 1.0 } else { -1.0 }
    }
}

impl Relative {
    fn at(&self, t: f64) -> (DVec3, DVec3) {
        let step = self.acceleration_m_s2 * (0.5 * t);
        (self.position_m + (self.velocity_m_s + step) * t, self.velocity_m_s + self.acceleration_m_s2 * t)
    }

    /// The gap `r - s` from the relative position itself, never from expanded coefficients, and its rate.
    fn gap(&self, t: f64, distance: f64, sign: f64) -> (f64, f64) {
        let (p, v) = self.at(t);
        let r = p.length();
        (sign * (r - distance), sign * (p.dot(v) / r))
    }

    /// Half the rate of `r^2`, and its rate.
    fn closing(&self, t: f64, sign: f64) -> (f64, f64) {
        let (p, v) = self.at(t);
        (sign * p.dot(v), sign * (v.length_squared() + p.dot(self.acceleration_m_s2)))
    }
}

/// Bodies touch when the gap is less than this share of their distance: a few units of rounding.
const TOUCHING: f64 = 1.0 / (1u64 << 50) as f64;

/// Room for rounding of what is squared.
const ROOM: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// When a relative motion `dr + dv t + da t^2 / 2` closes the distance, s: the earliest time up to the horizon at which
/// it is not beyond the distance and still comes closer; the float before rather than after. `None` if never.
///
/// Lengths in m, times in s.
pub fn contact_time_s(dr: DVec3, dv: DVec3, da: DVec3, distance_m: f64, horizon_s: f64) -> Option<f64> {
    let motion = Relative { position_m: dr, velocity_m_s: dv, acceleration_m_s2: da };
    first_crossing(&motion, distance_m, horizon_s, Free::Outside)
}

/// Whether two bodies plainly keep beyond a distance until a horizon after `now_s`, seen from above, where it is the
/// larger: as [`stays_free`], before anything else of their relative motion is known.
#[inline]
pub(super) fn stays_apart([one, two]: [&Body; 2], now_s: f64, horizon_s: f64, distance_m: f64) -> bool {
    if horizon_s == f64::INFINITY {
        return false;
    }
    let level = |body: &Body| {
        let (t, v, a) = (now_s - body.time_s, body.velocity_m_s.xy(), body.path.acceleration_m_s2.xy());
        (body.position_m.xy() + (v + a * (0.5 * t)) * t, v + a * t, a)
    };
    let ((p1, v1, a1), (p2, v2, a2)) = (level(one), level(two));
    let (start, v, a) = (p1 - p2, v1 - v2, a1 - a2);
    let half_s = 0.5 * horizon_s;
    let corner = start + v * half_s;
    let end = corner + (v + a * horizon_s) * half_s;
    let limit2 = distance_m * distance_m * ROOM;
    let start2 = start.length_squared();
    let along = lesser(lesser(start2, start.dot(corner)), start.dot(end));
    if along > 0.0 && along * along > limit2 * start2 {
        return true;
    }
    let (one, two) = (start.perp_dot(v), end.perp_dot(v));
    let least = lesser(one.abs(), two.abs());
    one * two > 0.0 && least * least > limit2 * v.length_squared()
}

/// The earliest time at which the free side is used up and still shrinks.
pub(super) fn first_crossing(motion: &Relative, distance_m: f64, horizon_s: f64, free: Free) -> Option<f64> {
    let horizon_s = if horizon_s.is_finite() { horizon_s } else { uniform_horizon(motion, distance_m)? };
    if stays_free(motion, distance_m, horizon_s, free) {
        return None;
    }
    match quick_crossing(motion, distance_m, horizon_s, free) {
        Quick::Never => return None,
        Quick::At(t) => return Some(t),
        Quick::Unsure => {}
    }
    walk(motion, distance_m, horizon_s, free)
}

/// Walks the pieces between the turning times of the gap; the first that shrinks to nothing holds the event.
fn walk(motion: &Relative, distance_m: f64, horizon_s: f64, free: Free) -> Option<f64> {
    let sign = free.sign();
    let gap = |t: f64| motion.gap(t, distance_m, sign);
    let (turns, count) = turning_times(motion, horizon_s, sign);
    let mut start = 0.0;
    for end in turns.into_iter().take(count).chain([horizon_s]) {
        if falls(motion, start, end, sign) {
            if gap(start).0 > TOUCHING * distance_m {
                if gap(end).0 <= 0.0 {
                    return Some(last_positive(gap, [start, end], start, f64::EPSILON * distance_m));
                }
            } else if let Some(t) = press_time(motion, start, end, distance_m, free) {
                return Some(t);
            }
        }
        start = end;
    }
    None
}

/// Whether the path plainly keeps to its side, with room for rounding: a parabola lies within the triangle of its ends
/// and the meeting point of their tangents.
fn stays_free(motion: &Relative, distance_m: f64, horizon_s: f64, free: Free) -> bool {
    let start = motion.position_m;
    let corner = start + motion.velocity_m_s * (0.5 * horizon_s);
    let end = motion.at(horizon_s).0;
    let limit2 = distance_m * distance_m;
    let start2 = start.length_squared();
    if free == Free::Inside {
        return greater(greater(start2, corner.length_squared()), end.length_squared()) * ROOM < limit2;
    }
    let along = lesser(lesser(start2, start.dot(corner)), start.dot(end));
    if along > 0.0 && along * along > limit2 * start2 * ROOM {
        return true;
    }
    // seen along the velocity, from above: passes on one side
    let v = motion.velocity_m_s;
    let side = |p: DVec3| p.x * v.y - p.y * v.x;
    let (one, two) = (side(start), side(end));
    let least = lesser(one.abs(), two.abs());
    one * two > 0.0 && least * least > limit2 * (v.x * v.x + v.y * v.y) * ROOM
}

/// How the distance from the origin changes, where that is plain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// It falls, then rises; either part may be missing.
    Dips,
    /// It rises, then falls; either part may be missing.
    Swells,
    Unknown,
}

/// The distance dips where its square is convex, or where the path is straight and never turns back; it swells where
/// its square is concave.
fn shape(motion: &Relative, horizon_s: f64) -> Shape {
    let (p, v, a) = (motion.position_m, motion.velocity_m_s, motion.acceleration_m_s2);
    let (v2, va, a2) = (v.length_squared(), v.dot(a), a.length_squared());
    // half the second derivative of the square is (3/2) a.a t^2 + 3 v.a t + v.v + p.a
    let first = v2 + p.dot(a);
    let last = first + (3.0 * va + 1.5 * a2 * horizon_s) * horizon_s;
    if first < 0.0 && last < 0.0 {
        return Shape::Swells;
    }
    let bottom = if va < 0.0 && -va < a2 * horizon_s { first - 1.5 * (va * va / a2) } else { lesser(first, last) };
    match bottom > 0.0 || is_straight(v2, va, a2, horizon_s) {
        true => Shape::Dips,
        false => Shape::Unknown,
    }
}

/// Whether a path is straight to within rounding, and does not turn back before the horizon.
fn is_straight(v2: f64, va: f64, a2: f64, horizon_s: f64) -> bool {
    const IN_LINE: f64 = 1.0 / (1u64 << 40) as f64;
    v2 * a2 - va * va <= IN_LINE * (v2 * a2) && va * horizon_s >= -v2 * (1.0 + IN_LINE)
}

/// What a quick look can tell.
enum Quick {
    Never,
    At(f64),
    Unsure,
}

/// The crossing of a distance whose shape is plain, from the free side.
fn quick_crossing(motion: &Relative, distance_m: f64, horizon_s: f64, free: Free) -> Quick {
    let gap = |t: f64| motion.gap(t, distance_m, free.sign());
    let shape = shape(motion, horizon_s);
    if shape == Shape::Unknown {
        return Quick::Unsure;
    }
    if gap(0.0).0 <= TOUCHING * distance_m {
        // beyond and moving away for good: never; all else is for the full rule
        let apart = (free, shape) == (Free::Outside, Shape::Dips) && motion.closing(0.0, 1.0).0 > 0.0;
        return if apart { Quick::Never } else { Quick::Unsure };
    }
    match (free, shape) {
        (Free::Outside, Shape::Dips) | (Free::Inside, Shape::Swells) => {
            descend(gap, horizon_s, f64::EPSILON * distance_m)
        }
        // the gap grows, then shrinks: the end tells
        _ if gap(horizon_s).0 > 0.0 => Quick::Never,
        _ => Quick::At(last_positive(gap, [0.0, horizon_s], horizon_s, f64::EPSILON * distance_m)),
    }
}

/// Newton's steps down a gap that falls and then rises, from its start: a point where it is closed ends the bracket, a
/// point past the turn needs a closer look.
fn descend(gap: impl Fn(f64) -> (f64, f64), horizon_s: f64, grain: f64) -> Quick {
    let (mut before, mut t) = (0.0, 0.0);
    for _ in 0..32 {
        let (value, slope) = gap(t);
        if value <= 0.0 {
            return Quick::At(last_positive(&gap, [before, t], t - value / slope, grain));
        }
        if slope >= 0.0 {
            return if before == t && slope > 0.0 { Quick::Never } else { Quick::Unsure };
        }
        if t == horizon_s {
            return Quick::Never;
        }
        before = t;
        let step = -value / slope;
        // a little further than Newton, so that the last step lands behind the zero
        t = (t + step * (1.0 + 1.0 / (1u64 << 20) as f64)).next_up();
        t = lesser(horizon_s, t);
    }
    Quick::Unsure
}

/// When bodies that touch, and come closer from `start` to `end`, hit each other.
///
/// At once, if they approach in earnest. Bodies that are pressed together start from no closing speed at all, and a hit
/// without impulse would let the clock stand: they first sink into each other by 2^-36 of their distance (0.2
/// picometres for marbles), which gives a speed to reflect. A motion that ends before it has sunk them that far is no
/// hit.
fn press_time(motion: &Relative, start: f64, end: f64, distance_m: f64, free: Free) -> Option<f64> {
    const IN_EARNEST: f64 = 1.0 / (1u64 << 40) as f64;
    const SINKING: f64 = 1.0 / (1u64 << 36) as f64;
    if free == Free::Inside {
        return Some(start);
    }
    let (p, v) = motion.at(start);
    let closing = p.dot(v).min(0.0);
    let in_earnest = closing * closing > IN_EARNEST * IN_EARNEST * (p.length_squared() * v.length_squared());
    let sunk_m = -motion.gap(start, distance_m, 1.0).0;
    let full_m = distance_m * SINKING;
    // already sunk: a little deeper, so that there is a speed to reflect in any case
    let depth_m = if in_earnest { full_m } else { full_m.max(sunk_m + 0.125 * full_m) };
    let room = |t: f64| {
        let (gap, rate) = motion.gap(t, distance_m, 1.0);
        (gap + depth_m, rate)
    };
    match room(end).0 <= 0.0 {
        false => None,
        true if in_earnest => Some(start),
        true => Some(last_positive(room, [start, end], end, f64::EPSILON * distance_m)),
    }
}

/// Whether the gap shrinks between two turning times; without duration, whether it shrinks at that moment.
fn falls(motion: &Relative, start: f64, end: f64, sign: f64) -> bool {
    motion.closing(start + 0.5 * (end - start), sign).0 < 0.0
}

/// A time after which a motion without end and so without acceleration has nothing left to meet; `None` at rest.
fn uniform_horizon(motion: &Relative, distance_m: f64) -> Option<f64> {
    let speed_m_s = motion.velocity_m_s.length();
    (speed_m_s > 0.0).then(|| 2.0 * (motion.position_m.length() + distance_m) / speed_m_s)
}

/// Times inside the horizon at which the gap turns: the real roots of the cubic `f'`, in order.
///
/// They are isolated by the turning points of the cubic itself, which come from a quadratic in its stable form: as a
/// leading coefficient dies out its root runs off beyond the horizon, so no degree is ever decided by a threshold.
fn turning_times(motion: &Relative, horizon_s: f64, sign: f64) -> ([f64; 3], usize) {
    let (mut turns, mut count) = ([0.0; 3], 0);
    let (bends, bend_count) = bending_times(motion, horizon_s);
    let closing = |t: f64| motion.closing(t, sign);
    let (mut start, mut start_value) = (0.0, closing(0.0).0);
    for end in bends.into_iter().take(bend_count).chain([horizon_s]) {
        let end_value = closing(end).0;
        if start_value > 0.0 && end_value <= 0.0 {
            // the float after, where the gap already shrinks
            (turns[count], count) = (
                last_positive(closing, [start, end], start - start_value / closing(start).1, 0.0).next_up().min(end),
                count + 1,
            );
        } else if start_value < 0.0 && end_value >= 0.0 {
            let opening = |t: f64| (-closing(t).0, -closing(t).1);
            (turns[count], count) =
                (last_positive(opening, [start, end], start - start_value / closing(start).1, 0.0), count + 1);
        }
        (start, start_value) = (end, end_value);
    }
    (turns, count)
}

/// Times inside the horizon at which the cubic `f'` turns, in order.
fn bending_times(motion: &Relative, horizon_s: f64) -> ([f64; 2], usize) {
    let (p, v, a) = (motion.position_m, motion.velocity_m_s, motion.acceleration_m_s2);
    // f''/2 = (3/2) a.a t^2 / 1 + 3 v.a t + v.v + p.a
    let (c2, c1, c0) = (1.5 * a.length_squared(), 3.0 * v.dot(a), v.length_squared() + p.dot(a));
    let discriminant = c1 * c1 - 4.0 * c2 * c0;
    let (mut bends, mut count) = ([0.0; 2], 0);
    if discriminant > 0.0 {
        let q = -0.5 * (c1 + discriminant.sqrt().copysign(c1));
        let (one, two) = (q / c2, c0 / q);
        for t in [one.min(two), one.max(two)] {
            if t > 0.0 && t < horizon_s {
                (bends[count], count) = (t, count + 1);
            }
        }
    }
    (bends, count)
}
