//! How much sides and players differ in strength: `[teams]`.

use tolley_experiment::key::Set;
use tolley_experiment::keys::value_for;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::{keys, names, path, sets};

use super::sides::Side;
use crate::keys::policy::{Planner, Policy};
use crate::laws::MOST_PLAYERS;
use crate::laws::choices::EndOnTarget;
use crate::laws::rules::Format;

const OF_SIDES: Purpose = Purpose::named("strengths of sides");
const OF_PLAYERS: Purpose = Purpose::named("strengths of players");

const UNMEASURED: &str = "nobody has measured how players differ; published scores say how sides do";
const FITTED: &str = "a fit to 36 published games with the policy sampled, that compares 4 shots, each tried once: errors \
                      and clock are known together, not each for itself; a middling side errs 4 times as much as a \
                      club player at the most, by assumption; how sides differ within champion and novice is a guess";

names! {
    /// How good the teams are that meet; sets other keys.
    pub enum Class {
        Like = "like": "Like sides, as good as [player] says.",
        Champion = "champion": "Sides like the best of twenty at Tinsley Green, computed from pub.",
        Club = "club": "Sides like those from the quarter-finals on.",
        Pub = "pub": "Sides as they come: as unlike as those of all published games.",
        Novice = "novice": "Sides like the middle of the weaker half, computed from pub.",
    }
}

impl Class {
    /// What a fit to the published games gives, by `scenarios/tinsley_green/published_teams.toml`; decision 018 has the
    /// intervals.
    fn sets(self) -> Vec<Set> {
        match self {
            Class::Like => Vec::new(),
            Class::Champion => fitted(0.56, WITHIN_CLASS),
            Class::Club => fitted(1.68, ALL),
            Class::Pub => fitted(4.0, ALL),
            Class::Novice => fitted(8.12, WITHIN_CLASS),
        }
    }
}

/// How much all sides differ, by the fit, and those of one class, a guess.
const ALL: f64 = 1.05;
const WITHIN_CLASS: f64 = 0.4;

/// The keys of a class: errors of a middling side, and how much sides differ; clock and players are those of the fit.
fn fitted(error_ratio: f64, side_sd_ratio: f64) -> Vec<Set> {
    let policy =
        |side| Set { key: path!(side, Side.policy), value: value_for(|side: &Side| side.policy, Policy::Sampled) };
    let mut sets = sets! {
        Teams { error_ratio: error_ratio, side_sd_ratio: side_sd_ratio, player_sd_ratio: 0.3 }
        Format { time_limit_s: 825.0, end_on_target: EndOnTarget::Break }
        Planner { candidate_count: 4, trial_count: 1 }
    };
    sets.extend(["a", "b"].map(policy));
    sets
}

keys! {
    /// How good sides are, and how much they and their players differ. Strengths are drawn once a match.
    pub struct Teams in "teams" {
        /// How good the teams are. Their classes are not those of player.preset: a team of class club errs 1.7 times as
        /// much as a player of the preset club. Sets the keys below, the clock, the end on the target, the policy
        /// sampled of both sides and its shots in mind; a key that is set wins
        preset: Class = Class::Like, Skill "class of the teams", strata [Class::Champion, Class::Pub] "the presets",
            assumed FITTED, sets Class::sets;
        /// Errors of a middling side, over those of [player]
        error_ratio: f64 = 1.0, Skill "errors of a middling side, against usual", in 0.0..=100.0, plausible 0.25..=10.0,
            strata [0.5, 3.0] "novice is 3 times club; low as darts amateurs", assumed UNMEASURED;
        /// How much sides differ: standard deviation of the logarithm of their errors. At 0.4 two sides in three err
        /// between 0.67 and 1.5 times as much as a middling one
        side_sd_ratio: f64 = 0.0, Skill "how much sides differ in strength", in 0.0..=3.0, plausible 0.0..=1.5,
            strata [0.0, 1.05] "0 is like sides; high is the fit to published games", assumed UNMEASURED;
        /// How much players of a side differ, alike: at 0.3 two in three err between 0.74 and 1.35 times as much as
        /// their side
        player_sd_ratio: f64 = 0.0, Skill "how much players of a side differ in strength", in 0.0..=3.0,
            plausible 0.0..=1.0, strata [0.0, 0.5] "0 is like players; high is a guess", assumed UNMEASURED;
    }
}

