//! The cases of TG-7: fouls, and what follows them.

use glam::{DVec2, DVec3};
use tolley_experiment::random::Streams;
use tolley_tinsley_green::laws::{
    Ball, BlockByOther, Calls, Clause, Exit, Form, FoulRestore, Handling, Lie, Log, Marble, Phase, Placement, Referee,
    ShotEvents, Situation, Status, Then, Toley, What, judge, next,
};

use super::{Case, MARBLE_RADIUS_M, Play, Shot, is_apart, on_ring, play_all, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-7a-T1", || {
        let (play, handling) = refereed(Play::team(6, 49), |referee| referee.p_fudge = 1.0, &[3]);
        handling.is_fudged
            && play.verdict.foul == Some(Clause::Tg7a)
            && play.game.points[0] == 0
            && play.has(Clause::Tg7a, What::Foul)
    }),
    ("TG-7a-T2", || {
        let unseen = |referee: &mut Referee| (referee.p_fudge, referee.p_detect_foul) = (1.0, 0.0);
        let (play, handling) = refereed(Play::team(6, 49), unseen, &[3]);
        handling.extra_speed_m_s == 0.5
            && handling.ahead_m == 0.03
            && play.verdict.foul.is_none()
            && play.game.points[0] == 1
            && play.has(Clause::Tg7a, What::Unseen)
    }),
    ("TG-7a-T3", || {
        (0..1000).all(|repeat| {
            let play = Play::team(6, 49);
            let streams = Streams::new(7, repeat, None);
            let situation = Situation::of(&play.game, &play.rules);
            !Referee::literal().before_shot(&situation, &streams, &mut Log::default()).is_fudged
        })
    }),
    ("TG-7b-T1", || {
        let (play, handling) = refereed(Play::team(6, 49), |referee| referee.p_cabbage = 1.0, &[3]);
        !handling.is_cabbaged && play.game.points[0] == 1
    }),
    ("TG-7b-T2", || {
        let lying = Play::team(6, 49).lying(0, [0.0, 0.0]);
        let (play, handling) = refereed(lying, |referee| referee.p_cabbage = 1.0, &[3]);
        handling.is_cabbaged && handling.ahead_m == 0.02 && play.verdict.foul == Some(Clause::Tg7b)
    }),
    ("TG-7b-T3", || {
        let before = |referee: &mut Referee| (referee.p_cabbage, referee.cabbage_before_release) = (1.0, true);
        let lying = Play::team(6, 49).lying(0, [0.0, 0.0]);
        let marbles = lying.game.marbles.clone();
        let (play, handling) = refereed(lying, before, &[3]);
        !handling.is_released
            && play.game.marbles == marbles
            && play.is_in_hand(0)
            && play.player(0).fouls == 1
            && play.game.shooter == 6
    }),
    ("TG-7c-T1", || {
        let (play, _) = refereed(Play::team(6, 49), |referee| referee.p_block_shooter = 1.0, &[3]);
        play.verdict.foul == Some(Clause::Tg7c)
            && play.game.points[0] == 0
            && play.game.marbles_on() == 49
            && play.verdict.marbles_knocked == 0
    }),
    ("TG-7c-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { blocked: Some(Ball::Marble(4)), blocker: Some(8), ..stays(&[3]) });
        play.player(8).fouls == 1 && play.game.points[0] == 1 && play.game.warnings[1] == 1 && play.game.shooter == 0
    }),
    ("TG-7c-T3", || {
        let mut play = Play::team(6, 49).with(|rules| rules.block_by_other = BlockByOther::Replay);
        play.start();
        let before = play.game.clone();
        play.shoot(Shot { blocked: Some(Ball::Marble(3)), blocker: Some(8), ..stays(&[3]) });
        play.verdict.then == Then::Replay
            && play.game.marbles == before.marbles
            && play.game.points == before.points
            && (play.game.shooter, play.game.phase) == (0, Phase::Placement)
            && play.is_in_hand(0)
            && play.player(8).fouls == 1
    }),
    ("TG-7i-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(foul(&[3]));
        play.game.marbles[3].at_m == DVec3::new(0.0, 0.0, MARBLE_RADIUS_M) && play.game.marbles[3].is_on
    }),
    ("TG-7i-T2", || {
        let mut play = Play::team(6, 49);
        play.game.marbles[0].at_m = DVec3::new(0.0, 0.0, MARBLE_RADIUS_M);
        play.shoot(foul(&[3]));
        (play.game.marbles[3].at_m.truncate() - DVec2::new(0.0127, 0.0)).length() < 1e-15
    }),
    ("TG-7i-T3", || {
        let mut play = Play::team(6, 49);
        play.shoot(foul(&[3, 4, 5]));
        play.game.marbles_on() == 49 && is_apart(&play.game) && play.game.marbles[5].at_m.length() < 0.03
    }),
    ("TG-7i-T4", || {
        let mut play = Play::team(6, 49).with(|rules| rules.foul_restore = FoulRestore::FullRollback);
        let before = play.game.marbles.clone();
        play.shoot(Shot { marbles_at: &[(7, [0.0, 0.0])], ..foul(&[3, 4]) });
        play.game.marbles == before && play.is_in_hand(0)
    }),
    ("TG-7ii-T1", || {
        let mut play = Play::team(6, 49).lying(6, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[6], ..foul(&[]) });
        play.is_in_hand(6) && play.status(6) == Status::Active
    }),
    ("TG-7ii-T2", || {
        let mut play = Play::team(6, 49).lying(1, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[1], ..foul(&[]) });
        play.status(1) == Status::Eliminated && play.has(Clause::Tg7ii, What::Eliminated)
    }),
    ("TG-7ii-T3", || {
        let mut play = Play::individual(Form::Individual, 3, 25, 13).lying(1, [0.8, 0.0]);
        play.shoot(Shot { toleys_off: &[1], ..foul(&[]) });
        play.is_in_hand(1) && play.status(1) == Status::Active
    }),
    ("TG-7score-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(stays(&[1, 2]));
        play.shoot(foul(&[3]));
        play.game.points[0] == 2 && play.game.marbles[3].is_on && play.is_in_hand(0) && play.game.shooter == 6
    }),
    ("TG-7score-T2", || {
        let mut play = Play::team(6, 49).at(&[24, 10]);
        play.shoot(foul(&[3, 4, 5]));
        play.game.points[0] == 24 && play.game.ending().is_none()
    }),
    ("TG-7three-T1", || {
        let mut play = Play::team(6, 49).lying(1, [0.8, 0.0]);
        play.game.players[0].fouls = 2;
        play.shoot(Shot { toleys_off: &[1], ..foul(&[3]) });
        let place = |clause, what| play.log.notes.iter().position(|note| note.clause == clause && note.what == what);
        let (back, out) = (place(Clause::Tg7i, What::PutBack), place(Clause::Tg7three, What::Eliminated));
        play.status(0) == Status::Eliminated && play.player(0).fouls == 3 && back.is_some() && back < out
    }),
    ("TG-7three-T2", || {
        let mut contest = super::team::contest(2);
        let first = super::team::begin(&mut contest);
        let ended = super::team::won_by(first, 0, |game| game.players[0].fouls = 2);
        contest.finish(&ended, &mut Log::default());
        let game = super::team::begin(&mut contest);
        game.players[0].fouls == 0 && game.players[0].status == Status::Active
    }),
    ("TG-7three-T3", || {
        let mut play = Play::team(1, 49).with(|rules| rules.foul_limit = 0);
        for _ in 0..10 {
            play.shoot(foul(&[]));
            play.shoot(rolls_off(&[]));
        }
        play.player(0).fouls == 10 && play.status(0) == Status::Active
    }),
];

