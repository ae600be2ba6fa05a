//! What sand may do beyond constant friction, against its equations: plough, speed term, deep landings, the stop shot, the
//! balance of energy, and the exact symmetries with every option. Public interface only.

use glam::{DVec2, DVec3, Vec3Swizzles, dvec3};
use tolley_physics::kernel::{self, Ending, Event, Kind, Limits, Trace};
use tolley_physics::spheres::deep::{Bed, DeepSand};
use tolley_physics::spheres::resistance::deep_bed_ratio;
use tolley_physics::spheres::{
    Ball, Contact, Ground, GroundReaction, Landing, Mode, Resistance, Sand, Scratch, Setup, SlowContact, SpeedTerm,
    Spheres, State,
};

const G: f64 = 9.81;
const TOLEY_M: f64 = 0.009525;
const BED: Bed = Bed { density_kg_m3: 1520.0, friction_ratio: 0.45 };

const PLOUGH: Sand = Sand { resistance: Resistance::Plough, speed_term: None, landing: Landing::Rebound };
const TERM: SpeedTerm = SpeedTerm { sinkage_m: 0.5e-3, sand_density_kg_m3: 1520.0 };
const DRAG: Sand = Sand { resistance: Resistance::Couple, speed_term: Some(TERM), landing: Landing::Rebound };
const DEEP: Sand = Sand {
    resistance: Resistance::Couple,
    speed_term: None,
    landing: Landing::Deep { bed: BED, friction_share: 1.0 / 4.5 },
};

fn ground() -> Ground {
    Ground {
        gravity_m_s2: G,
        restitution_ratio: 0.15,
        settle_speed_m_s: 0.1,
        sinkage_m: 0.5e-3,
        trapping_speed_m_s: 0.0,
        rolling_while_sliding: false,
    }
}

fn contact(e: f64, mu: f64, b0: f64) -> Contact {
    Contact {
        restitution_ratio: e,
        friction_ratio: mu,
        tangential_restitution_ratio: b0,
        ground_reaction: GroundReaction::After,
        slow: SlowContact::Elastic { below_m_s: 0.005 },
    }
}

fn near(got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{got:e} is not {expected:e} within {tolerance:e}");
}

