//! The cases of TG-5b, TG-5c and TG-6: hand, first shot, knuckling down.

use glam::{DVec2, DVec3};
use tolley_experiment::key::Value;
use tolley_experiment::random::Streams;
use tolley_tinsley_green::laws::{
    Clause, Log, Marble, Placement, Referee, Situation, Stance, Status, Toley, What, check, is_playable,
    judge_unplayable, knuckle_down, next,
};
use tolley_tinsley_green::player::{Aim, Skill};

use super::{Case, MARBLE_RADIUS_M, Play, Shot, play_all, point, rolls_off, stays};

pub const CASES: &[Case] = &[
    ("TG-5b1-T1", || {
        // 10 mm from the rim, the knuckle would be outside
        let play = Play::team(6, 49).lying(0, [0.9044, 0.0]);
        refusal(&play, Placement::in_ring(&play.rules, DVec2::new(0.9044, 0.0), -DVec2::X)) == Some(Clause::Tg5b1)
    }),
    ("TG-5b1-T2", || {
        let play = Play::team(6, 49);
        let placement = Placement::edge(&play.rules, 1.0, DVec2::new(-0.6, -0.8));
        (placement.knuckle_m.length() - 0.9144).abs() < 1e-15 && refusal(&play, placement).is_none()
    }),
    ("TG-5b2-T1", || {
        let exact = point(&[("player.preset", Value::Choice("exact"))]);
        let aim = Aim::within_the_hand(&exact, DVec2::new(0.9, 0.0), -DVec2::X);
        let launch = Skill::new(&exact).execute(&aim, &Streams::new(1, 2, None));
        (launch.direction, launch.speed_m_s, launch.elevation_rad, launch.spin_ratio)
            == (aim.direction, aim.speed_m_s, aim.elevation_rad, aim.spin_ratio)
    }),
    ("TG-5b2-T2", || {
        let skill = Skill::new(&point(&[("player.aim_sd_rad", Value::Number(1.0_f64.to_radians()))]));
        let error = |repeat| skill.errors(&Streams::new(1, repeat, None)).aim_rad.to_degrees();
        let sd = ((0..100_000).map(error).map(|error| error * error).sum::<f64>() / 1e5).sqrt();
        (sd - 1.0).abs() < 0.01
    }),
    ("TG-5b3-T1", || {
        let aim = asked(9.0);
        let mut log = Log::default();
        let play = Play::team(6, 49);
        tolley_tinsley_green::laws::note_limited(&Situation::of(&play.game, &play.rules), aim.speed_m_s, &mut log);
        aim.speed_m_s == 5.0 && aim.is_limited && log.value(Clause::Tg5b3, What::Limited) == Some(5.0)
    }),
    ("TG-5b3-T2", || asked(0.3).speed_m_s == 0.3 && !asked(0.3).is_limited),
    ("TG-5c-T1", || {
        let mut play = Play::team(1, 49).lying(0, [0.1, 0.0]);
        play.shoot(rolls_off(&[]));
        play.shoot(rolls_off(&[]));
        Situation::of(&play.game, &play.rules).stance() == Stance::Edge && play.game.shooter == 0
    }),
    ("TG-5c-T2", || {
        let play = Play::team(6, 49).lying(0, [0.1, 0.0]);
        refusal(&play, Placement::edge(&play.rules, 0.0, -DVec2::X)) == Some(Clause::Tg5c)
    }),
    ("TG-6a-T1", || {
        let play = Play::team(6, 49);
        let placement = Placement::edge(&play.rules, 0.0, -DVec2::X);
        let mut log = Log::default();
        let down = knuckle_down(&Situation::of(&play.game, &play.rules), &placement, &mut log);
        placement.knuckle_m == DVec2::new(0.9144, 0.0)
            && placement.release_m == DVec2::new(0.8894, 0.0)
            && down.is_ok()
            && log.has(Clause::Tg6a, What::KnucklesDown)
    }),
    ("TG-6a-T2", || {
        let play = Play::team(6, 49);
        let knuckle_m = DVec2::new(0.9094, 0.0);
        let placement = Placement { knuckle_m, release_m: knuckle_m - 0.025 * DVec2::X, direction: -DVec2::X };
        refusal(&play, placement) == Some(Clause::Tg6a)
    }),
    ("TG-6a-T3", super::turned::a_turn_of_the_position_turns_the_outcome),
    ("TG-6b1-T1", || {
        let play = Play::team(6, 49).lying(0, [0.1, 0.05]);
        let placement = Placement::in_ring(&play.rules, DVec2::new(0.1, 0.05), DVec2::X);
        placement.release_m == DVec2::new(0.1, 0.05) && refusal(&clear(play), placement).is_none()
    }),
    ("TG-6b1-T2", || {
        let play = clear(Play::team(6, 49).lying(0, [0.1, 0.05]));
        let beside = refusal(&play, Placement::in_ring(&play.rules, DVec2::new(0.11, 0.05), DVec2::X));
        // a player who does it all the same is cabbaging
        let cabbage = Referee { p_cabbage: 1.0, cabbage_m: 0.01, ..Referee::literal() };
        let situation = Situation::of(&play.game, &play.rules);
        let handling = cabbage.before_shot(&situation, &Streams::new(1, 0, None), &mut Log::default());
        let placement = Placement::in_ring(&play.rules, DVec2::new(0.1, 0.05), DVec2::X);
        let release_m = handling.release_m(&situation, &placement);
        beside == Some(Clause::Tg6b1) && handling.is_cabbaged && release_m.distance(DVec2::new(0.11, 0.05)) < 1e-15
    }),
    ("TG-6b2-T1", || {
        let mut play = hemmed_in(Play::team(1, 49));
        let unplayable = !is_playable(&Situation::of(&play.game, &play.rules));
        stop(&mut play);
        let removed = play.is_in_hand(0) && play.status(0) == Status::Active && play.game.shooter == 1;
        play.shoot(rolls_off(&[]));
        unplayable
            && removed
            && Situation::of(&play.game, &play.rules).stance() == Stance::Edge
            && play.game.shooter == 0
    }),
    ("TG-6b2-T2", || {
        let rest_m = DVec2::new(0.9044, 0.0);
        let play = clear(Play::team(6, 49).lying(0, [0.9044, 0.0]));
        let along = |direction| refusal(&play, Placement::in_ring(&play.rules, rest_m, direction));
        along(-DVec2::X) == Some(Clause::Tg5b1)
            && along(DVec2::Y).is_none()
            && along(DVec2::X).is_none()
            && is_playable(&Situation::of(&play.game, &play.rules))
    }),
    ("TG-6b2-T3", || {
        let mut play = Play::team(1, 49);
        play.shoot(stays(&[20, 21]));
        play.game.players[0].toley = Toley::InHand;
        let mut play = hemmed_in(play);
        stop(&mut play);
        play.game.points[0] == 2 && play.is_in_hand(0) && play.game.shooter == 1 && play.game.shot == 1
    }),
    ("TG-6c-T1", || {
        let clumsy = Referee { p_misfire: 1.0, ..Referee::literal() };
        let mut play = Play::team(6, 49);
        play.start();
        let handling =
            clumsy.before_shot(&Situation::of(&play.game, &play.rules), &Streams::new(1, 0, None), &mut play.log);
        let misfire = handling.misfire.is_some_and(|misfire| (0.0..0.3).contains(&misfire.speed_m_s));
        let told = play.has(Clause::Tg6c, What::Misfire);
        play.shoot(rolls_off(&[]));
        misfire && told && play.game.shot == 1 && play.verdict.clause == Clause::Tg5d1
    }),
    ("TG-6c-T2", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { own: Some([0.88, 0.0]), ..stays(&[]) });
        play.shoot(Shot { toleys_off: &[0], ..rolls_off(&[]) });
        play.status(0) == Status::Eliminated
    }),
    ("TG-6c-T3", || {
        let mut play = Play::team(6, 49);
        play.shoot(Shot { own: Some([0.88, 0.0]), ..stays(&[5]) });
        play.game.points[0] == 1 && play.game.shooter == 0
    }),
];

