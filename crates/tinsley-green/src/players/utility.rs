//! What a player thinks a result is worth, in points: it follows from the rules in force and from the score.

use super::value::{BreakValue, Further};
use super::view::{Owner, PlayerView};
use crate::keys::policy::Policy;
use crate::laws::Score;
use crate::laws::choices::{EliminatedBy, KnockContinues};

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
    /// How far from the middle it then lies, m.
    pub toley_far_m: f64,
}

/// Of a further shot at once, TG-5d4, for who knows no better: one constant, marbles. A break in mid-game brings a
/// player of a club four times as many, so that `sampled` cares too much for the next marble and too little for the
/// break.
const AGAIN: f64 = 1.5;
/// Of a player who is out of the game: about what he would still have scored, marbles; his side loses it, and in a
/// team match the other side gains by as much. It comes to nothing if the game ends before.
const PLAYER: f64 = 3.0;
/// Of an opponent's toley for who hunts toleys, over what it is worth: so much that it decides even where it is rare.
const HUNTED: f64 = 4.0;
/// Of a toley that lies on the ring when the turn ends, for who wants it off: so much more than a shot is likely to
/// bring that it decides even where it is rare, marbles.
const RISK: f64 = 20.0;
/// Chance that a further shot leaves it there, about that of players of a club.
const LEFT: f64 = 0.05;
/// Of the game: more than all that can come of a shot else, points.
const WON: f64 = 1000.0;

/// What results are worth, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utility {
    /// Of a marble, TG-5a.
    pub marble: f64,
    /// Of another shot at once, TG-5d4.
    pub further: Further,
    /// Of the chance that the other shot leaves the toley where it should not be.
    pub may_lie: f64,
    /// Radius of the ring, m.
    pub ring_m: f64,
    /// Of winning in this break, over what its marbles are worth: what is lost if others win before the next turn.
    pub at_stake: f64,
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
    /// Whether another shot may follow in this break.
    pub goes_on: bool,
    /// Whether the last opponent who is left wins the game by being put out, TG-X2.
    pub wins_alone: bool,
}

