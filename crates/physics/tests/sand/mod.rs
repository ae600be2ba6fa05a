//! What sand may do beyond constant friction, against its equations: plough, speed term, deep landings, the stop shot,
//! the balance of energy, and the exact symmetries with every option.

mod balance;
mod deep;
mod motion;
mod pieces;
mod shots;

use glam::{DVec2, DVec3, Vec3Swizzles, dvec3};
use tolley_physics::kernel::{self, Ending, Event, Kind, Limits, Trace};
use tolley_physics::spheres::deep::Bed;
use tolley_physics::spheres::{
    Ball, Ground, Landing, Mode, Resistance, Sand, Scratch, Setup, SlowContact, SpeedTerm, Spheres, State,
};

use crate::balls::{self, G, MARBLE_M, TOLEY_M, Thrown, near, pairwise, play, start};
use crate::dice::Dice;

const BED: Bed = Bed { density_kg_m3: 1520.0, friction_ratio: 0.45 };

const PLOUGH: Sand = Sand { resistance: Resistance::Plough, speed_term: None, landing: Landing::Rebound };
const TERM: SpeedTerm = SpeedTerm { sinkage_m: 0.5e-3, sand_density_kg_m3: 1520.0 };
const DRAG: Sand = Sand { resistance: Resistance::Couple, speed_term: Some(TERM), landing: Landing::Rebound };
const DEEP: Sand = Sand {
    resistance: Resistance::Couple,
    speed_term: None,
    landing: Landing::Deep { bed: BED, friction_share: 1.0 / 4.5 },
};

fn ground() -> Ground {
    Ground { restitution_ratio: 0.15, ..balls::ground() }
}

/// A toley on sand with these frictions.
fn alone(sand: Sand, sliding: f64, rolling: f64) -> Setup {
    let ball = Ball::solid(TOLEY_M, 2500.0, sliding, rolling);
    Setup::new(vec![ball], ground(), pairwise(0.95, 0.12, 0.44), None).with_sand(sand)
}

/// Sent over the sand from the origin with a speed and a rotation that would roll at `turn`.
fn sent(setup: &Setup, v: DVec2, turn: DVec2) -> (State, Vec<Event>) {
    let (mut state, radius_m) = (State::new(setup), setup.balls()[0].radius_m);
    let spin = dvec3(-turn.y, turn.x, 0.0) / radius_m;
    state.place(setup, 0, dvec3(0.0, 0.0, radius_m), v.extend(0.0), spin);
    let (ending, events) = play(setup, &mut state, f64::INFINITY);
    assert_eq!(ending, Ending::Rest);
    (state, events)
}

fn along(v: f64) -> DVec2 {
    DVec2::new(v, 0.0)
}
