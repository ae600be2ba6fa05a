//! Coins on a table: flat discs that slide and spin at once, hit each other, cross lines and fall off the edge.
//!
//! Between impacts a coin's path is straight and its motion known in closed form ([`curves`]); contact times come from
//! steps that cannot pass a contact; impacts are instantaneous and pairwise. Of several impacts at the same time the
//! one with the lowest body numbers comes first, and the others follow if they still close.
//!
//! Not modelled: a coin that keeps pushing another one. Its ever weaker hits end a trial by the event budget, unless
//! [`Contact::slow_speed_m_s`] or the coins' own ways part them first; with restitution near 0 this is common.

mod contact;
pub mod curves;
mod flight;
pub mod friction;
mod impact;
mod lines;
mod orbit;
mod scratch;
mod setup;
mod state;
pub mod strike;
mod table;

pub use scratch::Scratch;
pub use setup::{Coin, Contact, Line, Rectangle, Setup};
pub use state::{Body, Mode, State};

use crate::kernel::{Event, Kind, NONE, World};
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
        scratch.first()
    }

    fn advance(setup: &Setup, state: &mut State, event: &Event) {
        for body in touched(event) {
            match event.kind {
                Kind::Stop => state.bodies[body].stop(&setup.resolved[body], event.time_s),
                _ => state.bodies[body].bring(&setup.resolved[body], event.time_s),
            }
        }
    }

    fn resolve(setup: &Setup, state: &mut State, event: &mut Event) {
        let body = event.body as usize;
        event.position_m = state.bodies[body].position_m().extend(0.0);
        match event.kind {
            Kind::Edge => state.bodies[body].leave(),
            Kind::Line => lines::cross(setup, state, body, event.line as usize),
            Kind::Pair => hit(setup, state, event),
            // a stop is done by its advance; the other kinds belong to spheres
            Kind::Stop | Kind::Mode | Kind::Ground => {}
        }
    }

    fn forget(_: &Setup, _: &State, scratch: &mut Scratch, event: &Event) {
        let what = if event.kind == Kind::Line { Stale::Own } else { Stale::All };
        for body in touched(event) {
            scratch.forget(body, what);
        }
    }

    fn is_finite(state: &State, event: &Event) -> bool {
        touched(event).all(|body| state.bodies[body].is_finite())
    }

    fn at_rest(state: &State) -> bool {
        state.bodies.iter().all(|body| body.mode() != Mode::Slide)
    }

    fn settle(setup: &Setup, state: &mut State, time_s: f64) {
        for (body, coin) in state.bodies.iter_mut().zip(&setup.resolved) {
            if body.mode() != Mode::Off {
                body.bring(coin, time_s);
            }
        }
    }
}

fn touched(event: &Event) -> impl Iterator<Item = usize> {
    [event.body, event.other].into_iter().filter(|&body| body != NONE).map(usize::from)
}

/// Two coins hit: new flights for both, impulse and loss on the event.
fn hit(setup: &Setup, state: &mut State, event: &mut Event) {
    let ids = [event.body as usize, event.other as usize];
    for body in ids.into_iter().filter(|_| !setup.lines.is_empty()) {
        let done = (state.bodies[body].position_m() - state.bodies[body].flight.origin_m).length();
        lines::pass_beyond(setup, state, body, done);
    }
    let coins = ids.map(|body| &setup.resolved[body]);
    let [from, to] = ids.map(|body| state.bodies[body].position_m());
    let normal = (to - from).normalize();
    let mut motions = ids.map(|body| {
        let body = &state.bodies[body];
        Motion { velocity_m_s: body.velocity_m_s(), spin_rad_s: body.spin_rad_s() }
    });
    let toll = impact::collide(&setup.contact, coins, normal, &mut motions);
    for (body, motion) in ids.into_iter().zip(motions) {
        state.bodies[body].launch(&setup.resolved[body], motion.velocity_m_s, motion.spin_rad_s);
    }
    let [one, two] = coins.map(|coin| coin.radius_m);
    // the contact point divides the line of centres by the radii; written alike for both
    event.position_m = ((from * two + to * one) / (one + two)).extend(0.0);
    (event.impulse_n_s, event.loss_j) = (toll.impulse_n_s, toll.loss_j);
}
