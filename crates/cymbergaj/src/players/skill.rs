//! How well a player strokes: from the stroke he means to the one he makes.

use glam::DVec2;
use tolley_experiment::noise::Noise;
use tolley_experiment::random::Stream;

/// A stroke as meant, in the player's own frame: he attacks along +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intent {
    /// Unit vector.
    pub direction: DVec2,
    /// Speed of a coin of nominal mass, m/s.
    pub speed_m_s: f64,
    /// Line of the stroke off the coin's centre over its radius; positive spins counter-clockwise.
    pub offset_ratio: f64,
    /// Whether the player leaves the ball alone on purpose, because any way to it risks a foul.
    pub refuses: bool,
}

impl Intent {
    /// A stroke through the coin's centre, at the ball.
    pub fn straight(direction: DVec2, speed_m_s: f64) -> Intent {
        Intent { direction, speed_m_s, offset_ratio: 0.0, refuses: false }
    }
}

/// A stroke as made, in the player's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Launch {
    /// Unit vector.
    pub direction: DVec2,
    /// Speed of the coin, m/s.
    pub speed_m_s: f64,
    /// Offset of the stroke's line over the coin's radius.
    pub offset_ratio: f64,
}

/// The errors of a player, and what his comb can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Distribution of the errors.
    pub noise: Noise,
    /// Standard deviation of the direction, rad.
    pub aim_sd_rad: f64,
    /// Standard deviation of ln(speed).
    pub speed_sd_ratio: f64,
    /// Standard deviation of the offset ratio.
    pub offset_sd_ratio: f64,
    /// Fastest stroke he dares, m/s.
    pub speed_max_m_s: f64,
    /// Largest offset at which the comb does not slip.
    pub offset_limit_ratio: f64,
    /// Speed of his coin over that of a nominal one for the same stroke: 1 by speed, less for a heavy coin by impulse.
    pub speed_share: f64,
}

/// The random numbers of one player's hand: the n-th stroke of a match takes the n-th of each, whatever happened before.
#[derive(Clone, Debug)]
pub struct Hand {
    /// Of the direction.
    pub aim: Stream,
    /// Of the speed.
    pub speed: Stream,
    /// Of the offset.
    pub offset: Stream,
}

impl Skill {
    /// The same with all errors multiplied.
    #[must_use]
    pub fn with_errors(self, ratio: f64) -> Skill {
        Skill {
            aim_sd_rad: self.aim_sd_rad * ratio,
            speed_sd_ratio: self.speed_sd_ratio * ratio,
            offset_sd_ratio: self.offset_sd_ratio * ratio,
            ..self
        }
    }

    /// Makes a stroke; its errors are turns within the player's own frame.
    pub fn execute(&self, intent: &Intent, hand: &mut Hand) -> Launch {
        let errors = [&mut hand.aim, &mut hand.speed, &mut hand.offset].map(|stream| self.noise.draw(stream));
        self.err(intent, errors)
    }

    /// Makes a stroke with errors from one stream: what a player imagines.
    pub fn imagine(&self, intent: &Intent, stream: &mut Stream) -> Launch {
        let errors = [0, 1, 2].map(|_| self.noise.draw(stream));
        self.err(intent, errors)
    }

    fn err(&self, intent: &Intent, [aim, speed, offset]: [f64; 3]) -> Launch {
        let (sine, cosine) = libm::sincos(self.aim_sd_rad * aim);
        let speed_m_s = intent.speed_m_s.min(self.speed_max_m_s) * self.speed_share;
        let drawn_ratio = intent.offset_ratio + self.offset_sd_ratio * offset;
        Launch {
            direction: intent.direction * cosine + intent.direction.perp() * sine,
            speed_m_s: speed_m_s * libm::exp(self.speed_sd_ratio * speed),
            // a comb outside its friction cone slips to the cone's edge
            offset_ratio: drawn_ratio.clamp(-self.offset_limit_ratio, self.offset_limit_ratio),
        }
    }
}
