//! One shot from any layout.

use allocation_counter::measure;
use glam::{DVec2, DVec3, Vec3Swizzles};
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::kernel::{Ending, Silent};
use tolley_tinsley_green::keys::policy::Policy;
use tolley_tinsley_green::laws::{Laws, Stance};
use tolley_tinsley_green::players::{Aim, Owner, PlayerView, Stroke, choose};
use tolley_tinsley_green::shot::sink::ShotSink;
use tolley_tinsley_green::shot::{ShotKeys, ShotStudy};
use tolley_tinsley_green::simulator::PlacedBall;

use super::{Ring, carry_over, opening, ring, ring_on};
use crate::tinsley_green::played::{played_of, read};

#[test]
fn the_opening_is_one_of_the_layouts() {
    let plan = read::<ShotStudy>("[contact]\nlaw = \"pairwise\"", 5, 40).expect("a plan");
    let played = played_of::<ShotStudy>(&plan, 0..40);
    let (x_m, y_m) = (played.numbers("shots", "toley_x_m"), played.numbers("shots", "toley_y_m"));
    let keys = ShotKeys::default();
    let aim = Aim::from_edge(&keys.ring, &keys.shot, &keys.player).expect("an aim");
    let mut ring = ring_on(keys.surface.size_law);
    for trial in 0..40 {
        let streams = plan.streams_of(trial);
        let layout = opening(&ring, &streams);
        ring.simulator.lay_out(&ring.toley, &layout);
        let ending = ring.simulator.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
        assert_eq!(ending, Ending::Rest);
        let at_m = ring.simulator.toley().at_m;
        assert_eq!((at_m.x, at_m.y), (x_m[trial as usize], y_m[trial as usize]), "trial {trial}");
    }
}

#[test]
fn a_layout_can_be_shot_at_again_and_again() {
    let mut ring = ring();
    let streams = Streams::new(3, 0, None);
    let layout = opening(&ring, &streams);
    let aim = ring.hand.aim(DVec2::new(-0.8, 0.0), DVec2::X, STROKE);
    let mut ends = Vec::new();
    for size in [49, 12, 49, 3, 12, 3] {
        ring.simulator.lay_out(&ring.toley, &layout[..size]);
        for _ in 0..2 {
            ring.simulator.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
            ends.push((size, ring.simulator.toley(), ring.simulator.ball(2)));
        }
    }
    for one in &ends {
        assert!(ends.iter().filter(|two| two.0 == one.0).all(|two| two == one), "{one:?}");
    }
}

/// From the second shot on only what the one before has touched is predicted anew: audits find the same predictions.
#[test]
fn a_shot_at_a_layout_is_the_same_whatever_was_shot_there_before() {
    let [mut again, mut anew] = [ring(), ring()];
    let streams = Streams::new(5, 0, None);
    let layout = opening(&again, &streams);
    let (mut hits, mut moved) = (0, 0);
    for size in [49, 20, 6] {
        let layout = &layout[..size];
        again.simulator.lay_out(&again.toley, layout);
        for trial in 0..12 {
            let streams = Streams::new(5, trial, None);
            // the third of four goes the other way, and meets nothing
            let way = if trial % 4 == 2 { -DVec2::X } else { DVec2::X };
            let aim = again.hand.aim(DVec2::new(-0.8, 0.01 * trial as f64 - 0.06), way, STROKE);
            let launch = again.skill.execute(&aim, &streams);
            anew.simulator.lay_out(&anew.toley, layout);
            let endings = [&mut again, &mut anew].map(|ring| {
                ring.simulator.release(&aim, &launch);
                ring.simulator.run(trial % 2 == 0, &mut Silent)
            });
            assert_eq!(endings, [Ending::Rest; 2], "{size} marbles, shot {trial}");
            let ends = [&again, &anew].map(|ring| {
                let balls: Vec<_> = (0..size).map(|i| ring.simulator.ball(i)).collect();
                (ring.simulator.toley(), balls)
            });
            assert_eq!(ends[0], ends[1], "{size} marbles, shot {trial}");
            assert_eq!(again.simulator.digits_left(), anew.simulator.digits_left());
            let changed = ends[0].1.iter().zip(layout).filter(|(ball, placed)| ball.at_m != placed.at_m).count();
            (hits, moved) = (hits + usize::from(changed > 0), moved + changed);
        }
    }
    assert!((18..36).contains(&hits) && moved > 4 * hits, "{hits} shots moved {moved} marbles");
}

