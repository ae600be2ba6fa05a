//! The cases of TG-7: fouls, and what follows them.

use glam::{DVec2, DVec3};
use tolley_experiment::random::Streams;
use tolley_tinsley_green::laws::choices::{BlockByOther, FoulRestore};
use tolley_tinsley_green::laws::{
    Ball, Clause, Exit, Form, Handling, Laws, Lie, Log, Marble, Phase, Placement, ShotEvents, Status, Then, Toley, What,
};
use tolley_tinsley_green::matches::chance;

use super::{MARBLE_RADIUS_M, Play, Shot, assert_apart, on_ring, rolls_off, stays, team};
use crate::cases::cases;

cases! {
    "TG-7a-T1" a_fudge_that_is_seen_is_a_foul_shot {
        let (play, handling) = refereed(Play::team(6, 49), |laws| laws.fouls.p_fudge = 1.0, &[3]);
        assert_eq!((handling.is_fudged, play.verdict().foul), (true, Some(Clause::Tg7a)));
        assert_eq!(play.game.points[0], 0);
        assert!(play.has(Clause::Tg7a, What::Foul));
    }
    "TG-7a-T2" one_that_is_not_seen_helps {
        let unseen = |laws: &mut Laws| (laws.fouls.p_fudge, laws.referee.p_detect_foul) = (1.0, 0.0);
        let (play, handling) = refereed(Play::team(6, 49), unseen, &[3]);
        assert_eq!((handling.extra_speed_m_s, handling.ahead_m), (0.5, 0.03));
        assert_eq!((play.verdict().foul, play.game.points[0]), (None, 1));
        assert!(play.has(Clause::Tg7a, What::Unseen));
    }
    "TG-7a-T3" by_the_letter_nobody_fudges {
        let play = Play::team(6, 49);
        for repeat in 0..1000 {
            let streams = Streams::new(7, repeat, None);
            let handling = super::handled(&play.situation(), &streams, &mut Log::default());
            assert_eq!(handling, Handling::default(), "{repeat}");
        }
    }
    "TG-7b-T1" from_off_the_ring_nobody_can_cabbage {
        let (play, handling) = refereed(Play::team(6, 49), |laws| laws.fouls.p_cabbage = 1.0, &[3]);
        assert_eq!((handling.is_cabbaged, play.game.points[0]), (false, 1));
    }
    "TG-7b-T2" inside_the_ring_it_is_a_foul_shot {
        let lying = Play::team(6, 49).lying(0, [0.0, 0.0]);
        let (play, handling) = refereed(lying, |laws| laws.fouls.p_cabbage = 1.0, &[3]);
        assert_eq!((handling.is_cabbaged, handling.ahead_m), (true, 0.0));
        assert_eq!(play.verdict().foul, Some(Clause::Tg7b));
    }
    "TG-7b-T3" stopped_before_the_release_nothing_moves {
        let before = |laws: &mut Laws| (laws.fouls.p_cabbage, laws.fouls.cabbage_before_release) = (1.0, true);
        let lying = Play::team(6, 49).lying(0, [0.0, 0.0]);
        let marbles = lying.game.marbles.clone();
        let (play, handling) = refereed(lying, before, &[3]);
        assert!(!handling.is_released);
        assert_eq!(play.game.marbles, marbles);
        assert_eq!((play.is_in_hand(0), play.player(0).fouls, play.game.shooter), (true, 1, 6));
    }
    "TG-7c-T1" the_shooter_who_blocks_has_fouled {
        let (play, _) = refereed(Play::team(6, 49), |laws| laws.fouls.p_block_shooter = 1.0, &[3]);
        assert_eq!(play.verdict().foul, Some(Clause::Tg7c));
        assert_eq!((play.game.points[0], play.game.marbles_on(), play.verdict().marbles_knocked), (0, 49, 0));
    }
    "TG-7c-T2" an_opponent_who_blocks_has_a_foul_and_his_side_a_warning {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { blocked: Some(Ball::Marble(4)), blocker: Some(8), ..stays(&[3]) });
        assert_eq!((play.player(8).fouls, play.game.warnings[1]), (1, 1));
        assert_eq!((play.game.points[0], play.game.shooter), (1, 0));
    }
    "TG-7c-T3" or_the_shot_is_taken_again {
        let mut play = Play::team(6, 49).with(|laws| laws.fouls.block_by_other = BlockByOther::Replay);
        play.start();
        let before = play.game.clone();
        play.shoot(Shot { blocked: Some(Ball::Marble(3)), blocker: Some(8), ..stays(&[3]) });
        assert_eq!((play.verdict().then, play.player(8).fouls), (Then::Replay, 1));
        assert_eq!((&play.game.marbles, play.game.points), (&before.marbles, before.points));
        assert_eq!((play.game.shooter, play.game.phase, play.is_in_hand(0)), (0, Phase::Placement, true));
    }
    "TG-7i-T1" a_marble_goes_back_to_the_middle {
        let mut play = Play::team(6, 49);
        play.shoot(foul(&[3]));
        assert_eq!(play.game.marbles[3].at_m, DVec3::new(0.0, 0.0, MARBLE_RADIUS_M));
        assert!(play.game.marbles[3].is_on);
    }
    "TG-7i-T2" or_as_near_as_there_is_room {
        let mut play = Play::team(6, 49);
        play.game.marbles[0].at_m = DVec3::new(0.0, 0.0, MARBLE_RADIUS_M);
        play.shoot(foul(&[3]));
        let at_m = play.game.marbles[3].at_m.truncate();
        assert!(at_m.distance(DVec2::new(0.0127, 0.0)) < 1e-15, "{at_m}");
    }
    "TG-7i-T3" several_go_back_side_by_side {
        let mut play = Play::team(6, 49);
        play.shoot(foul(&[3, 4, 5]));
        assert_eq!(play.game.marbles_on(), 49);
        assert_apart(&play.game);
        let far_m = play.game.marbles[5].at_m.length();
        assert!(far_m < 0.03, "{far_m}");
    }
    "TG-7i-T5" not_in_the_way_of_the_foulers_own_toley {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { own: Some([0.0, 0.0]), ..foul(&[3]) });
        assert_eq!(play.game.marbles[3].at_m, DVec3::new(0.0, 0.0, MARBLE_RADIUS_M));
        assert!(play.is_in_hand(0));
    }
    "TG-7i-T4" by_the_other_reading_every_ball_goes_back {
        let mut play = Play::team(6, 49).with(|laws| laws.fouls.restore = FoulRestore::FullRollback);
        let before = play.game.marbles.clone();
        play.shoot(Shot { marbles_at: &[(7, [0.0, 0.0])], ..foul(&[3, 4]) });
        assert_eq!(play.game.marbles, before);
        assert!(play.is_in_hand(0));
    }
    "TG-7ii-T1" an_opponent_knocked_off_takes_his_toley_in_hand {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[6], ..foul(&[]) });
        assert_eq!((play.is_in_hand(6), play.status(6)), (true, Status::Active));
    }
    "TG-7ii-T2" a_team_mate_knocked_off_is_out {
        let mut play = Play::team(6, 49).lying(1, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[1], ..foul(&[]) });
        assert_eq!(play.status(1), Status::Eliminated);
        assert!(play.has(Clause::Tg7ii, What::Eliminated));
    }
    "TG-7ii-T3" in_an_individual_match_everybody_is_an_opponent {
        let mut play = Play::individual(Form::Individual, 3, 25, 13).lying(1, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[1], ..foul(&[]) });
        assert_eq!((play.is_in_hand(1), play.status(1)), (true, Status::Active));
    }
    "TG-7score-T1" points_made_before_are_kept_and_those_of_the_foul_are_not {
        let mut play = Play::team(6, 49);
        play.shoot(stays(&[1, 2]));
        play.shoot(foul(&[3]));
        assert_eq!((play.game.points[0], play.game.marbles[3].is_on), (2, true));
        assert_eq!((play.is_in_hand(0), play.game.shooter), (true, 6));
    }
    "TG-7score-T2" a_foul_shot_does_not_win {
        let mut play = Play::team(6, 49).at(&[24, 10]);
        play.shoot(foul(&[3, 4, 5]));
        assert_eq!((play.game.points[0], play.goes_on()), (24, true));
    }
    "TG-7three-T1" the_third_foul_puts_out_after_the_usual_procedure {
        let mut play = Play::team(6, 49).lying(1, [0.8, 0.0]);
        play.game.players[0].fouls = 2;
        play.shoot(Shot { toleys_off: &[1], ..foul(&[3]) });
        let place = |clause, what| play.log.notes.iter().position(|note| note.clause == clause && note.what == what);
        let (back, out) = (place(Clause::Tg7i, What::PutBack), place(Clause::Tg7three, What::Eliminated));
        assert_eq!((play.status(0), play.player(0).fouls), (Status::Eliminated, 3));
        assert!(back.is_some() && back < out, "put back at {back:?}, out at {out:?}");
    }
    "TG-7three-T2" each_game_begins_without_fouls {
        let (laws, mut current) = team::of_games(2);
        let first = team::begin(&laws, &mut current);
        let ended = team::won_by(first, 0, |game| game.players[0].fouls = 2);
        current.finish(&laws, &ended);
        let game = team::begin(&laws, &mut current);
        assert_eq!((game.players[0].fouls, game.players[0].status), (0, Status::Active));
    }
    "TG-7three-T3" without_a_limit_nobody_is_put_out {
        let mut play = Play::team(1, 49).with(|laws| laws.fouls.limit_count = 0);
        for _ in 0..10 {
            play.shoot(foul(&[]));
            play.shoot(rolls_off(&[]));
        }
        assert_eq!((play.player(0).fouls, play.status(0)), (10, Status::Active));
    }
}

