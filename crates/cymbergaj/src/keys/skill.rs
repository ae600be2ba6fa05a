//! How well a player strokes: `[player]` of a flick, `[a]` and `[b]` of a match.

use tolley_experiment::key::Set;
use tolley_experiment::noise::{Noise, NoiseKind};
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

tolley_experiment::keys! {
    /// The errors of a player's strokes.
    pub struct Skill in "player" {
        /// Sets the three deviations below; a key that is set wins
        preset: Level = Level::Club, assumed "no comb player has been measured", sets Level::sets;
        /// Distribution of the errors, scaled to the given deviations
        noise: NoiseKind = NoiseKind::Normal;
        /// Degrees of freedom of student-t errors
        noise_dof: f64 = 5.0, in 2.1..=1000.0, only_with Skill.noise = NoiseKind::StudentT;
        /// Standard deviation of the direction
        aim_sd_rad: f64 = deg(1.5), in 0.0..=1.6, plausible 0.0..=deg(6.0), assumed "no comb player has been measured";
        /// Standard deviation of ln(speed)
        speed_sd_ratio: f64 = 0.12, in 0.0..=2.0, plausible 0.0..=0.4, assumed "no comb player has been measured";
        /// Standard deviation of the offset ratio, which gives spin
        offset_sd_ratio: f64 = 0.08, in 0.0..=1.0, plausible 0.0..=0.3, assumed "no comb player has been measured";
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
    /// The same player, whose errors are multiplied.
    #[must_use]
    pub fn with_errors(self, ratio: f64) -> Skill {
        Skill {
            aim_sd_rad: self.aim_sd_rad * ratio,
            speed_sd_ratio: self.speed_sd_ratio * ratio,
            offset_sd_ratio: self.offset_sd_ratio * ratio,
            ..self
        }
    }

    /// Distribution of the errors.
    #[inline]
    pub fn distribution(&self) -> Noise {
        Noise::new(self.noise, self.noise_dof)
    }
}