const STROKE: Stroke = Stroke { speed_m_s: 2.5, elevation_rad: 0.0, spin_ratio: 0.0, side_spin_rad_s: 0.0 };

/// Plays a rack down with a policy; `each` sees the layout before and after every shot.
fn play_down(
    ring: &mut Ring,
    policy: Policy,
    repeat: u64,
    shots: u64,
    mut each: impl FnMut(&[PlacedBall], &Aim, Stance),
) {
    let (mut planner, laws) = (ring.planner(6), Laws::default());
    let streams = Streams::new(8, repeat, None);
    let mut stream = streams.open(Purpose::named("choice"));
    let mut balls = opening(ring, &streams);
    let mut owners = vec![Owner::Marble; balls.len()];
    let mut stance = Stance::Edge;
    for shot in 0..shots {
        let view = PlayerView {
            hand: &ring.hand,
            skill: &ring.skill,
            toley: ring.toley,
            stance,
            balls: &balls,
            owners: &owners,
            laws: &laws,
            score: None,
            may_fudge: false,
        };
        let aim = choose(policy, &view, &mut planner, &mut stream).expect("a legal shot");
        each(&balls, &aim, stance);
        ring.simulator.lay_out(&ring.toley, &balls);
        let launch = ring.skill.execute(&aim, &Streams::new(repeat, shot, None));
        assert_eq!(ring.simulator.shoot(&aim, &launch, &mut ShotSink::default()), Ending::Rest);
        carry_over(&ring.simulator, &mut balls, &mut owners);
        let toley = ring.simulator.toley();
        let there = Stance::InRing(toley.at_m.xy());
        let stays = !toley.fell && ring.hand.can_play(there, ring.toley.radius_m, &balls);
        stance = if stays { there } else { Stance::Edge };
        if balls.len() < 3 {
            break;
        }
    }
}

#[test]
fn tg_6b1_every_shot_leaves_a_legal_hand_and_no_two_balls_ever_overlap() {
    let mut ring = ring();
    let hand = ring.hand.clone();
    for &policy in Policy::ALL {
        let radius_m = ring.toley.radius_m;
        for repeat in 0..4 {
            play_down(&mut ring, policy, repeat, 60, |balls, aim, stance| {
                let legal = hand.allows(stance, aim.release_m, aim.direction, radius_m, balls);
                assert!(legal && !aim.is_limited, "{policy:?}: {aim:?} {stance:?}");
                assert!((aim.direction.length() - 1.0).abs() < 1e-12);
                let knuckle_m = hand.knuckle_m(stance, aim.release_m, aim.direction).length();
                match stance {
                    Stance::Edge => assert!((knuckle_m - 0.9144).abs() < 1e-12, "{knuckle_m}"),
                    Stance::InRing(at_m) => assert!(aim.release_m == at_m && knuckle_m <= 0.9144, "{knuckle_m}"),
                }
                for (i, one) in balls.iter().enumerate() {
                    for two in &balls[..i] {
                        let gap_m = one.at_m.distance(two.at_m) - one.ball.radius_m - two.ball.radius_m;
                        assert!(gap_m >= -1e-12, "{gap_m}");
                    }
                }
            });
        }
    }
}

