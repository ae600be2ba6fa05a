//! Spheres on sand against their validation table, and against the symmetries, bounds and balances that hold for every
//! shot. Public interface only.

mod audit;
mod balances;
mod chances;
mod exact;
mod growth;
mod impacts;
mod modes;
mod motions;
mod oracle;
mod reference;
mod rows;
mod scene;
mod second_opinion;
mod symmetries;
mod times;

use scene::{Dice, Scene, bits};

use glam::{DVec2, DVec3, Vec3Swizzles, dvec3};
use tolley_physics::kernel::{self, Counters, Ending, Event, EventSink, Kind, Limits, NONE, Trace, World};
use tolley_physics::spheres::deep::Bed;
use tolley_physics::spheres::{
    Ball, Contact, Ground, GroundReaction, Landing, Law, Mode, Resistance, Sand, Scratch, Setup, SlowContact,
    SpeedTerm, Spheres, State, contact_time_s,
};

const G: f64 = 9.81;
const TOLEY_M: f64 = 0.009525;
const MARBLE_M: f64 = 0.00635;
const DISTANCE_M: f64 = 15.5543e-3;

fn ground() -> Ground {
    Ground {
        gravity_m_s2: G,
        restitution_ratio: 0.2,
        settle_speed_m_s: 0.1,
        sinkage_m: 0.5e-3,
        trapping_speed_m_s: 0.0,
        rolling_while_sliding: false,
    }
}

fn contact(e: f64, mu: f64, b0: f64) -> Contact {
    Contact {
        law: Law::Pairwise,
        restitution_ratio: e,
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

fn start(setup: &Setup, bodies: &[Thrown]) -> State {
    let mut state = State::new(setup);
    for (i, &(x, v, w)) in bodies.iter().enumerate() {
        state.place(setup, i, x, v, w);
    }
    state
}

fn play(setup: &Setup, state: &mut State, until_s: f64) -> (Ending, Vec<Event>) {
    let limits = Limits { until_s, ..Limits::for_bodies(setup.balls.len()) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Spheres, _>(setup, state, &mut Scratch::new(setup), &limits, &mut trace);
    (ending, trace.events)
}

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    let error = (value - expected).abs();
    assert!(error <= tolerance, "{value:.15} is not {expected:.15}: off by {error:.2e}, allowed {tolerance:.1e}");
}

/// The table's "num": 1e-6 relative, or half the last printed place.
#[track_caller]
fn printed(value: f64, expected: f64, last_place: f64) {
    near(value, expected, (1e-6 * expected.abs()).max(0.5000001 * last_place));
}