fn play(setup: &Setup, state: &mut State, until_s: f64) -> (Ending, Vec<Event>) {
    let limits = Limits { until_s, ..Limits::for_bodies(setup.balls.len()) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Spheres, _>(setup, state, &mut Scratch::new(setup), &limits, &mut trace);
    (ending, trace.events)
}

/// A toley on sand with these frictions.
fn alone(sand: Sand, sliding: f64, rolling: f64) -> Setup {
    let ball = Ball::solid(TOLEY_M, 2500.0, sliding, rolling);
    Setup::new(vec![ball], ground(), contact(0.95, 0.12, 0.44), None).with_sand(sand)
}

/// Sent over the sand from the origin with a speed and a rotation that would roll at `turn`.
fn sent(setup: &Setup, v: DVec2, turn: DVec2) -> (State, Vec<Event>) {
    let mut state = State::new(setup);
    let spin = dvec3(-turn.y, turn.x, 0.0) / TOLEY_M;
    state.place(setup, 0, dvec3(0.0, 0.0, TOLEY_M), v.extend(0.0), spin);
    let (ending, events) = play(setup, &mut state, f64::INFINITY);
    assert_eq!(ending, Ending::Rest);
    (state, events)
}

fn along(v: f64) -> DVec2 {
    DVec2::new(v, 0.0)
}

mod deep_sand {
    use super::*;

    #[test]
    fn d8_the_measured_line_of_a_deep_bed() {
        for (sinkage_share, expected) in [(0.10, 0.361), (0.25, 0.4225), (0.50, 0.525)] {
            near(deep_bed_ratio(sinkage_share * TOLEY_M, TOLEY_M), expected, 1e-12);
        }
    }

    #[test]
    fn d32_steel_ball_into_beads() {
        let law = DeepSand { gravity_m_s2: G, drag_length_m: 0.087, stiffness_per_s2: 1040.0 };
        near(law.depth_m(2.0), 50.18e-3, 1e-3 * 50.18e-3);
        near(law.time_s(2.0), 49.08e-3, 1e-3 * 49.08e-3);
        assert_eq!(law.speed_at_m_s(2.0, 0.0), 2.0);
        near(law.speed_at_m_s(2.0, law.depth_m(2.0)), 0.0, 1e-6);
    }

    #[test]
    fn a_ball_dropped_into_it_does_not_rebound() {
        let setup = alone(DEEP, 0.3, 0.1);
        let mut state = State::new(&setup);
        state.place(&setup, 0, dvec3(0.0, 0.0, 1.6), DVec3::ZERO, DVec3::ZERO);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!((ending, events.len()), (Ending::Rest, 1));
        assert_eq!((events[0].kind, state.bodies[0].mode), (Kind::Ground, Mode::Rest));
    }

    #[test]
    fn a_flat_shot_leaves_its_hole_and_pays_for_it_and_a_steep_one_stays() {
        let setup = alone(DEEP, 0.3, 0.1);
        let law = DeepSand::of(&setup.balls[0], BED, G);
        for (vx, vz) in [(2.5, -0.7), (0.5, -2.0)] {
            let mut state = State::new(&setup);
            state.place(&setup, 0, dvec3(0.0, 0.0, TOLEY_M), dvec3(vx, 0.0, vz), DVec3::ZERO);
            let (_, _) = play(&setup, &mut state, 0.0);
            let body = &state.bodies[0];
            // friction 0.3 / 4.5 of the landing impulse, then m g d out of what is left, d beyond that of a ball at rest
            let (v, q) = (vx + 0.3 / 4.5 * vz, -2.5 * 0.3 / 4.5 * vz);
            let there = 0.5 * v * v + 0.2 * q * q;
            let share = (1.0 - G * (law.depth_m(-vz) - law.depth_m(0.0)) / there).max(0.0).sqrt();
            assert_eq!(share > 0.0, vx > 1.0, "{share}");
            near(body.velocity_m_s.x, v * share, 1e-12);
            near(body.spin_rad_s.y * TOLEY_M, q * share, 1e-12);
            assert_eq!(body.velocity_m_s.z, 0.0);
        }
    }
}

mod plough {
    use super::*;

    #[test]
    fn slide_without_spin_ends_as_the_closed_form_says() {
        // c = 1.4 mu_r: v_roll = 2.5 mu_s v0 / (3.5 mu_s + c), after v0 / ((3.5 mu_s + c) g)
        let (_, events) = sent(&alone(PLOUGH, 0.30, 0.10), along(2.0), DVec2::ZERO);
        let sum = 3.5 * 0.30 + 0.14;
        near(events[0].time_s, 2.0 / (sum * G), 1e-12);
        let rolls_m_s = 2.5 * 0.30 * 2.0 / sum;
        near(events[1].time_s - events[0].time_s, rolls_m_s / (0.10 * G), 1e-12);
        let slid_m = 0.5 * (2.0 + rolls_m_s) * events[0].time_s;
        near(events[1].position_m.x, slid_m + rolls_m_s * rolls_m_s / (2.0 * 0.10 * G), 1e-12);
        assert_eq!(events.len(), 2);
    }

    #[test]
    fn a_ball_that_friction_cannot_turn_stops_with_its_rotation_going_on() {
        // (2/7) 0.35 = 0.1 > 0.05: dv = -(c - mu_s) g, R dw = -2.5 mu_s g
        let (state, events) = sent(&alone(PLOUGH, 0.05, 0.25), along(1.0), along(1.0));
        let stop_s = 1.0 / (0.30 * G);
        near(events[0].time_s, stop_s, 1e-12);
        near(state.bodies[0].position_m.x, 0.5 * stop_s, 1e-12);
        // the rotation alone runs down at the same rate
        near(events[1].time_s, 1.0 / (2.5 * 0.05 * G), 1e-12);
        assert_eq!((events[0].kind, events[1].kind, events.len()), (Kind::Mode, Kind::Stop, 2));
    }

    #[test]
    fn a_draw_shot_turns_and_comes_back_against_the_plough() {
        // out: dv = -(mu_s + c) g; back: dv = -(mu_s - c) g; R dw = 2.5 mu_s g
        let (state, events) = sent(&alone(PLOUGH, 0.30, 0.10), along(1.0), along(-3.0));
        let turn_s = 1.0 / (0.44 * G);
        near(events[0].time_s, turn_s, 1e-12);
        near(events[0].position_m.x, 0.5 * turn_s, 1e-12);
        let q = -3.0 + 0.75 * G * turn_s;
        let roll_s = -q / ((0.75 + 0.16) * G);
        near(events[1].time_s, turn_s + roll_s, 1e-12);
        let v = -0.16 * G * roll_s;
        let x = 0.5 * turn_s + 0.5 * v * roll_s - v * v / (2.0 * 0.10 * G);
        near(state.bodies[0].position_m.x, x, 1e-12);
    }

    #[test]
    fn at_an_angle_it_agrees_with_small_steps() {
        for (sliding, rolling) in [(0.30, 0.10), (0.15, 0.40)] {
            for (v0, q0) in [((2.0, 0.0), (0.3, 1.0)), ((0.5, 1.0), (-2.0, 0.1)), ((0.3, 0.1), (-1.0, 1.0))] {
                compare(PLOUGH, sliding, rolling, v0.into(), q0.into());
            }
        }
    }
}

mod speed_term {
    use super::*;

    #[test]
    fn a_rolling_ball_stops_where_the_logarithm_says() {
        for v0 in [0.3, 1.0, 2.5, 4.0] {
            let setup = alone(DRAG, 0.30, 0.10);
            let (state, events) = sent(&setup, along(v0), along(v0));
            let b = 5.0 / 7.0 * tolley_physics::spheres::resistance::drag_per_m(&setup.balls[0], 0.5e-3, 1520.0);
            let a0: f64 = 0.10 * G;
            let x = (1.0 + b * v0 * v0 / a0).ln() / (2.0 * b);
            near(state.bodies[0].position_m.x, x, 1e-12 * x);
            let stop_s = (v0 * (b / a0).sqrt()).atan() / (a0 * b).sqrt();
            let Some(stop) = events.last() else { panic!("it must stop") };
            near(stop.time_s, stop_s, 1e-3 * stop_s);
            assert!(events.len() < 40, "{} pieces", events.len());
        }
    }

    #[test]
    fn a_toley_at_2_5_metres_a_second_rolls_half_as_far() {
        let plain = sent(&alone(Sand::default(), 0.30, 0.10), along(2.5), along(2.5)).0.bodies[0].position_m.x;
        let dragged = sent(&alone(DRAG, 0.30, 0.10), along(2.5), along(2.5)).0.bodies[0].position_m.x;
        assert!((0.4..0.8).contains(&(dragged / plain)), "{}", dragged / plain);
    }

    #[test]
    fn sliding_agrees_with_small_steps() {
        let both = Sand { resistance: Resistance::Plough, ..DRAG };
        for sand in [DRAG, both] {
            let starts = [((2.0, 0.0), (0.0, 0.0)), ((1.0, 0.0), (-3.0, 0.0)), ((1.0, 0.5), (-2.0, 0.1))];
            for (v0, q0) in starts {
                compare(sand, 0.30, 0.10, v0.into(), q0.into());
            }
        }
    }
}

/// Against an integrator of its own with tiny steps: the place of rest and the time, to 1e-3.
fn compare(sand: Sand, sliding: f64, rolling: f64, v0: DVec2, q0: DVec2) {
    let setup = alone(sand, sliding, rolling);
    let (state, events) = sent(&setup, v0, q0);
    let k = match sand.speed_term {
        Some(term) => 0.8 * 1520.0 * (4.0 / 3.0) * term.sinkage_m * (2.0 * TOLEY_M * term.sinkage_m).sqrt(),
        None => 0.0,
    } / setup.balls[0].mass_kg;
    let c = if sand.resistance == Resistance::Plough { 1.4 * rolling * G } else { 0.0 };
    let (mut x, mut v, mut q, mut t, dt) = (DVec2::ZERO, v0, q0, 0.0, 1e-6);
    let (s, r) = (sliding * G, rolling * G);
    let way = |a: DVec2| if a.length() > 0.0 { a / a.length() } else { DVec2::ZERO };
    loop {
        let (u, speed) = (v - q, v.length());
        let brake = c + k * speed * speed;
        let rolls = u.length() <= 4.0 * (s + r) * dt && 2.0 * brake <= 7.0 * s;
        if rolls {
            let slow = r + 5.0 / 7.0 * k * speed * speed;
            if speed <= slow * dt {
                break;
            }
            let next = v - way(v) * (slow * dt);
            (x, v, q) = (x + (v + next) * (0.5 * dt), next, next);
        } else {
            let push = way(u) * (-s * dt);
            // friction that would overshoot the slip within the step only takes it away
            let push = if 3.5 * s * dt > u.length() { u * (-1.0 / 3.5) } else { push };
            let pushed = v + push;
            let next = if pushed.length() <= brake * dt { DVec2::ZERO } else { pushed - way(pushed) * (brake * dt) };
            (x, v, q) = (x + (v + next) * (0.5 * dt), next, q - push * 2.5);
            if v == DVec2::ZERO && q.length() <= 2.5 * s * dt {
                break;
            }
        }
        t += dt;
    }
    let rest_m = state.bodies[0].position_m.xy();
    let Some(stop) = events.iter().rfind(|event| event.kind == Kind::Stop) else { panic!("it must stop") };
    let scale_m = x.length().max(0.05);
    assert!((rest_m - x).length() <= 1e-3 * scale_m, "{v0} {q0}: {rest_m} is not {x}");
    near(stop.time_s, t, 2e-3 * t);
    assert!(events.len() < 300, "{} pieces", events.len());
}

/// Pseudo-random numbers of the tests (SplitMix64).
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, size: f64) -> f64 {
        (2.0 * self.share() - 1.0) * size
    }
}

