//! Spheres on sand: balls that roll, slide, spin and fly over flat ground, hit each other in three dimensions, land,
//! and leave a ring.
//!
//! Between events every body moves with constant acceleration, so positions are known in closed form and the times of
//! impacts are roots of polynomials. Impacts are instantaneous and pairwise; of several at the same time the one with
//! the lowest body numbers comes first, and the others follow if they still close. A body driven into the ground by
//! another gets a ground hit of its own, as a further event at the same time.

mod audit;
mod coupled;
pub mod deep;
mod drag;
mod impact;
mod landing;
mod motion;
mod pair_time;
mod perch;
mod predict;
pub mod resistance;
mod roots;
mod sand;
mod setup;
mod state;

pub use audit::Energy;
pub use pair_time::contact_time_s;
pub use predict::Scratch;
pub use sand::{Landing, Resistance, Sand, SpeedTerm};
pub use setup::{Ball, Contact, Ground, GroundReaction, Setup, SlowContact};
pub use state::{Body, Mode, State};

use crate::kernel::{Event, Kind, NONE, World};

/// The world of spheres on sand.
#[derive(Clone, Copy, Debug)]
pub struct Spheres;

impl World for Spheres {
    type Setup = Setup;
    type State = State;
    type Scratch = Scratch;

    fn next(setup: &Setup, state: &State, scratch: &mut Scratch) -> Option<Event> {
        scratch.refresh(setup, state);
        scratch.first()
    }

    fn advance(setup: &Setup, state: &mut State, event: &Event) {
        for i in touched(event) {
            let (ball, body) = (&setup.balls[i], &mut state.bodies[i]);
            match event.kind {
                Kind::Stop | Kind::Mode | Kind::Ground => motion::finish(ball, body, event.time_s),
                _ => motion::bring(ball, body, event.time_s),
            }
        }
    }

    fn resolve(setup: &Setup, state: &mut State, event: &mut Event) {
        state.woken.clear();
        let before_j = energy_j(setup, state, event);
        match event.kind {
            Kind::Pair => collide(setup, state, event),
            kind => {
                let i = usize::from(event.body);
                let body = &mut state.bodies[i];
                event.position_m = body.position_m;
                match kind {
                    Kind::Ground => event.impulse_n_s = landing::land(setup, i, body),
                    Kind::Edge => leave(body),
                    _ => {
                        motion::change(setup, i, body);
                        event.kind = if body.mode == Mode::Rest { Kind::Stop } else { Kind::Mode };
                    }
                }
            }
        }
        event.loss_j = before_j - energy_j(setup, state, event);
    }

    fn forget(_: &Setup, state: &State, scratch: &mut Scratch, event: &Event) {
        let woken = state.woken.iter().map(|&i| usize::from(i));
        for i in touched(event).chain(woken) {
            scratch.forget(i);
        }
    }

    fn is_finite(state: &State, event: &Event) -> bool {
        touched(event).all(|i| state.bodies[i].is_finite())
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

/// The bodies that an event touches.
fn touched(event: &Event) -> impl Iterator<Item = usize> + use<> {
    let other = (event.other != NONE).then_some(usize::from(event.other));
    std::iter::once(usize::from(event.body)).chain(other)
}

/// Kinetic energy of the bodies that an event touches, J.
fn energy_j(setup: &Setup, state: &State, event: &Event) -> f64 {
    touched(event).map(|i| state.bodies[i].kinetic_energy_j(&setup.balls[i])).sum()
}

fn collide(setup: &Setup, state: &mut State, event: &mut Event) {
    let ids = [usize::from(event.body), usize::from(event.other)];
    let (low, high) = state.bodies.split_at_mut(ids[1]);
    let outcome = impact::hit(setup, ids, &mut low[ids[0]], &mut high[0]);
    (event.position_m, event.impulse_n_s) = (outcome.contact_m, outcome.impulse_n_s);
    if state.may_perch {
        perch::wake(setup, state, event);
    }
    for i in ids {
        state.may_perch |= perch::perch(setup, i, &mut state.bodies[i]);
    }
}

/// Over the edge: frozen as it is, for good.
fn leave(body: &mut Body) {
    body.mode = Mode::Off;
    body.path = motion::Path::STILL;
}
