//! CG-5.4 to CG-5.8: free kick, goal kick, corner, penalty, centre kick; CG-FB7 and CG-FB9.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::choices::{CornerBall, CornerSide, IllegalStroke, Keeper, PenaltySpot, PlacementOrder};
use tolley_cymbergaj::laws::{
    CallKind, Clause, Ends, Laws, Match, MoveDraws, Period, Phase, Piece, Placement, Restart, Seat,
};

use super::{BALL_M, DRAWS, Play, SIDE_M, Y_M, applies, beside_goal_of, is, literal, near, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

/// A restart of `seat` of which nothing is put that the players put.
fn unset(laws: &Laws, restart: Restart, seat: Seat, at_m: DVec2) -> Match {
    laws.restart(&Play::open(*laws, seat).game, restart, seat, at_m)
}

/// Whom the laws ask next, for which piece.
fn asked(laws: &Laws, game: &Match) -> Placement {
    laws.to_place(game).expect("somebody is asked")
}

/// All questions in their order, each answered near to where the piece was.
fn questions(laws: &Laws, mut game: Match) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some(ask) = laws.to_place(&game) {
        pieces.push(ask.piece);
        game = laws.place(&game, ask.nearest(game.layout.of(ask.piece)).expect("room")).expect("allowed");
    }
    assert_eq!(game.phase, Phase::Stroke);
    pieces
}

