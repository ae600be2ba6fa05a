//! A toley that rolls over fixed grains: D35.

use glam::{DVec3, dvec3};
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_physics::kernel::{self, Ending, Limits, Silent};
use tolley_physics::spheres::{Ball, Law, Scratch, Setup, SlowContact, Spheres, State};
use tolley_physics::validation::{Basis, Row};

use super::row::band;
use crate::keys::contact::Contact;
use crate::keys::surface::Surface;

const TOLEY_M: f64 = 0.009525;
const SPEEDS_M_S: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 3.5];
const LINES: usize = 180;

/// A line of grains of 0.3 to 0.6 mm radius stuck to a slab at random, `cover` of it covered; they are so heavy that no
/// hit moves them, and the ball hops from one to another.
struct Line {
    setup: Setup,
    places_m: Vec<DVec3>,
    speed_m_s: f64,
    way_m: f64,
}

impl Line {
    fn laid(stream: &mut Stream, speed_m_s: f64, cover: f64, e: f64) -> Line {
        let mut balls = vec![Ball::solid(TOLEY_M, 2500.0, 0.3, 0.1)];
        let mut places_m = vec![dvec3(0.0, 0.0, TOLEY_M + 1.3e-3)];
        let (mut x, way_m) = (-0.01, 0.3 * speed_m_s * speed_m_s.min(1.0));
        while x < way_m + 0.02 {
            let radius_m = stream.uniform_in(0.3e-3, 0.6e-3);
            x += radius_m;
            balls.push(Ball::solid(radius_m, 2.5e12, 0.3, 0.1));
            places_m.push(dvec3(x, 0.0, radius_m));
            // free ground between grains, exponential with the mean that the cover asks for
            x += radius_m + stream.exponential() * 0.9e-3 * (1.0 / cover - 1.0);
        }
        let mut law = Contact::default().physics();
        law.law = Law::Pairwise;
        (law.restitution_ratio, law.friction_ratio, law.tangential_restitution_ratio) = (e, 0.4, 0.0);
        law.slow = SlowContact::Elastic { below_m_s: 1e-3 };
        Line { setup: Setup::new(balls, Surface::default().ground(), law, None), places_m, speed_m_s, way_m }
    }

    /// Place along the line, m, and energy, J, of the ball at a time; not a number for a run that did not get there.
    fn at(&self, time_s: f64) -> (f64, f64) {
        let mut state = State::new(&self.setup);
        for (i, &place_m) in self.places_m.iter().enumerate() {
            state.place(&self.setup, i, place_m, DVec3::ZERO, DVec3::ZERO);
        }
        let roll = dvec3(0.0, self.speed_m_s / TOLEY_M, 0.0);
        state.place(&self.setup, 0, self.places_m[0], dvec3(self.speed_m_s, 0.0, 0.0), roll);
        let limits = Limits { until_s: time_s, max_events: 200_000, max_events_at_once: 100_000, is_audited: false };
        let mut scratch = Scratch::new(&self.setup);
        let ending = kernel::run::<Spheres, _>(&self.setup, &mut state, &mut scratch, &limits, &mut Silent);
        if ending != Ending::Until {
            return (f64::NAN, f64::NAN);
        }
        let (ball, body) = (&self.setup.balls()[0], &state.bodies[0]);
        let height_j = ball.mass_kg * self.setup.ground().gravity_m_s2 * body.position_m.z;
        (body.position_m.x, body.kinetic_energy_j(ball) + height_j)
    }

    /// What slows the ball down, over gravity; the first hops, still those of the start, are left out.
    fn deceleration(&self) -> f64 {
        let [from, to] = [0.4, 0.9].map(|share| self.at(share * self.way_m / self.speed_m_s));
        // a ball that rolls has an inertia of 7/5 m
        let weight_n = self.setup.balls()[0].mass_kg * self.setup.ground().gravity_m_s2;
        (from.1 - to.1) / (to.0 - from.0) / (1.4 * weight_n)
    }
}

/// The mean over covers of 0.3, 0.6 and 0.9 and restitutions of 0, 0.15 and 0.3, for the speed of this number.
fn mean(number: usize) -> f64 {
    let stream = &mut Streams::new(35, 0, None).open(Purpose::named("grains"));
    let mut lines = |speed_m_s: f64| -> Vec<Line> {
        let cover_and_e = |k: usize| ([0.3, 0.6, 0.9][k % 3], [0.0, 0.15, 0.3][k / 3 % 3]);
        (0..LINES).map(cover_and_e).map(|(cover, e)| Line::laid(stream, speed_m_s, cover, e)).collect()
    };
    // one stream lays the lines of all speeds, one after the other
    for &slower_m_s in &SPEEDS_M_S[..number] {
        lines(slower_m_s);
    }
    lines(SPEEDS_M_S[number]).iter().map(Line::deceleration).sum::<f64>() / LINES as f64
}

const BUMPS: &str = "own estimate by a separate two-dimensional program; in form as Henrique et al., Phys. Rev. E 57, 4743 (1998): constant at high speed";
const SLOWED: [f64; 2] = [0.05, 0.10];

pub(super) const ROWS: &[Row] = &[
    band("D35", "toley over fixed grains at 0.25 m/s: deceleration over gravity", BUMPS, SLOWED, || mean(0))
        .on(Basis::Report),
    band("D35", "at 0.5 m/s", BUMPS, SLOWED, || mean(1)).on(Basis::Report),
    band("D35", "at 1 m/s", BUMPS, SLOWED, || mean(2)).on(Basis::Report),
    band("D35", "at 2 m/s", BUMPS, SLOWED, || mean(3)).on(Basis::Report),
    band("D35", "at 3.5 m/s", BUMPS, SLOWED, || mean(4)).on(Basis::Report),
];
