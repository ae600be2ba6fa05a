//! One body: where it is, how it moves, and the piece of motion it is in.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::ball::Ball;
use super::path::{Next, Path};
use crate::growth::Growth;

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
    /// Whether the ground held both balls in that impact.
    pub(super) hit_level: bool,
    /// Slow impacts in a row.
    pub(super) slow_count: u8,
    /// Impacts at the time of the last one before it.
    pub(super) instant_count: u8,
    pub(super) growth: Growth,
}

impl Body {
    pub(super) fn nowhere() -> Body {
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
            hit_level: false,
            slow_count: 0,
            instant_count: 0,
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

    /// Velocity of the contact point over the ground, m/s: `u = (vx - R wy, vy + R wx)`.
    pub(super) fn slip_m_s(&self, ball: &Ball) -> DVec2 {
        self.velocity_m_s.xy() + self.spin_rad_s.xy().perp() * ball.radius_m
    }

    /// Sets the slip to exactly nothing: `w_h = (z x v) / R`.
    pub(super) fn set_rolling(&mut self, ball: &Ball) {
        let turn = self.velocity_m_s.xy().perp() / ball.radius_m;
        (self.spin_rad_s.x, self.spin_rad_s.y) = (turn.x, turn.y);
    }

    /// Whether it is held by the ground: not in the air, and not at rest on other balls.
    pub(super) fn is_grounded(&self, ball: &Ball) -> bool {
        self.mode != Mode::Air && self.position_m.z <= ball.radius_m
    }

    /// Whether resting contacts hold it: it lies on others and slides off them, or bears some that do.
    pub fn is_held(&self) -> bool {
        self.path.next == Next::Press
    }

    /// Notes an impact, and whether it was a slow one.
    pub(super) fn note_hit(&mut self, time_s: f64, softly: bool) {
        self.instant_count = if time_s == self.hit_s { self.instant_count.saturating_add(1) } else { 0 };
        (self.hit_s, self.hit_softly, self.hit_level) = (time_s, softly, false);
        self.slow_count = if softly { self.slow_count.saturating_add(1) } else { 0 };
    }

    pub(super) fn is_finite(&self) -> bool {
        self.position_m.is_finite() && self.velocity_m_s.is_finite() && self.spin_rad_s.is_finite()
    }
}
