//! A player's comb: the stroke meant, and the stroke executed.

use glam::DVec2;
use tolley_experiment::key::Point;
use tolley_experiment::noise::Noise;
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::discs::strike;

const AIM: Purpose = Purpose::named("aim");
const SPEED: Purpose = Purpose::named("speed");
const SPIN: Purpose = Purpose::named("spin");

/// The stroke that a player means and the errors he makes.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    noise: Noise,
    /// Speed given to the coin, m/s.
    speed_m_s: f64,
    by_impulse: bool,
    offset_ratio: f64,
    /// Largest offset at which the comb does not slip.
    offset_limit_ratio: f64,
    aim_sd_rad: f64,
    speed_sd_ratio: f64,
    offset_sd_ratio: f64,
}

/// A stroke as executed; the errors are turns within the player's own frame.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Error of the direction, rad, left positive.
    pub aim_error_rad: f64,
    /// Unit vector.
    pub direction: DVec2,
    /// Speed of the coin, m/s.
    pub speed_m_s: f64,
    /// Offset of the stroke's line over the coin's radius.
    pub offset_ratio: f64,
    /// Whether the offset that was drawn lay outside the comb's friction cone, so that the comb slipped to its edge.
    pub comb_slips: bool,
}

impl Player {
    /// The player of `[strike]` and `[player]`.
    pub fn new(point: &Point) -> Player {
        // by impulse: J is what gives the nominal coin the stated speed, so a heavier coin starts slower
        let by_impulse = point.choice("strike.by") == "impulse";
        let share = if by_impulse { 1.0 / point.number("striker.mass_ratio") } else { 1.0 };
        Player {
            noise: Noise::named(point.choice("player.noise"), point.number("player.noise_dof")),
            speed_m_s: point.number("strike.speed_m_s") * share,
            by_impulse,
            offset_ratio: point.number("strike.offset_ratio"),
            offset_limit_ratio: strike::offset_limit_ratio(point.number("strike.comb_friction_ratio")),
            aim_sd_rad: point.number("player.aim_sd_rad"),
            speed_sd_ratio: point.number("player.speed_sd_ratio"),
            offset_sd_ratio: point.number("player.offset_sd_ratio"),
        }
    }

    /// Executes a stroke along `direction` at a coin of `mass_share` its usual mass; each error has its own stream.
    pub fn execute(&self, direction: DVec2, mass_share: f64, streams: &Streams) -> Stroke {
        let error = |purpose| self.noise.draw(&mut streams.open(purpose));
        let aim_error_rad = self.aim_sd_rad * error(AIM);
        let speed_m_s = if self.by_impulse { self.speed_m_s / mass_share } else { self.speed_m_s };
        let (sine, cosine) = libm::sincos(aim_error_rad);
        let drawn_ratio = self.offset_ratio + self.offset_sd_ratio * error(SPIN);
        Stroke {
            aim_error_rad,
            direction: direction * cosine + direction.perp() * sine,
            speed_m_s: speed_m_s * libm::exp(self.speed_sd_ratio * error(SPEED)),
            offset_ratio: drawn_ratio.clamp(-self.offset_limit_ratio, self.offset_limit_ratio),
            comb_slips: drawn_ratio.abs() > self.offset_limit_ratio,
        }
    }
}
