//! The verbs of the world of spheres.

use super::body::{Body, Mode};
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::{motion, resolve};
use crate::kernel::{Due, Event, Hit, Kind, Reason, World};

/// Steps of searches for resting forces, each as many times as there were contacts, allowed in a trial: less than 2 s.
/// A toley whose surface runs at 250 m/s grinds on among marbles and took more than two minutes.
const MOST_EFFORT: u64 = 1 << 25;

/// The world of spheres on sand.
#[derive(Clone, Copy, Debug)]
pub struct Spheres;

impl World for Spheres {
    type Setup = Setup;
    type State = State;
    type Scratch = Scratch;

    fn begin(scratch: &mut Scratch, until_s: f64, is_filmed: bool) {
        (scratch.island.until_s, scratch.island.is_filmed) = (until_s, is_filmed);
    }

    #[inline]
    fn predict(setup: &Setup, state: &State, scratch: &mut Scratch) -> Option<Event> {
        scratch.predictions.refresh(setup, state);
        scratch.predictions.first().map(Due::event)
    }

    fn advance(setup: &Setup, state: &mut State, event: &Event) {
        for i in event.bodies() {
            let (ball, body) = (&setup.balls[i], &mut state.bodies[i]);
            match event.kind {
                Kind::Stop | Kind::Mode | Kind::Ground => motion::finish(ball, body, event.time_s),
                _ => motion::bring(ball, body, event.time_s),
            }
        }
    }

    fn resolve(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
        resolve::resolve(setup, state, scratch, event);
    }

    fn hits(scratch: &Scratch) -> &[Hit] {
        &scratch.island.hits
    }

    fn unresolved(scratch: &Scratch) -> Option<Reason> {
        if scratch.resting.effort > MOST_EFFORT {
            return Some(Reason::EventBudget);
        }
        (!scratch.is_resolved).then_some(Reason::ContactUnresolved)
    }

    fn forget(Scratch { predictions, woken, .. }: &mut Scratch, event: &Event) {
        let woken = woken.iter().map(|&i| usize::from(i));
        event.bodies().chain(woken).for_each(|i| predictions.forget(i));
    }

    fn is_finite(state: &State, scratch: &Scratch, event: &Event) -> bool {
        let woken = scratch.woken.iter().map(|&i| usize::from(i));
        event.bodies().chain(woken).all(|i| state.bodies[i].is_finite())
    }

    /// A spin that nothing slows (no sinkage or no friction) counts as rest: no event can follow.
    fn at_rest(state: &State) -> bool {
        let lies = |body: &Body| match body.mode {
            Mode::Rest | Mode::Off => true,
            Mode::Spin => body.path.left_s == f64::INFINITY,
            Mode::Roll | Mode::Slide | Mode::Air => false,
        };
        state.bodies.iter().all(lies)
    }

    fn settle(setup: &Setup, state: &mut State, time_s: f64) {
        for (ball, body) in setup.balls.iter().zip(&mut state.bodies) {
            motion::bring(ball, body, time_s);
        }
    }
}
