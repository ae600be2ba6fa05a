//! CG-5.3 coins knocked out, CG-5.9 stacking, CG-5.10 football, CG-6.1 the referee's last word.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::keys::Posts;
use tolley_cymbergaj::laws::choices::{Attribution, CoinReturn};
use tolley_cymbergaj::laws::{
    CallKind, Clause, Ends, Line, MoveDraws, MoveEvents, Period, Phase, Piece, Restart, Seat, Verdict,
};

use super::{
    DRAWS, Play, SIDE_M, Y_M, applies, beside_goal_of, goal_of, is, is_near, lacks, literal, near, synthetic, with,
};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;
const COINS: [Piece; 3] = [Piece::Coin(X), Piece::Coin(Y), Piece::Ball];

/// X's Move after which the pieces rest there, the upper on the lower one.
fn stacked(at_m: [DVec2; 3], came_from_m: [DVec2; 3], pair: [Piece; 2]) -> Verdict {
    let mut play = Play::open(literal(), X);
    play.game.layout.at_m = came_from_m;
    play.verdict(|events| {
        events.ball_hit(X, 0.1, 0.001);
        events.rest.at_m = at_m;
        events.stack = Some(pair);
    })
}

/// X's Move in which a coin falls there while the others rest there.
fn fell(seat: Seat, at_m: DVec2, others: &[(Piece, DVec2)]) -> Verdict {
    Play::open(literal(), X).verdict(|events| {
        events.ball_hit(X, 0.1, 0.001);
        events.fell(Piece::Coin(seat), 0.4, at_m);
        others.iter().for_each(|(piece, at_m)| events.rest.put(*piece, *at_m));
    })
}

const FAR_M: DVec2 = dvec2(-0.4, -0.2);