/// A foul shot that leaves the toley on.
fn foul(off: &[u8]) -> Shot<'_> {
    Shot { foul: Some(Clause::Tg7a), ..stays(off) }
}

/// A shot that the referee watches, by which marbles go off.
fn refereed(play: Play, change: impl FnOnce(&mut Laws), off: &[u8]) -> (Play, Handling) {
    let mut play = play.with(change);
    play.start();
    play.log.notes.clear();
    let streams = Streams::new(1, 2, None);
    let mut log = Log::default();
    let handling = super::handled(&play.situation(), &streams, &mut log);
    play.log.append(&mut log);
    let mut events = ShotEvents::still(&play.game);
    if handling.is_released {
        for &i in off {
            let at_m = DVec3::new(0.0, 0.9144, MARBLE_RADIUS_M);
            events.marbles[usize::from(i)] = Lie::fallen(at_m);
            events.exits.push(Exit { time_s: 1.0, ball: Ball::Marble(i), at_m });
        }
        events.toleys[usize::from(play.game.shooter)] = Some(Lie::at(super::resting([0.3, -0.2])));
    }
    let calls = chance::after_shot(&play.laws, &play.game, &handling, &events, &streams);
    play.judge(&events, &calls);
    (play, handling)
}

#[test]
fn a_marble_put_back_takes_the_nearest_free_spot() {
    // against a search over a fine grid
    let mut play = Play::team(6, 49);
    let crowd = [[0.0, 0.0], [0.0125, 0.003], [-0.009, 0.011], [0.002, -0.0135], [-0.016, -0.004]];
    for (marble, [x, y]) in play.game.marbles.iter_mut().zip(crowd) {
        *marble = Marble { at_m: DVec3::new(x, y, MARBLE_RADIUS_M), ..*marble };
    }
    play.shoot(foul(&[30]));
    let found_m = play.game.marbles[30].at_m.truncate();
    let free = |at: DVec2| crowd.iter().all(|&[x, y]| at.distance(DVec2::new(x, y)) >= 2.0 * MARBLE_RADIUS_M);
    let step_m = 5e-5;
    let grid = (-600..=600).flat_map(|i| (-600..=600).map(move |j| DVec2::new(f64::from(i), f64::from(j)) * step_m));
    let nearest_m = grid.filter(|&at| free(at)).map(DVec2::length).fold(f64::INFINITY, f64::min);
    assert!(found_m.length() <= nearest_m && nearest_m < found_m.length() + 2.0 * step_m, "{found_m} {nearest_m}");
}

