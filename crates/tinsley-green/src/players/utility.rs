//! What a player thinks a result is worth, in points: it follows from the rules in force and from the score.

use super::view::{Owner, PlayerView};
use crate::keys::policy::Policy;
use crate::laws::choices::{EliminatedBy, KnockContinues};
use crate::laws::rules::Format;

/// What may come of a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShotOutcome {
    /// Marbles knocked off.
    pub marbles: u32,
    /// Toleys of opponents knocked off.
    pub opponents: u32,
    /// Toleys of team-mates knocked off.
    pub mates: u32,
    /// Whether the own toley stays on the ring.
    pub stays: bool,
}

/// Of a further shot at once, TG-5d4: about what a break in mid-game still brings, marbles.
const AGAIN: f64 = 1.5;
/// Of a player who is out of the game: about what he would still have scored, marbles; his side loses it, and in a
/// team match the other side gains by as much.
const PLAYER: f64 = 3.0;
/// Of an opponent's toley for who hunts toleys, over what it is worth: so much that it decides even where it is rare.
const HUNTED: f64 = 4.0;
/// Of a toley that lies on the ring when the turn ends, for who wants it off: so much more than a shot is likely to
/// bring that it decides even where it is rare, marbles.
const RISK: f64 = 6.0;
/// Of the game: more than all that can come of a shot else, points.
const WON: f64 = 1000.0;

/// What results are worth, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utility {
    /// Of a marble, TG-5a.
    pub marble: f64,
    /// Of another shot at once, TG-5d4, if marbles enough are left for it.
    pub again: f64,
    /// Of an opponent's toley knocked off, the further shot aside.
    pub opponent: f64,
    /// Of a team-mate's toley knocked off, the further shot aside.
    pub mate: f64,
    /// Of a toley that stays on the ring when the turn ends, to be knocked off by others, TG-5d3.
    pub left_lying: f64,
    /// Which toleys earn another shot.
    pub knock: KnockContinues,
    /// Marbles that win the game, TG-9g; none where there is no game to be won.
    pub needed: Option<u32>,
    /// Marbles on the ring.
    pub on_ring: u32,
}

impl Utility {
    /// Of a policy, for what a player sees: an elimination is worth something only where a toley knocked off
    /// eliminates, TG-5d3, and another shot only what earns one.
    pub fn new(policy: Policy, view: &PlayerView) -> Utility {
        let rules = &view.laws.continuation;
        let marble = f64::from(rules.points_per_marble_count);
        let if_out = |is_out: bool, worth: f64| if is_out { worth * marble } else { 0.0 };
        let is_out = rules.eliminate_on_knockoff;
        let keenness = if policy == Policy::Hunter { HUNTED } else { 1.0 };
        Utility {
            marble,
            again: AGAIN * marble,
            opponent: if_out(is_out, keenness * PLAYER / opponents(&view.laws.format)),
            mate: if_out(is_out && rules.eliminated_by == EliminatedBy::AnyPlayer, -PLAYER),
            left_lying: match policy {
                Policy::Safe => if_out(is_out, -RISK),
                // the next turn starts where this one ends
                Policy::StopShort => AGAIN * marble,
                Policy::Nearest | Policy::Random | Policy::Sampled | Policy::Hunter => 0.0,
            },
            knock: rules.toley_knock,
            needed: view.needed_points.map(|points| points.div_ceil(rules.points_per_marble_count)),
            on_ring: view.owners.iter().filter(|owner| **owner == Owner::Marble).count() as u32,
        }
    }

    /// Whether it is worth anything to knock such a ball off and stay on the ring.
    pub fn is_worth_hitting(&self, owner: Owner) -> bool {
        let none = ShotOutcome { stays: true, ..ShotOutcome::default() };
        let hit = match owner {
            Owner::Marble => ShotOutcome { marbles: 1, ..none },
            Owner::Opponent => ShotOutcome { opponents: 1, ..none },
            Owner::Mate => ShotOutcome { mates: 1, ..none },
        };
        self.of(&hit) > 0.0
    }

