//! What a solution leaves.

use super::opponent::Meeting;
use super::solution::{Certificate, Solution};
use crate::keys::faces::Champion;
use crate::keys::{Dice, FacesSource, checks};
use crate::laws::columns::{ChampionFace, HeldBy, MayRoll, Phase};
use crate::laws::{Act, Compiled};

tolley_experiment::row! {
    /// One solution.
    pub struct SolutionRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, Bookkeeping "source of the dice faces";
        /// Constraints N1 to N9 that the faces break.
        broken_constraint_count: u32, Bookkeeping "constraints that the faces break";
        /// Reachable positions, mirror images told as one.
        position_count: u64, Bookkeeping "reachable positions";
        /// Decisions of a policy, by half, rolls left, side, position and score.
        decision_count: u64, Bookkeeping "decisions of a policy";
        /// Share of points (win 1, draw 1/2) of the draw's winner when both play to win.
        points_share: f64, "share of points of who won the draw" of "draw winner";
        /// How far that is from an even match.
        edge_share: f64, "edge of who won the draw" of "draw winner";
        /// Whether that is less than 1 %.
        is_fair: bool, "whether the match is fair within 1 %" shown "";
        /// Share of matches that the draw's winner wins in normal time.
        win_share: f64, "share of wins of who won the draw" of "draw winner";
        /// Share of matches that are drawn in normal time.
        draw_share: f64, "share of drawn matches";
        /// Expected goal difference of the draw's winner when both play for goals.
        goal_difference: f64, "goal difference of who won the draw" of "draw winner";
        /// Expected goals of both when both play for goals.
        goal_count_mean: f64, "expected goals per match";
        /// Value of the opening kick-off to its taker, in goals, when 1 in 150 rolls ends the match.
        kick_off_goals: f64, "value of the kick-off in goals";
        /// Points of the draw's winner when he rolls the bomb.
        points_with_bomb_share: f64, "share of points with the bomb";
        /// Points of the draw's winner when he rolls the assist.
        points_with_assist_share: f64, "share of points with the assist";
        /// Points of the draw's winner when he rolls the perfect shot.
        points_with_perfect_share: f64, "share of points with the perfect shot";
        /// Points of the draw's winner when he rolls the great save.
        points_with_great_save_share: f64, "share of points with the great save";
        /// Points of the draw's winner when he rolls the recovery.
        points_with_recovery_share: f64, "share of points with the recovery";
        /// Points of the draw's winner when he rolls the foul.
        points_with_foul_share: f64, "share of points with the foul";
        /// Points of the best policy against the opponent, both seats alike; null without one.
        points_against_opponent_share: f64, "share of points against the opponent";
        /// Share of matches that the best policy wins against the opponent.
        wins_against_opponent_share: f64, "share of wins against the opponent";
        /// Share of matches of the best policy against the opponent that are drawn.
        draws_against_opponent_share: f64, "share of draws against the opponent";
        /// What the opponent's policy costs: points above one half of a best response to it.
        opponent_cost_share: f64, "cost of the opponent's policy";
        /// Largest Bellman residual of both objectives and the steady values; null when not asked for.
        residual: f64, Bookkeeping "largest Bellman residual";
        /// Bound of the error of a points share by the cut of the score; null when not asked for.
        cut_bound_share: f64, Bookkeeping "error bound of the cut score";
        /// What both best responses together gain on the policy; null when not asked for.
        exploitability_share: f64, Bookkeeping "exploitability of the policy";
    }
}

/// A match is called fair when the edge is less.
const FAIR: f64 = 0.01;

impl SolutionRow {
    /// Of a game without a solution.
    pub(super) fn unsolved(dice: &Dice, faces_source: FacesSource, game: &Compiled) -> SolutionRow {
        let nan = f64::NAN;
        SolutionRow {
            faces_source,
            broken_constraint_count: checks::violations(dice).len() as u32,
            position_count: game.positions.len() as u64,
            decision_count: 0,
            points_share: nan,
            edge_share: nan,
            is_fair: false,
            win_share: nan,
            draw_share: nan,
            goal_difference: nan,
            goal_count_mean: nan,
            kick_off_goals: nan,
            points_with_bomb_share: nan,
            points_with_assist_share: nan,
            points_with_perfect_share: nan,
            points_with_great_save_share: nan,
            points_with_recovery_share: nan,
            points_with_foul_share: nan,
            points_against_opponent_share: nan,
            wins_against_opponent_share: nan,
            draws_against_opponent_share: nan,
            opponent_cost_share: nan,
            residual: nan,
            cut_bound_share: nan,
            exploitability_share: nan,
        }
    }

