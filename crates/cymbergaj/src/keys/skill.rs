//! How well a player strokes: `[player]` of a flick, `[a]` and `[b]` of a match.

use tolley_experiment::key::Set;
use tolley_experiment::noise::{Noise, NoiseKind, Scatter};
use tolley_experiment::sets;
use tolley_experiment::unit::deg;

tolley_experiment::names! {
    /// A known skill.
    pub enum Level {
        Club = "club": "Plays in a club.",
        Novice = "novice": "Begins.",
        Expert = "expert": "Wins.",
        Exact = "exact": "Never errs.",
    }
}

const NO_PLAYER: &str = "no comb player has been measured";

tolley_experiment::keys! {
    /// The errors of a player's strokes.
    pub struct Skill in "player" {
        /// Sets the three deviations below; a key that is set wins
        preset: Level = Level::Club, assumed NO_PLAYER, sets Level::sets;
        /// Distribution of the errors, scaled to the given deviations
        noise: NoiseKind = NoiseKind::Normal;
        /// Degrees of freedom of student-t errors
        noise_dof: f64 = 5.0, in 2.1..=1000.0, drawn 3.0..=30.0, only_with Skill.noise = NoiseKind::StudentT;
        /// Standard deviation of the direction
        aim_sd_rad: f64 = deg(1.5), in 0.0..=1.6, plausible 0.0..=deg(6.0), assumed NO_PLAYER;
        /// Standard deviation of ln(speed)
        speed_sd_ratio: f64 = 0.12, in 0.0..=2.0, plausible 0.0..=0.4, assumed NO_PLAYER;
        /// Standard deviation of the offset ratio, which gives spin
        offset_sd_ratio: f64 = 0.08, in 0.0..=1.0, plausible 0.0..=0.3, assumed NO_PLAYER;
        /// Mean of the error of the direction, left positive; no preset sets it, and whoever plans does not know it
        aim_bias_rad: f64 = 0.0, in -1.6..=1.6, plausible deg(-3.0)..=deg(3.0), assumed NO_PLAYER;
        /// Mean of the error of ln(speed); no preset sets it, and whoever plans does not know it
        speed_bias_ratio: f64 = 0.0, in -2.0..=2.0, plausible -0.3..=0.3, assumed NO_PLAYER;
        /// Correlation of the errors of direction and ln(speed)
        aim_speed_correlation_ratio: f64 = 0.0, in -0.999..=0.999, plausible -0.8..=0.8, assumed NO_PLAYER;
        /// Share of the strokes that are wild: all their errors are larger
        wild_share: f64 = 0.0, in 0.0..=1.0, plausible 0.0..=0.2, assumed NO_PLAYER;
        /// How many times as large as those of other strokes the errors of a wild one are, but for their means
        wild_ratio: f64 = 3.0, in 1.0..=100.0, plausible 1.5..=6.0, assumed NO_PLAYER;
        /// All three deviations are multiplied by this: 1.1 is 10 % less skill
        error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=3.0;
    }
}

impl Level {
    fn sets(self) -> Vec<Set> {
        let deviations = |aim_deg: f64, speed: f64, offset: f64| {
            sets! { Skill { aim_sd_rad: deg(aim_deg), speed_sd_ratio: speed, offset_sd_ratio: offset } }
        };
        match self {
            Level::Club => Vec::new(),
            Level::Novice => deviations(3.0, 0.20, 0.15),
            Level::Expert => deviations(0.7, 0.07, 0.04),
            Level::Exact => deviations(0.0, 0.0, 0.0),
        }
    }
}

impl Skill {
    /// The same player, whose deviations are multiplied.
    #[must_use]
    pub fn with_errors(self, ratio: f64) -> Skill {
        Skill {
            aim_sd_rad: self.aim_sd_rad * ratio,
            speed_sd_ratio: self.speed_sd_ratio * ratio,
            offset_sd_ratio: self.offset_sd_ratio * ratio,
            ..self
        }
    }

    /// How the errors are distributed, and how they hang together.
    #[inline]
    pub fn scatter(&self) -> Scatter {
        Scatter {
            noise: Noise::new(self.noise, self.noise_dof),
            correlation_ratio: self.aim_speed_correlation_ratio,
            wild_share: self.wild_share,
            wild_ratio: self.wild_ratio,
        }
    }

    /// Whether he errs more to one side: then the mirror image of a stroke is another one to him.
    pub fn is_one_sided(&self) -> bool {
        self.aim_bias_rad != 0.0 || self.aim_speed_correlation_ratio != 0.0
    }
}
