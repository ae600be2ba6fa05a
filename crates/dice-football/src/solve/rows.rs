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
        faces_source: FacesSource;
        /// Constraints N1 to N9 that the faces break.
        broken_constraint_count: u32;
        /// Reachable positions, mirror images told as one.
        position_count: u64;
        /// Decisions of a policy, by half, rolls left, side, position and score.
        decision_count: u64;
        /// Share of points (win 1, draw 1/2) of the draw's winner when both play to win.
        points_share: f64;
        /// How far that is from an even match.
        edge_share: f64;
        /// Whether that is less than 1 %.
        is_fair: bool;
        /// Share of matches that the draw's winner wins in normal time.
        win_share: f64;
        /// Share of matches that are drawn in normal time.
        draw_share: f64;
        /// Expected goal difference of the draw's winner when both play for goals.
        goal_difference: f64;
        /// Expected goals of both when both play for goals.
        goal_count_mean: f64;
        /// Value of the opening kick-off to its taker, in goals, when 1 in 150 rolls ends the match.
        kick_off_goals: f64;
        /// Points of the draw's winner when he rolls the bomb.
        points_with_bomb_share: f64;
        /// Points of the draw's winner when he rolls the assist.
        points_with_assist_share: f64;
        /// Points of the draw's winner when he rolls the perfect shot.
        points_with_perfect_share: f64;
        /// Points of the draw's winner when he rolls the great save.
        points_with_great_save_share: f64;
        /// Points of the draw's winner when he rolls the recovery.
        points_with_recovery_share: f64;
        /// Points of the draw's winner when he rolls the foul.
        points_with_foul_share: f64;
        /// Points of the best policy against the opponent, both seats alike; null without one.
        points_against_opponent_share: f64;
        /// Share of matches that the best policy wins against the opponent.
        wins_against_opponent_share: f64;
        /// Share of matches of the best policy against the opponent that are drawn.
        draws_against_opponent_share: f64;
        /// What the opponent's policy costs: points above one half of a best response to it.
        opponent_cost_share: f64;
        /// Largest Bellman residual of both objectives and the steady values; null when not asked for.
        residual: f64;
        /// Bound of the error of a points share by the cut of the score; null when not asked for.
        cut_bound_share: f64;
        /// What both best responses together gain on the policy; null when not asked for.
        exploitability_share: f64;
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
        faces_source: FacesSource;
        /// 1 or 2.
        half: u32;
        /// Counted rolls left in the half.
        rolls_left_count: u32;
        /// Whether the attacker won the draw.
        attacker_won_draw: bool;
        /// Goals that the attacker is ahead; negative when he is behind.
        attacker_ahead: f64;
        /// What is to happen next.
        phase: Phase;
        /// Whether the defender may use the champion die first.
        is_window: bool;
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice, and for the keeper's die.
        ball_row: u32;
        /// Column of the ball, 1 to 3: mirror images are one.
        ball_column: u32;
        /// What may be rolled.
        may_roll: MayRoll;
        /// Who holds the champion die.
        champion_holder: HeldBy;
        /// Its face.
        champion_face: ChampionFace;
        /// Fouls running of the defender.
        foul_count: u32;
        /// Share of points (win 1, draw 1/2) of the attacker when both play to win.
        points_share: f64;
        /// Share of matches that the attacker wins in normal time when both play to win.
        win_share: f64;
        /// Share of matches that end drawn in normal time when both play to win.
        draw_share: f64;
        /// Goals still to come, the attacker's minus the defender's, when both play for goals.
        goals_to_come: f64;
        /// Steady value to the attacker, in goals, when 1 in 150 rolls ends the match.
        steady_goals: f64;
    }
}

tolley_experiment::row! {
    /// The best decision at one position.
    pub struct PolicyRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource;
        /// 1 or 2.
        half: u32;
        /// Counted rolls left in the half.
        rolls_left_count: u32;
        /// Whether the attacker won the draw.
        attacker_won_draw: bool;
        /// Goals that the attacker is ahead; negative when he is behind.
        attacker_ahead: f64;
        /// Number of the position; positions of one trial only.
        position: u32;
        /// Whether the attacker decides, or the defender.
        attacker_decides: bool;
        /// What is to happen next.
        phase: Phase;
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice, and for the keeper's die.
        ball_row: u32;
        /// Column of the ball, 1 to 3: mirror images are one.
        ball_column: u32;
        /// What may be rolled.
        may_roll: MayRoll;
        /// Who holds the champion die.
        champion_holder: HeldBy;
        /// Its face.
        champion_face: ChampionFace;
        /// Fouls running of the defender.
        foul_count: u32;
        /// The best decision.
        best: Act;
        /// The second best.
        second: Act;
        /// Share of points of who decides, after the best decision.
        points_share: f64;
        /// How much worse the second best is, in share of points.
        margin_share: f64;
        /// How much worse than the best it is to roll control; null where that is not offered.
        control_loss_share: f64;
        /// How much worse than the best it is to roll pass.
        pass_loss_share: f64;
        /// How much worse than the best it is to roll cross.
        cross_loss_share: f64;
        /// How much worse than the best it is to shoot.
        shoot_loss_share: f64;
        /// The best decision when both play for goals.
        best_for_goals: Act;
        /// How much worse its second best is, in goals.
        margin_goals: f64;
    }
}
