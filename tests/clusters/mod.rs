//! Contacts that last and hits that overlap in time, against the validation table of the equations, rows D19 to D25 and
//! D34, and against balances and symmetries. Public interface only.

mod balances;
mod packs;
mod rigid;
mod steps;
mod table;

use glam::{DVec3, dvec3};
use tolley_physics::kernel::{self, Ending, Event, EventSink, Limits};
use tolley_physics::spheres::{
    Ball, Contact, Ground, GroundReaction, Hertz, Hit, Law, Scratch, Setup, SlowContact, Spheres, State,
};

const TOLEY_M: f64 = 0.009525;
const MARBLE_M: f64 = 0.00635;
const ELASTIC: Hertz = Hertz { dissipation_s: 0.0, ..Hertz::GLASS };

fn free() -> Ground {
    Ground {
        gravity_m_s2: 0.0,
        restitution_ratio: 0.2,
        settle_speed_m_s: 0.1,
        sinkage_m: 0.5e-3,
        trapping_speed_m_s: 0.0,
        rolling_while_sliding: false,
    }
}

fn contact(law: Hertz, mu: f64, b0: f64) -> Contact {
    Contact {
        law: Law::Hertz(law),
        restitution_ratio: f64::NAN,
        friction_ratio: mu,
        tangential_restitution_ratio: b0,
        ground_reaction: GroundReaction::After,
        slow: SlowContact::Elastic { below_m_s: 0.005 },
    }
}

fn toley() -> Ball {
    Ball::solid(TOLEY_M, 2500.0, 0.3, 0.1)
}

fn marble() -> Ball {
    Ball::solid(MARBLE_M, 2500.0, 0.3, 0.1)
}

/// A ball's position, velocity and spin.
type Thrown = (DVec3, DVec3, DVec3);

/// Keeps events and the contacts of islands.
#[derive(Default)]
struct Hits {
    hits: Vec<Hit>,
    events: Vec<Event>,
}

impl EventSink<Spheres> for Hits {
    fn record(&mut self, _: &Setup, state: &State, event: &Event) {
        self.hits.extend(state.hits());
        self.events.push(*event);
    }
}

/// Plays balls from a start to a time without ground or gravity.
fn play(balls: Vec<Ball>, contact: Contact, start: &[Thrown], until_s: f64) -> (State, Hits) {
    let setup = Setup::new(balls, free(), contact, None);
    let mut state = State::new(&setup);
    for (i, &(x, v, w)) in start.iter().enumerate() {
        state.place(&setup, i, x, v, w);
    }
    let limits = Limits { until_s, ..Limits::for_bodies(setup.balls.len()) };
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
fn near(value: f64, expected: f64, tolerance: f64) {
    let error = (value - expected).abs();
    assert!(error <= tolerance, "{value:.15} is not {expected:.15}: off by {error:.2e}, allowed {tolerance:.1e}");
}

#[track_caller]
fn relative(value: f64, expected: f64, share: f64) {
    near(value, expected, share * expected.abs());
}

/// Pseudo-random numbers of the tests (SplitMix64).
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, size: f64) -> f64 {
        (2.0 * self.share() - 1.0) * size
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        dvec3(self.within(size), self.within(size), self.within(size))
    }
}
