//! CG-5.2: throw-ins; CG-FB6.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::choices::{Attribution, BadThrow};
use tolley_cymbergaj::laws::{CallKind, Clause, Laws, MoveDraws, MoveEvents, Phase, Piece, Restart, Seat};
use tolley_cymbergaj::matches::MoveStreams;
use tolley_experiment::random::Streams;

use super::{Play, SIDE_M, X_M, Y_M, applies, beside_goal_of, goal_of, is, lacks, literal, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

/// X is to throw in at [`SIDE_M`].
fn throw(laws: Laws) -> Play {
    let play = Play::at(laws, Restart::ThrowIn, X, SIDE_M);
    assert_eq!((play.game.phase, play.game.layout.ball()), (Phase::Throw, SIDE_M));
    play
}

/// The ball lands and rests there.
fn lands(at_m: DVec2) -> impl Fn(&mut MoveEvents) {
    move |events| {
        let mut rest = events.rest;
        rest.put(Piece::Ball, at_m);
        events.rest(rest);
    }
}

cases! {
    "CG-5.2a-T1" the_opponent_of_the_last_touch_throws {
        let mut play = Play::open(literal(), X);
        let verdict = play.out(SIDE_M);
        is(&verdict, CallKind::ThrowIn, Y);
        applies(verdict.clauses, Clause::ThrowIn);
        assert_eq!((play.game.phase, play.mover(), play.game.spot_m), (Phase::Throw, Y, SIDE_M));
    }
    "CG-5.2a-T2" off_a_passive_coin_the_mover_throws {
        let mover = with(|laws| laws.rules.throw_award = Attribution::Mover);
        for (laws, seat) in [(literal(), X), (mover, Y)] {
            let verdict = Play::open(laws, X).verdict(|events| {
                events.ball_hit(X, 0.1, 0.001);
                events.ball_hit(Y, 0.2, 0.001);
                events.fell(Piece::Ball, 0.5, SIDE_M);
            });
            is(&verdict, CallKind::ThrowIn, seat);
        }
    }
    "CG-5.2a-T3" coins_stay_where_they_are {
        let mut play = Play::open(literal(), X);
        play.out(SIDE_M);
        play.play(lands(dvec2(0.3, 0.15)));
        assert_eq!([play.game.layout.coin(X), play.game.layout.coin(Y)], [X_M, Y_M]);
    }
    "CG-5.2b-T1" a_throw_lands_inside_and_takes_no_move {
        let mut play = throw(literal());
        let (moves, clock_s) = (play.game.move_count, play.game.clock_s);
        let verdict = play.play(lands(dvec2(0.3, 0.15)));
        is(&verdict, CallKind::Settled, X);
        applies(verdict.clauses, Clause::ThrowTechnique);
        lacks(verdict.clauses, Clause::Move);
        assert_eq!(play.game.layout.ball(), dvec2(0.3, 0.15));
        assert_eq!((play.game.move_count, play.game.clock_s), (moves, clock_s));
    }
    "CG-5.2b-T2" a_wrong_throw_goes_to_the_opponent {
        let mut laws = literal();
        laws.human.p_bad_throw = 1.0;
        let mut play = throw(laws);
        let draws = MoveStreams::new(&laws, &Streams::new(1, 1, None)).draw(&laws, &play.game);
        let verdict = play.play_with(&draws, |_| unreachable!("no throw"));
        is(&verdict, CallKind::ThrowIn, Y);
        assert_eq!(verdict.at_m, SIDE_M);
        assert_eq!((play.game.phase, play.mover(), play.game.spot_m), (Phase::Throw, Y, SIDE_M));
    }
    "CG-5.2b-T3" a_throw_that_lands_on_a_coin_is_put_beside_it {
        let mut play = throw(literal());
        let verdict = play.play(|events| {
            lands(Y_M + dvec2(0.004, 0.0))(events);
            events.stack = Some([Piece::Ball, Piece::Coin(Y)]);
        });
        is(&verdict, CallKind::Settled, X);
        applies(verdict.clauses, Clause::Stacking);
        let gap_m = verdict.layout.ball() - Y_M;
        assert!((gap_m.length() - 0.020).abs() < 1e-12);
        assert!(gap_m.perp_dot(SIDE_M - Y_M).abs() < 1e-12 && gap_m.dot(SIDE_M - Y_M) > 0.0, "towards the thrower");
    }
    "CG-5.2c-T1" the_move_after_a_throw_may_score {
        let mut play = throw(literal());
        play.play(lands(dvec2(0.3, 0.15)));
        applies(play.game.news, Clause::AfterThrow);
        assert_eq!(play.comes(), (Restart::ThrowIn, X, 1));
        play.shoot(Y);
        assert_eq!(play.score(), [1, 0]);
    }
    "CG-5.2c-T2" when_it_settles_the_opponent_plays {
        let mut play = throw(literal());
        play.play(lands(dvec2(0.3, 0.15)));
        play.hit();
        assert_eq!(play.comes(), (Restart::Open, Y, 1));
    }
    "CG-5.2d-T1" a_throw_into_the_opponents_goal_is_his_goal_kick {
        for beside in [false, true] {
            let mut play = throw(literal());
            let at_m = if beside { beside_goal_of(&play.game, Y) } else { goal_of(&play.game, Y) };
            let verdict = play.play(|events| events.fell(Piece::Ball, 0.4, at_m));
            is(&verdict, CallKind::GoalKick, Y);
            applies(verdict.clauses, Clause::ThrowOut);
            assert_eq!(play.score(), [0, 0]);
        }
        let mut allowed = throw(with(|laws| laws.rules.throw_goal_allowed = true));
        let at_m = goal_of(&allowed.game, Y);
        allowed.play(|events| events.fell(Piece::Ball, 0.4, at_m));
        assert_eq!(allowed.score(), [1, 0]);
    }
    "CG-5.2d-T2" a_throw_into_the_own_goal_is_a_corner {
        for beside in [false, true] {
            let play = throw(literal());
            let at_m = if beside { beside_goal_of(&play.game, X) } else { goal_of(&play.game, X) };
            let verdict = play.verdict(|events| events.fell(Piece::Ball, 0.4, at_m));
            is(&verdict, CallKind::Corner, Y);
        }
    }
    "CG-5.2d-T3" a_throw_back_over_the_side_line_is_the_opponents {
        let mut play = throw(literal());
        let verdict = play.play(|events| events.fell(Piece::Ball, 0.4, dvec2(0.1, -0.3)));
        is(&verdict, CallKind::ThrowIn, Y);
        assert_eq!((play.mover(), play.game.spot_m), (Y, dvec2(0.1, -0.3)));
    }
    "CG-FB6-T1" a_wrong_throw_may_be_retaken {
        let bad = MoveDraws { bad_throw: true, ..MoveDraws::NONE };
        let retake = with(|laws| laws.rules.bad_throw = BadThrow::Retake);
        for (laws, seat) in [(literal(), Y), (retake, X)] {
            let mut play = throw(laws);
            let verdict = play.play_with(&bad, |_| ());
            applies(verdict.clauses, Clause::WrongThrow);
            is(&verdict, CallKind::ThrowIn, seat);
            assert_eq!((play.game.phase, play.mover()), (Phase::Throw, seat));
        }
    }
}