/// The clause by which a way to knuckle down is refused.
fn refusal(play: &Play, placement: Placement) -> Option<Clause> {
    check(&Situation::of(&play.game, &play.rules), &placement).err().map(|refusal| refusal.clause)
}

fn asked(speed_m_s: f64) -> Aim {
    let point = point(&[("shot.speed_m_s", Value::Number(speed_m_s))]);
    Aim::within_the_hand(&point, DVec2::new(0.9, 0.0), -DVec2::X)
}

/// Without marbles.
fn clear(mut play: Play) -> Play {
    play.game.marbles.iter_mut().for_each(|marble| marble.is_on = false);
    play
}

/// The shooter's toley in the middle, marbles all round it.
fn hemmed_in(mut play: Play) -> Play {
    play.start();
    play.game.players[0].toley = super::on_ring([0.0, 0.0]);
    for (i, marble) in play.game.marbles[..8].iter_mut().enumerate() {
        let (sine, cosine) = libm::sincos(core::f64::consts::FRAC_PI_4 * i as f64);
        *marble = Marble { at_m: DVec3::new(0.018 * cosine, 0.018 * sine, MARBLE_RADIUS_M), ..*marble };
    }
    play
}

fn stop(play: &mut Play) {
    judge_unplayable(&play.game, &play.rules, &mut play.verdict, &mut play.log);
    next(&mut play.game, &play.rules, &play.verdict, &mut play.log);
}

#[test]
fn the_cases_of_knuckling_down_hold() {
    play_all(CASES);
}

#[test]
fn an_unplayable_lie_may_cost_the_game() {
    let mut play = hemmed_in(Play::team(2, 49).with(|rules| {
        rules.unplayable = tolley_tinsley_green::laws::Unplayable::Eliminate;
    }));
    stop(&mut play);
    assert_eq!(play.status(0), Status::Eliminated);
    assert!(play.has(Clause::Tg6b2, What::Eliminated));
}

#[test]
fn nothing_is_released_on_top_of_a_ball() {
    let mut play = Play::team(6, 49);
    play.rules.release_height_m = 0.0;
    play.game.marbles[0].at_m = DVec3::new(0.8894, 0.0, MARBLE_RADIUS_M);
    assert_eq!(refusal(&play, Placement::edge(&play.rules, 0.0, -DVec2::X)), Some(Clause::Tg5b1));
    let mut over = Play::team(6, 49);
    over.game.marbles[0].at_m = DVec3::new(0.8894, 0.0, MARBLE_RADIUS_M);
    assert_eq!(refusal(&over, Placement::edge(&over.rules, 0.0, -DVec2::X)), None, "the hand is higher than a marble");
}

#[test]
fn an_unapproved_pose_is_told() {
    let play = Play::team(6, 49).lying(0, [0.1, 0.0]);
    let mut log = Log::default();
    let placement = Placement::edge(&play.rules, 0.0, -DVec2::X);
    assert!(knuckle_down(&Situation::of(&play.game, &play.rules), &placement, &mut log).is_err());
    assert!(log.has(Clause::Tg5c, What::Refused));
}