/// A foul shot that leaves the toley on.
fn foul(off: &[u8]) -> Shot<'_> {
    Shot { foul: Some(Clause::Tg7a), ..stays(off) }
}

/// A shot that the referee watches, by which marbles go off.
fn refereed(play: Play, change: impl FnOnce(&mut Referee), off: &[u8]) -> (Play, Handling) {
    let mut referee = Referee::literal();
    change(&mut referee);
    let mut play = play;
    play.start();
    play.log.notes.clear();
    let streams = Streams::new(1, 2, None);
    let handling = referee.before_shot(&Situation::of(&play.game, &play.rules), &streams, &mut play.log);
    let mut events = ShotEvents::default();
    events.still(&play.game);
    if handling.is_released {
        for &i in off {
            let at_m = DVec3::new(0.0, 0.9144, MARBLE_RADIUS_M);
            events.marbles[usize::from(i)] = Lie::fallen(at_m);
            events.exits.push(Exit { time_s: 1.0, ball: Ball::Marble(i), at_m });
        }
        events.toleys[usize::from(play.game.shooter)] = Some(Lie::at(super::resting([0.3, -0.2])));
    }
    let mut calls = Calls::default();
    referee.after_shot(&play.game, &play.rules, &handling, &events, &streams, &mut calls);
    judge(&play.game, &play.rules, &events, &calls, &mut play.verdict, &mut play.log);
    next(&mut play.game, &play.rules, &play.verdict, &mut play.log);
    (play, handling)
}

