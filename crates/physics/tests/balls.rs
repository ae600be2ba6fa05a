//! Balls of glass, ground and a law of contact for tests, and how a scene is played.

use glam::{DVec2, DVec3};
use tolley_physics::kernel::{self, Ending, Event, Limits, Trace};
use tolley_physics::spheres::{
    Ball, Contact, Ground, GroundReaction, Law, Scratch, Setup, SlowContact, Spheres, State,
};

use crate::dice::Dice;

pub const G: f64 = 9.81;
pub const TOLEY_M: f64 = 0.009525;
pub const MARBLE_M: f64 = 0.00635;

pub fn ground() -> Ground {
    Ground {
        gravity_m_s2: G,
        restitution_ratio: 0.2,
        settle_speed_m_s: 0.1,
        sinkage_m: 0.5e-3,
        trapping_speed_m_s: 0.0,
        rolling_while_sliding: false,
    }
}

/// Instantaneous impacts with restitution, friction and tangential restitution, and the rule for slow ones.
pub fn pairwise(e: f64, mu: f64, b0: f64) -> Contact {
    Contact {
        law: Law::Pairwise,
        restitution_ratio: e,
        friction_ratio: mu,
        tangential_restitution_ratio: b0,
        ground_reaction: GroundReaction::After,
        slow: SlowContact::Elastic { below_m_s: 0.005 },
    }
}

pub fn toley() -> Ball {
    Ball::solid(TOLEY_M, 2500.0, 0.3, 0.1)
}

pub fn marble() -> Ball {
    Ball::solid(MARBLE_M, 2500.0, 0.3, 0.1)
}

/// A ball's position, velocity and spin.
pub type Thrown = (DVec3, DVec3, DVec3);

pub fn start(setup: &Setup, thrown: &[Thrown]) -> State {
    let mut state = State::new(setup);
    for (i, &(x, v, w)) in thrown.iter().enumerate() {
        state.place(setup, i, x, v, w);
    }
    state
}

pub fn play(setup: &Setup, state: &mut State, until_s: f64) -> (Ending, Vec<Event>) {
    let limits = Limits { until_s, ..Limits::for_bodies(setup.balls().len()) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Spheres, _>(setup, state, &mut Scratch::new(setup), &limits, &mut trace);
    (ending, trace.events)
}

/// Marbles of a hexagonal pack, near the centre first: neighbours are `apart_m` farther from each other than the
/// diameter of a marble, give or take `gap_m`.
pub fn pack(count: usize, apart_m: f64, gap_m: f64, dice: &mut Dice) -> Vec<DVec2> {
    let step_m = 2.0 * MARBLE_M + apart_m;
    let mut sites: Vec<DVec2> = Vec::new();
    for row in -5i32..=5 {
        for column in -6i32..=6 {
            let x = f64::from(column) + if row % 2 == 0 { 0.0 } else { 0.5 };
            sites.push(DVec2::new(x, f64::from(row) * 0.75_f64.sqrt()) * step_m);
        }
    }
    sites.sort_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    sites.truncate(count);
    // half the gap each keeps them apart
    let jitter_m = 0.35 * gap_m;
    sites.iter().map(|&at| at + DVec2::new(dice.within(jitter_m), dice.within(jitter_m))).collect()
}

#[track_caller]
pub fn near(value: f64, expected: f64, tolerance: f64) {
    let error = (value - expected).abs();
    assert!(error <= tolerance, "{value:.15} is not {expected:.15}: off by {error:.2e}, allowed {tolerance:.1e}");
}
