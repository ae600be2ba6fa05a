//! CG-5.1: fouls.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::choices::{ContactFirst, TurnRule};
use tolley_cymbergaj::laws::{CallKind, Clause, Human, Laws, MoveDraws, MoveEvents, Piece, Restart, Seat, Verdict};
use tolley_cymbergaj::matches::MoveStreams;
use tolley_experiment::random::Streams;

use super::synthetic::only;
use super::{BALL_M, Play, X_M, Y_M, applies, goal_of, is, literal, off, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

/// In the goal area of Y.
const AREA_M: DVec2 = dvec2(0.5, 0.1);

/// Coin before ball, at this place, and then the ball.
fn contact(at_m: DVec2) -> impl Fn(&mut MoveEvents) {
    move |events| {
        events.coins_hit(0.10, at_m, 0.001);
        events.ball_hit(X, 0.15, 0.001);
    }
}

/// In open play, X to move, his coin at `x_m` and Y's at `y_m`.
fn standing(laws: Laws, x_m: DVec2, y_m: DVec2) -> Play {
    let mut play = Play::open(laws, X);
    play.game.layout.at_m = [x_m, y_m, BALL_M];
    play
}

fn humans(change: impl FnOnce(&mut Human)) -> Laws {
    Laws { human: only(change), ..literal() }
}

/// What chance decides of the first Move.
fn draws(play: &Play) -> MoveDraws {
    MoveStreams::new(&play.laws, &Streams::new(7, 7, None)).draw(&play.laws, &play.game)
}

fn unstroked(play: &Play) -> Verdict {
    play.verdict_with(&draws(play), |_| unreachable!("no stroke"))
}

cases! {
    "CG-1.10a-T1" a_stroke_that_hardly_moves_its_coin_is_a_foul {
        let way = |way_m: f64| move |events: &mut MoveEvents| {
            let mut rest = events.rest;
            rest.put(Piece::Coin(X), X_M + dvec2(0.0, way_m));
            events.rest(rest);
        };
        let mut play = Play::open(literal(), X);
        is(&play.verdict(way(0.0051)), CallKind::Settled, X);
        let verdict = play.play(way(0.0049));
        is(&verdict, CallKind::FreeKick, Y);
        applies(verdict.clauses, Clause::LeastStroke);
        assert_eq!((verdict.foul, verdict.at_m), (Some((Clause::LeastStroke, X)), X_M));
        assert_eq!(verdict.layout.coin(X), X_M, "the coin goes back");
        assert_eq!(play.comes(), (Restart::FreeKick, Y, 2));
        // who hits the ball has made a Move, however soft it is, CG-1.9a
        is(&Play::open(literal(), X).hit(), CallKind::Settled, X);
    }
    "CG-1.10a-T2" it_may_be_allowed_and_may_go_unseen {
        let allowed = with(|laws| laws.rules.least_stroke_m = 0.0);
        is(&Play::open(allowed, X).verdict(|_| ()), CallKind::Settled, X);
        let unseen = MoveDraws { detected: false, ..MoveDraws::NONE };
        let verdict = Play::open(literal(), X).verdict_with(&unseen, |_| ());
        is(&verdict, CallKind::Settled, X);
        applies(verdict.clauses, Clause::Referees);
        // a careless touch is a Move as it comes, CG-1.9b
        let careless = MoveDraws { accident_rad: Some(0.3), ..MoveDraws::NONE };
        is(&Play::open(literal(), X).verdict_with(&careless, |_| ()), CallKind::Settled, X);
    }
    "CG-5.1-T1" a_goal_after_a_foul_is_void {
        let mut play = Play::open(literal(), X);
        let goal_m = goal_of(&play.game, Y);
        let verdict = play.play(|events| {
            contact(AREA_M - 0.2)(events);
            events.fell(Piece::Ball, 0.5, goal_m);
        });
        is(&verdict, CallKind::FreeKick, Y);
        applies(verdict.clauses, Clause::Foul);
        assert_eq!((play.score(), play.comes(), play.game.clock_s), ([0, 0], (Restart::FreeKick, Y, 2), 28.0));
    }
    "CG-5.1-T2" advantage_lets_the_offenders_own_goal_count {
        for (advantage, score) in [(true, [0, 1]), (false, [0, 0])] {
            let mut play = Play::open(with(|laws| laws.rules.advantage = advantage), X);
            let goal_m = goal_of(&play.game, X);
            let verdict = play.play(|events| {
                contact(BALL_M)(events);
                events.fell(Piece::Ball, 0.5, goal_m);
            });
            assert_eq!((play.score(), verdict.foul), (score, Some((Clause::CoinBeforeBall, X))));
        }
        let play = Play::open(with(|laws| laws.rules.advantage = true), X);
        let goal_m = goal_of(&play.game, Y);
        let verdict = play.verdict(|events| {
            contact(BALL_M)(events);
            events.fell(Piece::Ball, 0.5, goal_m);
        });
        // no advantage in the victim's own goal
        is(&verdict, CallKind::FreeKick, Y);
    }
    "CG-5.1-T3" an_unseen_foul_lets_play_go_on {
        let play = Play::open(literal(), X);
        let goal_m = goal_of(&play.game, Y);
        let verdict = play.verdict_with(&MoveDraws { detected: false, ..MoveDraws::NONE }, |events| {
            contact(BALL_M)(events);
            events.fell(Piece::Ball, 0.5, goal_m);
        });
        is(&verdict, CallKind::Goal, X);
        applies(verdict.clauses, Clause::Referees);
    }
    "CG-5.1a-T1" a_foul_in_the_victims_own_area_is_a_goal_kick {
        let mut play = Play::open(literal(), X);
        let verdict = play.play(contact(AREA_M));
        is(&verdict, CallKind::GoalKick, Y);
        applies(verdict.clauses, Clause::FoulAtHome);
        assert_eq!(play.comes(), (Restart::GoalKick, Y, 2));
    }
    "CG-5.1a-T2" or_a_free_kick_there {
        let play = Play::open(literal(), X);
        let verdict = play.verdict_with(&MoveDraws { award_goal_kick: false, ..MoveDraws::NONE }, contact(AREA_M));
        is(&verdict, CallKind::FreeKick, Y);
        assert_eq!(verdict.at_m, AREA_M);
        let laws = with(|laws| laws.rules.p_award_goal_kick = 0.0);
        let draws = draws(&Play::open(laws, X));
        assert_eq!((draws.award_goal_kick, draws.award_penalty), (false, true));
    }
    "CG-5.1a-T3" just_outside_the_area_it_is_a_free_kick {
        for (at_m, kind) in [
            (dvec2(0.4499, 0.0), CallKind::FreeKick),
            (dvec2(0.4501, 0.0), CallKind::GoalKick),
            (dvec2(0.5, 0.1501), CallKind::FreeKick),
            (dvec2(0.5, -0.15), CallKind::GoalKick),
        ] {
            is(&Play::open(literal(), X).verdict(contact(at_m)), kind, Y);
        }
    }
    "CG-5.1b-T1" a_defenders_foul_in_his_own_area_is_a_penalty {
        let mut play = Play::open(literal(), Y);
        let verdict = play.play(|events| events.coins_hit(0.1, AREA_M, 0.001));
        is(&verdict, CallKind::Penalty, X);
        applies(verdict.clauses, Clause::FoulAway);
        assert_eq!(play.comes(), (Restart::Penalty, X, 1));
    }
    "CG-5.1b-T2" or_a_free_kick {
        let play = Play::open(literal(), Y);
        let told = |events: &mut MoveEvents| events.coins_hit(0.1, AREA_M, 0.001);
        let verdict = play.verdict_with(&MoveDraws { award_penalty: false, ..MoveDraws::NONE }, told);
        is(&verdict, CallKind::FreeKick, X);
        assert_eq!(verdict.at_m, AREA_M);
    }
    "CG-5.1b-T3" an_attackers_foul_there_is_a_goal_kick {
        is(&Play::open(literal(), X).verdict(contact(AREA_M)), CallKind::GoalKick, Y);
    }
    "CG-5.1c-T1" a_touch_of_the_other_coin_is_a_free_kick_where_it_stood {
        let mut play = Play::open(humans(|human| human.p_touch_far = 1.0), X);
        let verdict = unstroked(&play);
        is(&verdict, CallKind::FreeKick, Y);
        applies(verdict.clauses, Clause::TouchOpponent);
        assert_eq!((verdict.at_m, verdict.foul), (Y_M, Some((Clause::TouchOpponent, X))));
        play.play_with(&draws(&play), |_| ());
        assert_eq!(play.game.layout.ball(), Y_M);
    }
    "CG-5.1c-T2" nobody_touches_it_with_probability_0 {
        assert_eq!(draws(&Play::open(literal(), X)), MoveDraws::NONE);
        let laws = humans(|human| human.p_touch_near = 1.0);
        let far = standing(laws, X_M, X_M + dvec2(0.0215 + 0.0201, 0.0));
        let near = standing(laws, X_M, X_M + dvec2(0.0, 0.0215 + 0.0199));
        assert_eq!([draws(&far).touch, draws(&near).touch], [false, true]);
    }
    "CG-5.1c-T3" a_touched_coin_is_put_back {
        let play = Play::open(humans(|human| human.p_touch_far = 1.0), X);
        assert_eq!(unstroked(&play).layout, play.game.layout);
    }
    "CG-5.1d-T1" coin_before_ball_is_a_foul_at_the_contact {
        let at_m = dvec2(-0.05, 0.02);
        let verdict = Play::open(literal(), X).verdict(contact(at_m));
        is(&verdict, CallKind::FreeKick, Y);
        assert_eq!(verdict.at_m, at_m);
        assert_eq!(verdict.foul, Some((Clause::CoinBeforeBall, X)));
    }
    "CG-5.1d-T2" ball_before_coin_is_fair {
        for coin_s in [0.15, 0.10] {
            let verdict = Play::open(literal(), X).verdict(|events| {
                if coin_s == 0.10 {
                    events.coins_hit(coin_s, BALL_M, 0.001);
                }
                events.ball_hit(X, 0.10, 0.001);
                events.coins_hit(coin_s, BALL_M, 0.001);
            });
            // the same instant is no foul
            is(&verdict, CallKind::Settled, X);
        }
    }
    "CG-5.1d-T3" coin_without_ball_is_a_foul {
        let verdict = Play::open(literal(), X).verdict(|events| events.coins_hit(0.10, BALL_M, 0.001));
        is(&verdict, CallKind::FreeKick, Y);
        assert!(!verdict.ball_hit);
    }
    "CG-5.1d-T4" the_foul_may_be_off_or_need_a_moved_coin {
        let kind = |contact_first, moved_m: f64| {
            let play = Play::open(with(|laws| laws.rules.contact_first_foul = contact_first), X);
            let verdict = play.verdict(|events| {
                contact(BALL_M)(events);
                let mut rest = events.rest;
                rest.put(Piece::Coin(Y), Y_M + dvec2(moved_m, 0.0));
                events.rest(rest);
            });
            verdict.call.kind
        };
        assert_eq!(kind(ContactFirst::Off, 0.1), CallKind::Settled);
        assert_eq!(kind(ContactFirst::MovedOnly, 0.0009), CallKind::Settled);
        assert_eq!(kind(ContactFirst::MovedOnly, 0.0011), CallKind::FreeKick);
        let weak = with(|laws| laws.rules.foul_impulse_n_s = 0.001);
        // not above the limit
        is(&Play::open(weak, X).verdict(contact(BALL_M)), CallKind::Settled, X);
        let touching = |events: &mut MoveEvents| {
            events.coins_hit(0.0, BALL_M, 0.0);
            let mut rest = events.rest;
            rest.put(Piece::Coin(X), 0.5 * BALL_M);
            events.rest(rest);
        };
        // no impulse passed
        is(&Play::open(literal(), X).verdict(touching), CallKind::Settled, X);
    }
    "CG-5.1e-T1" a_hand_on_the_own_coin_is_a_free_kick_there {
        let play = Play::open(humans(|human| human.p_hand_touch = 1.0), X);
        let verdict = unstroked(&play);
        is(&verdict, CallKind::FreeKick, Y);
        assert_eq!(verdict.at_m, X_M);
        assert_eq!(verdict.layout, play.game.layout);
        assert_eq!(verdict.foul, Some((Clause::HandTouch, X)));
    }
    "CG-5.1e-T2" in_the_offenders_area_it_is_a_penalty {
        let play = standing(humans(|human| human.p_hand_touch = 1.0), dvec2(-0.5, 0.0), Y_M);
        is(&unstroked(&play), CallKind::Penalty, Y);
    }
    "CG-5.1e-T3" nobody_does_it_with_probability_0 {
        assert!(!draws(&Play::open(humans(|human| human.p_hop = 1.0), X)).hand_touch);
        // hands place coins at restarts, which is no touch
        let laws = humans(|human| human.p_hand_touch = 1.0);
        let play = Play::at(laws, Restart::ThrowIn, X, dvec2(0.0, 0.3));
        assert_eq!(laws.before(&play.game, &draws(&play)), None);
    }
    "CG-5.1f-T1" a_stroke_too_many_is_a_free_kick {
        let mut play = Play::open(humans(|human| human.p_extra_move = 1.0), X);
        let verdict = play.play_with(&draws(&play), |events| events.ball_hit(X, 0.1, 0.001));
        is(&verdict, CallKind::FreeKick, Y);
        assert_eq!(verdict.at_m, X_M);
        assert_eq!(verdict.foul, Some((Clause::ExtraMove, X)));
        assert_eq!(play.comes(), (Restart::FreeKick, Y, 2));
    }
    "CG-5.1f-T2" what_the_stroke_too_many_does_is_undone {
        let play = Play::open(literal(), X);
        let extra = MoveDraws { extra_move: true, ..MoveDraws::NONE };
        let verdict = play.verdict_with(&extra, |events| events.ball_hit(X, 0.1, 0.001));
        assert_eq!((verdict.goal, verdict.layout), (None, play.game.layout));
        let goal_m = goal_of(&play.game, Y);
        let scored = play.verdict_with(&extra, off(X, goal_m));
        // a goal ends the turn before the stroke too many
        is(&scored, CallKind::Goal, X);
    }
    "CG-5.1f-T3" the_second_move_of_a_kick_off_is_legal {
        let mut play = Play::begin(literal());
        let extra = MoveDraws { extra_move: true, ..MoveDraws::NONE };
        let verdict = play.play_with(&extra, |events| events.ball_hit(X, 0.1, 0.001));
        is(&verdict, CallKind::Settled, X);
        assert_eq!(play.mover(), X);
        let third = play.play_with(&extra, |events| events.ball_hit(X, 0.1, 0.001));
        is(&third, CallKind::FreeKick, Y);
        // nor is a stroke after a hit, where who hits the ball plays on
        let keeps = Play::open(with(|laws| laws.rules.turn_rule = TurnRule::KeepIfHit), X);
        let hit = keeps.verdict_with(&extra, |events| events.ball_hit(X, 0.1, 0.001));
        is(&hit, CallKind::Settled, X);
        is(&keeps.verdict_with(&extra, |_| ()), CallKind::FreeKick, Y);
    }
}

#[test]
fn what_comes_first_in_time_decides() {
    let play = Play::open(literal(), X);
    let goal_m = goal_of(&play.game, Y);
    // the ball, not yet hit by the mover's coin, cannot leave before the foul; after it left the coins may collide
    let verdict = play.verdict(|events| {
        events.ball_hit(X, 0.1, 0.001);
        events.fell(Piece::Ball, 0.5, goal_m);
        events.coins_hit(0.6, BALL_M, 0.001);
    });
    is(&verdict, CallKind::Goal, X);
    let verdict = |coin_s: f64| {
        play.verdict(|events| {
            if coin_s < 0.5 {
                events.coins_hit(coin_s, BALL_M, 0.001);
            }
            events.fell(Piece::Ball, 0.5, goal_m);
            events.coins_hit(coin_s, BALL_M, 0.001);
        })
    };
    is(&verdict(0.6), CallKind::Goal, X);
    is(&verdict(0.4), CallKind::FreeKick, Y);
}

#[test]
fn fouls_take_their_time_and_hands_are_judged_in_order() {
    let laws = humans(|human| (human.p_hand_touch, human.p_touch_far, human.p_illegal_stroke) = (1.0, 1.0, 1.0));
    let mut play = Play::open(laws, X);
    let verdict = play.play_with(&draws(&play), |_| ());
    assert_eq!(verdict.foul, Some((Clause::HandTouch, X)));
    // Move, restart, foul
    assert_eq!((play.game.clock_s, play.game.elapsed_s, play.game.move_count), (28.0, 28.0, 1));
}