#[test]
fn the_cases_of_fouls_hold() {
    play_all(CASES);
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
    let mut play = Play::team(6, 49).lying(0, [0.0, 0.0]);
    play.start();
    play.game.marbles[0].at_m = DVec3::new(0.025, 0.0, MARBLE_RADIUS_M);
    play.rules.release_height_m = 0.0;
    let situation = Situation::of(&play.game, &play.rules);
    let placement = Placement::in_ring(&play.rules, DVec2::ZERO, DVec2::X);
    let handling = Handling { ahead_m: 0.03, ..Handling::default() };
    let release_m = handling.release_m(&situation, &placement);
    // balls of unlike radii on the sand touch at twice the root of their product
    assert!((release_m.x - (0.025 - 2.0 * (MARBLE_RADIUS_M * 0.009525).sqrt())).abs() < 1e-12, "{release_m}");
}

#[test]
fn a_ball_stopped_by_a_hand_lies_just_inside() {
    let mut play = Play::team(6, 49);
    play.shoot(Shot { blocked: Some(Ball::Marble(3)), blocker: Some(9), ..rolls_off(&[3]) });
    assert!(play.game.marbles[3].is_on && is_apart(&play.game));
    assert!((play.game.marbles[3].at_m.truncate().length() - (0.9144 - MARBLE_RADIUS_M)).abs() < 1e-12);
    assert_eq!(play.game.points[0], 0);
    let mut own = Play::team(6, 49);
    own.shoot(Shot { blocked: Some(Ball::Toley(0)), blocker: Some(9), ..rolls_off(&[]) });
    assert!(matches!(own.player(0).toley, Toley::OnRing(_)));
    assert_ne!(own.player(0).toley, on_ring([0.3, -0.2]));
}

#[test]
fn what_the_referee_does_not_see_is_not_stopped_and_costs_nothing() {
    let before = |referee: &mut Referee| {
        (referee.p_cabbage, referee.cabbage_before_release, referee.p_detect_foul) = (1.0, true, 0.0);
    };
    let (cabbaged, handling) = refereed(Play::team(6, 49).lying(0, [0.0, 0.0]), before, &[3]);
    assert!(handling.is_cabbaged && handling.is_released);
    assert_eq!((cabbaged.game.points[0], cabbaged.player(0).fouls), (1, 0));

    let other = |referee: &mut Referee| (referee.p_block_other, referee.p_detect_foul) = (1.0, 0.0);
    let (blocked, _) = refereed(Play::team(6, 49), other, &[3]);
    assert!(blocked.has(Clause::Tg7c, What::Unseen));
    assert_eq!((blocked.game.marbles_on(), blocked.game.points[0], blocked.game.warnings[1]), (49, 0, 0));
    assert!(blocked.game.players.iter().all(|player| player.fouls == 0));

    let seen = |referee: &mut Referee| referee.p_block_other = 1.0;
    let (blocked, _) = refereed(Play::team(6, 49), seen, &[3]);
    assert_eq!((blocked.game.warnings[1], blocked.verdict.foul), (1, None));
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
