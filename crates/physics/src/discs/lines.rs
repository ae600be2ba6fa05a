//! When a coin's centre crosses a line or the table's edge.
//!
//! Every body counts on one side of each line. A crossing is an event exactly when the body heads for the other side,
//! and the event itself changes the side: so a body that starts again on the very line, an ulp to this or that side,
//! neither crosses twice nor slips through. A body placed on a line takes the side it leaves to, without an event.

use super::flight::Flight;
use super::setup::{Line, Rectangle, Setup};
use super::state::State;
use glam::DVec2;

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

/// Path to the crossing of line `number`, if there is one before the flight ends.
pub(super) fn path_to_line(setup: &Setup, state: &State, body: usize, number: usize) -> Option<f64> {
    let flight = &state.bodies[body].flight;
    let side = state.sides[body * setup.lines.len() + number];
    let meeting = meeting(flight, &setup.lines[number])?;
    let crosses = meeting.within && side == -meeting.heading && meeting.path_m < flight.path_m;
    crosses.then_some(meeting.path_m)
}

/// Path to the edge, if the body gets there; it falls if it would cross before it stops.
pub(super) fn path_to_edge(edge: &Rectangle, flight: &Flight) -> Option<f64> {
    let first = to_edge(edge, flight.origin_m, flight.direction);
    (first < flight.path_m).then_some(first)
}

/// Path from a place to the edge; infinite without a direction.
pub(super) fn to_edge(edge: &Rectangle, from_m: DVec2, direction: DVec2) -> f64 {
    let path = |half: f64, position: f64, direction: f64| {
        if direction == 0.0 { f64::INFINITY } else { (half - position * direction.signum()).max(0.0) / direction.abs() }
    };
    let x = path(edge.half_length_m, from_m.x, direction.x);
    let y = path(edge.half_width_m, from_m.y, direction.y);
    x.min(y)
}

/// The path to a line, or to the edge if the line lies on it.
pub(super) fn joined(path_m: f64, edge: Option<(&Rectangle, f64)>) -> f64 {
    match edge {
        Some((edge, fall_m)) if (path_m - fall_m).abs() <= SAME * (edge.half_length_m + edge.half_width_m) => fall_m,
        _ => path_m,
    }
}

/// Counts a body on the sides where it stands.
pub(super) fn settle_sides(setup: &Setup, state: &mut State, body: usize) {
    for (number, line) in setup.lines.iter().enumerate() {
        let offset = state.bodies[body].position_m() - line.from_m;
        state.sides[body * setup.lines.len() + number] = sign((line.to_m - line.from_m).perp_dot(offset));
    }
}

/// Before a flight ends at `done_m`: counts the body on the far side of what it passed beyond a line's ends.
pub(super) fn pass_beyond(setup: &Setup, state: &mut State, body: usize, done_m: f64) {
    for (number, line) in setup.lines.iter().enumerate() {
        let Some(meeting) = meeting(&state.bodies[body].flight, line) else {
            continue;
        };
        let side = &mut state.sides[body * setup.lines.len() + number];
        let left_it = *side == 0 && done_m > 0.0;
        // a crossing within the ends changes the side only by its event
        let passed = *side == -meeting.heading && !meeting.within && meeting.path_m <= done_m;
        if left_it || passed {
            *side = meeting.heading;
        }
    }
}

/// The event of crossing line `number` has happened.
pub(super) fn cross(setup: &Setup, state: &mut State, body: usize, number: usize) {
    let side = &mut state.sides[body * setup.lines.len() + number];
    *side = -*side;
}
