//! The cases of TG-8: broken balls.

use glam::DVec2;
use tolley_experiment::random::Streams;
use tolley_tinsley_green::laws::{Ball, Calls, Clause, Handling, Hit, Referee, ShotEvents, Status, Toley, What};

use super::{Case, MARBLE_RADIUS_M, Play, Shot, is_apart, play_all, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-8a-T1", || {
        let mut play = Play::team(6, 49);
        let before_m = play.game.marbles[3].at_m;
        play.shoot(Shot { broken: &[(Ball::Marble(3), Some([0.004, -0.003]))], ..rolls_off(&[]) });
        let moved_m = play.game.marbles[3].at_m - before_m;
        play.game.marbles_on() == 49
            && play.game.points[0] == 0
            && (moved_m.truncate() - DVec2::new(0.004, -0.003)).length() < 1e-15
            && play.has(Clause::Tg8a, What::Replaced)
    }),
    ("TG-8a-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot {
            marbles_at: &[(3, [0.91, 0.0])],
            broken: &[(Ball::Marble(3), Some([0.006, 0.0]))],
            ..rolls_off(&[])
        });
        play.game.points[0] == 1 && play.game.marbles_on() == 48 && play.has(Clause::Tg8a, What::Broken)
    }),
    ("TG-8a-T3", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { marbles_at: &[(3, [0.0, 0.0])], broken: &[(Ball::Marble(3), None)], ..rolls_off(&[]) });
        play.game.points[0] == 1 && play.game.marbles_on() == 48
    }),
    ("TG-8a-T4", || {
        let mut play = Play::team(6, 49);
        let foul = Some(Clause::Tg7a);
        play.shoot(Shot { marbles_at: &[(3, [0.2, 0.0])], broken: &[(Ball::Marble(3), None)], foul, ..rolls_off(&[]) });
        play.game.points[0] == 0 && play.game.marbles_on() == 49 && play.game.marbles[3].at_m.truncate() == DVec2::ZERO
    }),
    ("TG-8b-T1", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { broken: &[(Ball::Toley(0), Some([0.005, 0.0]))], ..stays(&[3]) });
        let lies = matches!(play.player(0).toley, Toley::OnRing(at_m) if (at_m.x - 0.305).abs() < 1e-15);
        lies && play.game.points[0] == 1 && play.game.shooter == 0 && play.has(Clause::Tg8b, What::Replaced)
    }),
    ("TG-8b-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { broken: &[(Ball::Toley(0), None)], ..stays(&[3, 4]) });
        play.game.points[0] == 2 && play.is_in_hand(0) && play.game.shooter == 6
    }),
    ("TG-8b-T3", || {
        let mut play = Play::team(6, 49).lying(6, [0.5, 0.5]);
        play.shoot(Shot { broken: &[(Ball::Toley(6), None)], ..stays(&[]) });
        play.status(6) == Status::Eliminated && play.game.shooter == 0 && play.game.points[0] == 0
    }),
];

/// One hard and one soft hit of the toley on a marble.
fn hits(impulses_n_s: &[f64]) -> ShotEvents {
    let hit = |(i, impulse_n_s): (usize, &f64)| Hit {
        time_s: i as f64,
        balls: [Ball::Toley(0), Ball::Marble(i as u8)],
        impulse_n_s: *impulse_n_s,
    };
    ShotEvents { hits: impulses_n_s.iter().enumerate().map(hit).collect(), ..ShotEvents::default() }
}

fn broken_by(referee: &Referee, events: &ShotEvents, repeat: u64) -> Calls {
    let (play, mut calls) = (Play::team(6, 49), Calls::default());
    let mut events = events.clone();
    let hits = std::mem::take(&mut events.hits);
    events.still(&play.game);
    events.hits = hits;
    let streams = Streams::new(2, repeat, None);
    referee.after_shot(&play.game, &play.rules, &Handling::default(), &events, &streams, &mut calls);
    calls
}

#[test]
fn the_cases_of_breakages_hold() {
    play_all(CASES);
}

#[test]
fn only_hard_hits_break_and_each_ball_once() {
    let brittle = Referee { p_break_marble: 1.0, p_break_toley: 1.0, ..Referee::literal() };
    let balls = |calls: Calls| calls.broken.iter().map(|breakage| breakage.ball).collect::<Vec<_>>();
    let of = |impulses: &[f64]| balls(broken_by(&brittle, &hits(impulses), 0));
    assert_eq!(of(&[0.049, 0.05]), []);
    assert_eq!(of(&[0.049, 0.051]), [Ball::Toley(0), Ball::Marble(1)]);
    assert_eq!(of(&[0.06, 0.07]), [Ball::Toley(0), Ball::Marble(0), Ball::Marble(1)]);
}

#[test]
fn breakages_are_as_frequent_as_the_keys_say() {
    let brittle = Referee { p_break_marble: 0.2, p_shatter: 0.25, ..Referee::literal() };
    let (mut broken, mut shattered) = (0, 0);
    for repeat in 0..10_000 {
        for breakage in broken_by(&brittle, &hits(&[1.0]), repeat).broken {
            assert_eq!(breakage.ball, Ball::Marble(0));
            broken += 1;
            shattered += i32::from(breakage.piece_offset_m.is_none());
        }
    }
    // four standard errors
    assert!((broken - 2000_i32).abs() < 160 && (shattered - 500_i32).abs() < 90, "{broken} {shattered}");
}

#[test]
fn a_toley_broken_without_leave_is_replaced_by_the_standard_one() {
    let mut play = Play::team(6, 49);
    play.rules.standard_toley.radius_m = 0.008;
    let refusing = Referee { p_break_toley: 1.0, p_shatter: 0.0, p_substitution_approved: 0.0, ..Referee::literal() };
    let calls = broken_by(&refusing, &hits(&[1.0]), 0);
    let mut events = ShotEvents::default();
    play.start();
    events.still(&play.game);
    events.toleys[0] = Some(tolley_tinsley_green::laws::Lie::at(super::resting([0.3, 0.0])));
    play.judge(&events, &calls);
    assert_eq!(play.player(0).spec.radius_m, 0.008);
}

#[test]
fn a_new_marble_that_has_no_room_lies_as_near_as_there_is() {
    let mut play = Play::team(6, 49);
    let neighbour = [play.game.marbles[3].at_m.x + 0.0130, play.game.marbles[3].at_m.y];
    play.shoot(Shot {
        marbles_at: &[(4, neighbour)],
        broken: &[(Ball::Marble(3), Some([0.010, 0.0]))],
        ..rolls_off(&[])
    });
    let apart_m = play.game.marbles[3].at_m.distance(play.game.marbles[4].at_m);
    assert!(is_apart(&play.game) && (apart_m - 2.0 * MARBLE_RADIUS_M).abs() < 1e-12, "{apart_m}");
}