#[test]
fn tg_6b2_t1_balls_all_round_leave_no_room_and_t2_near_the_rim_only_some_ways() {
    let ring = ring();
    let at = |angle: f64, m: f64| DVec2::new(libm::cos(angle), libm::sin(angle)) * m;
    let round = |count: u32| -> Vec<PlacedBall> {
        let angles = (0..count).map(|i| f64::from(i) * core::f64::consts::TAU / f64::from(count));
        let lies = |angle| PlacedBall { ball: ring.marble, at_m: at(angle, 0.02).extend(ring.marble.radius_m) };
        angles.map(lies).collect()
    };
    let can = |balls: &[PlacedBall], m: f64| {
        ring.hand.can_play(Stance::InRing(DVec2::new(m, 0.0)), ring.toley.radius_m, balls)
    };
    assert!(!can(&round(6), 0.0) && can(&round(1), 0.0) && can(&[], 0.0));
    let rim = Stance::InRing(DVec2::new(0.9044, 0.0));
    let allows = |direction| ring.hand.allows(rim, DVec2::new(0.9044, 0.0), direction, ring.toley.radius_m, &[]);
    assert!(!allows(-DVec2::X) && allows(DVec2::X) && allows(DVec2::Y) && allows(-DVec2::Y));
    assert!(can(&[], 0.9044));
}

#[test]
fn tg_6b2_t2_the_hand_that_keeps_the_knuckle_on_the_ring_bars_a_cone_about_the_centre() {
    let ring = ring();
    let (ring_m, behind_m) = (ring.hand.ring.radius_m(), ring.hand.rules.knuckle_offset_m);
    let allows = |from_m: f64, turn_rad: f64| {
        let (sine, cosine) = libm::sincos(turn_rad);
        let at_m = DVec2::new(from_m, 0.0);
        // turned from the way to the centre
        let direction = DVec2::new(-cosine, sine);
        ring.hand.allows(Stance::InRing(at_m), at_m, direction, ring.toley.radius_m, &[])
    };
    // the knuckle is that far behind: as near the edge as that every way is open
    assert!(allows(ring_m - behind_m - 1e-9, 0.0) && !allows(ring_m - behind_m + 1e-9, 0.0));
    for (from_m, barred_deg) in [(0.890, 12.8), (0.895, 39.6), (0.905, 68.6), (0.914, 89.9)] {
        // law of cosines: the knuckle on the edge
        let cosine = (ring_m * ring_m - from_m * from_m - behind_m * behind_m) / (2.0 * from_m * behind_m);
        let barred_rad = libm::acos(cosine);
        assert!((barred_rad.to_degrees() - barred_deg).abs() < 0.1, "{from_m}: {}", barred_rad.to_degrees());
        for side in [-1.0, 1.0] {
            assert!(!allows(from_m, side * (barred_rad - 1e-6)) && allows(from_m, side * (barred_rad + 1e-6)));
        }
    }
}

#[test]
fn other_toleys_are_obstacles() {
    let mut ring = ring();
    let aim = ring.hand.aim(DVec2::new(-0.5, 0.0), DVec2::X, STROKE);
    let other = PlacedBall { ball: ring.toley, at_m: DVec3::new(0.3, 0.0, ring.toley.radius_m) };
    ring.simulator.lay_out(&ring.toley, &[other]);
    ring.simulator.shoot(&aim, &aim.with(&Default::default()), &mut Silent);
    // equal balls: the one that was hit goes on, the other is left well behind
    let (hit, own) = (ring.simulator.ball(0), ring.simulator.toley());
    assert!(hit.fell && !own.fell && own.at_m.x < 0.6, "{hit:?} {own:?}");
}

#[test]
fn shots_take_no_memory() {
    let mut ring = ring();
    let streams = Streams::new(3, 0, None);
    let layout = opening(&ring, &streams);
    let owners = [Owner::Marble; 49];
    let (mut planner, laws) = (ring.planner(5), Laws::default());
    let mut stream = streams.open(Purpose::named("choice"));
    let mut play = || {
        for policy in [Policy::Random, Policy::Nearest, Policy::Sampled, Policy::Valued] {
            for size in [49, 30, 10] {
                let view = PlayerView {
                    hand: &ring.hand,
                    skill: &ring.skill,
                    toley: ring.toley,
                    stance: Stance::Edge,
                    balls: &layout[..size],
                    owners: &owners[..size],
                    laws: &laws,
                    score: None,
                    may_fudge: false,
                };
                let aim = choose(policy, &view, &mut planner, &mut stream).expect("a shot");
                ring.simulator.lay_out(&ring.toley, &layout[..size]);
                ring.simulator.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
            }
        }
    };
    play();
    assert_eq!(measure(play).count_total, 0);
}
