//! CG-1: players, halves, winner, coins, referees, pitch, Moves, turns.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::keys::{Ball, Coin, CoinId, Posts, Table};
use tolley_cymbergaj::laws::choices::{AddedTime, IllegalStroke, MatchKind, TurnRule};
use tolley_cymbergaj::laws::{
    CallKind, Clause, CoinRules, CoinSet, Ends, Laws, Line, Match, MoveDraws, Period, Piece, Pitch, Restart, Seat,
};
use tolley_cymbergaj::matches::{MoveStreams, match_draws};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::Streams;

use super::{BALL_M, DRAWS, Play, SIDE_M, X_M, applies, is, lacks, literal, near, off, synthetic, with};
use crate::cases::cases;

const X: Seat = Seat::X;
const Y: Seat = Seat::Y;

/// Moves of the first half when every Move hits the ball and nothing else happens.
fn moves_of_half(laws: Laws) -> u32 {
    let mut play = Play::begin(laws);
    play.finish_half();
    play.game.move_count
}

/// A match whose halves are over with this score.
fn full_time(laws: Laws, score: [u32; 2]) -> Play {
    let mut play = Play::begin(laws);
    play.game.score = score;
    play.finish_half();
    play.finish_half();
    play
}

/// A half that is always lengthened by so much.
fn fixed(added_s: f64) -> Laws {
    with(|laws| (laws.clock.added_time, laws.clock.added_s) = (AddedTime::Fixed, added_s))
}

/// The keys at fault with these coins of X, of Y and for the ball.
fn coins(ids: [&str; 3], mass_kg: [f64; 3], match_kind: MatchKind) -> Vec<String> {
    let [x, y, ball] = ids.map(|id| CoinId::from_name(id).expect("a coin"));
    let coin = |coin, mass_kg| Coin { coin, mass_kg, ..Coin::default() };
    let (x, y) = (coin(x, mass_kg[0]), coin(y, mass_kg[1]));
    let ball = Ball { coin: ball, mass_kg: mass_kg[2], ..Ball::default() };
    let set = CoinSet { rules: &CoinRules { match_kind }, players: [&x, &y], ball: &ball };
    let faults: Vec<Fault> = set.denomination_fault("y").into_iter().chain(set.ball_fault()).collect();
    assert!(faults.iter().all(|fault| fault.message.starts_with("CG-1.4a")), "{faults:?}");
    faults.iter().map(|fault| fault.path.to_string()).collect()
}

const ZLOTY: &str = "PL-2zl-1994";

