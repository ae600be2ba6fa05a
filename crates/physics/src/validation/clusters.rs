//! Contacts that last, and hits that overlap in time: the law of Hertz.

use glam::{DVec3, dvec3};

use super::impacts;
use super::row::{Row, Tolerance, places, row};
use super::stage::{self, MARBLE_M, TOLEY_M, Thrown, contact, free, ground, marble, still, toley};
use crate::kernel::{self, Event, EventSink, Hit, Limits};
use crate::spheres::{Ball, Body, Contact, GroundReaction, Hertz, Law, Scratch, Setup, Spheres, State};

const BENCHMARK: &str =
    "Hertz, closed form; test 1 of Chung and Ooi, Granular Matter 13, 643 (2011), inputs as quoted by others";
const CLOSED: &str = "Hertz, closed form, two half-inch marbles of E 70 GPa and nu 0.22";
const CHAIN: &str = "Hertz chain by an independent program";
const BETWEEN: &str = "symmetry, energy and momentum, closed form";
const BELK: &str =
    "J. Belk, \"Perfectly centered billiards break\", Mathematics Stack Exchange; also by an independent program";
const LOSS: &str = "viscoelastic loss with A = 3.0e-7 s, by an independent program";
const RIGID: &str = "closed form of three contacts at once, Jn = (1 + e) gn / (1/M + cos^2/m)";

const ELASTIC: Hertz = Hertz { dissipation_s: 0.0, ..Hertz::GLASS };
/// Steel-hard and exact: `F = 1e11 d^1.5` for balls of 1 m, `K = (4/3) E / 2 sqrt(1/2)`.
const BILLIARD: Hertz = Hertz { young_modulus_pa: 1.5e11 * core::f64::consts::SQRT_2, poisson_ratio: 0.0, ..ELASTIC };

fn smooth(hertz: Hertz) -> Contact {
    Contact { law: Law::Hertz(hertz), ..contact(f64::NAN, 0.0, 0.0) }
}

/// Keeps the contacts that were followed in time.
#[derive(Default)]
struct Hits(Vec<Hit>);

impl EventSink<Spheres> for Hits {
    fn record(&mut self, _: &Setup, _: &State, _: &Event, hits: &[Hit]) {
        self.0.extend(hits);
    }
}

/// Bodies after a time without ground.
fn apart(balls: Vec<Ball>, hertz: Hertz, thrown: &[Thrown], until_s: f64) -> Vec<Body> {
    stage::play(&Setup::new(balls, free(), smooth(hertz), None), thrown, until_s).bodies
}

/// Two equal balls head on, followed in time: the only contact, or none.
fn head_on(ball: Ball, hertz: Hertz, closing_m_s: f64) -> Option<Hit> {
    let setup = Setup::new(vec![ball, ball], free(), smooth(Hertz { every_hit: true, ..hertz }), None);
    let mut state = State::new(&setup);
    for (i, side) in [-1.0, 1.0].into_iter().enumerate() {
        let at_m = dvec3(1.001 * side * ball.radius_m, 0.0, 0.0);
        state.place(&setup, i, at_m, dvec3(-0.5 * side * closing_m_s, 0.0, 0.0), DVec3::ZERO);
    }
    let mut hits = Hits::default();
    let limits = Limits { until_s: 0.01, ..Limits::for_bodies(2) };
    kernel::run(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut hits);
    (hits.0.len() == 1).then(|| hits.0[0])
}

/// A number of the contact of two marbles head on.
fn of_marbles(closing_m_s: f64, number: impl Fn(&Hit) -> f64) -> f64 {
    head_on(marble(), ELASTIC, closing_m_s).as_ref().map_or(f64::NAN, number)
}

fn of_benchmark(number: impl Fn(&Hit) -> f64) -> f64 {
    let law = Hertz { young_modulus_pa: 48e9, poisson_ratio: 0.2, ..ELASTIC };
    head_on(Ball::solid(0.01, 2800.0, 0.3, 0.1), law, 20.0).as_ref().map_or(f64::NAN, number)
}

/// How long a contact of two balls lasts, s.
fn duration_s(ball: Ball, hertz: Hertz, closing_m_s: f64) -> f64 {
    hertz.course([&ball; 2], closing_m_s).duration_s
}

fn restitution(closing_m_s: f64) -> f64 {
    Hertz::GLASS.course([&marble(); 2], closing_m_s).restitution_ratio
}

