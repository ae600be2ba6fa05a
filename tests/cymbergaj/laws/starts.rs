//! CG-3: kick-offs.

use core::f64::consts::FRAC_PI_2;
use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::choices::{FirstOwnGoal, KickOffSpot, Starter};
use tolley_cymbergaj::laws::{CallKind, Clause, Ends, Period, Phase, Piece, Restart, Seat};

use super::{DRAWS, Play, SIDE_M, applies, is, lacks, literal, near, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

cases! {
    "CG-3.1-T1" coins_stand_on_the_circle_in_their_own_halves {
        let play = Play::begin(literal());
        let layout = play.game.layout;
        assert_eq!((layout.ball(), layout.coin(X), layout.coin(Y)), (DVec2::ZERO, dvec2(-0.1, 0.0), dvec2(0.1, 0.0)));
        applies(play.game.news, Clause::StartPosition);
        let turned = Play::begin(with(|laws| laws.rules.kickoff_angle_rad = 0.5));
        let x_m = turned.game.layout.coin(X);
        assert!((x_m.length() - 0.1).abs() < 1e-15 && x_m.x < 0.0 && x_m.y > 0.0, "to his left: {x_m}");
        assert_eq!(turned.game.layout.coin(Y), -x_m);
        let own = with(|laws| laws.rules.kickoff_spot = KickOffSpot::Free);
        let game = own.begin(Ends::FIRST, DRAWS);
        let ask = own.to_place(&game).expect("the defender is asked first");
        assert_eq!((ask.seat, ask.piece, ask.clause), (Y, Piece::Coin(Y), Clause::StartPosition));
        let halfway_m = ask.nearest(dvec2(-0.3, 0.7)).expect("room");
        near(halfway_m, dvec2(0.0, 0.1));
    }
    "CG-3.1-T2" a_coin_in_the_opponents_half_is_refused {
        let own = with(|laws| laws.rules.kickoff_spot = KickOffSpot::Free);
        let game = own.begin(Ends::FIRST, DRAWS);
        let at = |degrees: f64| {
            let (sine, cosine) = libm::sincos(degrees.to_radians());
            own.place(&game, dvec2(cosine, sine) * 0.1)
        };
        let refusal = at(95.0).expect_err("the other half");
        assert_eq!(refusal.clause, Clause::StartPosition);
        assert!(refusal.by_m > 0.008, "{refusal:?}");
        assert_eq!([at(90.0).err(), at(-89.0).err()], [None; 2]);
        assert!(own.place(&game, dvec2(0.101, 0.0)).is_err(), "off the circle");
        let faults = with(|laws| laws.rules.kickoff_angle_rad = FRAC_PI_2 * 95.0 / 90.0).faults();
        assert_eq!(faults[0].path.to_string(), "laws.kickoff_angle_rad");
        assert!(faults[0].message.starts_with("CG-3.1"));
    }
    "CG-3.2a-T1" the_starter_has_two_moves {
        let mut play = Play::begin(literal());
        play.miss();
        assert_eq!((play.mover(), play.game.turn.move_no), (X, 2));
        applies(play.game.news, Clause::TwoMoves);
    }
    "CG-3.2a-T2" a_first_move_over_the_side_line_loses_the_second {
        let mut play = Play::begin(literal());
        play.out(SIDE_M);
        assert_eq!((play.game.phase, play.mover(), play.game.turn.restart), (Phase::Throw, Y, Restart::ThrowIn));
    }
    "CG-3.2b-T1" a_goal_on_the_first_move_is_void {
        let mut play = Play::begin(literal());
        let verdict = play.shoot(Y);
        is(&verdict, CallKind::GoalKick, Y);
        applies(verdict.clauses, Clause::NoFirstGoal);
        assert_eq!((play.score(), play.comes()), ([0, 0], (Restart::GoalKick, Y, 2)));
    }
    "CG-3.2b-T2" a_goal_on_the_second_move_counts {
        let mut play = Play::begin(literal());
        play.hit();
        is(&play.shoot(Y), CallKind::Goal, X);
        assert_eq!(play.score(), [1, 0]);
    }
    "CG-3.2b-T3" a_goal_on_the_first_move_may_be_allowed {
        let mut play = Play::begin(with(|laws| laws.rules.kickoff_goal_from_move = 1));
        play.shoot(Y);
        assert_eq!(play.score(), [1, 0]);
    }
    "CG-3.2c-T1" an_own_goal_on_a_first_move_is_a_corner {
        let mut play = Play::at(literal(), Restart::GoalKick, X, DVec2::ZERO);
        let verdict = play.shoot(X);
        is(&verdict, CallKind::Corner, Y);
        applies(verdict.clauses, Clause::FirstOwnGoal);
        assert_eq!((play.score(), play.comes()), ([0, 0], (Restart::Corner, Y, 2)));
        let kick = with(|laws| laws.rules.first_move_own_goal = FirstOwnGoal::GoalKick);
        let mut play = Play::at(kick, Restart::GoalKick, X, DVec2::ZERO);
        is(&play.shoot(X), CallKind::GoalKick, Y);
    }
    "CG-3.2c-T2" an_own_goal_on_a_first_move_may_count {
        let laws = with(|laws| laws.rules.first_move_own_goal = FirstOwnGoal::Counts);
        let mut play = Play::at(laws, Restart::GoalKick, X, DVec2::ZERO);
        play.shoot(X);
        assert_eq!((play.score(), play.comes()), ([0, 1], (Restart::KickOff, X, 2)));
        let mut denied = Play::at(laws, Restart::GoalKick, X, DVec2::ZERO);
        // only own goals count
        is(&denied.shoot(Y), CallKind::GoalKick, Y);
    }
    "CG-3.2c-T3" an_own_goal_on_a_second_move_counts {
        let mut play = Play::at(literal(), Restart::GoalKick, X, DVec2::ZERO);
        play.hit();
        let verdict = play.shoot(X);
        is(&verdict, CallKind::Goal, Y);
        applies(verdict.clauses, Clause::OwnGoal);
    }
    "CG-3.3-T1" who_concedes_kicks_off {
        let mut play = Play::open(literal(), X);
        play.shoot(Y);
        assert_eq!(play.comes(), (Restart::KickOff, Y, 2));
        applies(play.game.news, Clause::AfterGoal);
    }
    "CG-3.3-T2" who_scores_an_own_goal_kicks_off {
        let mut play = Play::open(literal(), X);
        play.shoot(X);
        assert_eq!(play.comes(), (Restart::KickOff, X, 2));
    }
    "CG-3.3-T3" a_goal_on_the_last_move_of_a_half_ends_it {
        let mut play = Play::open(literal(), X);
        play.game.clock_s = 290.0;
        play.shoot(Y);
        assert_eq!((play.game.period, play.score()), (Period::SecondHalf, [1, 0]));
        lacks(play.game.news, Clause::AfterGoal);
        assert_eq!(play.comes(), (Restart::KickOff, Y, 2));
    }
    "CG-FB2-T1" an_own_goal_from_a_restart_is_a_corner_for_the_other {
        for restart in [Restart::KickOff, Restart::FreeKick, Restart::GoalKick, Restart::Corner] {
            let mut play = Play::at(literal(), restart, Y, dvec2(-0.3, 0.1));
            let verdict = play.shoot(Y);
            is(&verdict, CallKind::Corner, X);
            applies(verdict.clauses, Clause::OwnGoalRestart);
            applies(verdict.clauses, Clause::Football);
        }
    }
    "CG-FB3-T1" who_did_not_start_begins_the_second_half {
        use tolley_cymbergaj::laws::choices::SecondStarter::Same;
        let second = |laws| {
            let mut play = Play::begin(laws);
            play.finish_half();
            applies(play.game.news, Clause::SecondStart);
            play.mover()
        };
        assert_eq!([second(literal()), second(with(|laws| laws.rules.second_half_kickoff = Same))], [Y, X]);
    }
    "CG-FB4-T1" a_new_toss_begins_extra_time_then_the_other {
        let mut laws = literal();
        for (toss, starters) in [(X, [X, Y]), (Y, [Y, X])] {
            let mut play = Play::begin(laws);
            play.game.draws.extra_toss = toss;
            play.finish_half();
            play.finish_half();
            applies(play.game.news, Clause::ExtraStart);
            let first = play.mover();
            play.finish_half();
            assert_eq!([first, play.mover()], starters);
        }
        laws.rules.extra_kickoff = Starter::Y;
        let mut play = Play::begin(laws);
        play.finish_half();
        play.finish_half();
        assert_eq!(play.mover(), Y);
    }
}