cases! {
    "CG-5.4-T1" a_coin_within_a_combs_length_of_the_ball_is_refused {
        let laws = literal();
        let game = unset(&laws, Restart::FreeKick, X, BALL_M);
        let apart = |gap_m: f64| laws.place(&game, BALL_M + dvec2(0.0, 1.0) * (gap_m + 0.01075 + 0.00925));
        let refusal = apart(0.129).expect_err("too near");
        assert_eq!(refusal.clause, Clause::FreeKick);
        assert!((refusal.by_m - 0.001).abs() < 1e-12, "{refusal:?}");
        assert_eq!(apart(0.130).err(), None);
        assert!(laws.place(&game, dvec2(f64::NAN, 0.0)).is_err());
        assert!(laws.place(&game, dvec2(0.6, 0.0)).is_err(), "not wholly on the pitch");
    }
    "CG-5.4-T2" a_goal_on_the_first_move_of_a_free_kick_is_a_goal_kick {
        let mut play = Play::at(literal(), Restart::FreeKick, X, BALL_M);
        let verdict = play.shoot(Y);
        is(&verdict, CallKind::GoalKick, Y);
        applies(verdict.clauses, Clause::FreeKick);
        assert_eq!(play.score(), [0, 0]);
    }
    "CG-5.4-T3" a_miss_leaves_the_second_move_which_may_score {
        let mut play = Play::at(literal(), Restart::FreeKick, X, BALL_M);
        play.miss();
        assert_eq!(play.comes(), (Restart::FreeKick, X, 1));
        play.shoot(Y);
        assert_eq!(play.score(), [1, 0]);
    }
    "CG-5.4-T4" coins_make_room_for_the_ball {
        let laws = literal();
        let game = unset(&laws, Restart::FreeKick, X, Y_M);
        assert_eq!(game.layout.ball(), Y_M);
        assert_eq!(questions(&laws, game), [Piece::Coin(Y), Piece::Coin(X)]);
        let taker_first = with(|laws| laws.rules.placement_order = PlacementOrder::TakerFirst);
        assert_eq!(questions(&taker_first, game), [Piece::Coin(X), Piece::Coin(Y)]);
        let edge = unset(&laws, Restart::FreeKick, X, dvec2(0.2, -0.300_000_000_000_000_04));
        // wholly on the pitch
        near(edge.layout.ball(), dvec2(0.2, -0.29075));
        let play = Play::at(laws, Restart::FreeKick, X, Y_M);
        assert!(play.game.layout.coin(Y).distance(Y_M) >= 0.15 - 1e-12);
        assert!(play.game.layout.coin(X).distance(Y_M) >= 0.02 - 1e-12);
    }
    "CG-5.5-T1" who_is_beside_the_goal_kicks {
        let mut play = Play::open(literal(), Y);
        let at_m = beside_goal_of(&play.game, X);
        let verdict = play.out(at_m);
        is(&verdict, CallKind::GoalKick, X);
        applies(verdict.clauses, Clause::GoalKick);
        assert_eq!(play.comes(), (Restart::GoalKick, X, 2));
    }
    "CG-5.5-T2" the_takers_coin_outside_the_area_is_refused {
        let laws = literal();
        let game = unset(&laws, Restart::GoalKick, X, DVec2::ZERO);
        assert_eq!(asked(&laws, &game).piece, Piece::Ball);
        assert!(laws.place(&game, dvec2(-0.44, 0.0)).is_err());
        let game = laws.place(&game, dvec2(-0.5, 0.1)).expect("in the area");
        let defender = asked(&laws, &game);
        assert_eq!((defender.piece, defender.seat), (Piece::Coin(Y), Y));
        assert!(laws.place(&game, dvec2(-0.01, 0.0)).is_err(), "not in its own half");
        let game = laws.place(&game, dvec2(0.0, 0.2)).expect("on the half-way line");
        for outside_m in [dvec2(-0.44, 0.0), dvec2(-0.5, 0.151), dvec2(-0.595, 0.0), dvec2(-0.5, 0.115)] {
            assert_eq!(laws.place(&game, outside_m).map_err(|refusal| refusal.clause), Err(Clause::GoalKick));
        }
        let game = laws.place(&game, dvec2(-0.45, -0.15)).expect("in the area, lines included");
        assert_eq!(game.phase, Phase::Stroke);
    }
    "CG-5.5-T3" a_goal_on_the_first_move_of_a_goal_kick_is_a_goal_kick {
        let mut play = Play::at(literal(), Restart::GoalKick, X, DVec2::ZERO);
        is(&play.shoot(Y), CallKind::GoalKick, Y);
        assert_eq!((play.score(), play.comes()), ([0, 0], (Restart::GoalKick, Y, 2)));
    }
    "CG-5.5-T4" an_own_goal_on_the_first_move_of_a_goal_kick_is_a_corner {
        let mut play = Play::at(literal(), Restart::GoalKick, X, DVec2::ZERO);
        let verdict = play.shoot(X);
        is(&verdict, CallKind::Corner, Y);
        applies(verdict.clauses, Clause::FirstOwnGoal);
    }
    "CG-5.6-T1" the_corner_is_the_nearer_one_and_the_coin_touches_both_lines {
        let mut play = Play::open(literal(), Y);
        play.out(dvec2(0.6, 0.2));
        assert_eq!(play.comes(), (Restart::Corner, X, 2));
        let layout = play.game.layout;
        near(layout.coin(X), dvec2(0.58925, 0.28925));
        assert!((layout.ball().distance(layout.coin(X)) - 0.020).abs() < 1e-12);
        assert!(layout.ball().cmple(dvec2(0.58925, 0.28925) + 1e-12).all(), "{}", layout.ball());
        let fixed = with(|laws| laws.rules.corner_ball = CornerBall::Fixed);
        let corner = Play::at(fixed, Restart::Corner, X, dvec2(0.6, -0.2));
        let coin_m = corner.game.layout.coin(X);
        near(corner.game.layout.ball() - coin_m, dvec2(-1.0, 1.0) * (0.020 * 0.5_f64.sqrt()));
    }
    "CG-5.6-T2" a_coin_within_a_combs_length_of_the_corner_ball_is_refused {
        let laws = literal();
        let game = unset(&laws, Restart::Corner, X, dvec2(0.6, 0.2));
        assert_eq!(asked(&laws, &game).piece, Piece::Ball);
        assert!(laws.place(&game, dvec2(0.5, 0.2)).is_err(), "the ball touches the coin");
        let ball_m = dvec2(0.56925, 0.28925);
        let game = laws.place(&game, ball_m).expect("touching, along the side-line");
        let apart = |gap_m: f64| laws.place(&game, ball_m - dvec2(1.0, 0.0) * (gap_m + 0.020));
        assert_eq!(apart(0.100).map_err(|refusal| refusal.clause), Err(Clause::Corner));
        assert_eq!(apart(0.130).err(), None);
    }
    "CG-5.6-T3" a_goal_on_the_first_move_of_a_corner_is_a_goal_kick {
        let mut play = Play::at(literal(), Restart::Corner, X, dvec2(0.6, 0.2));
        let verdict = play.shoot(Y);
        is(&verdict, CallKind::GoalKick, Y);
        applies(verdict.clauses, Clause::Corner);
    }
    "CG-5.7-T1" a_shot_that_rebounds_from_the_coin_in_the_goal_is_no_goal {
        let mut play = Play::at(literal(), Restart::Penalty, X, DVec2::ZERO);
        let layout = play.game.layout;
        // on the front of the goal area
        near(layout.ball(), dvec2(0.45, 0.0));
        assert!((layout.coin(Y).x - 0.6).abs() <= 0.01075 + 1e-12 && layout.coin(Y).y.abs() <= 0.03925 + 1e-12);
        let verdict = play.play(|events| {
            events.ball_hit(X, 0.1, 0.002);
            events.ball_hit(Y, 0.2, 0.001);
        });
        is(&verdict, CallKind::Settled, X);
        assert_eq!((play.score(), verdict.touch), ([0, 0], Some(Y)));
    }
    "CG-5.7-T4" the_coin_in_the_goal_touches_the_line_somehow {
        for inset_m in [0.0, 0.02] {
            let laws = with(|laws| laws.pitch.table.line_inset_m = inset_m);
            let line_m = 0.6 - inset_m;
            let game = unset(&laws, Restart::Penalty, X, DVec2::ZERO);
            assert_eq!(asked(&laws, &game).piece, Piece::Coin(Y));
            let may_stand = |x_m: f64, y_m: f64| laws.place(&game, dvec2(x_m, y_m)).is_ok();
            // from inside, across the line, and from beyond it where there is a table
            let beyond_m = (line_m + 0.01075).min(0.6);
            for x_m in [line_m - 0.01075, line_m - 0.004, line_m, beyond_m] {
                assert!(may_stand(x_m, 0.0) && may_stand(x_m, -0.03925) && !may_stand(x_m, 0.0393), "{x_m}");
            }
            assert!(!may_stand(line_m - 0.0108, 0.0) && !may_stand(beyond_m + 1e-4, 0.0), "{inset_m}");
        }
    }
    "CG-5.7-T2" a_saved_penalty_is_the_opponents_turn {
        let mut play = Play::at(literal(), Restart::Penalty, X, DVec2::ZERO);
        let rest = play.game.layout;
        play.hit();
        assert_eq!((play.comes(), play.game.layout), ((Restart::Open, Y, 1), rest));
        let mut scored = Play::at(literal(), Restart::Penalty, X, DVec2::ZERO);
        scored.shoot(Y);
        assert_eq!(scored.score(), [1, 0]);
    }
    "CG-5.7-T3" in_the_series_the_next_kicker_starts_afresh {
        let laws = literal();
        let mut play = Play { laws, game: laws.begin_series(Ends::FIRST, DRAWS) };
        play.settle();
        assert_eq!(play.comes(), (Restart::Penalty, X, 1));
        play.hit();
        assert_eq!(play.comes(), (Restart::Penalty, Y, 1));
        near(play.game.layout.ball(), dvec2(-0.45, 0.0));
        let keeper_m = play.game.layout.coin(X);
        assert!((keeper_m.x + 0.6).abs() <= 0.01075 + 1e-12 && keeper_m.y.abs() <= 0.03925 + 1e-12);
    }
    "CG-5.8-T1" a_goal_on_the_first_move_of_a_centre_kick_counts {
        let mut play = centre_kick();
        assert_eq!(play.comes(), (Restart::CentreKick, X, 2));
        play.shoot(Y);
        assert_eq!((play.game.centre_kicks[0].goals, play.comes()), (1, (Restart::CentreKick, Y, 2)));
    }
    "CG-5.8-T2" an_exit_ends_a_centre_kick {
        let mut play = centre_kick();
        play.out(SIDE_M);
        assert_eq!((play.game.centre_kicks[0].kicks, play.game.centre_kicks[0].goals), (1, 0));
        assert_eq!(play.comes(), (Restart::CentreKick, Y, 2));
    }
    "CG-5.8-T3" the_coin_in_the_goal_stays_where_it_stops {
        let mut play = centre_kick();
        assert_eq!(play.game.layout.ball(), DVec2::ZERO);
        assert!(play.game.layout.coin(X).length() <= 0.1 + 1e-12);
        let moved_m = dvec2(0.5, 0.1);
        play.play(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.coins_hit(0.2, moved_m, 0.001);
            let mut rest = events.rest;
            rest.put(Piece::Coin(Y), moved_m);
            events.rest(rest);
        });
        assert_eq!((play.comes(), play.game.layout.coin(Y)), ((Restart::CentreKick, X, 1), moved_m));
        play.shoot(Y);
        assert_eq!(play.game.centre_kicks[0].goals, 1);
    }
    "CG-FB7-T1" a_penalty_awarded_as_time_ends_is_taken {
        let foul = |laws: Laws| {
            let mut play = Play::open(laws, Y);
            play.game.clock_s = 295.0;
            play.play(|events| events.coins_hit(0.1, dvec2(0.5, 0.0), 0.001));
            play
        };
        let mut play = foul(literal());
        assert_eq!((play.game.period, play.comes()), (Period::FirstHalf, (Restart::Penalty, X, 1)));
        applies(play.game.news, Clause::LatePenalty);
        let illegal = MoveDraws { illegal_stroke: true, ..MoveDraws::NONE };
        let replay = with(|laws| laws.rules.illegal_stroke = IllegalStroke::WarnReplay);
        let mut again = Play { laws: replay, ..play.clone() };
        again.play_with(&illegal, |_| ());
        assert_eq!(again.comes(), (Restart::Penalty, X, 1), "taken again");
        let mut open = Play::open(replay, X);
        open.game.clock_s = 295.0;
        open.play_with(&illegal, |_| ());
        assert_eq!(open.game.period, Period::SecondHalf, "only a penalty is taken again");
        play.shoot(Y);
        assert_eq!((play.game.period, play.score()), (Period::SecondHalf, [1, 0]));
        assert_eq!(foul(with(|laws| laws.rules.finish_penalty = false)).game.period, Period::SecondHalf);
    }
    "CG-FB9-T1" the_nearer_corner_and_between_both_the_takers_left {
        let corner = |laws: Laws, seat: Seat, y_m: f64| {
            let end = Ends::FIRST.sign(seat.other());
            Play::at(laws, Restart::Corner, seat, dvec2(0.6 * end, y_m)).game.layout.coin(seat).signum()
        };
        assert_eq!(corner(literal(), X, -0.2), dvec2(1.0, -1.0));
        assert_eq!(corner(literal(), Y, 0.2), dvec2(-1.0, 1.0));
        assert_eq!(corner(literal(), X, 0.0), dvec2(1.0, 1.0));
        assert_eq!(corner(literal(), Y, 0.0), dvec2(-1.0, -1.0));
        let far = with(|laws| laws.rules.corner_side = CornerSide::Farthest);
        assert_eq!(corner(far, X, -0.2), dvec2(1.0, 1.0));
        let game = unset(&literal(), Restart::Corner, X, dvec2(0.6, 0.2));
        applies(game.news, Clause::WhichCorner);
        applies(game.news, Clause::Football);
    }
}