impl Teams {
    /// Draws the strengths of a match: the errors of each player over those that the keys say, by the sides that the
    /// players have. They come from streams of their own, so that nothing else of the match is drawn otherwise.
    pub(super) fn strengths<'s>(&self, streams: &Streams, sides: &'s [u8]) -> impl Iterator<Item = f64> + use<'s> {
        let Teams { side_sd_ratio, player_sd_ratio, .. } = *self;
        let [mut of_sides, mut of_players] = [OF_SIDES, OF_PLAYERS].map(|purpose| streams.open(purpose));
        let drawn: [f64; MOST_PLAYERS] = core::array::from_fn(|_| side_sd_ratio * of_sides.normal());
        sides.iter().map(move |side| libm::exp(drawn[usize::from(*side)] + player_sd_ratio * of_players.normal()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::with_presets;
    use crate::matches::MatchKeys;

    const SIDES: [u8; 12] = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];

    #[test]
    fn a_class_sets_strength_clock_and_players_of_both_sides() {
        let teams = Teams { preset: Class::Pub, ..Teams::default() };
        let keys = with_presets(MatchKeys { teams, ..MatchKeys::default() });
        assert_eq!((keys.a.policy, keys.b.policy), (Policy::Sampled, Policy::Sampled));
        assert!(keys.teams.side_sd_ratio > 1.0 && keys.format.time_limit_s > 0.0);
        assert_eq!((keys.format.end_on_target, keys.planner.candidate_count), (EndOnTarget::Break, 4));
    }

    fn logs(teams: &Teams, repeat: u64) -> Vec<f64> {
        teams.strengths(&Streams::new(3, repeat, None), &SIDES).map(libm::log).collect()
    }

    #[test]
    fn sides_differ_as_much_as_the_keys_say_and_players_of_a_side_too() {
        let teams = Teams { side_sd_ratio: 0.8, player_sd_ratio: 0.3, ..Teams::default() };
        let n = 4_000;
        let drawn: Vec<Vec<f64>> = (0..n).map(|repeat| logs(&teams, repeat)).collect();
        let sd =
            |of: &dyn Fn(&[f64]) -> f64| (drawn.iter().map(|logs| of(logs) * of(logs)).sum::<f64>() / n as f64).sqrt();
        // four standard errors of a deviation: 4.5 % of it
        let is_near = |got: f64, wanted: f64| assert!((got / wanted - 1.0).abs() < 0.045, "{got} {wanted}");
        is_near(sd(&|logs| logs[0]), 0.73_f64.sqrt());
        // two mates differ by their own strengths, two opponents by those of their sides too
        is_near(sd(&|logs| logs[0] - logs[5]), 0.18_f64.sqrt());
        is_near(sd(&|logs| logs[0] - logs[6]), 1.46_f64.sqrt());
    }

    #[test]
    fn what_does_not_differ_is_one_and_players_do_not_hang_on_how_sides_differ() {
        let [like, sides, players, both] = [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [0.5, 0.5]]
            .map(|[side_sd_ratio, player_sd_ratio]| Teams { side_sd_ratio, player_sd_ratio, ..Teams::default() })
            .map(|teams| logs(&teams, 7));
        assert_eq!(like, [0.0; 12]);
        assert!(sides[..6].iter().all(|log| *log == sides[0]) && sides[0] != sides[6]);
        for player in 0..12 {
            assert!((both[player] - sides[player] - players[player]).abs() < 1e-12);
        }
    }
}