type Thrown = (DVec3, DVec3, DVec3);

/// Six balls near each other, two of them thrown with any spin, on a sand with some of the options.
fn random_shot(dice: &mut Dice) -> (Setup, Vec<Thrown>) {
    let landing = if dice.share() < 0.3 { DEEP.landing } else { Landing::Rebound };
    let sand = Sand {
        resistance: if dice.share() < 0.5 { Resistance::Plough } else { Resistance::Couple },
        speed_term: (dice.share() < 0.5).then_some(TERM),
        landing,
    };
    let (sliding, rolling) = (0.05 + 0.4 * dice.share(), 0.05 + 0.4 * dice.share());
    let radii_m = [TOLEY_M, TOLEY_M, 0.00635, 0.00635, 0.006, 0.0055];
    let balls = radii_m.map(|radius_m| Ball::solid(radius_m, 2500.0, sliding, rolling));
    let ground = Ground {
        trapping_speed_m_s: if dice.share() < 0.5 { 0.0 } else { 0.02 },
        rolling_while_sliding: dice.share() < 0.5,
        ..ground()
    };
    let setup = Setup::new(balls.to_vec(), ground, contact(0.957, 0.12, 0.44), Some(0.9)).with_sand(sand);
    let mut thrown = Vec::new();
    for (i, radius_m) in radii_m.into_iter().enumerate() {
        let at = DVec2::new(0.025 * i as f64 - 0.06, dice.within(0.004));
        if i < 2 {
            let v = dvec3(1.0 + dice.share(), dice.within(0.3), dice.within(0.5));
            let spin = dvec3(dice.within(200.0), dice.within(200.0), dice.within(100.0));
            thrown.push((at.extend(radius_m + 0.02 * dice.share()), v, spin));
        } else {
            thrown.push((at.extend(radius_m), DVec3::ZERO, DVec3::ZERO));
        }
    }
    (setup, thrown)
}

