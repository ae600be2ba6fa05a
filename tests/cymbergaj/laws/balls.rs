//! CG-4: goals; CG-FB1 and CG-FB8: whose touch, and balls on lines.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::keys::Table;
use tolley_cymbergaj::laws::choices::{Attribution, BandRule};
use tolley_cymbergaj::laws::{CallKind, Clause, Laws, MoveDraws, Piece, Pitch, Restart, Seat, Verdict};
use tolley_cymbergaj::matches::MoveStreams;
use tolley_experiment::random::Streams;

use super::{Play, applies, beside_goal_of, call, goal_of, is, lacks, literal, off, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

/// X's Move hits the ball, which rests at `ball_m`; it is out if it passed the limit of the pitch.
fn rests(laws: Laws, draws: &MoveDraws, ball_m: DVec2) -> Verdict {
    let play = Play::open(laws, X);
    play.verdict_with(draws, |events| {
        events.ball_hit(X, 0.1, 0.001);
        let mut rest = events.rest;
        rest.put(Piece::Ball, ball_m);
        events.rest(rest);
        let out_m = laws.pitch.out_m();
        if ball_m.x > out_m.x {
            events.ball_out(0.5, dvec2(out_m.x, ball_m.y));
        }
    })
}

cases! {
    "CG-4.1a-T1" a_centre_past_the_edge_between_the_posts_is_a_goal {
        is(&rests(literal(), &MoveDraws::NONE, dvec2(0.6001, 0.0)), CallKind::Goal, X);
    }
    "CG-4.1a-T2" a_centre_just_short_of_the_edge_is_in_play {
        is(&rests(literal(), &MoveDraws::NONE, dvec2(0.5999, 0.0)), CallKind::Settled, X);
    }
    "CG-4.1a-T3" inset_lines_are_passed_by_the_whole_ball {
        let mut laws = literal();
        laws.pitch.table.line_inset_m = 0.020;
        is(&rests(laws, &MoveDraws::NONE, dvec2(0.585, 0.0)), CallKind::Settled, X);
        let whole = rests(laws, &MoveDraws::NONE, dvec2(0.580 + 0.00925 + 1e-4, 0.0));
        is(&whole, CallKind::Goal, X);
        applies(whole.clauses, Clause::Scored);
        use tolley_cymbergaj::laws::choices::OutCriterion::{Centre, Whole};
        let out = |criterion, line_inset_m| {
            let table = Table { line_inset_m, ..Table::default() };
            Pitch { criterion, table, ..Pitch::default() }.out_m().x
        };
        assert_eq!([out(Centre, 0.02), out(Whole, 0.0)], [0.58, 0.6]);
    }
    "CG-4.1b-T1" without_noise_geometry_decides {
        for (x_m, kind) in [(0.6 + 1e-9, CallKind::Goal), (0.6 - 1e-9, CallKind::Settled)] {
            let verdict = rests(literal(), &MoveDraws::NONE, dvec2(x_m, 0.0));
            is(&verdict, kind, X);
            lacks(verdict.clauses, Clause::Discretion);
        }
    }
    "CG-4.1b-T2" half_of_the_balls_on_the_edge_are_given_as_goals {
        let noisy = with(|laws| laws.referee.line_sd_m = 0.5e-3);
        let likely = with(|laws| {
            (laws.referee.discretion, laws.referee.p_award_in_band) = (BandRule::Probability, 0.25);
        });
        for (laws, expected) in [(noisy, 0.5), (likely, 0.25)] {
            let mut streams = MoveStreams::new(&laws, &Streams::new(4, 1, None));
            let game = Play::open(laws, X).game;
            let n = 10_000;
            let goals = (0..n).filter(|_| {
                let verdict = rests(laws, &streams.draw(&laws, &game), dvec2(0.6, 0.0));
                applies(verdict.clauses, Clause::Discretion);
                call(&verdict) == (CallKind::Goal, X)
            });
            let share = goals.count() as f64 / f64::from(n);
            assert!((share - expected).abs() < 0.02, "{share}");
        }
        let error = |reading_error_m| MoveDraws { reading_error_m, ..MoveDraws::NONE };
        // outside the band
        is(&rests(noisy, &error(0.003), dvec2(0.5994, 0.0)), CallKind::Settled, X);
        is(&rests(noisy, &error(0.003), dvec2(0.5996, 0.0)), CallKind::Goal, X);
        let mut inset = noisy;
        inset.pitch.table.line_inset_m = 0.020;
        let beyond_m = dvec2(inset.pitch.out_m().x + 3e-4, 0.0);
        // seen as in play
        is(&rests(inset, &error(-0.001), beyond_m), CallKind::Settled, X);
        is(&rests(inset, &error(0.0), beyond_m), CallKind::Goal, X);
    }
    "CG-4.1c-T1" a_ball_driven_into_the_own_goal_counts_for_the_other {
        let mut play = Play::begin(literal());
        play.hit();
        let verdict = play.shoot(X);
        applies(verdict.clauses, Clause::OwnGoal);
        assert_eq!((play.score(), verdict.goal.map(|goal| goal.own)), ([0, 1], Some(true)));
    }
    "CG-4.1c-T2" a_passive_coin_that_deflects_the_ball_in_makes_no_own_goal {
        let mut play = Play::open(literal(), X);
        let at_m = goal_of(&play.game, Y);
        let verdict = play.play(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.ball_hit(Y, 0.2, 0.001);
            events.fell(Piece::Ball, 0.5, at_m);
        });
        assert_eq!((play.score(), verdict.goal.map(|goal| goal.own)), ([1, 0], Some(false)));
        lacks(verdict.clauses, Clause::OwnGoal);
    }
    "CG-FB1-T1" the_last_touch_decides_who_put_the_ball_out {
        let laws = with(|laws| laws.rules.out_attribution = Attribution::Mover);
        for (laws, kind, seat) in [(literal(), CallKind::Corner, X), (laws, CallKind::GoalKick, Y)] {
            let play = Play::open(laws, X);
            let at_m = beside_goal_of(&play.game, Y);
            let verdict = play.verdict(|events| {
                events.ball_hit(X, 0.1, 0.001);
                events.ball_hit(Y, 0.2, 0.001);
                events.fell(Piece::Ball, 0.5, at_m);
                events.ball_hit(X, 0.6, 0.001);
            });
            is(&verdict, kind, seat);
            applies(verdict.clauses, Clause::LastTouch);
        }
    }
    "CG-FB8-T1" a_ball_on_a_line_is_in_play {
        for (x_m, on_line) in [(0.595, true), (0.59, false)] {
            let verdict = rests(literal(), &MoveDraws::NONE, dvec2(x_m, 0.2));
            is(&verdict, CallKind::Settled, X);
            assert_eq!(verdict.clauses.has(Clause::OnLine), on_line);
        }
    }
}

