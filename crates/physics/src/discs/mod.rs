//! Coins on a table: flat discs that slide and spin at once, hit each other, cross lines and fall off the edge.
//!
//! Between impacts a coin's path is straight and its motion known in closed form ([`curves`]); contact times come from
//! steps that cannot pass a contact; impacts are instantaneous and pairwise. Of several impacts at the same time
//! (coins placed in touch, mirror images) the one that closes fastest comes first, of equals that with the lowest body
//! numbers, and the others follow as long as they close; what follows depends on this order, which is a convention.
//!
//! Not modelled: a coin that keeps pushing another one. Its ever weaker hits end a trial by the event budget, unless
//! [`Contact::slow_speed_m_s`] or the coins' own ways part them first; with restitution near 0 this is common.

mod audit;
mod contact;
mod curl;
pub mod curves;
mod extras;
mod flight;
pub mod friction;
mod impact;
mod lift;
mod lines;
mod orbit;
mod scratch;
mod setup;
mod state;
pub mod strike;
mod table;
pub mod throw_in;

pub use audit::Energy;
pub use extras::{Extras, Lift, Post, Reeded};
pub use scratch::Scratch;
pub use setup::{Coin, Contact, Line, Rectangle, Setup};
pub use state::{Body, Mode, State};

use crate::kernel::{Event, Kind, NONE, World};
use glam::DVec2;
use impact::Motion;
use scratch::Stale;

/// The world of coins on a table.
#[derive(Clone, Copy, Debug)]
pub struct Discs;

impl World for Discs {
    type Setup = Setup;
    type State = State;
    type Scratch = Scratch;

    fn next(setup: &Setup, state: &State, scratch: &mut Scratch) -> Option<Event> {
        scratch.refresh(setup, state);
        scratch.first(setup, state)
    }

    fn advance(setup: &Setup, state: &mut State, event: &Event) {
        for body in touched(event) {
            let before = lift::Before::of(&state.bodies[body]);
            match event.kind {
                Kind::Stop => state.bodies[body].stop(&setup.resolved[body], event.time_s),
                _ => state.bodies[body].bring(&setup.resolved[body], event.time_s),
            }
            if state.stacked {
                lift::carry(setup, state, body, before);
            }
        }
    }

    fn resolve(setup: &Setup, state: &mut State, event: &mut Event) {
        let body = event.body as usize;
        event.position_m = state.bodies[body].position_m().extend(0.0);
        match event.kind {
            Kind::Edge => leave(setup, state, body),
            Kind::Line => lines::cross(setup, state, body, event.line as usize),
            Kind::Pair => meet(setup, state, event),
            Kind::Post => hit_post(setup, state, event),
            Kind::Hop => state.bodies[body].hops = false,
            Kind::Ground => lift::land(setup, state, event),
            // a stop is done by its advance, a stack is what a pair becomes; modes belong to spheres
            Kind::Stop | Kind::Mode | Kind::Stack => {}
        }
    }

    fn forget(_: &Setup, _: &State, scratch: &mut Scratch, event: &Event) {
        let what = if matches!(event.kind, Kind::Line | Kind::Hop) { Stale::Own } else { Stale::All };
        for body in touched(event) {
            scratch.forget(body, what);
        }
    }

    fn is_finite(state: &State, event: &Event) -> bool {
        touched(event).all(|body| state.bodies[body].is_finite())
    }

    fn at_rest(state: &State) -> bool {
        !state.bodies.iter().any(|body| matches!(body.mode(), Mode::Slide | Mode::Air))
    }