#[test]
fn a_fudged_release_goes_no_further_than_there_is_room() {
    let mut play = Play::team(6, 49).lying(0, [0.0, 0.0]).with(|laws| laws.shot.release_height_m = 0.0);
    play.start();
    play.game.marbles[0].at_m = DVec3::new(0.025, 0.0, MARBLE_RADIUS_M);
    let placement = Placement::in_ring(&play.laws, DVec2::ZERO, DVec2::X);
    let handling = Handling { ahead_m: 0.03, ..Handling::default() };
    let release_m = handling.release_m(&play.situation(), &placement);
    // balls of unlike radii on the sand touch at twice the root of their product
    assert!((release_m.x - (0.025 - 2.0 * (MARBLE_RADIUS_M * 0.009525).sqrt())).abs() < 1e-12, "{release_m}");
}

#[test]
fn a_ball_stopped_by_a_hand_lies_just_inside() {
    let mut play = Play::team(6, 49);
    play.shoot(Shot { blocked: Some(Ball::Marble(3)), blocker: Some(9), ..rolls_off(&[3]) });
    assert!(play.game.marbles[3].is_on);
    assert_apart(&play.game);
    assert!((play.game.marbles[3].at_m.truncate().length() - (0.9144 - MARBLE_RADIUS_M)).abs() < 1e-12);
    assert_eq!(play.game.points[0], 0);
    let mut own = Play::team(6, 49);
    own.shoot(Shot { blocked: Some(Ball::Toley(0)), blocker: Some(9), ..rolls_off(&[]) });
    assert!(matches!(own.player(0).toley, Toley::OnRing(_)));
    assert_ne!(own.player(0).toley, on_ring([0.3, -0.2]));
}

