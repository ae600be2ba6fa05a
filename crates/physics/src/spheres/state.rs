//! What is true: every body at its own local time, and the piece of motion it is in.

use glam::DVec3;

use super::island::{Hit, Island};
use super::motion::{self, Path};
use super::setup::{Ball, Law, Setup};
use crate::growth::Growth;
use crate::kernel::Event;

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Lies still, on the ground or on other balls; it cannot wake by itself.
    Rest,
    /// Rolls on the ground without slip.
    Roll,
    /// Slides on the ground.
    Slide,
    /// Stays in place on the ground and turns about the vertical.
    Spin,
    /// Flies.
    Air,
    /// Has left the ring, for good; frozen as it was at the crossing.
    Off,
}

impl Mode {
    /// The name as printed: `rest roll slide spin air off`.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Rest => "rest",
            Mode::Roll => "roll",
            Mode::Slide => "slide",
            Mode::Spin => "spin",
            Mode::Air => "air",
            Mode::Off => "off",
        }
    }

    /// Whether the centre moves and can meet something.
    pub(super) fn travels(self) -> bool {
        matches!(self, Mode::Roll | Mode::Slide | Mode::Air)
    }
}

/// One body at its own local time: that of the last event which touched it.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Centre, m; at `z` equal to the radius it is on the ground.
    pub position_m: DVec3,
    /// Velocity of the centre, m/s.
    pub velocity_m_s: DVec3,
    /// Spin, rad/s, right-handed, z up.
    pub spin_rad_s: DVec3,
    /// How it moves.
    pub mode: Mode,
    pub(super) time_s: f64,
    pub(super) path: Path,
    /// Work of the ground's friction on it so far, J.
    pub(super) friction_work_j: f64,
    /// Time of its last impact with another body; minus infinity before the first.
    pub(super) hit_s: f64,
    /// Whether that impact was a slow one, elastic by rule.
    pub(super) hit_softly: bool,
    pub(super) growth: Growth,
}

impl Body {
    fn nowhere() -> Body {
        Body {
            position_m: DVec3::ZERO,
            velocity_m_s: DVec3::ZERO,
            spin_rad_s: DVec3::ZERO,
            mode: Mode::Off,
            time_s: 0.0,
            path: Path::STILL,
            friction_work_j: 0.0,
            hit_s: f64::NEG_INFINITY,
            hit_softly: false,
            growth: Growth::from_start(DVec3::ZERO),
        }
    }

    /// The time at which position, velocity and spin hold, s.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Where the centre is at a time inside the current piece of motion, m.
    pub fn position_at_m(&self, time_s: f64) -> DVec3 {
        let t = time_s - self.time_s;
        self.position_m + (self.velocity_m_s + self.path.acceleration_m_s2 * (0.5 * t)) * t
    }

    /// Velocity of the centre at a time inside the current piece of motion, m/s.
    pub fn velocity_at_m_s(&self, time_s: f64) -> DVec3 {
        self.velocity_m_s + self.path.acceleration_m_s2 * (time_s - self.time_s)
    }

    /// Kinetic energy of translation and rotation, J.
    pub fn kinetic_energy_j(&self, ball: &Ball) -> f64 {
        let turning = 0.4 * (ball.radius_m * ball.radius_m) * self.spin_rad_s.length_squared();
        0.5 * ball.mass_kg * (self.velocity_m_s.length_squared() + turning)
    }

    /// Whether it is held by the ground: not in the air, and not at rest on other balls.
    pub(super) fn is_grounded(&self, ball: &Ball) -> bool {
        self.mode != Mode::Air && self.position_m.z <= ball.radius_m
    }

    pub(super) fn is_finite(&self) -> bool {
        self.position_m.is_finite() && self.velocity_m_s.is_finite() && self.spin_rad_s.is_finite()
    }
}

/// The truth: every body at its own local time.
#[derive(Clone, Debug)]
pub struct State {
    /// The bodies, by number, as the balls of the setup.
    pub bodies: Vec<Body>,
    /// Whether any body may rest on others.
    pub(super) may_perch: bool,
    /// Further bodies that the last event has touched.
    pub(super) woken: Vec<u16>,
    pub(super) island: Island,
}

impl State {
    /// Bodies that are not placed yet, and so off.
    pub fn new(setup: &Setup) -> State {
        let n = setup.balls.len();
        let island = match setup.contact.law {
            Law::Pairwise => Island::default(),
            Law::Hertz(_) => Island::for_bodies(n),
        };
        State { bodies: vec![Body::nowhere(); n], may_perch: false, woken: Vec::with_capacity(2 * n), island }
    }

    /// The contacts that the last event, a hit under the law of Hertz, led to while it lasted, in the order in which they
    /// ended; empty where the event was a hit of two alone or anything else.
    pub fn hits(&self) -> &[Hit] {
        &self.island.hits
    }

    /// The hits that the last event stands for: itself, or each contact that an island of hits led to, as an impact of its
    /// own, in the order in which they ended. The first has the loss of all.
    pub fn each_hit(&self, event: &Event) -> impl Iterator<Item = Event> {
        let alone = self.island.hits.is_empty().then_some(*event);
        let losses_j = std::iter::once(event.loss_j).chain(std::iter::repeat(0.0));
        let hits = self.island.hits.iter().zip(losses_j).map(|(hit, loss_j)| Event {
            time_s: hit.time_s,
            position_m: hit.position_m,
            impulse_n_s: hit.impulse_n_s,
            loss_j,
            ..Event::of_pair(hit.time_s, hit.bodies[0], hit.bodies[1])
        });
        alone.into_iter().chain(hits)
    }

    /// How many times a small error of the places at the start has grown since, at the most of all bodies; an estimate from
    /// free paths and angles of impact, infinite where nothing is left of what was known.
    pub fn error_growth_ratio(&self) -> f64 {
        self.bodies.iter().map(|body| body.growth.at(body.position_m)).fold(1.0, f64::max)
    }

    /// Places ball `i` at time 0; the numbers tell how it moves: above the ground or with vertical velocity it flies,
    /// with slip it slides, else it rolls, spins or rests.
    pub fn place(&mut self, setup: &Setup, i: usize, position_m: DVec3, velocity_m_s: DVec3, spin_rad_s: DVec3) {
        let body = &mut self.bodies[i];
        let growth = Growth::from_start(position_m);
        *body = Body { position_m, velocity_m_s, spin_rad_s, growth, ..Body::nowhere() };
        motion::enter(setup, i, body);
        self.woken.clear();
        self.island.hits.clear();
    }
}