/// The first centre kick of a series that ended level.
fn centre_kick() -> Play {
    let laws = literal();
    let mut play = Play { laws, game: laws.begin_series(Ends::FIRST, DRAWS) };
    play.settle();
    for _ in 0..10 {
        play.hit();
    }
    assert_eq!(play.game.period, Period::CentreKicks);
    play
}

#[test]
fn balls_and_keepers_may_be_put_where_their_players_like() {
    let laws = with(|laws| {
        (laws.rules.penalty_spot, laws.rules.keeper, laws.rules.keeper_y_m) = (PenaltySpot::Free, Keeper::Fixed, 0.02);
    });
    let game = unset(&laws, Restart::Penalty, Y, DVec2::ZERO);
    // to the left of X, who attacks along +x
    near(game.layout.coin(X), dvec2(-0.58925, 0.02));
    let ball = asked(&laws, &game);
    assert_eq!((ball.piece, ball.seat), (Piece::Ball, Y));
    near(ball.nearest(dvec2(-0.3, 0.4)).expect("room"), dvec2(-0.45, 0.15));
    assert!(laws.place(&game, dvec2(-0.46, 0.0)).is_err(), "not on the line");
    let taker = laws.place(&game, dvec2(-0.45, 0.1)).expect("on the line");
    assert_eq!(asked(&laws, &taker).piece, Piece::Coin(Y));
    let keeper_first = with(|laws| laws.rules.placement_order = PlacementOrder::TakerFirst);
    let game = unset(&keeper_first, Restart::Penalty, Y, DVec2::ZERO);
    assert_eq!(questions(&keeper_first, game), [Piece::Coin(X), Piece::Coin(Y)], "or the taker could fill the goal");
    let shifted = with(|laws| laws.rules.penalty_y_m = 0.1);
    near(unset(&shifted, Restart::Penalty, Y, DVec2::ZERO).layout.ball(), dvec2(-0.45, -0.1));
}

/// The restart table of the laws: Moves, and the first on which a goal counts.
#[test]
fn the_table_of_restarts() {
    for (restart, moves, goal_from) in [
        (Restart::KickOff, 2, 2),
        (Restart::FreeKick, 2, 2),
        (Restart::GoalKick, 2, 2),
        (Restart::Corner, 2, 2),
        (Restart::Penalty, 1, 1),
        (Restart::CentreKick, 2, 1),
    ] {
        let play = Play::at(literal(), restart, Y, BALL_M);
        let turn = play.game.turn;
        assert_eq!((turn.seat, turn.moves_left, turn.move_no, turn.goal_from), (Y, moves, 1, goal_from), "{restart:?}");
        assert_eq!(play.game.phase, Phase::Stroke);
    }
    let throw = Play::at(literal(), Restart::ThrowIn, Y, BALL_M).game;
    assert_eq!((throw.phase, throw.turn.moves_left, throw.turn.goal_from), (Phase::Throw, 1, 1));
}

#[test]
fn an_answer_that_nobody_asked_for_is_refused() {
    let play = Play::open(literal(), X);
    assert_eq!(play.laws.to_place(&play.game), None);
    assert!(play.laws.place(&play.game, BALL_M).is_err());
}