#[test]
fn what_the_referee_does_not_see_is_not_stopped_and_costs_nothing() {
    let before = |laws: &mut Laws| {
        (laws.fouls.p_cabbage, laws.fouls.cabbage_before_release, laws.referee.p_detect_foul) = (1.0, true, 0.0);
    };
    let (cabbaged, handling) = refereed(Play::team(6, 49).lying(0, [0.0, 0.0]), before, &[3]);
    assert!(handling.is_cabbaged && handling.is_released);
    assert_eq!((cabbaged.game.points[0], cabbaged.player(0).fouls), (1, 0));

    let other = |laws: &mut Laws| (laws.fouls.p_block_other, laws.referee.p_detect_foul) = (1.0, 0.0);
    let (blocked, _) = refereed(Play::team(6, 49), other, &[3]);
    assert!(blocked.has(Clause::Tg7c, What::Unseen));
    assert_eq!((blocked.game.marbles_on(), blocked.game.points[0], blocked.game.warnings[1]), (49, 0, 0));
    assert!(blocked.game.players.iter().all(|player| player.fouls == 0));

    let (blocked, _) = refereed(Play::team(6, 49), |laws| laws.fouls.p_block_other = 1.0, &[3]);
    assert_eq!((blocked.game.warnings[1], blocked.verdict().foul), (1, None));
    assert_eq!(blocked.game.players[6..].iter().map(|player| player.fouls).sum::<u32>(), 1);
}

#[test]
fn of_equally_near_spots_the_one_with_the_smallest_polar_angle_is_taken() {
    let mut play = Play::team(6, 49);
    let pair = [[0.0, 0.0], [2.0 * MARBLE_RADIUS_M, 0.0]];
    for (marble, [x, y]) in play.game.marbles.iter_mut().zip(pair) {
        *marble = Marble { at_m: DVec3::new(x, y, MARBLE_RADIUS_M), ..*marble };
    }
    play.shoot(foul(&[30, 31]));
    let angle = |i: usize| libm::atan2(play.game.marbles[i].at_m.y, play.game.marbles[i].at_m.x).to_degrees();
    assert!((angle(30) - 60.0).abs() < 1e-9 && (angle(31) - 120.0).abs() < 1e-9, "{} {}", angle(30), angle(31));
}
