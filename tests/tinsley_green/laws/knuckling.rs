//! The cases of TG-5b, TG-5c and TG-6: hand, first shot, knuckling down.

use glam::{DVec2, DVec3};
use tolley_experiment::random::Streams;
use tolley_experiment::unit::deg;
use tolley_tinsley_green::keys::player::{Player, PositionLimits, Skill};
use tolley_tinsley_green::keys::shot;
use tolley_tinsley_green::keys::with_presets;
use tolley_tinsley_green::laws::choices::Unplayable;
use tolley_tinsley_green::laws::{
    Clause, Log, Marble, Placement, Stance, Status, Toley, What, check, is_playable, knuckle_down, note_limited,
};
use tolley_tinsley_green::players::Aim;
use tolley_tinsley_green::shot::ShotKeys;

use super::{MARBLE_RADIUS_M, Play, Shot, on_ring, rolls_off, stays, turned};
use crate::cases::cases;

cases! {
    "TG-5b1-T1" a_knuckle_outside_the_ring_is_refused {
        // 10 mm from the rim, the knuckle would be outside
        let play = Play::team(6, 49).lying(0, [0.9044, 0.0]);
        let placement = Placement::in_ring(&play.laws, DVec2::new(0.9044, 0.0), -DVec2::X);
        assert_eq!(refusal(&play, placement), Some(Clause::Tg5b1));
    }
    "TG-5b1-T2" a_knuckle_on_the_edge_is_not {
        let play = Play::team(6, 49);
        let placement = Placement::edge(&play.laws, 1.0, DVec2::new(-0.6, -0.8));
        let far_m = placement.knuckle_m.length();
        assert!((far_m - 0.9144).abs() < 1e-15, "{far_m}");
        assert_eq!(refusal(&play, placement), None);
    }
    "TG-5b2-T1" an_exact_player_plays_what_he_means {
        let exact = Player { preset: Skill::Exact, ..Player::default() };
        let exact = with_presets(ShotKeys { player: exact, ..ShotKeys::default() });
        let aim = Aim::as_keyed(&exact.shot, &exact.player, DVec2::new(0.9, 0.0), -DVec2::X);
        let launch = exact.player.erring().expect("correlations").execute(&aim, &Streams::new(1, 2, None));
        assert_eq!(
            (launch.direction, launch.speed_m_s, launch.elevation_rad, launch.spin_ratio),
            (aim.direction, aim.speed_m_s, aim.elevation_rad, aim.spin_ratio)
        );
    }
    "TG-5b2-T2" errors_have_the_deviation_asked_for {
        let skill = Player { aim_sd_rad: deg(1.0), ..Player::default() }.erring().expect("correlations");
        let error = |repeat| skill.errors(&Streams::new(1, repeat, None)).aim_rad.to_degrees();
        let sd = ((0..100_000).map(error).map(|error| error * error).sum::<f64>() / 1e5).sqrt();
        assert!((sd - 1.0).abs() < 0.01, "{sd}");
    }
    "TG-5b3-T1" nine_metres_a_second_are_played_as_five_and_told {
        let (aim, play, mut log) = (asked(9.0), Play::team(6, 49), Log::default());
        note_limited(&play.situation(), aim.speed_m_s, &mut log);
        assert_eq!((aim.speed_m_s, aim.is_limited), (5.0, true));
        assert_eq!(log.value(Clause::Tg5b3, What::Limited), Some(5.0));
    }
    "TG-5b3-T2" the_slowest_shot_is_not_limited {
        assert_eq!((asked(0.3).speed_m_s, asked(0.3).is_limited), (0.3, false));
    }
    "TG-5c-T1" who_has_lost_his_toley_shoots_from_off_the_ring {
        let mut play = Play::team(1, 49).lying(0, [0.1, 0.0]);
        play.shoot(rolls_off(&[]));
        play.shoot(rolls_off(&[]));
        assert_eq!((play.situation().stance(), play.game.shooter), (Stance::Edge, 0));
    }
    "TG-5c-T2" whose_toley_lies_on_the_ring_does_not {
        let play = Play::team(6, 49).lying(0, [0.1, 0.0]);
        assert_eq!(refusal(&play, Placement::edge(&play.laws, 0.0, -DVec2::X)), Some(Clause::Tg5c));
    }
    "TG-6a-T1" from_the_edge_the_toley_is_released_25_mm_inside {
        let (play, mut log) = (Play::team(6, 49), Log::default());
        let placement = Placement::edge(&play.laws, 0.0, -DVec2::X);
        assert_eq!(knuckle_down(&play.situation(), &placement, &mut log), Ok(()));
        assert_eq!([placement.knuckle_m, placement.release_m], [0.9144, 0.8894].map(|x| DVec2::new(x, 0.0)));
        assert!(log.has(Clause::Tg6a, What::KnucklesDown));
    }
    "TG-6a-T2" a_knuckle_inside_the_edge_is_refused {
        let play = Play::team(6, 49);
        let knuckle_m = DVec2::new(0.9094, 0.0);
        let placement = Placement { knuckle_m, release_m: knuckle_m - 0.025 * DVec2::X, direction: -DVec2::X };
        assert_eq!(refusal(&play, placement), Some(Clause::Tg6a));
    }
    "TG-6a-T3" a_turn_of_the_position_turns_the_outcome {
        turned::assert_a_turn_of_the_position_turns_the_outcome();
    }
    "TG-6b1-T1" inside_the_ring_the_toley_is_released_above_its_rest_point {
        let play = clear(Play::team(6, 49).lying(0, [0.1, 0.05]));
        let placement = Placement::in_ring(&play.laws, DVec2::new(0.1, 0.05), DVec2::X);
        assert_eq!((placement.release_m, refusal(&play, placement)), (DVec2::new(0.1, 0.05), None));
    }
    "TG-6b1-T2" beside_it_is_refused_and_cabbaging {
        let play = clear(Play::team(6, 49).lying(0, [0.1, 0.05]));
        let play = play.with(|laws| (laws.fouls.p_cabbage, laws.fouls.cabbage_m) = (1.0, 0.01));
        let beside = Placement::in_ring(&play.laws, DVec2::new(0.11, 0.05), DVec2::X);
        assert_eq!(refusal(&play, beside), Some(Clause::Tg6b1));
        // a player who does it all the same is cabbaging
        let handling = super::handled(&play.situation(), &Streams::new(1, 0, None), &mut Log::default());
        assert!(handling.is_cabbaged && handling.release_m(&play.situation(), &beside) == DVec2::new(0.11, 0.05));
    }
    "TG-6b2-T1" who_cannot_knuckle_down_takes_up_his_toley_and_plays_on_later {
        let mut play = hemmed_in(Play::team(1, 49));
        assert!(!is_playable(&play.situation()));
        play.stop();
        assert_eq!((play.is_in_hand(0), play.status(0), play.game.shooter), (true, Status::Active, 1));
        play.shoot(rolls_off(&[]));
        assert_eq!((play.situation().stance(), play.game.shooter), (Stance::Edge, 0));
    }
    "TG-6b2-T2" near_the_rim_only_some_ways_are_open {
        let rest_m = DVec2::new(0.9044, 0.0);
        let play = clear(Play::team(6, 49).lying(0, [0.9044, 0.0]));
        let along = |direction| refusal(&play, Placement::in_ring(&play.laws, rest_m, direction));
        assert_eq!([along(-DVec2::X), along(DVec2::Y), along(DVec2::X)], [Some(Clause::Tg5b1), None, None]);
        assert!(is_playable(&play.situation()));
    }
    "TG-6b2-T3" points_of_the_break_are_kept {
        let mut play = Play::team(1, 49);
        play.shoot(stays(&[20, 21]));
        play.game.players[0].toley = Toley::InHand;
        let mut play = hemmed_in(play);
        play.stop();
        assert_eq!((play.game.points[0], play.is_in_hand(0)), (2, true));
        assert_eq!((play.game.shooter, play.game.shot), (1, 1));
    }
    "TG-6c-T1" a_misfire_counts_as_a_shot {
        let mut play = Play::team(6, 49).with(|laws| laws.accidents.p_misfire = 1.0);
        play.start();
        let mut log = Log::default();
        let handling = super::handled(&play.situation(), &Streams::new(1, 0, None), &mut log);
        let misfire = handling.misfire.expect("a misfire");
        assert!((0.0..0.3).contains(&misfire.speed_m_s), "{misfire:?}");
        assert_eq!(log.value(Clause::Tg6c, What::Misfire), Some(misfire.speed_m_s));
        play.shoot(rolls_off(&[]));
        assert_eq!((play.game.shot, play.clause()), (1, Clause::Tg5d1));
    }
    "TG-6c-T2" a_toley_dropped_on_the_ring_may_be_knocked_off {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { own: Some([0.88, 0.0]), ..stays(&[]) });
        play.shoot(Shot { toleys_off: &[0], ..rolls_off(&[]) });
        assert_eq!(play.status(0), Status::Eliminated);
    }
    "TG-6c-T3" and_one_that_scores_goes_on {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { own: Some([0.88, 0.0]), ..stays(&[5]) });
        assert_eq!((play.game.points[0], play.game.shooter), (1, 0));
    }
}

