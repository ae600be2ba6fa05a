//! What policies choose.

use glam::{DVec2, Vec3Swizzles};
use tolley_experiment::random::{Purpose, Streams};
use tolley_physics::kernel::Silent;
use tolley_tinsley_green::keys::policy::Policy;
use tolley_tinsley_green::laws::{Laws, MOST_PLAYERS, Score, Stance};
use tolley_tinsley_green::players::{Owner, PlayerView, choose};
use tolley_tinsley_green::simulator::PlacedBall;

use super::{Ring, ring};

/// Marbles close together in the middle, and toleys of others here and there.
fn scattered(ring: &Ring, repeat: u64, marbles: usize, toleys: usize) -> (Vec<PlacedBall>, Vec<Owner>) {
    let stream = &mut Streams::new(6, repeat, None).open(Purpose::named("layout"));
    let mut balls: Vec<PlacedBall> = Vec::new();
    while balls.len() < marbles + toleys {
        let ball = if balls.len() < marbles { ring.marble } else { ring.toley };
        let far_m = if balls.len() < marbles { 0.08 } else { 0.6 };
        let at = DVec2::new(stream.uniform_in(-far_m, far_m), stream.uniform_in(-far_m, far_m));
        let at_m = at.extend(ball.radius_m);
        if balls.iter().all(|other| other.at_m.distance(at_m) > other.ball.radius_m + ball.radius_m) {
            balls.push(PlacedBall { ball, at_m });
        }
    }
    let owner = |i| if i < marbles { Owner::Marble } else { Owner::Opponent };
    let owners = (0..balls.len()).map(owner).collect();
    (balls, owners)
}

/// Marbles and toleys knocked off by one shot each from many layouts, and shots that stayed.
fn harvest(policy: Policy, shots: u64) -> [u32; 3] {
    let mut ring = ring();
    let (mut planner, laws) = (ring.planner(16), Laws::default());
    let mut sums = [0; 3];
    for repeat in 0..shots {
        let (balls, owners) = scattered(&ring, repeat, 25, 4);
        let streams = Streams::new(9, repeat, None);
        let stance = if repeat % 2 == 0 { Stance::Edge } else { Stance::InRing(DVec2::new(0.7, 0.0)) };
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
        let stream = &mut streams.open(Purpose::named("choice"));
        let aim = choose(policy, &view, &mut planner, stream).expect("a shot");
        ring.simulator.lay_out(&ring.toley, &balls);
        ring.simulator.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
        for (i, owner) in owners.iter().enumerate().filter(|(i, _)| ring.simulator.ball(*i).fell) {
            assert!(balls[i].at_m.xy().length() < 0.9144);
            sums[usize::from(*owner != Owner::Marble)] += 1;
        }
        sums[2] += u32::from(!ring.simulator.toley().fell);
    }
    sums
}

#[test]
fn better_policies_knock_more_marbles_off_and_each_follows_its_aim() {
    let of = |policy| harvest(policy, 150);
    let (random, nearest, sampled) = (of(Policy::Random), of(Policy::Nearest), of(Policy::Sampled));
    let (safe, hunter) = (of(Policy::Safe), of(Policy::Hunter));
    let all = [random, nearest, sampled, safe, hunter];
    // deviations of these counts are 2, 8 and 20: the differences are many of them
    assert!(random[0] + 25 < nearest[0] && nearest[0] + 50 < sampled[0], "{all:?}");
    assert!(hunter[1] > 2 * sampled[1], "{all:?}");
    assert!(safe[0] > nearest[0], "{all:?}");
}

#[test]
fn a_choice_depends_on_what_is_seen_and_on_the_players_own_stream_only() {
    let ring = ring();
    let (mut planner, laws) = (ring.planner(8), Laws::default());
    let mut fresh = planner.clone();
    for repeat in 0..10 {
        let (balls, owners) = scattered(&ring, repeat, 10, 2);
        let view = PlayerView {
            hand: &ring.hand,
            skill: &ring.skill,
            toley: ring.toley,
            stance: Stance::Edge,
            balls: &balls,
            owners: &owners,
            laws: &laws,
            score: None,
            may_fudge: false,
        };
        let stream = Streams::new(1, repeat, None).open(Purpose::named("choice"));
        let one = choose(Policy::Sampled, &view, &mut planner, &mut stream.clone()).expect("a shot");
        let two = choose(Policy::Sampled, &view, &mut fresh, &mut stream.clone()).expect("a shot");
        assert_eq!((one.release_m, one.direction, one.speed_m_s), (two.release_m, two.direction, two.speed_m_s));
        fresh = planner.clone();
    }
}

/// How often of so many choices a mate's toley that lies before the edge is knocked off, when the own side has 23 of
/// the 25 points that win and the other side so many; the marbles lie far off.
fn mates_off(other_points: u32, choices: u64) -> usize {
    let mut ring = ring();
    let (mut planner, laws) = (ring.planner(12), Laws::default());
    let marble = |at: [f64; 2]| PlacedBall { ball: ring.marble, at_m: DVec2::from(at).extend(ring.marble.radius_m) };
    let mate = PlacedBall { ball: ring.toley, at_m: DVec2::new(0.8, 0.0).extend(ring.toley.radius_m) };
    let balls = [mate, marble([-0.4, 0.5]), marble([-0.5, 0.0]), marble([-0.4, -0.5])];
    let owners = [Owner::Mate, Owner::Marble, Owner::Marble, Owner::Marble];
    let mut points = [0; MOST_PLAYERS];
    (points[0], points[1]) = (23, other_points);
    let mut off = 0;
    for repeat in 0..choices {
        let streams = Streams::new(3, repeat, None);
        let view = PlayerView {
            hand: &ring.hand,
            skill: &ring.skill,
            toley: ring.toley,
            stance: Stance::InRing(DVec2::new(0.6, 0.0)),
            balls: &balls,
            owners: &owners,
            laws: &laws,
            score: Some(Score { points: &points, side: 0, playing: 0b11, others_count: 6, target: 25, shots_left: 9 }),
            may_fudge: false,
        };
        let stream = &mut streams.open(Purpose::named("choice"));
        let aim = choose(Policy::Sampled, &view, &mut planner, stream).expect("a shot");
        ring.simulator.lay_out(&ring.toley, &balls);
        ring.simulator.shoot(&aim, &ring.skill.execute(&aim, &streams), &mut Silent);
        off += usize::from(ring.simulator.ball(0).fell);
    }
    off
}

#[test]
fn a_mate_is_spared_until_the_others_are_about_to_win() {
    // his toley earns another shot, TG-5d4, and he would score only in turns to come
    let (level, about_to_win) = (mates_off(0, 40), mates_off(24, 40));
    assert!(level <= 2 && about_to_win >= 20, "{level} {about_to_win}");
}

#[test]
fn what_a_further_shot_is_worth_was_learnt_by_the_physics_that_plays() {
    use tolley_session::studies::PHYSICS_VERSION;
    use tolley_tinsley_green::players::learnt;
    assert_eq!(learnt::PHYSICS_VERSION, PHYSICS_VERSION, "`cargo xtask value` learns it anew");
}