    /// Of a solution, and of what came of an opponent's meeting with it.
    pub(super) fn solved(self, game: &Compiled, solved: &Solution, met: Option<&Meeting>) -> SolutionRow {
        let with = |face: Champion| {
            let opening = game.openings.iter().position(|opening| opening.face == Some(face));
            opening.map_or(f64::NAN, |opening| solved.points_by_opening[opening])
        };
        let meeting = |of: fn(&Meeting) -> f64| met.map_or(f64::NAN, of);
        let proven = |of: fn(&Certificate) -> f64| solved.certificate.as_ref().map_or(f64::NAN, of);
        SolutionRow {
            decision_count: solved.policy.len() as u64,
            points_share: solved.points_share,
            edge_share: solved.points_share - 0.5,
            is_fair: (solved.points_share - 0.5).abs() < FAIR,
            win_share: solved.points_share - 0.5 * solved.draw_share,
            draw_share: solved.draw_share,
            goal_difference: solved.goal_difference,
            goal_count_mean: solved.goals,
            kick_off_goals: solved.kick_off_goals,
            points_with_bomb_share: with(Champion::Bomb),
            points_with_assist_share: with(Champion::Assist),
            points_with_perfect_share: with(Champion::Perfect),
            points_with_great_save_share: with(Champion::GreatSave),
            points_with_recovery_share: with(Champion::Recovery),
            points_with_foul_share: with(Champion::Foul),
            points_against_opponent_share: meeting(|met| met.points),
            wins_against_opponent_share: meeting(|met| met.wins),
            draws_against_opponent_share: meeting(|met| met.draws),
            opponent_cost_share: meeting(|met| met.cost),
            residual: proven(|certificate| certificate.residual),
            cut_bound_share: proven(|certificate| certificate.cut_bound),
            exploitability_share: proven(|certificate| certificate.exploitability),
            ..self
        }
    }
}

tolley_experiment::row! {
    /// The value of one position.
    pub struct ValueRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, Bookkeeping "source of the dice faces";
        /// 1 or 2.
        half: u32, Bookkeeping "half of the match";
        /// Counted rolls left in the half.
        rolls_left_count: u32, Bookkeeping "rolls left in the half";
        /// Whether the attacker won the draw.
        attacker_won_draw: bool, Bookkeeping "whether the attacker won the draw" shown "";
        /// Goals that the attacker is ahead; negative when he is behind.
        attacker_ahead: f64, Bookkeeping "goals that the attacker is ahead";
        /// What is to happen next.
        phase: Phase, Bookkeeping "next phase of play";
        /// Whether the defender may use the champion die first.
        is_window: bool, Bookkeeping "whether the champion die may come first" shown "";
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice, and for the keeper's die.
        ball_row: u32, Bookkeeping "row of the ball";
        /// Column of the ball, 1 to 3: mirror images are one.
        ball_column: u32, Bookkeeping "column of the ball";
        /// What may be rolled.
        may_roll: MayRoll, Bookkeeping "dice that may be rolled";
        /// Who holds the champion die.
        champion_holder: HeldBy, Bookkeeping "holder of the champion die";
        /// Its face.
        champion_face: ChampionFace, Bookkeeping "face of the champion die";
        /// Fouls running of the defender.
        foul_count: u32, Bookkeeping "fouls in a row of the defender";
        /// Share of points (win 1, draw 1/2) of the attacker when both play to win.
        points_share: f64, "attacker's share of points" of "attacker";
        /// Share of matches that the attacker wins in normal time when both play to win.
        win_share: f64, "attacker's share of wins" of "attacker";
        /// Share of matches that end drawn in normal time when both play to win.
        draw_share: f64, "share of draws from the position";
        /// Goals still to come, the attacker's minus the defender's, when both play for goals.
        goals_to_come: f64, "goals still to come";
        /// Steady value to the attacker, in goals, when 1 in 150 rolls ends the match.
        steady_goals: f64, "long-run value in goals";
    }
}

tolley_experiment::row! {
    /// The best decision at one position.
    pub struct PolicyRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, Bookkeeping "source of the dice faces";
        /// 1 or 2.
        half: u32, Bookkeeping "half of the match";
        /// Counted rolls left in the half.
        rolls_left_count: u32, Bookkeeping "rolls left in the half";
        /// Whether the attacker won the draw.
        attacker_won_draw: bool, Bookkeeping "whether the attacker won the draw" shown "";
        /// Goals that the attacker is ahead; negative when he is behind.
        attacker_ahead: f64, Bookkeeping "goals that the attacker is ahead";
        /// Number of the position; positions of one trial only.
        position: u32, Bookkeeping "number of the position";
        /// Whether the attacker decides, or the defender.
        attacker_decides: bool, Bookkeeping "whether the attacker decides" shown "";
        /// What is to happen next.
        phase: Phase, Bookkeeping "next phase of play";
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice, and for the keeper's die.
        ball_row: u32, Bookkeeping "row of the ball";
        /// Column of the ball, 1 to 3: mirror images are one.
        ball_column: u32, Bookkeeping "column of the ball";
        /// What may be rolled.
        may_roll: MayRoll, Bookkeeping "dice that may be rolled";
        /// Who holds the champion die.
        champion_holder: HeldBy, Bookkeeping "holder of the champion die";
        /// Its face.
        champion_face: ChampionFace, Bookkeeping "face of the champion die";
        /// Fouls running of the defender.
        foul_count: u32, Bookkeeping "fouls in a row of the defender";
        /// The best decision.
        best: Act, "best decision";
        /// The second best.
        second: Act, "second-best decision";
        /// Share of points of who decides, after the best decision.
        points_share: f64, "share of points after the best decision";
        /// How much worse the second best is, in share of points.
        margin_share: f64, "cost of the second-best decision";
        /// How much worse than the best it is to roll control; null where that is not offered.
        control_loss_share: f64, "cost of rolling control";
        /// How much worse than the best it is to roll pass.
        pass_loss_share: f64, "cost of rolling pass";
        /// How much worse than the best it is to roll cross.
        cross_loss_share: f64, "cost of rolling cross";
        /// How much worse than the best it is to shoot.
        shoot_loss_share: f64, "cost of shooting";
        /// The best decision when both play for goals.
        best_for_goals: Act, "best decision for goals";
        /// How much worse its second best is, in goals.
        margin_goals: f64, "cost of the second-best decision in goals";
    }
}
