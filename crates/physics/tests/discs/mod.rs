//! Coins on a table: the curves against quadrature, contacts against an oracle, whole shots against an independent
//! integrator, and the symmetries, bounds and balances that hold for every shot.

#![expect(clippy::print_stdout, reason = "measured figures are read with --nocapture")]

use glam::{DVec2, dvec2};
use tolley_physics::discs::{Coin, Contact, Discs, Line, Mode, Rectangle, Scratch, Setup, State};
use tolley_physics::kernel::{self, Ending, Event, Limits, Trace, World};

mod balances;
mod contacts;
mod curves;
mod energy;
mod extras;
mod formulas;
mod integrator;
mod lines;
mod press;
mod reference;
mod room;
mod symmetries;
mod throw_in;
mod tilt;

const PLAYER: Coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
const BALL: Coin = Coin { radius_m: 0.00925, mass_kg: 3.22e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
const RIMS: Contact =
    Contact { restitution_ratio: 0.85, friction_ratio: 0.2, tangential_restitution_ratio: 0.3, slow_speed_m_s: 0.0 };

/// What one coin does: position, velocity, spin.
type Coined = (DVec2, DVec2, f64);

fn start(setup: &Setup, coins: &[Coined]) -> State {
    let mut state = State::new(setup);
    for (body, &(position, velocity, spin)) in coins.iter().enumerate() {
        state.place(setup, body, position, velocity, spin);
    }
    state
}

fn play(setup: &Setup, state: &mut State, until_s: f64) -> (Ending, Vec<Event>) {
    let limits = Limits { until_s, ..Limits::for_bodies(setup.body_count()) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Discs, _>(setup, state, &mut Scratch::new(setup), &limits, &mut trace);
    (ending, trace.events)
}

/// Marsaglia's xorshift: the shots of these tests must not change with a library.
pub struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        for shift in [13i32, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        low + (high - low) * (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A shot with three unlike coins.
#[derive(Clone)]
struct Shot {
    coins: Vec<Coin>,
    starts: Vec<Coined>,
    rim_ratio: f64,
    contact: Contact,
    edge: Rectangle,
    lines: Vec<Line>,
}

impl Shot {
    /// Every coin may move and spin from the start; they stand close, so that most shots have several impacts.
    fn random(number: u64) -> Shot {
        let dice = &mut Dice(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(number + 1));
        let mut shot = Shot {
            coins: vec![],
            starts: vec![],
            rim_ratio: if number.is_multiple_of(2) { 0.0 } else { 0.9 },
            contact: Contact { restitution_ratio: dice.between(0.5, 1.0), slow_speed_m_s: 1e-3, ..RIMS },
            edge: Rectangle { half_length_m: 0.3, half_width_m: 0.2 },
            lines: vec![
                Line { from_m: dvec2(0.3, -0.05), to_m: dvec2(0.3, 0.05) },
                Line { from_m: dvec2(-0.1, -0.2), to_m: dvec2(0.13, 0.2) },
            ],
        };
        while shot.coins.len() < 3 {
            let friction_ratio = dice.between(0.05, 0.5);
            let radius_m = dice.between(0.008, 0.012);
            let place = dvec2(dice.between(-0.09, 0.09), dice.between(-0.07, 0.07));
            let aim = dvec2(dice.between(-0.03, 0.03), dice.between(-0.03, 0.03));
            let speed = if dice.between(0.0, 1.0) < 0.4 { 0.0 } else { dice.between(0.1, 1.5) };
            let velocity = speed * (aim - place).normalize();
            let spin = if dice.between(0.0, 1.0) < 0.5 { 0.0 } else { dice.between(-150.0, 150.0) };
            let clear = |other: (&Coin, &Coined)| (other.1.0 - place).length() > radius_m + other.0.radius_m;
            if shot.coins.iter().zip(&shot.starts).all(clear) {
                let mass_kg = 15.0 * radius_m * radius_m * dice.between(2.0, 4.0);
                shot.coins.push(Coin { radius_m, mass_kg, inertia_ratio: 0.5, friction_ratio });
                shot.starts.push((place, velocity, spin));
            }
        }
        shot
    }

    fn setup(&self) -> Setup {
        Setup::new(self.coins.clone(), 9.81, self.rim_ratio, self.contact, Some(self.edge), self.lines.clone())
    }

    fn played(&self) -> (State, Vec<Event>) {
        let setup = self.setup();
        let mut state = start(&setup, &self.starts);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        (state, events)
    }

    /// The same shot seen otherwise: vectors by `see`, spin times `spin`.
    fn seen(&self, see: impl Fn(DVec2) -> DVec2, spin: f64) -> Shot {
        let mut shot = self.clone();
        shot.starts.iter_mut().for_each(|(p, v, w)| (*p, *v, *w) = (see(*p), see(*v), spin * *w));
        shot.lines.iter_mut().for_each(|l| (l.from_m, l.to_m) = (see(l.from_m), see(l.to_m)));
        let half = see(dvec2(shot.edge.half_length_m, shot.edge.half_width_m)).abs();
        (shot.edge.half_length_m, shot.edge.half_width_m) = (half.x, half.y);
        shot
    }
}

/// Everything about a body, to be compared bit by bit (but -0 is 0).
fn facts(state: &State, body: usize) -> (Mode, f64, DVec2, DVec2, f64, f64) {
    let body = &state.bodies[body];
    (body.mode(), body.time_s(), body.position_m(), body.velocity_m_s(), body.spin_rad_s(), body.angle_rad())
}

fn shots(count: u64) -> impl Iterator<Item = Shot> {
    (0..count).map(Shot::random)
}

/// Plays event by event, with a look at the state before and after each.
fn watch(shot: &Shot, mut look: impl FnMut(&Setup, &State, &State, &Event)) {
    let setup = shot.setup();
    let mut state = start(&setup, &shot.starts);
    let mut scratch = Scratch::new(&setup);
    while let Some(mut event) = Discs::predict(&setup, &state, &mut scratch) {
        Discs::advance(&setup, &mut state, &event);
        let before = state.clone();
        Discs::resolve(&setup, &mut state, &mut scratch, &mut event);
        Discs::forget(&mut scratch, &event);
        look(&setup, &before, &state, &event);
    }
}
