//! One shot from any layout.

use allocation_counter::measure;
use glam::{DVec2, DVec3, Vec3Swizzles};
use tolley_experiment::key::Point;
use tolley_experiment::plan::Plan;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Row, Values};
use tolley_experiment::run::play_some;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_physics::kernel::{Ending, Silent};
use tolley_tinsley_green::hand::{From, Stroke};
use tolley_tinsley_green::keys;
use tolley_tinsley_green::player::Aim;
use tolley_tinsley_green::policy::{Budget, Mind, Owner, Policy, View, choose};
use tolley_tinsley_green::shot::{OpeningShot, Shot};
use tolley_tinsley_green::table::{Lying, Story};

use super::{Ring, carry_over, opening, ring};

fn plan() -> Plan {
    let text = "study = \"tinsley-green/shot\"\nseed = 5\nrepeats = 40\n[contact]\nlaw = \"pairwise\"\n";
    let read = parse("a.toml", text, &[StudyInfo::of::<OpeningShot>()], Overrides::default());
    read.map(|(plan, ..)| plan).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn the_opening_is_one_of_the_layouts() {
    let plan = plan();
    let rows = play_some::<OpeningShot>(&plan, 0..40, || true).expect("a setup");
    let column = |name: &str| {
        let index = Shot::COLUMNS.iter().position(|column| column.name == name).expect("a column");
        &rows.tables[0].columns[index]
    };
    let (Values::F64(x_m), Values::F64(y_m)) = (column("toley_x_m"), column("toley_y_m")) else { panic!("numbers") };
    let aim = Aim::from_edge(&Point::default_of(&keys::SHOT)).expect("an aim");
    let mut ring = ring();
    for trial in 0..40 {
        let streams = plan.streams_of(trial);
        let layout = opening(&ring, &streams);
        ring.table.lay_out(&ring.toley, &layout);
        let ending = ring.table.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
        assert_eq!(ending, Ending::Rest);
        let at_m = ring.table.toley().at_m;
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
        ring.table.lay_out(&ring.toley, &layout[..size]);
        for _ in 0..2 {
            ring.table.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
            ends.push((size, ring.table.toley(), ring.table.ball(2)));
        }
    }
    for one in &ends {
        assert!(ends.iter().filter(|two| two.0 == one.0).all(|two| two == one), "{one:?}");
    }
}

const STROKE: Stroke = Stroke { speed_m_s: 2.5, elevation_rad: 0.0, spin_ratio: 0.0 };

/// Plays a rack down with a policy; `each` sees the layout before and after every shot.
fn play_down(ring: &mut Ring, policy: Policy, repeat: u64, shots: u64, mut each: impl FnMut(&[Lying], &Aim, &From)) {
    let mut mind = Mind::new(ring.table.clone(), Budget { candidates: 6, trials: 2 });
    let streams = Streams::new(8, repeat, None);
    let mut stream = streams.open(tolley_experiment::random::Purpose::named("choice"));
    let mut lying = opening(ring, &streams);
    let mut owners = vec![Owner::Marble; lying.len()];
    let mut from = From::Edge;
    for shot in 0..shots {
        let view =
            View { hand: &ring.hand, skill: &ring.skill, toley: ring.toley, from, lying: &lying, owners: &owners };
        let aim = choose(policy, &view, &mut mind, &mut stream).expect("a legal shot");
        each(&lying, &aim, &from);
        ring.table.lay_out(&ring.toley, &lying);
        let launch = ring.skill.execute(&aim, &Streams::new(repeat, shot, None));
        assert_eq!(ring.table.shoot(&aim, &launch, &mut Story::default()), Ending::Rest);
        carry_over(&ring.table, &mut lying, &mut owners);
        let toley = ring.table.toley();
        let stays = !toley.fell && ring.hand.can_play(toley.at_m.xy(), ring.toley.radius_m, &lying);
        from = if stays { From::Ring(toley.at_m.xy()) } else { From::Edge };
        if lying.len() < 3 {
            break;
        }
    }
}

#[test]
fn tg_6b1_every_shot_leaves_a_legal_hand_and_no_two_balls_ever_overlap() {
    let mut ring = ring();
    let hand = ring.hand.clone();
    for policy in [Policy::Random, Policy::Nearest, Policy::Sampled, Policy::Safe, Policy::Hunter] {
        let radius_m = ring.toley.radius_m;
        for repeat in 0..4 {
            play_down(&mut ring, policy, repeat, 60, |lying, aim, from| {
                let legal = hand.allows(*from, aim.release_m, aim.direction, radius_m, lying);
                assert!(legal && !aim.is_limited, "{policy:?}: {aim:?} {from:?}");
                assert!((aim.direction.length() - 1.0).abs() < 1e-12);
                let knuckle_m = hand.knuckle_m(*from, aim.release_m, aim.direction).length();
                match from {
                    From::Edge => assert!((knuckle_m - hand.ring_radius_m).abs() < 1e-12),
                    From::Ring(at_m) => assert!(aim.release_m == *at_m && knuckle_m <= hand.ring_radius_m),
                }
                for (i, one) in lying.iter().enumerate() {
                    for two in &lying[..i] {
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
    let round = |count: u32| -> Vec<Lying> {
        let angles = (0..count).map(|i| f64::from(i) * core::f64::consts::TAU / f64::from(count));
        let lies = |angle| Lying { ball: ring.marble, at_m: at(angle, 0.02).extend(ring.marble.radius_m) };
        angles.map(lies).collect()
    };
    let can = |lying: &[Lying], m: f64| ring.hand.can_play(DVec2::new(m, 0.0), ring.toley.radius_m, lying);
    assert!(!can(&round(6), 0.0) && can(&round(1), 0.0) && can(&[], 0.0));
    let rim = From::Ring(DVec2::new(0.9044, 0.0));
    let allows = |direction| ring.hand.allows(rim, DVec2::new(0.9044, 0.0), direction, ring.toley.radius_m, &[]);
    assert!(!allows(-DVec2::X) && allows(DVec2::X) && allows(DVec2::Y) && allows(-DVec2::Y));
    assert!(can(&[], 0.9044));
}

#[test]
fn other_toleys_are_obstacles() {
    let mut ring = ring();
    let aim = ring.hand.aim(DVec2::new(-0.5, 0.0), DVec2::X, STROKE);
    let other = Lying { ball: ring.toley, at_m: DVec3::new(0.3, 0.0, ring.toley.radius_m) };
    ring.table.lay_out(&ring.toley, &[other]);
    ring.table.shoot(&aim, &aim.with(&Default::default()), &mut Silent);
    // equal balls: the one that was hit goes on, the other is left well behind
    let (hit, own) = (ring.table.ball(0), ring.table.toley());
    assert!(hit.fell && !own.fell && own.at_m.x < 0.6, "{hit:?} {own:?}");
}

#[test]
fn shots_take_no_memory() {
    let mut ring = ring();
    let streams = Streams::new(3, 0, None);
    let layout = opening(&ring, &streams);
    let owners = [Owner::Marble; 49];
    let mut mind = Mind::new(ring.table.clone(), Budget { candidates: 5, trials: 2 });
    let mut stream = streams.open(tolley_experiment::random::Purpose::named("choice"));
    let mut play = || {
        for policy in [Policy::Random, Policy::Nearest, Policy::Sampled] {
            for size in [49, 30, 10] {
                let view = View {
                    hand: &ring.hand,
                    skill: &ring.skill,
                    toley: ring.toley,
                    from: From::Edge,
                    lying: &layout[..size],
                    owners: &owners[..size],
                };
                let aim = choose(policy, &view, &mut mind, &mut stream).expect("a shot");
                ring.table.lay_out(&ring.toley, &layout[..size]);
                ring.table.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
            }
        }
    };
    play();
    assert_eq!(measure(play).count_total, 0);
}
