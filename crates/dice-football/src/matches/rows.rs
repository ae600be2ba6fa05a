//! The row of a match.

use super::played::{Played, Tally};
use crate::keys::FacesSource;
use crate::laws::Act;
use crate::laws::columns::ChampionFace;

tolley_experiment::row! {
    /// One match.
    pub struct MatchRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, Bookkeeping "source of the dice faces";
        /// Whether player A won the draw: he holds the champion die and opens the second half.
        a_won_draw: bool, "chance that player A won the draw" of "a";
        /// The face with which the champion die opened.
        opening_face: ChampionFace, "opening face of the champion die";
        /// Goals of player A in normal time.
        a_goal_count: u32, "goals of player A" of "a";
        /// Goals of player B in normal time.
        b_goal_count: u32, "goals of player B" of "b";
        /// Goals of player A minus those of player B.
        goal_difference: f64, "goal difference of player A" of "a";
        /// Goals of both.
        goal_count: u32, "goals per match";
        /// Goals of both in the first half.
        first_half_goal_count: u32, "goals in the first half";
        /// Whether player A wins, a series included.
        a_wins: bool, "chance that player A wins" of "a";
        /// Whether player B wins, a series included.
        b_wins: bool, "chance that player B wins" of "b";
        /// Whether the match ends drawn.
        is_draw: bool, "chance of a draw";
        /// Whether a series of penalties decided.
        is_series: bool, "chance that a penalty series decides";
        /// Goals of player A in the series; 0 without one.
        a_series_goal_count: u32, "penalty-series goals of player A" of "a";
        /// Goals of player B in the series; 0 without one.
        b_series_goal_count: u32, "penalty-series goals of player B" of "b";
        /// Points of player A: win 1, draw 1/2.
        a_points_share: f64, "player A's share of points" of "a";
        /// Points of the draw's winner: win 1, draw 1/2.
        draw_winner_points_share: f64, "share of points of who won the draw" of "draw winner";
        /// Dice rolled.
        roll_count: u32, "rolls per match";
        /// Of them after the time was up.
        overtime_roll_count: u32, "rolls after time is up";
        /// Changes of attacker.
        change_count: u32, "changes of attacker";
        /// Changes of attacker a roll.
        loss_share: f64, "chance to lose the ball in a roll";
        /// Rolls from one change of attacker to the next.
        rolls_per_possession: f64, "rolls per possession";
        /// Share of rolls with the ball in rows 1 to 4, of those whose ball has a place.
        own_third_share: f64, "share of rolls in the own third";
        /// Share of rolls with the ball in rows 5 to 7.
        middle_third_share: f64, "share of rolls in the middle third";
        /// Share of rolls with the ball in rows 8 to 11, shots and what follows them included.
        last_third_share: f64, "share of rolls in the last third";
        /// Shot dice rolled.
        shot_count: u32, "shots per match";
        /// Own goals of the defender and of the attacker.
        own_goal_count: u32, "own goals per match";
        /// Penalties taken.
        penalty_count: u32, "penalties per match";
        /// Corners won, those of a ball over the own goal line too.
        corner_count: u32, "corners per match";
        /// Fouls on the dark-blue die.
        foul_count: u32, "fouls per match";
        /// Second fouls running.
        red_card_count: u32, "red cards per match";
        /// Of them those with which the champion die changed hands.
        die_handed_over_count: u32, "red cards that hand over the champion die";
        /// Dark-blue dice rolled.
        defence_count: u32, "defences rolled";
        /// Dark-blue dice declined.
        decline_count: u32, "defences declined";
        /// Rolls with arrows reversed.
        reverse_count: u32, "rolls with reversed arrows";
        /// Kicks with the number doubled.
        double_count: u32, "kicks with a doubled number";
        /// Abilities of the champion die used.
        champion_use_count: u32, "uses of the champion die";
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The player who wins, a series included: 0 for the draw's winner.
    pub winner: Option<usize>,
    /// Goals of both in the series of penalties, if one decided.
    pub series_goals: Option<[u32; 2]>,
}

impl MatchRow {
    /// Of a match.
    pub(super) fn of(faces_source: FacesSource, a_won_draw: bool, played: &Played, ending: Ending) -> MatchRow {
        let a = usize::from(!a_won_draw);
        let Ending { winner, series_goals } = ending;
        let in_series = series_goals.unwrap_or_default();
        let points = |player: usize| winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
        let (a_goals, b_goals) = (played.goals[a], played.goals[1 - a]);
        let ratio = |a: u32, b: u32| f64::from(a) / f64::from(b);
        let third = |third: usize| ratio(played.thirds[third], played.thirds[1..].iter().sum());
        MatchRow {
            faces_source,
            a_won_draw,
            opening_face: ChampionFace::of(played.face),
            a_goal_count: a_goals,
            b_goal_count: b_goals,
            goal_difference: f64::from(a_goals) - f64::from(b_goals),
            goal_count: a_goals + b_goals,
            first_half_goal_count: played.first_half_goals.iter().sum(),
            a_wins: winner == Some(a),
            b_wins: winner == Some(1 - a),
            is_draw: winner.is_none(),
            is_series: series_goals.is_some(),
            a_series_goal_count: in_series[a],
            b_series_goal_count: in_series[1 - a],
            a_points_share: points(a),
            draw_winner_points_share: points(0),
            roll_count: played.roll_count,
            overtime_roll_count: played.overtime_roll_count,
            change_count: played.change_count,
            loss_share: ratio(played.change_count, played.roll_count),
            rolls_per_possession: ratio(played.roll_count, played.change_count + 1),
            own_third_share: third(1),
            middle_third_share: third(2),
            last_third_share: third(3),
            shot_count: played.count(Act::Shoot),
            own_goal_count: played.count_of(&[Act::OwnGoal, Act::IntoOwnGoal]),
            penalty_count: played.tally(Tally::Penalty) + played.tally(Tally::PenaltyCorner),
            corner_count: played.tally(Tally::Corner) + played.tally(Tally::PenaltyCorner),
            foul_count: played.count_of(&[Act::Fouled, Act::SentOff, Act::SentOffHolder]),
            red_card_count: played.count_of(&[Act::SentOff, Act::SentOffHolder]),
            die_handed_over_count: played.count(Act::SentOffHolder),
            defence_count: played.tally(Tally::Defence),
            decline_count: played.count(Act::Decline),
            reverse_count: played.count_of(&[Act::ControlReversed, Act::PassReversed, Act::CrossReversed]),
            double_count: played.count_of(&[Act::ControlDoubled, Act::PassDoubled, Act::CrossDoubled]),
            champion_use_count: played.count_of(&Act::ABILITIES),
        }
    }
}