/// The clause by which a way to knuckle down is refused.
fn refusal(play: &Play, placement: Placement) -> Option<Clause> {
    check(&play.situation(), &placement).err().map(|refusal| refusal.clause)
}

fn asked(speed_m_s: f64) -> Aim {
    let shot = shot::Shot { speed_m_s, ..shot::Shot::default() };
    Aim::as_keyed(&shot, &Player::default(), DVec2::new(0.9, 0.0), -DVec2::X)
}

/// Without marbles.
fn clear(mut play: Play) -> Play {
    play.game.marbles.iter_mut().for_each(|marble| marble.is_on = false);
    play
}

/// The shooter's toley in the middle, marbles all round it.
fn hemmed_in(mut play: Play) -> Play {
    play.start();
    play.game.players[0].toley = on_ring([0.0, 0.0]);
    for (i, marble) in play.game.marbles[..8].iter_mut().enumerate() {
        let (sine, cosine) = libm::sincos(core::f64::consts::FRAC_PI_4 * i as f64);
        *marble = Marble { at_m: DVec3::new(0.018 * cosine, 0.018 * sine, MARBLE_RADIUS_M), ..*marble };
    }
    play
}

#[test]
fn tg_6a_what_is_barred_of_the_edge_is_refused() {
    let at = |play: &Play, position_rad: f64| {
        let inward = -DVec2::from_angle(position_rad);
        refusal(play, Placement::edge(&play.laws, position_rad, inward))
    };
    let mut play = Play::team(1, 49).with(|laws| {
        (laws.hand.position_limits, laws.hand.position_turn_rad) = (PositionLimits::Arc, deg(180.0));
    });
    // the half before the bench of the first side, its ends included, and the other half for the other side
    assert_eq!(
        [0.0, 90.0, -90.0, 91.0, 180.0].map(|at_deg| at(&play, deg(at_deg))).map(|no| no.is_some()),
        [false, false, false, true, true]
    );
    assert_eq!(at(&play, deg(180.0)), Some(Clause::Tg6a));
    play.shoot(rolls_off(&[]));
    assert_eq!((at(&play, 0.0), at(&play, deg(180.0))), (Some(Clause::Tg6a), None));
}

