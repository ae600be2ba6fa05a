//! How well a player strokes: `[player]` of a flick, `[a]` and `[b]` of a match.

use tolley_experiment::key::Set;
use tolley_experiment::keys::KeyTable;
use tolley_experiment::noise::{Correlation, Joint, Noise, NoiseKind, Scatter};
use tolley_experiment::problem::Fault;
use tolley_experiment::unit::deg;
use tolley_experiment::{path, sets};

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
        preset: Level = Level::Club, Skill "skill of {}", strata [Level::Expert, Level::Novice] "the presets",
            assumed NO_PLAYER, sets Level::sets;
        /// Distribution of the errors, scaled to the given deviations
        noise: NoiseKind = NoiseKind::Normal, Skill "distribution of {}'s errors",
            strata [NoiseKind::Normal, NoiseKind::StudentT];
        /// Degrees of freedom of student-t errors
        noise_dof: f64 = 5.0, Skill "heaviness of the tails of {}'s errors", in 2.1..=1000.0, drawn 3.0..=30.0,
            strata [3.0, 30.0] "range it is drawn from", only_with Skill.noise = NoiseKind::StudentT;
        /// Standard deviation of the direction
        aim_sd_rad: f64 = deg(1.5), Skill "spread of {}'s aim", in 0.0..=1.6, plausible 0.0..=deg(6.0),
            strata [deg(0.7), deg(3.0)] "presets expert 0.7 deg and novice 3 deg", assumed NO_PLAYER;
        /// Standard deviation of ln(speed)
        speed_sd_ratio: f64 = 0.12, Skill "spread of {}'s speed", shown "%", in 0.0..=2.0, plausible 0.0..=0.4,
            strata [0.07, 0.2] "presets expert and novice", assumed NO_PLAYER;
        /// Standard deviation of the offset ratio, which gives spin
        offset_sd_ratio: f64 = 0.08, Skill "spread of {}'s stroke offset", in 0.0..=1.0, plausible 0.0..=0.3,
            strata [0.04, 0.15] "presets expert and novice", assumed NO_PLAYER;
        /// Mean of the error of the direction, left positive; no preset sets it, and whoever plans does not know it
        aim_bias_rad: f64 = 0.0, Skill "constant error of {}'s aim", in -1.6..=1.6, plausible deg(-3.0)..=deg(3.0),
            strata plausible, assumed NO_PLAYER;
        /// Mean of the error of ln(speed); no preset sets it, and whoever plans does not know it
        speed_bias_ratio: f64 = 0.0, Skill "constant error of {}'s speed", shown "%", in -2.0..=2.0,
            plausible -0.3..=0.3, strata plausible, assumed NO_PLAYER;
        /// Mean of the error of the offset ratio, left positive; no preset sets it, and whoever plans does not know it
        offset_bias_ratio: f64 = 0.0, Skill "constant error of {}'s stroke offset", in -1.0..=1.0,
            plausible -0.15..=0.15, strata plausible, assumed NO_PLAYER;
        /// Correlation of the errors of direction and ln(speed)
        aim_speed_correlation_ratio: f64 = 0.0, Skill "aim-speed correlation of {}'s errors", in -0.999..=0.999,
            plausible -0.8..=0.8, strata plausible, assumed NO_PLAYER;
        /// Correlation of the errors of direction and offset ratio
        aim_offset_correlation_ratio: f64 = 0.0, Skill "aim-offset correlation of {}'s errors", in -0.999..=0.999,
            plausible -0.3..=0.3, strata plausible, assumed NO_PLAYER;
        /// Correlation of the errors of ln(speed) and offset ratio
        speed_offset_correlation_ratio: f64 = 0.0, Skill "speed-offset correlation of {}'s errors", in -0.999..=0.999,
            plausible -0.3..=0.3, strata plausible, assumed NO_PLAYER;
        /// Share of the strokes that are wild: all their errors are larger
        wild_share: f64 = 0.0, Skill "share of {}'s wild strokes", in 0.0..=1.0, plausible 0.0..=0.2, strata plausible,
            assumed NO_PLAYER;
        /// How many times as large as those of other strokes the errors of a wild one are, but for their means
        wild_ratio: f64 = 3.0, Skill "error size of {}'s wild strokes", in 1.0..=100.0, plausible 1.5..=6.0,
            strata plausible when "wild_share>0", assumed NO_PLAYER;
        /// All three deviations are multiplied by this: 1.1 is 10 % less skill
        error_ratio: f64 = 1.0, Skill "errors of {}, against usual", in 0.0..=100.0, plausible 0.0..=3.0,
            strata [0.5, 2.0] "novice is 2 times club; low as expert";
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

    /// How the errors are distributed.
    #[inline]
    pub fn scatter(&self) -> Scatter {
        let Skill { noise, noise_dof, wild_share, wild_ratio, .. } = *self;
        Scatter { noise: Noise::new(noise, noise_dof), wild_share, wild_ratio }
    }

    /// Correlations of the errors of direction, ln(speed) and offset, by the keys of this table.
    pub fn correlations(&self, table: &'static str) -> [Correlation; 3] {
        let of = |key, errors, ratio| Correlation { key, errors, ratio };
        [
            of(path!(table, Skill.aim_speed_correlation_ratio), [0, 1], self.aim_speed_correlation_ratio),
            of(path!(table, Skill.aim_offset_correlation_ratio), [0, 2], self.aim_offset_correlation_ratio),
            of(path!(table, Skill.speed_offset_correlation_ratio), [1, 2], self.speed_offset_correlation_ratio),
        ]
    }

    /// How the errors hang together; why not, by the keys of this table, where no errors do.
    pub fn joint(&self, table: &'static str) -> Result<Joint<3>, Fault> {
        Joint::new(&self.correlations(table))
    }

    /// Whether he errs more to one side: then the mirror image of a stroke is another one to him. Direction and offset
    /// are turned round in a mirror.
    pub fn is_one_sided(&self) -> bool {
        let is_odd = [true, false, true];
        let is_biased = self.aim_bias_rad != 0.0 || self.offset_bias_ratio != 0.0;
        is_biased || self.correlations(Skill::NAME).iter().any(|one| one.is_one_sided(is_odd))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_changes_whose_direction_or_offset_has_a_mean_or_hangs_on_the_speed() {
        let plain = Skill::default();
        assert!(!plain.is_one_sided());
        for (skill, is_one_sided) in [
            (Skill { aim_bias_rad: 0.01, ..plain }, true),
            (Skill { offset_bias_ratio: -0.01, ..plain }, true),
            (Skill { aim_speed_correlation_ratio: 0.1, ..plain }, true),
            (Skill { speed_offset_correlation_ratio: 0.1, ..plain }, true),
            (Skill { speed_bias_ratio: 0.1, ..plain }, false),
            (Skill { aim_offset_correlation_ratio: 0.5, ..plain }, false),
        ] {
            assert_eq!(skill.is_one_sided(), is_one_sided, "{skill:?}");
        }
    }

    #[test]
    fn correlations_that_no_errors_have_are_refused_with_a_key_of_the_player() {
        let with = |aim_speed_correlation_ratio, aim_offset_correlation_ratio, speed_offset_correlation_ratio| {
            let skill = Skill {
                aim_speed_correlation_ratio,
                aim_offset_correlation_ratio,
                speed_offset_correlation_ratio,
                ..Skill::default()
            };
            skill.joint("b").map_err(|fault| fault.path.to_string())
        };
        assert_eq!(with(0.7, 0.6, -0.8), Err("b.speed_offset_correlation_ratio".to_owned()));
        // matrices between those that can be had can be had too, so that the corners tell of all that is plausible
        for corner in 0..8 {
            let sign = |at: u32| if corner >> at & 1 == 0 { 1.0 } else { -1.0 };
            assert!(with(0.8 * sign(0), 0.3 * sign(1), 0.3 * sign(2)).is_ok());
        }
    }
}