fn start(setup: &Setup, thrown: &[Thrown]) -> State {
    let mut state = State::new(setup);
    for (i, &(x, v, w)) in thrown.iter().enumerate() {
        state.place(setup, i, x, v, w);
    }
    state
}

#[test]
fn every_joule_is_accounted_for_under_every_option() {
    let mut dice = Dice(3);
    for _ in 0..2000 {
        let (setup, thrown) = random_shot(&mut dice);
        let mut state = start(&setup, &thrown);
        let before_j = state.energy(&setup).in_play_j;
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        let after = state.energy(&setup);
        let lost_j: f64 = events.iter().map(|event| event.loss_j).sum();
        let found_j = after.in_play_j + after.left_j + after.friction_work_j + lost_j;
        near(found_j / before_j, 1.0, 1e-12);
        assert!(after.friction_work_j >= 0.0);
    }
}

mod symmetries {
    use super::*;

    /// Plays a shot and its image, and compares every body's place and time to the bit.
    fn same(change: impl Fn(&Setup) -> Setup, image: impl Fn(Thrown) -> Thrown) {
        let mut dice = Dice(4);
        for _ in 0..1000 {
            let (setup, thrown) = random_shot(&mut dice);
            let (mut one, other_setup) = (start(&setup, &thrown), change(&setup));
            let images: Vec<Thrown> = thrown.iter().map(|&body| image(body)).collect();
            let mut two = start(&other_setup, &images);
            let (_, events) = play(&setup, &mut one, f64::INFINITY);
            let (_, image_events) = play(&other_setup, &mut two, f64::INFINITY);
            assert_eq!(events.len(), image_events.len());
            for (body, mirrored) in one.bodies.iter().zip(&two.bodies) {
                let expected = image((body.position_m, body.velocity_m_s, body.spin_rad_s));
                assert_eq!((mirrored.position_m, mirrored.velocity_m_s, mirrored.spin_rad_s), expected);
            }
        }
    }

