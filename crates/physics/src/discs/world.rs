//! The verbs of the world of coins.

use super::body::Mode;
use super::scratch::{Scratch, Stale};
use super::setup::Setup;
use super::state::State;
use super::{lift, resolve};
use crate::kernel::{Due, Event, Hit, Kind, World};

/// The world of coins on a table.
#[derive(Clone, Copy, Debug)]
pub struct Discs;

impl World for Discs {
    type Setup = Setup;
    type State = State;
    type Scratch = Scratch;

    #[inline]
    fn predict(setup: &Setup, state: &State, scratch: &mut Scratch) -> Option<Event> {
        scratch.refresh(setup, state);
        scratch.first().map(Due::event)
    }

    fn advance(setup: &Setup, state: &mut State, event: &Event) {
        for body in event.bodies() {
            if event.kind != Kind::Stop {
                lift::bring(setup, state, body, event.time_s);
                continue;
            }
            let before = lift::Before::of(&state.bodies[body]);
            state.bodies[body].stop(&setup.resolved[body], event.time_s);
            if state.stacked {
                lift::carry(setup, state, body, before);
            }
        }
    }

    fn resolve(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
        resolve::resolve(setup, state, scratch, event);
    }

    fn hits(scratch: &Scratch) -> &[Hit] {
        &scratch.hits
    }

    fn forget(scratch: &mut Scratch, event: &Event) {
        let what = if matches!(event.kind, Kind::Line | Kind::Hop) { Stale::Own } else { Stale::All };
        for body in event.bodies() {
            scratch.forget(body, what);
        }
        for k in 0..scratch.hits.len() {
            scratch.hits[k].bodies.into_iter().for_each(|body| scratch.forget(usize::from(body), what));
        }
    }

    fn is_finite(state: &State, scratch: &Scratch, event: &Event) -> bool {
        let others = scratch.hits.iter().flat_map(|hit| hit.bodies.map(usize::from));
        event.bodies().chain(others).all(|body| state.bodies[body].is_finite())
    }

    fn at_rest(state: &State) -> bool {
        !state.bodies.iter().any(|body| matches!(body.mode(), Mode::Slide | Mode::Air))
    }

    fn settle(setup: &Setup, state: &mut State, time_s: f64) {
        for body in 0..state.bodies.len() {
            if matches!(state.bodies[body].mode(), Mode::Off | Mode::Top) {
                continue;
            }
            lift::bring(setup, state, body, time_s);
        }
    }
}
