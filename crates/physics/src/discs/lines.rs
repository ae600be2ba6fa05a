//! When a coin's centre crosses a line or the table's edge.
//!
//! Every body counts on one side of each line. A crossing is an event exactly when the body heads for the other side,
//! and the event itself changes the side: so a body that starts again on the very line, an ulp to this or that side,
//! neither crosses twice nor slips through. A body placed on a line takes the side it leaves to, without an event.

use glam::DVec2;

use super::flight::Flight;
use super::layout::{Line, Rectangle};
use super::setup::Setup;

/// A line this close to the edge, as a share of the table's size, is on the edge and crossed just before the fall.
const SAME: f64 = 1.0 / (1u64 << 40) as f64;

/// A straight path against a line: the side it heads for, and where it meets the infinite line.
struct Meeting {
    heading: i8,
    path_m: f64,
    within: bool,
}

fn sign(value: f64) -> i8 {
    (value > 0.0) as i8 - (value < 0.0) as i8
}

fn meeting(flight: &Flight, line: &Line) -> Option<Meeting> {
    let along = line.to_m - line.from_m;
    let offset = flight.origin_m - line.from_m;
    let rate = along.perp_dot(flight.direction);
    if rate == 0.0 {
        return None;
    }
    // both quotients have the same denominator; compared without dividing, so that the ends are exact
    let share = offset.perp_dot(flight.direction) * sign(rate) as f64;
    let path_m = (-along.perp_dot(offset) / rate).max(0.0);
    Some(Meeting { heading: sign(rate), path_m, within: share >= 0.0 && share < rate.abs() })
}

/// Path to the crossing of a line, if a body that counts on this side of it crosses it before its flight ends.
#[inline]
pub(super) fn path_to_line(line: &Line, side: i8, flight: &Flight) -> Option<f64> {
    let meeting = meeting(flight, line)?;
    let crosses = meeting.within && side == -meeting.heading && meeting.path_m < flight.path_m;
    crosses.then_some(meeting.path_m)
}

/// Path to the edge, if the body gets there; it falls if it would cross before it stops.
pub(super) fn path_to_edge(edge: &Rectangle, flight: &Flight) -> Option<f64> {
    let first = edge.path_out(flight.origin_m, flight.direction);
    (first < flight.path_m).then_some(first)
}

/// The path to a line, or to the edge if the line lies on it.
pub(super) fn joined(path_m: f64, edge: Option<(&Rectangle, f64)>) -> f64 {
    match edge {
        Some((edge, fall_m)) if (path_m - fall_m).abs() <= SAME * (edge.half_length_m + edge.half_width_m) => fall_m,
        _ => path_m,
    }
}

/// Counts a body on the sides where it stands.
pub(super) fn settle_sides(setup: &Setup, position_m: DVec2, sides: &mut [i8]) {
    for (line, side) in setup.lines.iter().zip(sides) {
        *side = sign((line.to_m - line.from_m).perp_dot(position_m - line.from_m));
    }
}

/// Before a flight ends at `done_m`: counts the body on the far side of what it passed beyond a line's ends.
pub(super) fn pass_beyond(setup: &Setup, flight: &Flight, done_m: f64, sides: &mut [i8]) {
    for (line, side) in setup.lines.iter().zip(sides) {
        let Some(meeting) = meeting(flight, line) else {
            continue;
        };
        let left_it = *side == 0 && done_m > 0.0;
        // a crossing within the ends changes the side only by its event
        let passed = *side == -meeting.heading && !meeting.within && meeting.path_m <= done_m;
        if left_it || passed {
            *side = meeting.heading;
        }
    }
}
