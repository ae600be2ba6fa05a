//! A table that is not level: gravity has a part along it, the same for all coins.
//!
//! A coin then moves by `dv/dt = -a F(eps) v/|v| + g`, of which the first part alone is known in closed form and the
//! second is a constant. The two act in turn: friction for half a step, the whole step's `g` at once, friction for the
//! other half (G. Strang, SIAM J. Numer. Anal. 5, 506 (1968)), an error that falls with the square of the step. Between
//! kicks a coin goes straight, so contacts, lines and edges are found as on a level table. An impact first gives the
//! coins what is due to them since their last kick. A coin that has stopped stays: friction holds it where it can stop
//! one at all, which [`Tilt`] requires.

use super::body::{Body, Mode};
use super::extras::Tilt;
use super::setup::Setup;
use super::state::State;

/// When a moving coin is kicked next, if the table is tilted.
#[inline]
pub(super) fn next_s(setup: &Setup, body: &Body) -> Option<f64> {
    let tilt = setup.extras.tilt.as_ref().filter(|_| body.mode() == Mode::Slide)?;
    Some(kick_s(tilt, body))
}

// inlined, its product of what a level table has no number for would be formed each time, slowly
#[inline(never)]
fn kick_s(tilt: &Tilt, body: &Body) -> f64 {
    (since_s(tilt, body) + 0.5 * tilt.step_s).max(body.time_s())
}

/// Up to when a coin has got what the tilt gives; one that lay got all at rest.
fn since_s(tilt: &Tilt, body: &Body) -> f64 {
    let is_new = body.tilted_s + 0.5 * tilt.step_s < body.flight.start_s;
    if is_new { body.flight.start_s } else { body.tilted_s }
}

/// Kicks a coin for a whole step.
#[cold]
pub(super) fn kick(setup: &Setup, state: &mut State, body: usize) {
    let Some(tilt) = &setup.extras.tilt else { return };
    let since_s = since_s(tilt, &state.bodies[body]);
    push(setup, state, body, tilt.step_s);
    state.bodies[body].tilted_s = since_s + tilt.step_s;
}

/// Before an impact: gives a coin what is due to it up to now, or takes back what it got too early.
#[inline]
pub(super) fn settle(setup: &Setup, state: &mut State, bodies: impl Iterator<Item = usize>) {
    let Some(tilt) = &setup.extras.tilt else { return };
    for body in bodies {
        let now_s = state.bodies[body].time_s();
        let due_s = now_s - since_s(tilt, &state.bodies[body]);
        if state.bodies[body].mode() == Mode::Slide && due_s != 0.0 {
            push(setup, state, body, due_s);
        }
        state.bodies[body].tilted_s = now_s;
    }
}

fn push(setup: &Setup, state: &mut State, body: usize, time_s: f64) {
    let Some(tilt) = &setup.extras.tilt else { return };
    state.pass_lines(setup, body);
    let (coin, gained_m_s) = (&setup.resolved[body], tilt.downhill_m_s2 * state.axes * time_s);
    state.bodies[body].push(coin, gained_m_s);
}