    /// Of one result.
    pub fn of(&self, outcome: &ShotOutcome) -> f64 {
        let ShotOutcome { marbles, opponents, mates, stays } = *outcome;
        if self.needed.is_some_and(|needed| marbles >= needed) {
            return WON;
        }
        let knocked = match self.knock {
            KnockContinues::Any => opponents + mates,
            KnockContinues::OpponentsOnly => opponents,
            KnockContinues::None => 0,
        };
        let after = match (stays, marbles + knocked > 0) {
            (true, true) => self.again.min(self.marble * f64::from(self.on_ring.saturating_sub(marbles))),
            (true, false) => self.left_lying,
            (false, _) => 0.0,
        };
        self.marble * f64::from(marbles) + self.opponent * f64::from(opponents) + self.mate * f64::from(mates) + after
    }
}

/// Sides among which the gain is shared when a player is out; in an individual match each opponent is one.
fn opponents(format: &Format) -> f64 {
    if format.is_team() { 1.0 } else { f64::from(format.players().saturating_sub(1).max(1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UTILITY: Utility = Utility {
        marble: 1.0,
        again: 0.5,
        opponent: 2.0,
        mate: -3.0,
        left_lying: -0.25,
        knock: KnockContinues::Any,
        needed: None,
        on_ring: 9,
    };

    fn of(utility: Utility, marbles: u32, opponents: u32, mates: u32, stays: bool) -> f64 {
        utility.of(&ShotOutcome { marbles, opponents, mates, stays })
    }

    #[test]
    fn the_toley_that_stays_is_worth_a_shot_or_a_risk() {
        let of = |marbles, opponents, mates, stays| of(UTILITY, marbles, opponents, mates, stays);
        assert_eq!(
            [of(2, 0, 0, true), of(2, 0, 0, false), of(0, 0, 0, true), of(0, 0, 0, false)],
            [2.5, 2.0, -0.25, 0.0]
        );
        assert_eq!([of(0, 1, 0, true), of(1, 1, 1, false)], [2.5, 0.0]);
    }

    #[test]
    fn a_further_shot_is_earned_as_the_rules_say_and_is_worth_no_more_than_is_left() {
        let with = |knock| Utility { knock, ..UTILITY };
        let mate = |knock| of(with(knock), 0, 0, 1, true);
        assert_eq!(
            [mate(KnockContinues::Any), mate(KnockContinues::OpponentsOnly), mate(KnockContinues::None)],
            [-2.5, -3.25, -3.25]
        );
        assert_eq!(of(with(KnockContinues::None), 0, 1, 0, true), 1.75);
        assert_eq!(of(UTILITY, 9, 0, 0, true), 9.0);
    }

    #[test]
    fn what_is_worth_hitting_follows_from_the_rules() {
        let none = Utility { opponent: 0.0, mate: 0.0, knock: KnockContinues::None, ..UTILITY };
        let wanted =
            |utility: Utility| [Owner::Marble, Owner::Opponent, Owner::Mate].map(|o| utility.is_worth_hitting(o));
        assert_eq!(wanted(none), [true, false, false]);
        assert_eq!(wanted(UTILITY), [true, true, false]);
        assert_eq!(
            wanted(Utility { opponent: 0.0, knock: KnockContinues::OpponentsOnly, ..none }),
            [true, true, false]
        );
        // a mate who is not put out, and whose toley earns a shot
        assert_eq!(wanted(Utility { knock: KnockContinues::Any, ..none }), [true, true, true]);
    }

    #[test]
    fn once_the_target_is_reached_nothing_else_counts() {
        let last = Utility { needed: Some(2), ..UTILITY };
        assert_eq!([of(last, 2, 0, 0, false), of(last, 3, 0, 2, true)], [WON; 2]);
        assert_eq!(of(last, 1, 0, 0, false), 1.0);
    }
}