    #[test]
    fn a_sign_flip_is_exact() {
        same(Setup::clone, |(x, v, w)| {
            (x * dvec3(-1.0, 1.0, 1.0), v * dvec3(-1.0, 1.0, 1.0), w * dvec3(1.0, -1.0, -1.0))
        });
    }

    #[test]
    fn exchanging_x_and_y_is_exact() {
        same(Setup::clone, |(x, v, w)| (x.yxz(), v.yxz(), -w.yxz()));
    }

    #[test]
    fn lengths_times_four_and_times_times_two_is_exact() {
        let grown = |setup: &Setup| {
            let mut grown = setup.clone();
            for ball in &mut grown.balls {
                (ball.radius_m, ball.mass_kg) = (4.0 * ball.radius_m, 64.0 * ball.mass_kg);
            }
            grown.ground.sinkage_m *= 4.0;
            grown.ground.settle_speed_m_s *= 2.0;
            grown.ground.trapping_speed_m_s *= 2.0;
            grown.ring_radius_m = grown.ring_radius_m.map(|radius_m| 4.0 * radius_m);
            grown.contact.slow = SlowContact::Elastic { below_m_s: 0.01 };
            if let Some(term) = &mut grown.sand.speed_term {
                term.sinkage_m *= 4.0;
            }
            grown.renew();
            grown
        };
        same(grown, |(x, v, w)| (x * 4.0, v * 2.0, w * 0.5));
    }
}

/// A toley head-on at a target: in metres a second, with a spin over that of natural roll; gives the toley's speed when it
/// rolls again, over that of the hit, and how far it comes to lie from the hit.
fn head_on(speed_m_s: f64, spin_ratio: f64) -> (f64, f64) {
    let balls = [TOLEY_M, 0.00635].map(|radius_m| Ball::solid(radius_m, 2500.0, 0.30, 0.10));
    let setup = Setup::new(balls.to_vec(), ground(), contact(0.95, 0.0, 0.0), None);
    let gap_m = 2.0 * (TOLEY_M * 0.00635).sqrt();
    let toley =
        (dvec3(0.0, 0.0, TOLEY_M), dvec3(speed_m_s, 0.0, 0.0), dvec3(0.0, spin_ratio * speed_m_s / TOLEY_M, 0.0));
    let mut state = start(&setup, &[toley, (dvec3(gap_m, 0.0, 0.00635), DVec3::ZERO, DVec3::ZERO)]);
    let limits = Limits::for_bodies(2);
    let (mut scratch, mut trace) = (Scratch::new(&setup), Trace::default());
    kernel::run::<Spheres, _>(&setup, &mut state, &mut scratch, &limits, &mut trace);
    // what rolls at once has slowed by mu_r g on its way since
    let x = state.bodies[0].position_m.x;
    let rolls = trace.events.iter().find(|event| event.kind == Kind::Mode && event.body == 0);
    let rolled_m = rolls.map_or(0.0, |event| x - event.position_m.x);
    ((2.0 * 0.10 * G * rolled_m.abs()).sqrt().copysign(rolled_m) / speed_m_s, x)
}

