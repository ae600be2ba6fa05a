//! Contacts that last and hits that overlap in time: the step inside, balances and symmetries, and what the rows D19 to
//! D25 of the validation tables do not say of them.

mod balances;
mod cut;
mod extremes;
mod friction;
mod packs;
mod rigid;
mod small_steps;
mod steps;
mod table;

use glam::{DVec3, dvec3};
use tolley_physics::kernel::{self, Ending, Event, EventSink, Hit, Limits};
use tolley_physics::spheres::{
    Ball, Body, Contact, Ground, GroundReaction, Hertz, Law, Scratch, Setup, Spheres, State,
};

use crate::balls::{self, MARBLE_M, TOLEY_M, Thrown, ground, marble, near, pairwise, toley};
use crate::dice::Dice;

const ELASTIC: Hertz = Hertz { dissipation_s: 0.0, ..Hertz::GLASS };

fn free() -> Ground {
    Ground { gravity_m_s2: 0.0, ..ground() }
}

fn contact(law: Hertz, mu: f64, b0: f64) -> Contact {
    Contact { law: Law::Hertz(law), ..pairwise(f64::NAN, mu, b0) }
}

/// Keeps events and the contacts of islands.
#[derive(Default)]
struct Hits {
    hits: Vec<Hit>,
    events: Vec<Event>,
}

impl EventSink<Spheres> for Hits {
    fn record(&mut self, _: &Setup, _: &State, event: &Event, hits: &[Hit]) {
        self.hits.extend(hits);
        self.events.push(*event);
    }
}

/// Plays balls from a start to a time without ground or gravity.
fn play(balls: Vec<Ball>, contact: Contact, start: &[Thrown], until_s: f64) -> (State, Hits) {
    let setup = Setup::new(balls, free(), contact, None);
    let mut state = balls::start(&setup, start);
    let limits = Limits { until_s, ..Limits::for_bodies(setup.balls().len()) };
    let mut hits = Hits::default();
    let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut hits);
    assert_eq!(ending, Ending::Until);
    (state, hits)
}

/// Balls along x with the given gaps, the first moving at 1 or another speed: their velocities afterwards.
fn chain(balls: Vec<Ball>, law: Hertz, gaps_m: &[f64], speed_m_s: f64) -> Vec<f64> {
    let mut start = vec![(DVec3::ZERO, dvec3(speed_m_s, 0.0, 0.0), DVec3::ZERO)];
    for (k, gap_m) in gaps_m.iter().enumerate() {
        let x = start[k].0.x + balls[k].radius_m + balls[k + 1].radius_m + gap_m;
        start.push((dvec3(x, 0.0, 0.0), DVec3::ZERO, DVec3::ZERO));
    }
    let (state, _) = play(balls, contact(law, 0.0, 0.0), &start, 0.01);
    state.bodies.iter().map(|body| body.velocity_m_s.x).collect()
}

#[track_caller]
fn relative(value: f64, expected: f64, share: f64) {
    near(value, expected, share * expected.abs());
}
