//! A stroke, from the one that a player means to the one that he makes.

use glam::DVec2;
use tolley_experiment::noise::{Joint, biased};
use tolley_experiment::random::Stream;
use tolley_physics::discs::strike;

use crate::keys::{Skill, Strike};
use crate::laws::turned;

/// A stroke as meant, in the player's own frame: he attacks along +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intent {
    /// Unit vector.
    pub direction: DVec2,
    /// Speed of a coin of the mass that he believes his to have, m/s.
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
    /// Error of the direction, rad, left positive.
    pub aim_error_rad: f64,
    /// Whether the offset that was drawn lay outside the comb's friction cone, so that the comb slipped to its edge.
    pub comb_slips: bool,
    /// What comes off the table.
    pub lifted: Lifted,
}

/// What comes off the table in a stroke: nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lifted {
    /// Vertical speed with which the struck coin hops, m/s.
    pub hop_m_s: Option<f64>,
    /// How many hard hits go by before one ends with a coin on the other.
    pub ride_after: Option<u32>,
}

impl Launch {
    /// A stroke made as it is meant.
    pub fn exactly(intent: &Intent) -> Launch {
        let Intent { direction, speed_m_s, offset_ratio, .. } = *intent;
        Launch { direction, speed_m_s, offset_ratio, aim_error_rad: 0.0, comb_slips: false, lifted: Lifted::default() }
    }
}

/// The random numbers of one player's hand: the n-th stroke of a match takes the n-th of each, whatever happened
/// before.
#[derive(Clone, Debug)]
pub struct HandStreams {
    /// Of the direction.
    pub aim: Stream,
    /// Of the speed.
    pub speed: Stream,
    /// Of the offset.
    pub offset: Stream,
    /// Which strokes are wild; none is drawn of a player who has none.
    pub wild: Option<Stream>,
}

/// The errors of one stroke.
#[derive(Clone, Copy, Debug)]
struct Errors {
    /// Of the direction, rad, left positive.
    aim_rad: f64,
    /// Of the logarithm of the speed.
    speed_log: f64,
    /// Of the offset.
    offset_ratio: f64,
}

/// A player's hand: his errors, his comb and his coin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// His errors.
    pub skill: Skill,
    /// How they hang together.
    pub joint: Joint<3>,
    /// What his comb does.
    pub strike: Strike,
    /// Mass that he believes his coin to have, kg.
    pub believed_kg: f64,
    /// Mass of his coin, kg.
    pub mass_kg: f64,
    /// Speed of his strokes over what he takes it for.
    pub habit_ratio: f64,
    /// Whether his strokes allow for what his coin weighs.
    pub allows_for_mass: bool,
}

impl Hand {
    /// Speed of his coin over that of one of the mass believed struck alike, as he takes it.
    #[inline]
    pub fn speed_ratio(&self) -> f64 {
        if self.allows_for_mass { self.strike.speed_ratio(self.believed_kg, self.mass_kg) } else { 1.0 }
    }

    /// Makes a stroke at a coin that weighs so much in this trial; the errors are turns within the player's own frame.
    pub fn execute(&self, intent: &Intent, mass_kg: f64, streams: &mut HandStreams) -> Launch {
        let scatter = self.skill.scatter();
        let size = scatter.size(|| streams.wild.as_mut().map_or(1.0, Stream::uniform));
        let drawn =
            [&mut streams.aim, &mut streams.speed, &mut streams.offset].map(|stream| scatter.noise.draw(stream));
        let speed_ratio = self.strike.speed_ratio(self.believed_kg, mass_kg);
        let Errors { aim_rad, speed_log, offset_ratio } = self.errors(drawn, size);
        let Skill { aim_bias_rad, speed_bias_ratio, offset_bias_ratio, .. } = self.skill;
        let errors = Errors {
            aim_rad: biased(aim_rad, aim_bias_rad),
            speed_log: biased(speed_log, speed_bias_ratio),
            offset_ratio: biased(offset_ratio, offset_bias_ratio),
        };
        self.err(intent, speed_ratio * self.habit_ratio, errors)
    }

    /// Makes a stroke with errors from one stream: what a player imagines, who does not know their means.
    pub fn imagine(&self, intent: &Intent, stream: &mut Stream) -> Launch {
        let scatter = self.skill.scatter();
        let drawn = [0, 1, 2].map(|_| scatter.noise.draw(stream));
        let size = scatter.size(|| stream.uniform());
        self.err(intent, self.speed_ratio(), self.errors(drawn, size))
    }