/// Marbles in a line along x, the first in motion, with gaps between neighbours: the speed of one of them afterwards.
fn chain(gaps_m: [f64; 2], speed_m_s: f64, of: usize) -> f64 {
    let place = |k: usize| dvec3(2.0 * MARBLE_M * k as f64 + gaps_m[..k].iter().sum::<f64>(), 0.0, 0.0);
    let first = [place(0), dvec3(speed_m_s, 0.0, 0.0), DVec3::ZERO];
    apart(vec![marble(); 3], ELASTIC, &[first, still(place(1)), still(place(2))], 0.01)[of].velocity_m_s.x
}

/// A cue marble at 1 m/s centrally between two that touch.
fn between(of: usize) -> DVec3 {
    let (x, y) = (3f64.sqrt() * MARBLE_M, MARBLE_M);
    let cue = [dvec3(-0.01, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), DVec3::ZERO];
    apart(vec![marble(); 3], ELASTIC, &[cue, still(dvec3(x, y, 0.0)), still(dvec3(x, -y, 0.0))], 0.05)[of].velocity_m_s
}

/// Fifteen balls of 1 m and 1 kg in a triangle, a cue ball at 10 m/s centrally on it: the speed of one, row by row.
fn rack(of: usize) -> f64 {
    let ball = Ball { mass_kg: 1.0, ..Ball::solid(1.0, 1.0, 0.0, 0.0) };
    let mut thrown = vec![[dvec3(-2.5, 0.0, 0.0), dvec3(10.0, 0.0, 0.0), DVec3::ZERO]];
    for line in 0..5 {
        for k in 0..=line {
            thrown.push(still(dvec3(f64::from(line) * 3f64.sqrt(), f64::from(2 * k - line), 0.0)));
        }
    }
    apart(vec![ball; 16], BILLIARD, &thrown, 0.1)[of].velocity_m_s.length()
}

/// A toley at 2 m/s into a line of two touching marbles, all on one plane.
fn line_of_two(of: usize) -> DVec3 {
    let first = [dvec3(-0.1, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), DVec3::ZERO];
    let marbles = [0.0, 2.0 * MARBLE_M].map(|x| still(dvec3(x, 0.0, MARBLE_M)));
    apart(vec![toley(), marble(), marble()], ELASTIC, &[first, marbles[0], marbles[1]], 0.06)[of].velocity_m_s
}

/// Speed of a marble that a toley of 2 m/s hits on rigid ground, over that without a ground (D11).
fn rigid_ratio() -> f64 {
    let law = Contact { ground_reaction: GroundReaction::Simultaneous, ..contact(0.95, 0.0, 0.0) };
    let setup = Setup::new(vec![toley(), Ball { sliding_friction_ratio: 0.0, ..marble() }], ground(), law, None);
    let apart_m = 2.0 * (TOLEY_M * MARBLE_M).sqrt();
    let first = [dvec3(-apart_m, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), DVec3::ZERO];
    stage::play(&setup, &[first, still(dvec3(0.0, 0.0, MARBLE_M))], 0.0).bodies[1].velocity_m_s.x / impacts::MARBLE_M_S
}

const HALF: Tolerance = Tolerance::Relative(5e-3);
const THOUSANDTH: Tolerance = Tolerance::Absolute(1e-3);
const GAP: Tolerance = Tolerance::Absolute(2e-3);
const ONE: Tolerance = Tolerance::Relative(1e-2);
/// Half of the last printed place.
const PRINTED: Tolerance = Tolerance::Absolute(5e-3);

