//! When do two coins meet next?
//!
//! An event is the earliest moment at which the gap is not positive and closing (Bannerman et al. 2014; `reliability`
//! rule P1), so that a contact just resolved is never found again and bodies need no nudge. Gaps are evaluated from
//! the relative position (P3).

use super::flight::{Flight, Law};
use super::resolved::Resolved;
use glam::DVec2;

/// The least gap, as a share of the sum of radii, for which a step is made: about what rounding leaves of a gap.
const FLOOR: f64 = 1.0 / (1u64 << 48) as f64;
/// A graze shallower than this share of the reach is a miss: else a coin that passes along another one, pushed away by
/// ever weaker hits, would be hit for ever by what rounding leaves of its approach.
const GRAZE: f64 = 1.0 / (1u64 << 44) as f64;
/// Steps of the search for the contact of two moving coins.
const MOST_STEPS: usize = 500;

/// A coin and its flight.
#[derive(Clone, Copy)]
pub(super) struct Track<'a> {
    pub coin: &'a Resolved,
    pub flight: &'a Flight,
}

/// Two coins seen from each other at one time.
struct View {
    gap_m: f64,
    /// Speed of each, and the share of its direction along the line from the first to the second.
    speeds: [f64; 2],
    shares: [f64; 2],
}

impl View {
    /// How fast the gap opens.
    fn opening(&self) -> f64 {
        self.speeds[1] * self.shares[1] - self.speeds[0] * self.shares[0]
    }
}

/// Trial time of the next contact, not before `from_s`.
#[inline]
pub(super) fn next(pair: [Track; 2], from_s: f64) -> Option<f64> {
    let [one, two] = pair;
    match (one.flight.path_m > 0.0, two.flight.path_m > 0.0) {
        (false, false) => None,
        (true, false) => one_moves(one, two, from_s),
        (false, true) => one_moves(two, one, from_s),
        (true, true) if one.flight.law == Law::Drift && two.flight.law == Law::Drift => both_drift(one, two, from_s),
        (true, true) => both_move(pair, from_s),
    }
}

/// Path along `direction` to where a point at `relative` is at distance `reach`; `None` if it passes or is behind.
///
/// What touches within rounding is hit at once, so that coins placed in touch all meet at the same instant.
pub(super) fn path_to(relative: DVec2, direction: DVec2, reach: f64) -> Option<f64> {
    let along = relative.dot(direction);
    let across = direction.perp_dot(relative).abs();
    if along <= 0.0 || across >= reach * (1.0 - GRAZE) {
        return None;
    }
    let half_chord = ((reach - across) * (reach + across)).sqrt();
    let distance = relative.dot(relative).sqrt();
    if distance - reach <= FLOOR * reach {
        return Some(0.0);
    }
    Some((distance - reach) * (distance + reach) / (along + half_chord))
}

fn one_moves(mover: Track, other: Track, from_s: f64) -> Option<f64> {
    let (flight, target) = (mover.flight, other.flight.origin_m);
    let reach = mover.coin.radius_m + other.coin.radius_m;
    let mut path = path_to(target - flight.origin_m, flight.direction, reach)?;
    if path >= flight.path_m {
        return None;
    }
    // the other came to rest while this one was under way: only what is still ahead counts
    let from_s = other.flight.start_s.max(from_s);
    let since = from_s - flight.start_s;
    if since > 0.0 {
        let (done, speed) = flight.path_at(mover.coin, since);
        if speed == 0.0 {
            return None;
        }
        path = done + path_to(target - flight.place(done), flight.direction, reach)?;
        if path >= flight.path_m {
            return None;
        }
    }
    Some((flight.start_s + flight.time_at(mover.coin, path)).max(from_s))
}

/// Without friction the relative velocity stays as it is.
fn both_drift(one: Track, two: Track, from_s: f64) -> Option<f64> {
    let start = one.flight.start_s.max(two.flight.start_s).max(from_s);
    let place = |f: &Flight| f.place(f.speed_m_s * (start - f.start_s));
    let velocity = |f: &Flight| f.direction * f.speed_m_s;
    let relative = velocity(one.flight) - velocity(two.flight);
    let speed = relative.dot(relative).sqrt();
    if speed == 0.0 {
        return None;
    }
    let reach = one.coin.radius_m + two.coin.radius_m;
    let path = path_to(place(two.flight) - place(one.flight), relative / speed, reach)?;
    Some(start + path / speed)
}

/// The gap of two coins at a time, and how fast it closes.
pub(super) fn gap_and_closing(pair: &[Track; 2], time_s: f64) -> (f64, f64) {
    let seen = view(pair, time_s);
    (seen.gap_m, -seen.opening())
}

fn view(pair: &[Track; 2], time_s: f64) -> View {
    let [one, two] = pair;
    let (path_one, speed_one) = one.flight.path_at(one.coin, time_s - one.flight.start_s);
    let (path_two, speed_two) = two.flight.path_at(two.coin, time_s - two.flight.start_s);
    let relative = two.flight.place(path_two) - one.flight.place(path_one);
    let distance = relative.dot(relative).sqrt();
    let normal = relative / distance;
    View {
        gap_m: distance - (one.coin.radius_m + two.coin.radius_m),
        speeds: [speed_one, speed_two],
        shares: [one.flight.direction.dot(normal), two.flight.direction.dot(normal)],
    }
}

/// Greatest deceleration of the gap from now on, seen along the normal of now.
///
/// The distance is never less than its projection on a fixed axis, and along a straight path every coin brakes by no
/// more than `slowing` and no less than `gentlest`; so the gap stays above `D + D' t - (this) t^2 / 2`.
fn closing_bound(pair: &[Track; 2], seen: &View) -> f64 {
    let [one, two] = [pair[0].flight, pair[1].flight];
    let brake_one = if seen.shares[0] > 0.0 { one.gentlest_m_s2 } else { one.slowing_m_s2 };
    let brake_two = if seen.shares[1] < 0.0 { two.gentlest_m_s2 } else { two.slowing_m_s2 };
    seen.shares[1] * brake_two - seen.shares[0] * brake_one
}

/// The first time at which `gap + opening t - bound t^2 / 2` is zero.
fn safe_step(gap: f64, opening: f64, bound: f64) -> Option<f64> {
    let square = opening * opening + 2.0 * bound * gap;
    if opening < 0.0 {
        return (square >= 0.0).then(|| 2.0 * gap / (square.sqrt() - opening));
    }
    (bound > 0.0).then(|| (opening + square.sqrt()) / bound)
}

/// Steps that cannot pass a contact, until one is met or excluded; up to the first stop of the two.
fn both_move(pair: [Track; 2], from_s: f64) -> Option<f64> {
    let [one, two] = [pair[0].flight, pair[1].flight];
    let mut time = one.start_s.max(two.start_s).max(from_s);
    let end = (one.start_s + one.stop_s).min(two.start_s + two.stop_s);
    let floor = FLOOR * (pair[0].coin.radius_m + pair[1].coin.radius_m);
    for _ in 0..MOST_STEPS {
        if time >= end {
            return None;
        }
        let seen = view(&pair, time);
        let opening = seen.opening();
        // steps shrink with the square of the gap, so the contact is met within the floor, and a near miss is passed;
        // what touches within rounding is hit at once
        if seen.gap_m <= floor && opening < 0.0 {
            return Some(time);
        }
        time += safe_step(seen.gap_m.max(floor), opening, closing_bound(&pair, &seen))?;
    }
    // undecided: an event without impulse, from which the search goes on
    Some(time)
}