cases! {
    "CG-5.3a-T1" a_coin_comes_back_where_it_left {
        let verdict = fell(Y, dvec2(0.3, 0.305), &[]);
        is(&verdict, CallKind::Settled, X);
        applies(verdict.clauses, Clause::CoinOut);
        near(verdict.layout.coin(Y), dvec2(0.3, 0.28925));
        near(fell(X, dvec2(-0.61, -0.305), &[]).layout.coin(X), dvec2(-0.58925, -0.28925));
        let edge = with(|laws| laws.rules.coin_return = CoinReturn::CentreOnEdge);
        let verdict = Play::open(edge, X).verdict(|events| events.fell(Piece::Coin(X), 0.4, dvec2(0.3, 0.305)));
        near(verdict.layout.coin(X), dvec2(0.3, 0.3));
    }
    "CG-5.3a-T2" coins_that_left_at_one_place_come_back_side_by_side {
        let at_m = dvec2(0.3, 0.3);
        let both = Play::open(literal(), X).verdict(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.fell(Piece::Coin(X), 0.4, at_m);
            events.fell(Piece::Coin(Y), 0.5, at_m);
            events.rest.at_m = [at_m, at_m, events.rest.ball()];
        });
        near(both.layout.coin(X), dvec2(0.3, 0.28925));
        near(both.layout.coin(Y), dvec2(0.3 - 0.0215, 0.28925));
        // the ball lies near the edge: past it, touching
        let beside = fell(Y, at_m, &[(Piece::Ball, dvec2(0.295, 0.285))]);
        let coin_m = beside.layout.coin(Y);
        assert!((coin_m.distance(dvec2(0.295, 0.285)) - 0.020).abs() < 1e-12 && (coin_m.y - 0.28925).abs() < 1e-15);
        // an edge that is full: the corner is taken, and there is room on one side only
        let others = [(Piece::Ball, dvec2(0.585, 0.285)), (Piece::Coin(X), dvec2(0.55, 0.285))];
        let corner = fell(Y, dvec2(0.6, 0.3), &others);
        let coin_m = corner.layout.coin(Y);
        assert!(coin_m.distance(dvec2(0.585, 0.285)) > 0.02 - 1e-9, "{coin_m}");
        assert!(coin_m.distance(dvec2(0.55, 0.285)) > 0.0215 - 1e-9, "{coin_m}");
        is(&corner, CallKind::Settled, X);
    }
    "CG-5.3b-T1" coin_and_ball_over_the_side_line {
        let mut play = Play::open(literal(), X);
        let verdict = play.play(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.fell(Piece::Coin(X), 0.4, dvec2(0.2, 0.3));
            events.fell(Piece::Ball, 0.5, SIDE_M);
        });
        is(&verdict, CallKind::ThrowIn, Y);
        applies(verdict.clauses, Clause::CoinAndBallOut);
        near(play.game.layout.coin(X), dvec2(0.2, 0.28925));
        assert_eq!(play.game.phase, Phase::Throw);
    }
    "CG-5.3b-T2" a_goal_stands_when_the_coin_falls_too {
        let mut play = Play::open(literal(), X);
        let goal_m = goal_of(&play.game, Y);
        play.play(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.fell(Piece::Ball, 0.4, goal_m);
            events.fell(Piece::Coin(X), 0.5, goal_m);
        });
        assert_eq!((play.score(), play.comes()), ([1, 0], (Restart::KickOff, Y, 2)));
    }
    "CG-5.9-T1" a_coin_on_a_coin_is_put_where_it_came_from {
        let came_from_m = [dvec2(-0.05, 0.0), DVec2::ZERO, FAR_M];
        let verdict = stacked([dvec2(0.003, 0.0), DVec2::ZERO, FAR_M], came_from_m, [Piece::Coin(X), Piece::Coin(Y)]);
        near(verdict.layout.coin(X), dvec2(-0.0215, 0.0));
        applies(verdict.clauses, Clause::Stacking);
        // the ball lies there: turned to the nearest free angle
        let ball_m = dvec2(-0.030, 0.0);
        let verdict =
            stacked([dvec2(0.003, 0.0), DVec2::ZERO, ball_m], came_from_m, [Piece::Coin(X), Piece::Coin(Y)]);
        let at_m = verdict.layout.coin(X);
        assert!((at_m.length() - 0.0215).abs() < 1e-12 && at_m.x < 0.0);
        assert!((0.0..0.0006).contains(&(at_m.distance(ball_m) - 0.020)), "within a degree of touching: {at_m}");
    }
    "CG-5.9-T2" a_ball_on_a_coin_is_put_beside_it {
        let came_from_m = [FAR_M, DVec2::ZERO, dvec2(0.0, 0.2)];
        let verdict = stacked([FAR_M, DVec2::ZERO, dvec2(0.0, -0.003)], came_from_m, [Piece::Ball, Piece::Coin(Y)]);
        near(verdict.layout.ball(), dvec2(0.0, 0.020));
        let ride = MoveDraws { ride: 0.1, ..MoveDraws::NONE };
        let mut laws = literal();
        laws.human.p_ride = 0.06;
        for (hits, rides) in [(1, false), (2, true)] {
            let mut play = Play::open(laws, X);
            play.game.layout.at_m = came_from_m;
            let verdict = play.verdict_with(&ride, |events| {
                events.ball_hit(X, 0.1, 0.005);
                if hits == 2 {
                    events.ball_hit(Y, 0.2, 0.006);
                }
                events.ball_hit(X, 0.3, 0.003);
            });
            // 1 - 0.94^n
            assert_eq!(verdict.clauses.has(Clause::Stacking), rides);
            assert_eq!(is_near(verdict.layout.ball(), dvec2(0.0, 0.020)), rides, "the hardest hit was on Y's coin");
        }
    }
    "CG-5.9-T3" a_coin_on_the_ball_is_put_beside_it {
        let came_from_m = [dvec2(0.05, 0.0), FAR_M, DVec2::ZERO];
        let verdict = stacked([dvec2(-0.004, 0.001), FAR_M, DVec2::ZERO], came_from_m, [Piece::Coin(X), Piece::Ball]);
        near(verdict.layout.coin(X), dvec2(0.020, 0.0));
        let mut play = Play::open(literal(), X);
        play.game.layout.at_m = came_from_m;
        let hop = MoveDraws { hop: true, ..MoveDraws::NONE };
        let verdict = play.verdict_with(&hop, |events| events.ball_hit(X, 0.1, 0.001));
        // the struck coin hops on what it hits first
        near(verdict.layout.coin(X), dvec2(0.020, 0.0));
        // it hits nothing
        lacks(play.verdict_with(&hop, |_| ()).clauses, Clause::Stacking);
    }
    "CG-5.9-T4" a_stack_that_a_foul_causes_is_a_free_kick_only {
        let verdict = Play::open(literal(), X).verdict(|events| {
            events.coins_hit(0.1, Y_M, 0.001);
            events.stack = Some([Piece::Coin(X), Piece::Coin(Y)]);
        });
        is(&verdict, CallKind::FreeKick, Y);
        lacks(verdict.clauses, Clause::Stacking);
    }
    "CG-5.10-T1" off_a_passive_coin_over_its_own_end_line_is_a_corner {
        let mover = with(|laws| laws.rules.out_attribution = Attribution::Mover);
        for (laws, kind, seat) in [(literal(), CallKind::Corner, X), (mover, CallKind::GoalKick, Y)] {
            let play = Play::open(laws, X);
            let at_m = beside_goal_of(&play.game, Y);
            let verdict = play.verdict(|events| {
                events.ball_hit(X, 0.1, 0.001);
                events.ball_hit(Y, 0.2, 0.001);
                events.fell(Piece::Ball, 0.5, at_m);
            });
            is(&verdict, kind, seat);
            applies(verdict.clauses, Clause::Football);
            assert_eq!(verdict.exit, Some(Line::End(Y)));
        }
    }
    "CG-5.10-T2" a_series_of_3_0_after_three_pairs_is_over {
        let mut play = Play { laws: literal(), game: literal().begin_series(Ends::FIRST, DRAWS) };
        play.settle();
        for _ in 0..3 {
            play.shoot(Y);
            play.hit();
        }
        assert!(play.is_over());
        applies(play.game.news, Clause::Football);
        assert_eq!((play.game.winner, play.game.move_count), (Some(X), 6));
    }
    "CG-5.10-T3" twenty_moves_without_a_touch_bring_the_ball_to_the_centre {
        let mut play = Play::open(literal(), X);
        for _ in 0..19 {
            play.miss();
            lacks(play.game.news, Clause::Stall);
        }
        play.miss();
        applies(play.game.news, Clause::Stall);
        applies(play.game.news, Clause::Football);
        assert_eq!((play.game.layout.ball(), play.comes()), (DVec2::ZERO, (Restart::Open, X, 1)));
    }
    "CG-6.1-T1" overlapping_coins_are_put_apart_and_the_match_goes_on {
        let mut play = Play::open(with(|laws| laws.rules.least_stroke_m = 0.0), X);
        let verdict = play.play(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.rest.at_m = [dvec2(0.1, 0.1), dvec2(0.1, 0.1), dvec2(0.105, 0.1)];
        });
        is(&verdict, CallKind::Unforeseen, X);
        applies(verdict.clauses, Clause::FinalVerdict);
        assert!(synthetic::is_legal(&play.laws, &play.game.layout));
        assert_eq!((play.comes(), play.game.phase), ((Restart::Open, Y, 1), Phase::Stroke));
        for broken in [f64::NAN, f64::INFINITY] {
            let verdict = play.verdict(|events| events.rest.put(Piece::Ball, dvec2(broken, 0.0)));
            is(&verdict, CallKind::Unforeseen, Y);
            assert!(synthetic::is_legal(&play.laws, &verdict.layout));
        }
        // a ball on a standing post is put beside it, a ball beyond inset lines within them
        play.laws.pitch.table.posts = Posts::Physical;
        let beside_m = play.verdict(|events| events.rest.put(Piece::Ball, dvec2(-0.592, -0.052))).layout.ball();
        assert!((beside_m.distance(dvec2(-0.6, -0.052)) - 0.01125).abs() < 1e-12, "{beside_m}");
        play.laws.pitch.table.line_inset_m = 0.02;
        let within_m = play.verdict(|events| {
            events.rest.put(Piece::Ball, dvec2(0.595, 0.2));
            events.unforeseen = true;
        });
        near(within_m.layout.ball(), dvec2(0.57075, 0.2));
        let gave_up = play.verdict(|events: &mut MoveEvents| events.unforeseen = true);
        is(&gave_up, CallKind::Unforeseen, Y);
    }
    "CG-6.1-T2" random_moves_leave_no_unhandled_state {
        let count = synthetic::survive(10_000, 77);
        assert!(count >= 10_000);
    }
    "CG-FB10-T1" coins_make_room_when_the_ball_comes_to_the_centre {
        let mut play = Play::open(with(|laws| laws.rules.stall_moves = 2), X);
        play.game.layout.put(Piece::Coin(Y), dvec2(0.005, 0.001));
        play.miss();
        assert_eq!((play.game.idle_count, play.mover()), (1, Y));
        play.miss();
        assert_eq!((play.game.layout.ball(), play.game.idle_count, play.mover()), (DVec2::ZERO, 0, X));
        assert!((play.game.layout.coin(Y).length() - 0.020).abs() < 1e-12);
        let mut touched = Play::open(with(|laws| laws.rules.stall_moves = 2), X);
        touched.miss();
        touched.hit();
        assert_eq!(touched.game.idle_count, 0);
    }
    "CG-FB11-T1" nobody_is_ever_offside {
        assert_eq!(Clause::Offside.name(), "CG-FB11");
        let mut play = Play::open(literal(), X);
        play.game.layout.put(Piece::Coin(X), dvec2(0.5, 0.0));
        play.shoot(Y);
        assert_eq!(play.score(), [1, 0], "a coin beyond the last defender may score");
    }
}

#[test]
fn a_coin_that_lies_under_the_ball_that_left_comes_back_alone() {
    let mut play = Play::open(literal(), X);
    let verdict = play.play(|events| {
        events.ball_hit(X, 0.1, 0.001);
        events.fell(Piece::Ball, 0.4, SIDE_M);
        events.stack = Some([Piece::Ball, Piece::Coin(Y)]);
    });
    is(&verdict, CallKind::ThrowIn, Y);
    lacks(verdict.clauses, Clause::Stacking);
    assert_eq!(play.game.period, Period::FirstHalf);
    assert_eq!(COINS.map(Piece::index), [0, 1, 2]);
}