mod shots {
    use super::*;

    #[test]
    fn a_stop_shot_needs_the_documented_backspin() {
        // e 0.95, mass ratio 27/8, no friction between the balls: S = -1.43 stops the toley dead
        let (after, rest_m) = head_on(1.2, -1.43);
        assert!(after.abs() < 0.002, "{after}");
        let (_, natural_m) = head_on(1.2, 1.0);
        assert!(rest_m < 0.5 * natural_m, "{rest_m} {natural_m}");
        assert!(head_on(1.2, -2.0).0 < -0.1 && head_on(1.2, -1.0).0 > 0.1);
    }

    #[test]
    fn a_rolling_toley_follows_at_0_69_of_its_speed() {
        near(head_on(1.2, 1.0).0, 0.69, 0.005);
    }

    #[test]
    fn a_release_at_25_mm_lands_hops_slides_and_rolls() {
        let setup = alone(Sand::default(), 0.30, 0.10);
        let thrown = (dvec3(0.0, 0.0, TOLEY_M + 0.025), dvec3(2.5, 0.0, 0.0), DVec3::ZERO);
        let mut state = start(&setup, &[thrown]);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        // lands after 71 ms, 0.18 m out, 15.6 degrees below the horizontal
        near(events[0].time_s, 71.4e-3, 0.05e-3);
        near(events[0].position_m.x, 0.1785, 0.0005);
        let kinds: Vec<Kind> = events.iter().map(|event| event.kind).collect();
        assert_eq!((ending, kinds), (Ending::Rest, vec![Kind::Ground, Kind::Ground, Kind::Mode, Kind::Stop]));
        // e_g 0.15 of 0.70 m/s is 0.105 m/s: a hop of 21 ms, and then no more
        near(events[1].time_s - events[0].time_s, 2.0 * 0.15 * 0.7004 / G, 1e-5);
    }

    #[test]
    fn a_stop_shot_from_the_hand_stops_too() {
        // lands 0.18 m out; the landing takes 0.3 (1 + 0.15) 0.70 m/s off the slip, the sand 0.3 g for the rest
        let balls = [TOLEY_M, 0.00635].map(|radius_m| Ball::solid(radius_m, 2500.0, 0.30, 0.10));
        let setup = Setup::new(balls.to_vec(), ground(), contact(0.95, 0.0, 0.0), None);
        let thrown = |spin_ratio: f64| {
            let toley = dvec3(-0.30, 0.0, TOLEY_M + 0.025);
            let spin = dvec3(0.0, spin_ratio * 2.5 / TOLEY_M, 0.0);
            [(toley, dvec3(2.5, 0.0, 0.0), spin), (dvec3(0.0, 0.0, 0.00635), DVec3::ZERO, DVec3::ZERO)]
        };
        let rest_m = |spin_ratio: f64| {
            let mut state = start(&setup, &thrown(spin_ratio));
            assert_eq!(play(&setup, &mut state, f64::INFINITY).0, Ending::Rest);
            assert!(state.bodies[1].position_m.x > 0.3, "the target must leave");
            state.bodies[0].position_m.x
        };
        // more backspin, shorter way, down to drawing back
        let ends = [0.0, -0.8, -1.4, -2.5].map(rest_m);
        assert!(ends.is_sorted_by(|a, b| a > b), "{ends:?}");
        assert!(ends[0] > 0.3 && ends[3] < 0.05, "{ends:?}");
    }
}