cases! {
    "CG-1.1-T1" swapping_players_and_seats_swaps_the_result {
        for repeat in 0..200 {
            let [game, swapped] = [false, true].map(|swap| synthetic::exchanged(&Laws::default(), repeat, swap));
            assert_eq!(swapped.winner, game.winner.map(Seat::other));
            assert_eq!(swapped.score, [game.score[1], game.score[0]]);
            assert_eq!(swapped.elapsed_s.to_bits(), game.elapsed_s.to_bits());
        }
    }
    "CG-1.2a-T1" ten_seconds_a_move_are_thirty_moves_a_half {
        assert_eq!(moves_of_half(literal()), 30);
    }
    "CG-1.2a-T2" the_more_balls_go_out_the_fewer_moves_a_half_has {
        let laws = with(|laws| laws.clock.half_s = 60.0);
        let mut moves = Vec::new();
        for outs in 0..3 {
            let mut play = Play::begin(laws);
            for _ in 0..outs {
                play.hit();
                play.out(SIDE_M);
                assert_eq!(play.miss().call.kind, CallKind::Settled, "a throw");
            }
            play.finish_half();
            moves.push(play.game.move_count);
        }
        // (60 - 8 outs) / 10, rounded up
        assert_eq!(moves, [6, 6, 5]);
    }
    "CG-1.2a-T3" ends_are_changed_after_the_first_half {
        let mut play = Play::begin(literal());
        assert_eq!(play.game.ends.sign(Y), 1.0);
        play.finish_half();
        assert_eq!((play.game.period, play.game.ends.sign(Y)), (Period::SecondHalf, -1.0));
        applies(play.game.news, Clause::Halves);
        let mut kept = Play::begin(with(|laws| laws.rules.swap_ends = false));
        kept.finish_half();
        assert_eq!(kept.game.ends.sign(Y), 1.0);
    }
    "CG-1.2b-T1" thirty_added_seconds_are_three_more_moves {
        assert_eq!(moves_of_half(fixed(30.0)), 33);
        let half = Play::begin(with(|laws| laws.clock.added_time = AddedTime::Uniform));
        assert_eq!((half.game.limit_s(), half.game.news.has(Clause::AddedTime)), (315.0, true));
        let mut restarts = Play::begin(with(|laws| {
            (laws.clock.added_time, laws.clock.added_per_restart_s) = (AddedTime::PerRestart, 20.0);
        }));
        let limits = [(); 3].map(|()| {
            restarts.out(SIDE_M);
            restarts.miss();
            restarts.game.limit_s()
        });
        assert_eq!(limits, [320.0, 330.0, 330.0]);
    }
    "CG-1.2b-T2" forty_five_added_seconds_are_refused {
        let faults = fixed(45.0).faults();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].path.to_string(), "clock.added_s");
        assert!(faults[0].message.starts_with("CG-1.2b: ") && faults[0].message.contains("45"));
    }
    "CG-1.2b-T3" without_added_time_a_half_is_300_s {
        assert_eq!(Play::begin(literal()).game.limit_s(), 300.0);
    }
    "CG-1.3a-T1" who_leads_at_full_time_has_won {
        let play = full_time(literal(), [3, 2]);
        assert!(play.is_over());
        applies(play.game.news, Clause::Winner);
        assert_eq!((play.game.winner, play.game.move_count), (Some(X), 60));
        assert_eq!(full_time(literal(), [2, 3]).game.winner, Some(Y));
    }
    "CG-1.3a-T2" level_at_full_time_means_extra_time {
        let play = full_time(literal(), [2, 2]);
        assert_eq!((play.game.period, play.game.winner), (Period::FirstExtra, None));
        applies(play.game.news, Clause::ExtraTime);
    }
    "CG-1.3b-T1" an_extra_half_has_six_moves {
        let mut play = full_time(literal(), [1, 1]);
        assert_eq!(play.game.limit_s(), 60.0);
        play.finish_half();
        assert_eq!((play.game.period, play.game.move_count), (Period::SecondExtra, 66));
        play.game.score = [1, 2];
        play.finish_half();
        assert_eq!((play.game.winner, play.game.move_count), (Some(Y), 72));
    }
    "CG-1.3b-T2" the_polish_text_gives_two_moves_a_turn_in_extra_time_only {
        let laws = with(|laws| laws.rules.extra_moves_per_turn = 2);
        let seats = |mut play: Play| [(); 6].map(|()| {
            let seat = play.mover();
            play.hit();
            seat
        });
        assert_eq!(seats(Play::begin(laws)), [X, X, Y, X, Y, X]);
        assert_eq!(seats(full_time(laws, [0, 0])), [X, X, Y, Y, X, X]);
    }
    "CG-1.3b-T3" a_golden_goal_ends_the_match {
        for (golden, over) in [(true, true), (false, false)] {
            let mut play = full_time(with(|laws| laws.rules.golden_goal = golden), [0, 0]);
            play.hit();
            play.shoot(Y);
            assert_eq!((play.is_over(), play.score()), (over, [1, 0]));
            assert_eq!(play.game.winner, over.then_some(X));
        }
        let mut first_half = Play::begin(with(|laws| laws.rules.golden_goal = true));
        first_half.hit();
        first_half.shoot(Y);
        assert!(!first_half.is_over());
    }
    "CG-1.3e-T1" a_goal_of_the_series_does_not_count_for_the_scorer {
        let mut play = Play { game: literal().begin_series(Ends::FIRST, DRAWS), laws: literal() };
        play.settle();
        let verdict = play.shoot(Y);
        applies(verdict.clauses, Clause::Scorer);
        let goal = verdict.goal.expect("a goal");
        assert_eq!((goal.to, goal.own, goal.counts_for_scorer), (X, false, false));
        assert_eq!((play.score(), play.game.series[0].goals), ([0, 0], 1));
    }
    "CG-1.3e-T2" a_goal_in_extra_time_counts_for_the_scorer {
        let mut play = full_time(literal(), [0, 0]);
        play.hit();
        let goal = play.shoot(Y).goal.expect("a goal");
        assert_eq!((goal.to, goal.own, goal.counts_for_scorer), (X, false, true));
    }
    "CG-1.3e-T3" an_own_goal_counts_but_not_for_the_scorer {
        let mut play = Play::open(literal(), X);
        let goal = play.shoot(X).goal.expect("a goal");
        assert_eq!((goal.to, goal.own, goal.counts_for_scorer), (Y, true, false));
        assert_eq!(play.score(), [0, 1]);
    }
    "CG-1.4a-T1" the_recommended_coins_have_a_mass_ratio_of_0_618 {
        let (player_kg, ball_kg): (f64, f64) = (0.00521, 0.00322);
        assert!((ball_kg / player_kg - 0.618).abs() < 5e-4);
        let masses = [player_kg, player_kg, ball_kg];
        assert_eq!(coins([ZLOTY, ZLOTY, "PL-20gr-1990"], masses, MatchKind::Tournament), [""; 0]);
    }
    "CG-1.4a-T2" players_coins_of_two_denominations_are_refused {
        let set = [ZLOTY, "PL-1zl-1990", "PL-20gr-1990"];
        assert_eq!(coins(set, [0.00521, 0.005, 0.00322], MatchKind::Tournament), ["y.coin"]);
    }
    "CG-1.4a-T3" a_worn_coin_is_allowed {
        let masses = [0.00521 * 0.98, 0.00521, 0.00322];
        assert_eq!(coins([ZLOTY, ZLOTY, "PL-20gr-1990"], masses, MatchKind::Tournament), [""; 0]);
    }
    "CG-1.4a-T4" a_ball_as_heavy_as_a_player_is_refused {
        let masses = [0.00521, 0.00521, 0.00654];
        assert_eq!(coins([ZLOTY, ZLOTY, "PL-5zl-1994"], masses, MatchKind::Tournament), ["ball.mass_kg"]);
    }
    "CG-1.4b-T1" a_friendly_may_use_any_coins {
        let masses = [0.00521, 0.005, 0.00654];
        assert_eq!(coins([ZLOTY, "PL-1zl-1990", "PL-5zl-1994"], masses, MatchKind::Friendly), [""; 0]);
    }
    "CG-1.5-T1" without_noise_lines_are_read_exactly {
        let play = Play::open(literal(), X);
        let resting = |x_m: f64| play.verdict(|events| {
            events.ball_hit(X, 0.1, 0.001);
            let mut rest = play.game.layout;
            rest.put(Piece::Ball, dvec2(x_m, 0.0));
            events.rest(rest);
        });
        is(&resting(0.6 - 1e-9), CallKind::Settled, X);
        assert_eq!(literal().referee.reading_sd_m(), 0.0);
    }
    "CG-1.5-T2" two_referees_average_their_readings {
        let laws = with(|laws| (laws.referee.line_sd_m, laws.referee.count) = (0.5e-3, 2));
        let game = Play::begin(laws).game;
        let n = 20_000;
        let mut streams = MoveStreams::new(&laws, &Streams::new(5, 5, None));
        let readings: Vec<f64> = (0..n).map(|_| streams.draw(&laws, &game).reading_error_m).collect();
        let variance = readings.iter().map(|error_m| error_m * error_m).sum::<f64>() / f64::from(n);
        // the standard deviation of a standard deviation is 1 / sqrt(2 n) of it
        assert!((variance.sqrt() / 0.354e-3 - 1.0).abs() < 4.0 / (2.0 * f64::from(n)).sqrt() + 0.001);
    }
    "CG-1.5-T3" a_foul_that_nobody_sees_is_not_called {
        let play = Play::open(literal(), X);
        let unseen = MoveDraws { detected: false, illegal_stroke: true, ..MoveDraws::NONE };
        let verdict = play.verdict_with(&unseen, |events| {
            events.coins_hit(0.1, BALL_M, 0.001);
            events.ball_hit(X, 0.2, 0.001);
        });
        is(&verdict, CallKind::Settled, X);
        applies(verdict.clauses, Clause::Referees);
        assert_eq!(verdict.foul, None);
        for touch in [true, false] {
            let unseen = MoveDraws { detected: false, touch, ..MoveDraws::NONE };
            let verdict = play.verdict_with(&unseen, |events| events.ball_hit(X, 0.1, 0.001));
            assert_eq!(verdict.clauses.has(Clause::Referees), unseen.touch);
        }
    }
    "CG-1.6-T1" a_coin_stays_its_owners_after_the_change_of_ends {
        let mut play = Play::begin(literal());
        play.finish_half();
        let behind = |seat: Seat| play.game.layout.coin(seat).x * play.game.ends.sign(seat) > 0.0;
        assert_eq!([behind(X), behind(Y)], [true; 2], "{:?}", play.game.layout);
        assert!(play.game.layout.coin(X).x > 0.0, "{:?}", play.game.layout);
    }
    "CG-1.6-T2" a_coin_that_flips_over_stays_its_owners {
        let hop = MoveDraws { hop: true, ..MoveDraws::NONE };
        let mut play = Play::open(literal(), X);
        let verdict = play.play_with(&hop, |events| events.ball_hit(X, 0.1, 0.001));
        applies(verdict.clauses, Clause::Stacking);
        assert_eq!((verdict.touch, play.game.last_touch, play.mover()), (Some(X), X, Y));
    }
    "CG-1.7-T1" lines_are_the_edges {
        assert_eq!(Table::default().lines_m(), dvec2(0.6, 0.3));
        assert_eq!(Pitch::default().out_m(), dvec2(0.6, 0.3));
    }
    "CG-1.7-T2" lines_may_be_inset {
        let mut pitch = Pitch::default();
        pitch.table.line_inset_m = 0.010;
        near(pitch.table.lines_m(), dvec2(0.590, 0.290));
        near(pitch.out_m(), dvec2(0.59925, 0.29925));
    }
    "CG-1.7-T3" a_goal_area_wider_than_the_pitch_is_refused {
        let mut laws = literal();
        laws.pitch.table.goal_area_width_m = 0.62;
        let faults = laws.faults();
        assert_eq!(faults[0].path.to_string(), "table.goal_area_width_m");
        assert!(faults[0].message.starts_with("CG-1.7"));
    }
    "CG-1.8-T1" a_ball_that_crosses_at_49_9_mm_is_in_the_goal {
        let play = Play::open(literal(), X);
        let verdict = play.verdict(off(X, dvec2(0.6, 0.0499)));
        is(&verdict, CallKind::Goal, X);
        applies(verdict.clauses, Clause::Goal);
        assert_eq!(verdict.exit, Some(Line::Goal(Y)));
        let post = play.verdict(off(X, dvec2(0.6, -0.05)));
        // exactly at the post is in
        is(&post, CallKind::Goal, X);
    }
    "CG-1.8-T2" a_ball_that_crosses_at_50_1_mm_is_beside_the_goal {
        let verdict = Play::open(literal(), X).verdict(off(X, dvec2(0.6, 0.0501)));
        is(&verdict, CallKind::GoalKick, Y);
        lacks(verdict.clauses, Clause::Goal);
        assert_eq!(verdict.exit, Some(Line::End(Y)));
    }
    "CG-1.8-T3" a_ball_that_bounces_off_a_post_is_in_play {
        let play = Play::open(literal(), X);
        let verdict = play.verdict(|events| {
            events.ball_hit(X, 0.1, 0.001);
            let mut rest = play.game.layout;
            rest.put(Piece::Ball, dvec2(0.58, 0.045));
            events.rest(rest);
        });
        is(&verdict, CallKind::Settled, X);
        // nothing is put on a standing post
        let mut laws = literal();
        laws.pitch.table.posts = Posts::Physical;
        let gap_m = |at_m: DVec2| at_m.distance(dvec2(0.6, 0.052));
        let ball_m = Play::at(laws, Restart::FreeKick, X, dvec2(0.59, 0.05)).game.layout.ball();
        assert!((gap_m(ball_m) - 0.01125).abs() < 1e-12 && ball_m.x < 0.59, "{ball_m}");
        let fell = Play::open(laws, X).verdict(|events| events.fell(Piece::Coin(Y), 0.4, dvec2(0.6, 0.055)));
        assert!(gap_m(fell.layout.coin(Y)) > 0.01275 - 1e-10, "{}", fell.layout.coin(Y));
    }
    "CG-1.9a-T1" a_miss_uses_up_the_move {
        let mut play = Play::open(literal(), X);
        let verdict = play.miss();
        assert!(!verdict.ball_hit);
        applies(verdict.clauses, Clause::Move);
        assert_eq!(play.mover(), Y);
    }
    "CG-1.9a-T2" coins_may_collide_after_the_ball_was_hit {
        let verdict = Play::open(literal(), X).verdict(|events| {
            events.ball_hit(X, 0.1, 0.001);
            events.coins_hit(0.2, BALL_M, 0.001);
        });
        is(&verdict, CallKind::Settled, X);
        assert!(verdict.ball_hit);
    }
    "CG-1.9a-T3" a_ball_that_hardly_moves_was_hit {
        let mut play = Play::open(literal(), X);
        let verdict = play.play(|events| events.ball_hit(X, 0.1, 1e-9));
        assert_eq!((verdict.ball_hit, play.game.idle_count, play.mover()), (true, 0, Y));
    }
    "CG-1.9b-T1" a_careless_touch_is_a_move {
        let laws = Laws { human: synthetic::only(|human| human.p_accident = 1.0), ..literal() };
        let mut play = Play::open(laws, X);
        let draws = MoveStreams::new(&laws, &Streams::new(1, 1, None)).draw(&laws, &play.game);
        assert!(draws.accident_rad.is_some_and(|angle_rad| angle_rad.abs() <= core::f64::consts::PI));
        let moved_m = X_M + dvec2(0.003, 0.0);
        let verdict = play.play_with(&draws, |events| {
            let mut rest = events.rest;
            rest.put(Piece::Coin(X), moved_m);
            events.rest(rest);
        });
        applies(verdict.clauses, Clause::Careless);
        assert_eq!((play.mover(), play.game.layout.coin(X)), (Y, moved_m));
    }
    "CG-1.9b-T2" a_careless_touch_is_the_first_move_of_a_free_kick {
        let mut play = Play::at(literal(), Restart::FreeKick, X, BALL_M);
        assert_eq!(play.comes(), (Restart::FreeKick, X, 2));
        play.play_with(&MoveDraws { accident_rad: Some(0.3), ..MoveDraws::NONE }, |_| ());
        assert_eq!(play.comes(), (Restart::FreeKick, X, 1));
    }
    "CG-1.9c-T1" open_play_alternates {
        let mut play = Play::open(literal(), X);
        let seats = [(); 4].map(|()| {
            let seat = play.mover();
            play.hit();
            seat
        });
        assert_eq!(seats, [X, Y, X, Y]);
        applies(play.game.news, Clause::Turn);
    }
    "CG-1.9c-T2" a_kick_off_has_two_moves {
        let mut play = Play::begin(literal());
        let seats = [(); 4].map(|()| {
            let seat = play.mover();
            play.hit();
            seat
        });
        assert_eq!(seats, [X, X, Y, X]);
    }
    "CG-1.9c-T3" a_turn_may_have_two_moves {
        let mut play = Play::open(with(|laws| laws.rules.moves_per_turn = 2), X);
        let seats = [(); 4].map(|()| {
            let seat = play.mover();
            play.hit();
            seat
        });
        assert_eq!(seats, [X, X, Y, Y]);
        let mut keeps = Play::open(with(|laws| laws.rules.turn_rule = TurnRule::KeepIfHit), X);
        keeps.hit();
        keeps.hit();
        assert_eq!(keeps.mover(), X);
        keeps.miss();
        assert_eq!(keeps.mover(), Y);
    }
    "CG-1.10-T1" an_illegal_stroke_is_a_foul_where_the_coin_stood {
        let mut play = Play::open(literal(), X);
        let illegal = MoveDraws { illegal_stroke: true, ..MoveDraws::NONE };
        let verdict = play.play_with(&illegal, |_| unreachable!("no stroke"));
        is(&verdict, CallKind::FreeKick, Y);
        applies(verdict.clauses, Clause::Technique);
        assert_eq!(verdict.foul, Some((Clause::Technique, X)));
        assert_eq!((verdict.at_m, verdict.layout.coin(X)), (X_M, X_M));
        assert_eq!((play.comes(), play.game.layout.ball()), ((Restart::FreeKick, Y, 2), X_M));
    }
    "CG-1.10-T2" an_illegal_stroke_may_be_replayed {
        let mut play = Play::open(with(|laws| laws.rules.illegal_stroke = IllegalStroke::WarnReplay), X);
        let before: Match = play.game;
        let illegal = MoveDraws { illegal_stroke: true, ..MoveDraws::NONE };
        let verdict = play.play_with(&illegal, |_| unreachable!("no stroke"));
        is(&verdict, CallKind::Replay, X);
        assert_eq!((play.game.turn, play.game.layout), (before.turn, before.layout));
        assert_eq!(play.game.clock_s - before.clock_s, 10.0);
    }
    "CG-2.1-T1" each_begins_half_of_the_matches {
        let n = 100_000;
        let begins = (0..n).filter(|repeat| {
            let draws = match_draws(&literal(), &Streams::new(3, *repeat, None));
            literal().begin(Ends::FIRST, draws).turn.seat == X
        });
        let share = begins.count() as f64 / n as f64;
        assert!((share - 0.5).abs() < 0.005, "{share}");
        let rigged = with(|laws| laws.rules.p_toss_x = 0.0);
        assert_eq!(match_draws(&rigged, &Streams::new(3, 0, None)).toss, Y);
    }
    "CG-2.1-T2" the_other_player_begins_the_second_half {
        let mut play = Play::begin(literal());
        assert_eq!((play.game.starter, play.comes()), (X, (Restart::KickOff, X, 2)));
        play.finish_half();
        assert_eq!(play.comes(), (Restart::KickOff, Y, 2));
    }
}