impl Utility {
    /// Of a policy, for what a player sees: an elimination is worth something only where a toley knocked off
    /// eliminates, TG-5d3, and another shot only what earns one. What pays in later turns is worth the less the nearer
    /// others are to winning, and what may win in this break the more.
    pub fn new(policy: Policy, view: &PlayerView) -> Utility {
        let rules = &view.laws.continuation;
        let each = rules.points_per_marble_count;
        let marble = f64::from(each);
        let on_ring = view.owners.iter().filter(|owner| **owner == Owner::Marble).count() as u32;
        let further = match policy {
            Policy::Valued => Further::Learnt(BreakValue::of(view.skill, &view.toley)),
            _ => Further::Constant(AGAIN),
        };
        let danger = view.score.map_or(0.0, |score| danger(&score, each, &further, on_ring));
        // a game is worth as many points as win it
        let at_stake = view.score.map_or(0.0, |score| danger * f64::from(score.target));
        let later = (1.0 - danger) * marble;
        let [share, lone] = view.score.map_or([1.0, 0.0], |score| opponent_shares(&score));
        let if_out = |is_out: bool, worth: f64| if is_out { worth } else { 0.0 };
        let is_out = rules.eliminate_on_knockoff;
        let left_lying = match policy {
            Policy::Safe => if_out(is_out, -RISK * later),
            // the next turn starts where this one ends
            Policy::StopShort => AGAIN * later,
            Policy::Nearest | Policy::Random | Policy::Sampled | Policy::Valued | Policy::Hunter => 0.0,
        };
        let keenness = if policy == Policy::Hunter { HUNTED } else { 1.0 };
        Utility {
            marble,
            further,
            may_lie: LEFT * left_lying.min(0.0),
            ring_m: view.hand.ring.radius_m(),
            at_stake,
            opponent: if_out(is_out, keenness * (share * PLAYER * later + lone * at_stake)),
            mate: if_out(is_out && rules.eliminated_by == EliminatedBy::AnyPlayer, -PLAYER * later),
            left_lying,
            knock: rules.toley_knock,
            needed: view.score.map(|score| score.needed(score.side).div_ceil(each)),
            goes_on: view.score.is_none_or(|score| score.shots_left > 0),
            wins_alone: is_out && view.score.is_some_and(|score| view.laws.wins_alone(&score)),
            on_ring,
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

    /// Of another shot, TG-5d4, after so many marbles from where the toley lies: what a break still brings, the chance
    /// that it wins, and the chance that it leaves the toley where it should not be.
    fn of_another_shot(&self, marbles: u32, toley_far_m: f64) -> f64 {
        let (left, far_ratio) = (self.on_ring.saturating_sub(marbles), toley_far_m / self.ring_m);
        let wins = match self.needed.map(|needed| needed.saturating_sub(marbles)) {
            // where nothing is at stake the chance is not asked for
            Some(needed) if needed <= left && self.at_stake > 0.0 => self.further.chance(left, far_ratio, needed),
            _ => 0.0,
        };
        let brings = self.marble * self.further.mean(left, far_ratio);
        (brings + self.may_lie).min(self.marble * f64::from(left)) + self.at_stake * wins
    }

    /// Of one result.
    pub fn of(&self, outcome: &ShotOutcome) -> f64 {
        let ShotOutcome { marbles, opponents, mates, stays, toley_far_m } = *outcome;
        if self.needed.is_some_and(|needed| marbles >= needed) || (self.wins_alone && opponents > 0) {
            return WON;
        }
        let knocked = match self.knock {
            KnockContinues::Any => opponents + mates,
            KnockContinues::OpponentsOnly => opponents,
            KnockContinues::None => 0,
        };
        let after = match (stays, marbles + knocked > 0 && self.goes_on) {
            (true, true) => self.of_another_shot(marbles, toley_far_m),
            (true, false) => self.left_lying,
            (false, _) => 0.0,
        };
        self.marble * f64::from(marbles) + self.opponent * f64::from(opponents) + self.mate * f64::from(mates) + after
    }
}

/// Chance that another side wins before the own side's next turn: each plays once, as well as the own side.
fn danger(score: &Score, points_per_marble: u32, further: &Further, on_ring: u32) -> f64 {
    let marbles = |side| score.needed(side).div_ceil(points_per_marble);
    1.0 - score.others().map(|side| 1.0 - further.chance_of_turn(on_ring, marbles(side))).product::<f64>()
}

/// What an opponent who is out is worth to the own side, over what he would have scored: he is one of so many sides
/// that would have lost by it; and over what is at stake: only a side that has nobody left can no longer win.
fn opponent_shares(score: &Score) -> [f64; 2] {
    let sides = score.others().count().max(1) as f64;
    let is_lone = f64::from(score.others_count) <= sides;
    [1.0 / sides, if is_lone { 1.0 / sides } else { 0.0 }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::balls::Toley;
    use crate::keys::player::{HandRules, Player};
    use crate::keys::ring::Ring;
    use crate::keys::shot::Shot;
    use crate::keys::surface::Surface;
    use crate::laws::choices::OnWipeout;
    use crate::laws::{Laws, MOST_PLAYERS, Stance};
    use crate::players::Hand;

    const UTILITY: Utility = Utility {
        marble: 1.0,
        further: Further::Constant(0.5),
        may_lie: 0.0,
        ring_m: 1.0,
        at_stake: 0.0,
        opponent: 2.0,
        mate: -3.0,
        left_lying: -0.25,
        knock: KnockContinues::Any,
        needed: None,
        on_ring: 9,
        goes_on: true,
        wins_alone: false,
    };

    fn of(utility: Utility, marbles: u32, opponents: u32, mates: u32, stays: bool) -> f64 {
        utility.of(&ShotOutcome { marbles, opponents, mates, stays, toley_far_m: 0.0 })
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

    /// What results are worth to the first of so many sides at these points, of so many players each.
    fn at(points: &[u32], players: u32, target: u32) -> Utility {
        under(&Laws::default(), 9, points, players, target)
    }

    /// The same under these laws, where so many shots may still follow.
    fn under(laws: &Laws, shots_left: u32, points: &[u32], players: u32, target: u32) -> Utility {
        let mut all = [0; MOST_PLAYERS];
        all[..points.len()].copy_from_slice(points);
        let others = points.len() as u32 - 1;
        let playing = (1 << points.len()) - 1;
        let score = Score { points: &all, side: 0, playing, others_count: players * others, target, shots_left };
        let ring = Ring::default();
        let (rules, player, shot) = (HandRules::default(), Player::default(), Shot::default());
        let toley = Surface::default().ball(&Surface::default().mean(), Toley::default().own());
        let view = PlayerView {
            hand: &Hand::new(&ring, &rules, &player, &shot, 9.81),
            skill: &player.erring().expect("correlations"),
            toley,
            stance: Stance::Edge,
            balls: &[],
            owners: &[Owner::Marble; 9],
            laws,
            score: Some(score),
            may_fudge: false,
        };
        Utility::new(Policy::Sampled, &view)
    }

    #[test]
    fn no_shot_follows_the_last_of_a_break() {
        let [more, last] = [1, 0].map(|shots_left| under(&Laws::default(), shots_left, &[20, 0], 6, 25));
        assert!((of(more, 1, 0, 0, true) - 2.5).abs() < 1e-4);
        assert_eq!(of(last, 1, 0, 0, true), 1.0);
    }

    #[test]
    fn who_puts_the_last_opponent_out_has_won_where_the_laws_say_so() {
        let mut laws = Laws::default();
        laws.format.on_wipeout = OnWipeout::OpponentsWin;
        let [lone, two] = [1, 2].map(|players| under(&laws, 9, &[0, 24], players, 25));
        assert_eq!(of(lone, 0, 1, 0, false), WON);
        assert!(of(two, 0, 1, 0, false) < 5.0 && of(at(&[0, 24], 1, 25), 0, 1, 0, false) < 50.0);
    }

    #[test]
    fn what_pays_later_is_worth_the_less_the_nearer_others_are_to_winning_and_what_wins_now_the_more() {
        let [calm, near] = [[20, 0], [20, 24]].map(|points| at(&points, 6, 25));
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-4, "{a} {b}");
        close(calm.mate, -3.0);
        close(calm.opponent, 3.0);
        close(of(calm, 1, 0, 0, true), 2.5);
        // 0.6 that the other makes the one point that he needs, and 0.6^4 that the own side makes the four
        close(near.mate, -1.2);
        close(near.opponent, 1.2);
        close(of(near, 1, 0, 0, true), 2.5 + 25.0 * 0.6 * 0.6 * 0.6 * 0.6 * 0.6);
        // the last one of the other side: out, he cannot win; two others who need a point each
        close(at(&[20, 24], 1, 25).opponent, 1.2 + 15.0);
        close(at(&[20, 24, 24], 1, 25).mate, -3.0 * 0.4 * 0.4);
        close(at(&[20, 24, 24], 1, 25).opponent, 0.5 * (3.0 * 0.16 + 25.0 * 0.84));
        // a mate whose toley earns the shot that may win
        assert!(
            !at(&[23, 0], 6, 25).is_worth_hitting(Owner::Mate) && at(&[23, 24], 6, 25).is_worth_hitting(Owner::Mate)
        );
    }
}