/// The ball-leaving table of the laws: first Move of a two-Move restart or not, each line, each last touch.
#[test]
fn the_table_of_what_follows_when_the_ball_leaves() {
    let side_m = |_: Seat, sign: f64| dvec2(0.2, 0.3 * sign);
    for kicker in [X, Y] {
        for first in [true, false] {
            for last in [kicker, kicker.other()] {
                let play = || {
                    let mut play = Play::at(literal(), Restart::FreeKick, kicker, dvec2(0.05, 0.02));
                    if !first {
                        play.hit();
                    }
                    play
                };
                let goes = |at_m: DVec2| {
                    play().verdict(|events| {
                        events.ball_hit(kicker, 0.1, 0.001);
                        events.ball_hit(last, 0.2, 0.001);
                        events.fell(Piece::Ball, 0.5, at_m);
                    })
                };
                for end in [X, Y] {
                    let (kind, seat) = match (first, end == kicker) {
                        (true, false) => (CallKind::GoalKick, kicker.other()),
                        (true, true) => (CallKind::Corner, kicker.other()),
                        (false, _) => (CallKind::Goal, end.other()),
                    };
                    is(&goes(goal_of(&play().game, end)), kind, seat);
                    let (kind, seat) =
                        if last == end { (CallKind::Corner, end.other()) } else { (CallKind::GoalKick, end) };
                    is(&goes(beside_goal_of(&play().game, end)), kind, seat);
                }
                for sign in [1.0, -1.0] {
                    is(&goes(side_m(last, sign)), CallKind::ThrowIn, last.other());
                }
            }
        }
    }
}

#[test]
fn a_ball_that_leaves_at_a_corner_crosses_the_line_it_is_farther_beyond() {
    let verdict = |at_m| Play::open(literal(), X).verdict(off(X, at_m)).call.kind;
    assert_eq!(verdict(dvec2(0.6, 0.2999)), CallKind::GoalKick);
    assert_eq!(verdict(dvec2(0.5999, -0.3)), CallKind::ThrowIn);
}