#[test]
fn an_unplayable_lie_may_cost_the_game() {
    let mut play = hemmed_in(Play::team(2, 49).with(|laws| laws.continuation.unplayable = Unplayable::Eliminate));
    play.stop();
    assert_eq!(play.status(0), Status::Eliminated);
    assert!(play.has(Clause::Tg6b2, What::Eliminated));
}

#[test]
fn nothing_is_released_on_top_of_a_ball() {
    let mut play = Play::team(6, 49).with(|laws| laws.shot.release_height_m = 0.0);
    play.game.marbles[0].at_m = DVec3::new(0.8894, 0.0, MARBLE_RADIUS_M);
    assert_eq!(refusal(&play, Placement::edge(&play.laws, 0.0, -DVec2::X)), Some(Clause::Tg5b1));
    let mut over = Play::team(6, 49);
    over.game.marbles[0].at_m = DVec3::new(0.8894, 0.0, MARBLE_RADIUS_M);
    assert_eq!(refusal(&over, Placement::edge(&over.laws, 0.0, -DVec2::X)), None, "the hand is higher than a marble");
}

#[test]
fn an_unapproved_pose_is_told() {
    let (play, mut log) = (Play::team(6, 49).lying(0, [0.1, 0.0]), Log::default());
    let placement = Placement::edge(&play.laws, 0.0, -DVec2::X);
    let refused = knuckle_down(&play.situation(), &placement, &mut log);
    assert_eq!(refused.map_err(|refusal| refusal.clause), Err(Clause::Tg5c));
    assert!(log.has(Clause::Tg5c, What::Refused));
}
