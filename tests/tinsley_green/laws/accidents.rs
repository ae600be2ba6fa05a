//! The cases of TG-8: broken balls.

use glam::DVec2;
use tolley_experiment::random::Streams;
use tolley_tinsley_green::laws::{Ball, Calls, Clause, Handling, Hit, Laws, Lie, ShotEvents, Status, Toley, What};
use tolley_tinsley_green::matches::chance;

use super::{MARBLE_RADIUS_M, Play, Shot, assert_apart, resting, rolls_off, stays};
use crate::cases::cases;

cases! {
    "TG-8a-T1" a_new_marble_lies_where_the_largest_piece_stops {
        let mut play = Play::team(6, 49);
        let before_m = play.game.marbles[3].at_m;
        play.shoot(Shot { broken: &[(Ball::Marble(3), Some([0.004, -0.003]))], ..rolls_off(&[]) });
        let moved_m = (play.game.marbles[3].at_m - before_m).truncate();
        assert_eq!((play.game.marbles_on(), play.game.points[0]), (49, 0));
        assert!(moved_m.distance(DVec2::new(0.004, -0.003)) < 1e-15, "{moved_m}");
        assert!(play.has(Clause::Tg8a, What::Replaced));
    }
    "TG-8a-T2" a_largest_piece_off_the_ring_scores {
        let mut play = Play::team(6, 49);
        play.shoot(Shot {
            marbles_at: &[(3, [0.91, 0.0])],
            broken: &[(Ball::Marble(3), Some([0.006, 0.0]))],
            ..rolls_off(&[])
        });
        assert_eq!((play.game.points[0], play.game.marbles_on()), (1, 48));
        assert!(play.has(Clause::Tg8a, What::Broken));
    }
    "TG-8a-T3" a_marble_without_a_largest_piece_scores {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { marbles_at: &[(3, [0.0, 0.0])], broken: &[(Ball::Marble(3), None)], ..rolls_off(&[]) });
        assert_eq!((play.game.points[0], play.game.marbles_on()), (1, 48));
    }
    "TG-8a-T4" in_a_foul_shot_a_shattered_marble_goes_back {
        let mut play = Play::team(6, 49);
        let shattered = Shot { broken: &[(Ball::Marble(3), None)], foul: Some(Clause::Tg7a), ..rolls_off(&[]) };
        play.shoot(Shot { marbles_at: &[(3, [0.2, 0.0])], ..shattered });
        assert_eq!((play.game.points[0], play.game.marbles_on()), (0, 49));
        assert_eq!(play.game.marbles[3].at_m.truncate(), DVec2::ZERO);
    }
    "TG-8b-T1" a_toley_whose_largest_piece_stays_is_replaced_there {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { broken: &[(Ball::Toley(0), Some([0.005, 0.0]))], ..stays(&[3]) });
        let Toley::OnRing(at_m) = play.player(0).toley else { panic!("the toley does not lie on the ring") };
        assert!((at_m.x - 0.305).abs() < 1e-15, "{at_m}");
        assert_eq!((play.game.points[0], play.game.shooter), (1, 0));
        assert!(play.has(Clause::Tg8b, What::Replaced));
    }
    "TG-8b-T2" a_toley_that_shattered_has_rolled_off {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { broken: &[(Ball::Toley(0), None)], ..stays(&[3, 4]) });
        assert_eq!((play.game.points[0], play.is_in_hand(0), play.game.shooter), (2, true, 6));
    }
    "TG-8b-T3" anothers_toley_that_shattered_was_knocked_off {
        let mut play = Play::team(6, 49).lying(6, [0.5, 0.5]);
        play.shoot(Shot { broken: &[(Ball::Toley(6), None)], ..stays(&[]) });
        assert_eq!((play.status(6), play.game.shooter, play.game.points[0]), (Status::Eliminated, 0, 0));
    }
}

/// Hits of the toley on a marble each.
fn hits(impulses_n_s: &[f64]) -> Vec<Hit> {
    let hit = |(i, impulse_n_s): (usize, &f64)| Hit {
        time_s: i as f64,
        balls: [Ball::Toley(0), Ball::Marble(i as u8)],
        impulse_n_s: *impulse_n_s,
    };
    impulses_n_s.iter().enumerate().map(hit).collect()
}

fn broken_by(laws: &Laws, impulses_n_s: &[f64], repeat: u64) -> Calls {
    let game = Play::team(6, 49).game;
    let events = ShotEvents { hits: hits(impulses_n_s), ..ShotEvents::still(&game) };
    chance::after_shot(laws, &game, &Handling::default(), &events, &Streams::new(2, repeat, None))
}

#[test]
fn only_hard_hits_break_and_each_ball_once() {
    let mut brittle = Laws::default();
    (brittle.accidents.p_break_marble, brittle.accidents.p_break_toley) = (1.0, 1.0);
    let of = |impulses: &[f64]| -> Vec<Ball> {
        broken_by(&brittle, impulses, 0).broken.iter().map(|breakage| breakage.ball).collect()
    };
    assert_eq!(of(&[0.049, 0.05]), []);
    assert_eq!(of(&[0.049, 0.051]), [Ball::Toley(0), Ball::Marble(1)]);
    assert_eq!(of(&[0.06, 0.07]), [Ball::Toley(0), Ball::Marble(0), Ball::Marble(1)]);
}

#[test]
fn breakages_are_as_frequent_as_the_keys_say() {
    let mut brittle = Laws::default();
    (brittle.accidents.p_break_marble, brittle.accidents.p_shatter) = (0.2, 0.25);
    let (mut broken, mut shattered) = (0, 0);
    for repeat in 0..10_000 {
        for breakage in broken_by(&brittle, &[1.0], repeat).broken {
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
    let mut play = Play::team(6, 49).with(|laws| {
        laws.toley.standard_diameter_m = 0.016;
        (laws.accidents.p_break_toley, laws.accidents.p_shatter) = (1.0, 0.0);
        laws.accidents.p_substitution_approved = 0.0;
    });
    let calls = broken_by(&play.laws, &[1.0], 0);
    play.start();
    let mut events = ShotEvents::still(&play.game);
    events.toleys[0] = Some(Lie::at(resting([0.3, 0.0])));
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
    assert_apart(&play.game);
    assert!((apart_m - 2.0 * MARBLE_RADIUS_M).abs() < 1e-12, "{apart_m}");
}
