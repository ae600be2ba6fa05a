//! Spheres on sand: balls that roll, slide, spin and fly over flat ground, hit each other in three dimensions, land,
//! and leave a ring.
//!
//! Between events every body moves with constant acceleration, so positions are known in closed form and the times of
//! impacts are roots of polynomials. Impacts are instantaneous and pairwise; of several at the same time the one with
//! the lowest body numbers comes first, and the others follow if they still close. Under the law of Hertz contacts last,
//! and hits that overlap in time are followed together in time; their bodies leave each at its own time. A body driven
//! into the ground by another gets a ground hit of its own, as a further event at the same time.
//!
//! [`theory`] tells all equations in order, whose they are and what they assume.

mod audit;
mod coupled;
pub mod deep;
mod drag;
mod hertz;
mod impact;
mod island;
mod landing;
mod motion;
mod pair_time;
mod perch;
mod predict;
pub mod resistance;
mod rigid;
mod roots;
mod sand;
mod setup;
mod state;
pub mod theory;
mod window;

pub use audit::Energy;
pub use hertz::{Course, Hertz};
pub use island::Hit;
pub use pair_time::contact_time_s;
pub use predict::Scratch;
pub use sand::{Landing, Resistance, Sand, SpeedTerm};
pub use setup::{Ball, Contact, Ground, GroundReaction, Law, Setup, SlowContact};
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
        state.island.hits.clear();
        let before_j = energy_j(setup, state, event);
        match event.kind {
            Kind::Pair => {
                if collide(setup, state, event) {
                    return;
                }
            }
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
        let woken = state.woken.iter().map(|&i| usize::from(i));
        touched(event).chain(woken).all(|i| state.bodies[i].is_finite())
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

    fn forget_all(scratch: &mut Scratch) {
        scratch.clear();
    }

    fn agree(one: &Scratch, two: &Scratch) -> bool {
        one.agrees(two)
    }

    fn energy_j(setup: &Setup, state: &State) -> f64 {
        let energy = state.energy(setup);
        energy.in_play_j + energy.left_j + energy.friction_work_j
    }

    /// Inside an island forces agree to 2^-30 only.
    fn energy_tolerance_ratio(setup: &Setup) -> f64 {
        match setup.contact.law {
            Law::Pairwise => 1e-12,
            Law::Hertz(_) => 1e-9,
        }
    }

    fn overlap_m(setup: &Setup, state: &State, since_s: f64, time_s: f64) -> f64 {
        audit::overlap_m(setup, state, since_s, time_s)
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

/// A hit; tells whether it was followed in time, and so has noted its loss itself.
fn collide(setup: &Setup, state: &mut State, event: &mut Event) -> bool {
    let ids = [usize::from(event.body), usize::from(event.other)];
    let restitution_ratio = match setup.contact.law {
        Law::Pairwise => setup.contact.restitution_ratio,
        Law::Hertz(hertz) => match last(setup, state, event, &hertz) {
            Some(restitution_ratio) => restitution_ratio,
            None => return true,
        },
    };
    let (low, high) = state.bodies.split_at_mut(ids[1]);
    let outcome = impact::hit(setup, ids, &mut low[ids[0]], &mut high[0], restitution_ratio);
    (event.position_m, event.impulse_n_s) = (outcome.contact_m, outcome.impulse_n_s);
    if state.may_perch {
        perch::wake(setup, state, event);
    }
    for i in ids {
        state.may_perch |= perch::perch(setup, i, &mut state.bodies[i]);
    }
    false
}

/// A hit under the law of Hertz: the restitution of one that can be resolved in closed form, or `None` after it was
/// followed in time with all it led to.
fn last(setup: &Setup, state: &mut State, event: &mut Event, hertz: &Hertz) -> Option<f64> {
    let ids = [usize::from(event.body), usize::from(event.other)];
    let balls = ids.map(|i| &setup.balls[i]);
    let [one, two] = ids.map(|i| &state.bodies[i]);
    let (n, closing_m_s) = impact::normal(balls, one, two);
    let is_slow = matches!(setup.contact.slow, SlowContact::Elastic { below_m_s } if closing_m_s < below_m_s);
    if closing_m_s <= 0.0 || is_slow {
        return Some(1.0);
    }
    let course = hertz.course(balls, closing_m_s);
    if !(hertz.every_hit || island::overlaps(setup, state, ids, n, closing_m_s, &course)) {
        return Some(course.restitution_ratio);
    }
    event.position_m = impact::contact_m(balls, one, two, n);
    let mut island = std::mem::take(&mut state.island);
    let outcome = island.run(setup, state, hertz, event, &course);
    state.island = island;
    (event.impulse_n_s, event.loss_j) = (outcome.impulse_n_s, outcome.loss_j);
    None
}

/// Over the edge: frozen as it is, for good.
fn leave(body: &mut Body) {
    body.mode = Mode::Off;
    body.path = motion::Path::STILL;
}
