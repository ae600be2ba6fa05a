//! DF-move-*.

use super::*;

cases! {
    "DF-move-arrow-T1" forward {
        keeps(&plain((4, 3), "F2", 0), open(6, 3, Permission::Any));
    }

    "DF-move-arrow-T2" diagonally_left_or_right {
        keeps(&plain((4, 3), "D2", 0), open(6, 1, Permission::Any));
        keeps(&plain((4, 3), "D2", 1), open(6, 5, Permission::Any));
    }

    "DF-move-arrow-T3" sideways_left_or_right {
        keeps(&plain((4, 3), "S1", 0), open(4, 2, Permission::Any));
        keeps(&plain((4, 3), "S1", 1), open(4, 4, Permission::Any));
    }

    "DF-move-arrow-T4" backward {
        keeps(&plain((4, 3), "B1", 0), open(3, 3, Permission::Any));
    }

    "DF-move-X-T1" the_ball_moves_and_is_lost {
        loses(&plain((5, 3), "D2X", 1), open(5, 1, Permission::ControlOnly));
    }

    "DF-move-X-T2" a_ball_that_left_the_pitch_knows_no_x {
        loses(&plain((10, 3), "F2X", 0), Ball::GoalKick(Permission::Restart));
    }

    "DF-move-Q-T1" the_ball_moves_and_the_defender_may_act {
        let step = plain((6, 3), "F3?", 0);
        assert_eq!(step.to.play, Play::DefendTurn(Context::Open, field(9, 3)));
        assert_eq!((step.effect.swaps, step.effect.closes), (false, false));
    }

    "DF-move-Q-T2" a_ball_that_left_the_pitch_knows_no_query {
        loses(&plain((9, 3), "F3?", 0), Ball::GoalKick(Permission::Restart));
    }

    "DF-move-out-end-T1" over_the_goal_line_is_a_goal_kick {
        loses(&plain((9, 3), "F3", 0), Ball::GoalKick(Permission::Restart));
    }

    "DF-move-out-end-T2" on_the_last_row_is_not {
        keeps(&plain((9, 3), "F2", 0), open(11, 3, Permission::Any));
    }

    "DF-move-out-end-T3" over_the_goal_line_beside_the_goal_too {
        loses(&plain((10, 2), "D2", 1), Ball::GoalKick(Permission::Restart));
    }

    "DF-move-out-side-T1" over_a_side_line_is_a_throw_in_from_the_last_field {
        loses(&plain((3, 3), "D3", 1), open(7, 1, Permission::Restart));
    }

    "DF-move-out-side-T2" also_by_a_sideways_arrow {
        // (6,5) as the other player sees it
        loses(&plain((6, 5), "S1", 1), open(6, 1, Permission::Restart));
    }

    "DF-move-out-side-T3" over_both_lines_is_over_the_goal_line {
        loses(&plain((11, 5), "D1", 1), Ball::GoalKick(Permission::Restart));
    }

    "DF-move-out-own-T1" back_from_a_goal_kick_is_a_corner {
        let step = throw(&laws(), (1, 2), Kick::Goal(false), false, "B1", 0);
        loses(&step, Ball::Corner(Permission::Restart));
    }

    "DF-move-out-own-T2" a_doubled_back_pass_of_the_keeper_is_an_own_goal {
        let step = throw(&laws(), (2, 3), Kick::Keeper(true), false, "B1", 0);
        assert_eq!((step.effect.reward, step.effect.swaps), (-1, false), "own goal; the same player kicks off");
    }

    "DF-move-out-own-T3" one_that_stays_on_the_pitch_is_none {
        keeps(&throw(&laws(), (2, 3), Kick::Keeper(false), false, "B1", 0), open(1, 3, Permission::Any));
    }

    "DF-move-out-own-T4" everywhere_or_in_the_named_cases_only {
        assert_eq!(plain((1, 3), "B1", 0).effect.reward, -1);
        let named = laws_with(|keys| keys.rules.own_line = OwnLine::OnlyNamedCases);
        keeps(&throw(&named, (1, 3), Kick::Plain, false, "B1", 0), open(1, 3, Permission::Any));
        assert_eq!(throw(&named, (2, 3), Kick::Keeper(true), false, "B1", 0).effect.reward, -1);
        let corner = throw(&named, (1, 2), Kick::Goal(false), false, "B1", 0);
        loses(&corner, Ball::Corner(Permission::Restart));
    }

    "DF-move-reverse-T1" in_the_last_rows_arrows_may_point_back {
        keeps(&throw(&laws(), (10, 3), Kick::Plain, true, "F2", 0), open(8, 3, Permission::Any));
        offers(&laws(), &turn(open(10, 3, Permission::Any)), Act::PassReversed);
    }

    "DF-move-reverse-T2" not_before_them_and_not_where_told_otherwise {
        denies(&laws(), &turn(open(8, 3, Permission::Any)), Act::PassReversed);
        let without = laws_with(|keys| keys.rules.reverse_rows = ReverseRows::Nowhere);
        denies(&without, &turn(open(10, 3, Permission::Any)), Act::PassReversed);
    }

    "DF-move-reverse-T3" a_reversed_diagonal_goes_back_diagonally {
        keeps(&throw(&laws(), (9, 5), Kick::Plain, true, "D2", 0), open(7, 3, Permission::Any));
    }

    "DF-move-reverse-T4" a_reversed_backward_arrow_goes_forward {
        let step = throw(&laws(), (11, 3), Kick::Plain, true, "B1", 0);
        loses(&step, Ball::GoalKick(Permission::Restart));
    }
}