pub(super) const ROWS: &[Row] = &[
    row("D19", "glass of 10 mm radius, E 48 GPa, closing at 20 m/s: force, N", BENCHMARK, 10.697e3, HALF, || {
        of_benchmark(|hit| hit.force_n)
    }),
    row("D19", "compression, m", BENCHMARK, 274.1e-6, HALF, || of_benchmark(|hit| hit.compression_m)),
    row("D19", "duration, s", BENCHMARK, 40.34e-6, HALF, || {
        let law = Hertz { young_modulus_pa: 48e9, poisson_ratio: 0.2, ..ELASTIC };
        duration_s(Ball::solid(0.01, 2800.0, 0.3, 0.1), law, 20.0)
    }),
    row("D20", "marbles closing at 1 m/s: duration, s", CLOSED, 38.19e-6, HALF, || duration_s(marble(), ELASTIC, 1.0)),
    row("D20", "at 2 m/s: duration, s", CLOSED, 33.25e-6, HALF, || duration_s(marble(), ELASTIC, 2.0)),
    row("D20", "at 3 m/s: duration, s", CLOSED, 30.66e-6, HALF, || duration_s(marble(), ELASTIC, 3.0)),
    row("D20", "at 1 m/s: compression, m", CLOSED, 12.98e-6, HALF, || of_marbles(1.0, |hit| hit.compression_m)),
    row("D20", "at 2 m/s: compression, m", CLOSED, 22.59e-6, HALF, || of_marbles(2.0, |hit| hit.compression_m)),
    row("D20", "at 3 m/s: compression, m", CLOSED, 31.25e-6, HALF, || of_marbles(3.0, |hit| hit.compression_m)),
    row("D20", "at 1 m/s: force, N", CLOSED, 129.0, HALF, || of_marbles(1.0, |hit| hit.force_n)),
    row("D20", "at 2 m/s: force, N", CLOSED, 297.0, HALF, || of_marbles(2.0, |hit| hit.force_n)),
    row("D20", "at 3 m/s: force, N", CLOSED, 483.0, HALF, || of_marbles(3.0, |hit| hit.force_n)),
    row("H1", "restitution of marbles at 0.5 m/s", LOSS, 0.963, places(3), || restitution(0.5)),
    row("H1", "at 1 m/s", LOSS, 0.957, places(3), || restitution(1.0)),
    row("H1", "at 2 m/s", LOSS, 0.951, places(3), || restitution(2.0)),
    row("H1", "at 4 m/s", LOSS, 0.944, places(3), || restitution(4.0)),
    row("D21", "three marbles touch: first, over the speed before", CHAIN, -0.0710, THOUSANDTH, || {
        chain([0.0, 0.0], 1.0, 0)
    }),
    row("D21", "second", CHAIN, 0.0764, THOUSANDTH, || chain([0.0, 0.0], 1.0, 1)),
    row("D21", "third", CHAIN, 0.9946, THOUSANDTH, || chain([0.0, 0.0], 1.0, 2)),
    row("D22", "cue between two that touch: cue, m/s", BETWEEN, -0.2, THOUSANDTH, || between(0).x),
    row("D22", "each of the two along, m/s", BETWEEN, 0.6, THOUSANDTH, || between(1).x),
    row("D22", "one across, m/s", BETWEEN, 0.34641, THOUSANDTH, || between(1).y),
    row("D22", "the other across, m/s", BETWEEN, -0.34641, THOUSANDTH, || between(2).y),
    row("D23", "break of 15, cue at 10 m/s: cue, m/s", BELK, 1.79, ONE, || rack(0)),
    row("D23", "ball 1, m/s", BELK, 1.20, ONE, || rack(1)),
    row("D23", "ball 2, m/s", BELK, 1.57, ONE, || rack(2)),
    row("D23", "ball 4, m/s", BELK, 1.42, ONE, || rack(4)),
    row("D23", "ball 5, m/s", BELK, 0.12, PRINTED, || rack(5)),
    row("D23", "ball 7, m/s", BELK, 1.31, ONE, || rack(7)),
    row("D23", "ball 8, m/s", BELK, 0.25, PRINTED, || rack(8)),
    row("D23", "ball 11, m/s", BELK, 5.60, ONE, || rack(11)),
    row("D23", "ball 12, m/s", BELK, 2.57, ONE, || rack(12)),
    row("D23", "ball 13, m/s", BELK, 2.63, ONE, || rack(13)),
    row("D24", "toley into a line of two: toley along, m/s", CHAIN, 0.7621, HALF, || line_of_two(0).x),
    row("D24", "toley up, m/s", CHAIN, 0.2537, HALF, || line_of_two(0).z),
    row("D24", "first marble along, m/s", CHAIN, 1.125, HALF, || line_of_two(1).x),
    row("D24", "first marble up, m/s", CHAIN, -0.859, HALF, || line_of_two(1).z),
    row("D24", "second marble along, m/s", CHAIN, 3.053, HALF, || line_of_two(2).x),
    row("D25", "marble at 2 m/s, next two touch: last, m/s", CHAIN, 1.9891, GAP, || chain([0.5e-3, 0.0], 2.0, 2)),
    row("D25", "first, m/s", CHAIN, -0.1419, GAP, || chain([0.5e-3, 0.0], 2.0, 0)),
    row("D25", "gap of 10 um: last, m/s", CHAIN, 1.9999, GAP, || chain([0.5e-3, 10e-6], 2.0, 2)),
    row("D25", "first, m/s", CHAIN, -0.0167, GAP, || chain([0.5e-3, 10e-6], 2.0, 0)),
    row("D25", "gap of 25 um: last, m/s", CHAIN, 2.0, GAP, || chain([0.5e-3, 25e-6], 2.0, 2)),
    row("D25", "first, m/s", CHAIN, -0.0001, GAP, || chain([0.5e-3, 25e-6], 2.0, 0)),
    row("H2", "rigid ground answers at once: marble's speed over D11's", RIGID, 1.03184, places(5), rigid_ratio),
];