    fn settle(setup: &Setup, state: &mut State, time_s: f64) {
        for body in 0..state.bodies.len() {
            if matches!(state.bodies[body].mode(), Mode::Off | Mode::Top) {
                continue;
            }
            let before = lift::Before::of(&state.bodies[body]);
            state.bodies[body].bring(&setup.resolved[body], time_s);
            if state.stacked {
                lift::carry(setup, state, body, before);
            }
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

    fn energy_tolerance_ratio(_: &Setup) -> f64 {
        1e-12
    }

    fn overlap_m(setup: &Setup, state: &State, since_s: f64, time_s: f64) -> f64 {
        audit::overlap_m(setup, state, since_s, time_s)
    }
}

fn touched(event: &Event) -> impl Iterator<Item = usize> {
    [event.body, event.other].into_iter().filter(|&body| body != NONE).map(usize::from)
}

fn leave(setup: &Setup, state: &mut State, body: usize) {
    state.bodies[body].leave();
    if state.stacked {
        let here = lift::Before::of(&state.bodies[body]);
        lift::carry(setup, state, body, here);
    }
}

/// Before a flight ends in an impact: lines that were passed beyond their ends.
fn pass_lines(setup: &Setup, state: &mut State, body: usize) {
    if !setup.lines.is_empty() {
        let done = (state.bodies[body].position_m() - state.bodies[body].flight.origin_m).length();
        lines::pass_beyond(setup, state, body, done);
    }
}

/// Two coins meet: they hit, or one lands on the other or slides up on it.
fn meet(setup: &Setup, state: &mut State, event: &mut Event) {
    let ids = [event.body as usize, event.other as usize];
    ids.into_iter().for_each(|body| pass_lines(setup, state, body));
    let coins = ids.map(|body| &setup.resolved[body]);
    let [from, to] = ids.map(|body| state.bodies[body].position_m());
    let [one, two] = coins.map(|coin| coin.radius_m);
    // the contact point divides the line of centres by the radii; written alike for both
    event.position_m = ((from * two + to * one) / (one + two)).extend(0.0);
    let normal = (to - from).normalize();
    if setup.extras.lift.is_some()
        && let Some((rider, carrier)) = ends_on_top(setup, state, ids, normal)
    {
        return lift::stack(setup, state, event, rider, carrier);
    }
    hit(setup, state, event, ids, normal);
}

/// Which of two ends on the other, if any: who comes from above, or who strikes in a ride.
fn ends_on_top(setup: &Setup, state: &mut State, ids: [usize; 2], normal: DVec2) -> Option<(usize, usize)> {
    let [one, two] = ids;
    if lift::overlaps(setup, state, ids) {
        return Some(if state.bodies[one].mode() == Mode::Air { (one, two) } else { (two, one) });
    }
    let along = ids.map(|body| state.bodies[body].velocity_m_s().dot(normal));
    // the striking coin is the one that brings more of the closing speed
    let (rider, carrier) = if along[0] >= -along[1] { (one, two) } else { (two, one) };
    let on_table = state.bodies[carrier].mode() != Mode::Air;
    (on_table && lift::is_ride(setup, state, along[0] - along[1])).then_some((rider, carrier))
}

/// Two coins hit: new flights for both, impulse and loss on the event.
fn hit(setup: &Setup, state: &mut State, event: &mut Event, ids: [usize; 2], normal: DVec2) {
    let coins = ids.map(|body| &setup.resolved[body]);
    let mut motions = ids.map(|body| motion(&state.bodies[body]));
    let contact = setup.contact_of(ids[0], ids[1]);
    let toll = if state.stacked {
        let [one, two] = ids.map(|body| lift::pile(setup, state, body));
        impact::collide(&contact, [&one, &two], normal, &mut motions)
    } else {
        impact::collide(&contact, coins, normal, &mut motions)
    };
    for (body, motion) in ids.into_iter().zip(motions) {
        state.bodies[body].rebound(&setup.resolved[body], motion.velocity_m_s, motion.spin_rad_s);
    }
    (event.impulse_n_s, event.loss_j) = (toll.impulse_n_s, toll.loss_j);
}

fn motion(body: &Body) -> Motion {
    Motion { velocity_m_s: body.velocity_m_s(), spin_rad_s: body.spin_rad_s() }
}

/// A coin hits a post, which stays where it is.
fn hit_post(setup: &Setup, state: &mut State, event: &mut Event) {
    let (body, post) = (event.body as usize, &setup.extras.posts[event.line as usize]);
    pass_lines(setup, state, body);
    let (coin, from) = (&setup.resolved[body], state.bodies[body].position_m());
    let normal = (post.position_m - from).normalize();
    let mut moved = motion(&state.bodies[body]);
    let toll = impact::collide_with_fixed(&setup.contact, &lift::pile(setup, state, body), normal, &mut moved);
    state.bodies[body].rebound(coin, moved.velocity_m_s, moved.spin_rad_s);
    event.position_m = (from + normal * coin.radius_m).extend(0.0);
    (event.impulse_n_s, event.loss_j) = (toll.impulse_n_s, toll.loss_j);
}