    /// Makes a stroke with these errors, over their deviations: what a player imagines who thinks of the usual ones.
    pub fn erring(&self, intent: &Intent, own: [f64; 3]) -> Launch {
        self.err(intent, self.speed_ratio(), self.errors(own, 1.0))
    }

    /// His errors about their means, from independent ones and from how many times as large they are.
    fn errors(&self, own: [f64; 3], size: f64) -> Errors {
        let (skill, [aim, speed, offset]) = (&self.skill, self.joint.mixed(own));
        Errors {
            aim_rad: skill.aim_sd_rad * (size * aim),
            speed_log: skill.speed_sd_ratio * (size * speed),
            offset_ratio: skill.offset_sd_ratio * (size * offset),
        }
    }

    fn err(&self, intent: &Intent, speed_ratio: f64, errors: Errors) -> Launch {
        let drawn_offset_ratio = intent.offset_ratio + errors.offset_ratio;
        let limit_ratio = strike::offset_limit_ratio(self.strike.comb_friction_ratio);
        Launch {
            direction: turned(intent.direction, errors.aim_rad),
            speed_m_s: intent.speed_m_s * speed_ratio * libm::exp(errors.speed_log),
            // a comb outside its friction cone slips to the cone's edge
            offset_ratio: drawn_offset_ratio.clamp(-limit_ratio, limit_ratio),
            aim_error_rad: errors.aim_rad,
            comb_slips: drawn_offset_ratio.abs() > limit_ratio,
            lifted: Lifted::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::keys::KeyTable;
    use tolley_experiment::random::{Purpose, Streams};

    use super::*;

    #[test]
    fn strokes_have_all_means_and_correlations_asked_for_and_a_planner_knows_no_means() {
        let skill = Skill {
            aim_bias_rad: 0.01,
            speed_bias_ratio: -0.05,
            offset_bias_ratio: 0.03,
            aim_speed_correlation_ratio: 0.5,
            aim_offset_correlation_ratio: -0.4,
            speed_offset_correlation_ratio: 0.2,
            ..Skill::default()
        };
        // a comb that does not slip
        let strike = Strike { comb_friction_ratio: 1.0, ..Strike::default() };
        let joint = skill.joint(Skill::NAME).expect("correlations");
        let (believed_kg, mass_kg, habit_ratio) = (0.005, 0.005, 1.0);
        let hand = Hand { skill, joint, strike, believed_kg, mass_kg, habit_ratio, allows_for_mass: true };
        let intent = Intent::straight(DVec2::X, 1.0);
        let of = |launch: &Launch| [launch.aim_error_rad, libm::log(launch.speed_m_s), launch.offset_ratio];
        let sds = [skill.aim_sd_rad, skill.speed_sd_ratio, skill.offset_sd_ratio];
        let is_as_asked = |made: &mut dyn FnMut() -> Launch, biases: [f64; 3]| {
            let n = 20_000;
            let scaled = |error: [f64; 3]| core::array::from_fn(|i| (error[i] - biases[i]) / sds[i]);
            let errors: Vec<[f64; 3]> = (0..n).map(|_| scaled(of(&made()))).collect();
            let mean = |f: &dyn Fn(&[f64; 3]) -> f64| errors.iter().map(f).sum::<f64>() / f64::from(n);
            // four standard errors, at most of a square: sqrt(2 / n)
            (0..3).for_each(|i| assert!(mean(&|error| error[i]).abs() < 0.04, "{i}"));
            for one in skill.correlations(Skill::NAME) {
                let [i, j] = one.errors;
                let got = mean(&|error| error[i] * error[j]);
                assert!((got - one.ratio).abs() < 0.04, "{}: {got}", one.key);
            }
        };
        let open = |name| Streams::new(7, 0, None).open(Purpose::named(name));
        let mut streams = HandStreams { aim: open("aim"), speed: open("speed"), offset: open("offset"), wild: None };
        is_as_asked(&mut || hand.execute(&intent, mass_kg, &mut streams), [0.01, -0.05, 0.03]);
        let mut thought = open("thought");
        is_as_asked(&mut || hand.imagine(&intent, &mut thought), [0.0; 3]);
    }
}
