//! A table that is not level, against small steps of Runge and Kutta, and in the balances of whole shots.

use super::*;
use tolley_physics::discs::{Body, Extras, Lift, Tilt, friction};
use tolley_physics::kernel::Kind;

const RIM: f64 = 0.9;
const GRAVITY: f64 = 9.81;

/// Coins on a table tilted by an angle, downhill along a direction.
fn tilted(coins: &[Coin], tilt_rad: f64, direction: DVec2, step_s: f64) -> Setup {
    let tilt = Some(Tilt { downhill_m_s2: direction * (GRAVITY * tilt_rad.sin()), step_s });
    let level = Setup::new(coins.to_vec(), GRAVITY * tilt_rad.cos(), RIM, RIMS, None, Vec::new());
    level.with(Extras { tilt, ..Extras::default() }).expect("coins stop")
}

fn played(setup: &Setup, coins: &[Coined]) -> (State, Vec<Event>) {
    let mut state = start(setup, coins);
    let limits = Limits { max_events: 1_000_000, ..Limits::for_bodies(setup.body_count()) }.audited(true);
    let mut trace = Trace::default();
    let ending = kernel::run::<Discs, _>(setup, &mut state, &mut Scratch::new(setup), &limits, &mut trace);
    assert_eq!(ending, Ending::Rest);
    (state, trace.events)
}

/// Where a coin comes to rest, by Runge and Kutta's rule of fourth order in steps that shrink as it slows down.
fn rest_m(coin: &Coin, (mut place, mut velocity, spin): Coined, tilt_rad: f64, direction: DVec2) -> DVec2 {
    let slowing = coin.friction_ratio * GRAVITY * tilt_rad.cos();
    let downhill = direction * (GRAVITY * tilt_rad.sin());
    let mut rim = coin.radius_m * spin.abs();
    let rates = |velocity: DVec2, rim: f64| {
        let speed = velocity.length();
        if rim <= 0.0 {
            return (downhill - velocity * (slowing / speed), 0.0);
        }
        let drag = friction::annulus(RIM, speed / rim);
        let brake = if speed > 0.0 { velocity * (slowing * drag.force_ratio / speed) } else { DVec2::ZERO };
        (downhill - brake, -slowing / coin.inertia_ratio * drag.torque_ratio)
    };
    while velocity.length() + rim > 1e-5 {
        let h = 2e-5_f64.min(0.01 * (velocity.length() + rim) / slowing);
        let one = rates(velocity, rim);
        let two = rates(velocity + one.0 * (0.5 * h), rim + 0.5 * h * one.1);
        let three = rates(velocity + two.0 * (0.5 * h), rim + 0.5 * h * two.1);
        let four = rates(velocity + three.0 * h, rim + h * three.1);
        place += velocity * h + (one.0 + two.0 + three.0) * (h * h / 6.0);
        velocity += (one.0 + 2.0 * (two.0 + three.0) + four.0) * (h / 6.0);
        rim = (rim + (one.1 + 2.0 * (two.1 + three.1) + four.1) * (h / 6.0)).max(0.0);
    }
    place
}

#[test]
fn a_coin_comes_to_rest_where_small_steps_put_it() {
    let ways = [dvec2(1.2, 0.0), dvec2(0.0, 0.8), dvec2(-0.5, 0.3)];
    for tilt_rad in [0.005, 0.0087, 0.0349] {
        let mut worst_m = [0.0_f64; 2];
        for (velocity, spin) in ways.into_iter().flat_map(|way| [0.0, 20.0, -150.0].map(|spin| (way, spin))) {
            let expected_m = rest_m(&PLAYER, (DVec2::ZERO, velocity, spin), tilt_rad, DVec2::X);
            for (step_s, worst_m) in [0.004, 0.001].into_iter().zip(&mut worst_m) {
                let setup = tilted(&[PLAYER], tilt_rad, DVec2::X, step_s);
                let (state, _) = played(&setup, &[(DVec2::ZERO, velocity, spin)]);
                *worst_m = worst_m.max(state.bodies[0].position_m().distance(expected_m));
            }
        }
        println!("tilted by {tilt_rad} rad: off by {worst_m:?} m with steps of 4 and 1 ms");
        assert!(worst_m[0] < 1e-6, "{tilt_rad}: {worst_m:?}");
        assert!(worst_m[1] < 0.15 * worst_m[0] + 1e-8, "{tilt_rad}: {worst_m:?}");
    }
}

#[test]
fn a_slide_straight_down_and_up_is_a_slide_with_other_friction() {
    let tilt_rad = 0.0087;
    for (way, sign) in [(1.0, -1.0), (-1.0, 1.0)] {
        let setup = tilted(&[PLAYER], tilt_rad, DVec2::X, 0.004);
        let (state, _) = played(&setup, &[(DVec2::ZERO, dvec2(way, 0.0), 0.0)]);
        let slowing = GRAVITY * (0.2 * tilt_rad.cos() + sign * tilt_rad.sin());
        assert!((state.bodies[0].position_m().x * way - 0.5 / slowing).abs() < 1e-6, "{way}");
    }
}

#[test]
fn shots_on_a_tilted_table_balance_and_end_where_finer_steps_end() {
    let shot = [
        (dvec2(-0.2, 0.0), dvec2(1.6, 0.02), 30.0),
        (dvec2(0.0, 0.004), DVec2::ZERO, 0.0),
        (dvec2(0.15, 0.02), DVec2::ZERO, 0.0),
    ];
    let end = |step_s: f64| {
        // every event is audited: energy, gaps, predictions
        let (state, events) = played(&tilted(&[PLAYER, BALL, PLAYER], 0.0087, dvec2(0.6, 0.8), step_s), &shot);
        assert!(events.iter().filter(|event| event.kind == Kind::Pair).count() >= 2);
        state.bodies.iter().map(Body::position_m).collect::<Vec<_>>()
    };
    let [coarse, fine] = [0.004, 0.0001].map(end);
    let off_m = coarse.iter().zip(&fine).map(|(one, two)| one.distance(*two)).fold(0.0, f64::max);
    println!("after impacts off by {off_m:e} m");
    assert!(off_m < 1e-5, "{off_m:e}");
    let (level, _) = played(&Setup::new(vec![PLAYER, BALL, PLAYER], GRAVITY, RIM, RIMS, None, Vec::new()), &shot);
    assert!(level.bodies[1].position_m().distance(fine[1]) > 5e-3, "the tilt is felt");
}

#[test]
fn what_could_not_rest_and_what_leaves_the_table_are_refused() {
    let level = || Setup::new(vec![PLAYER], GRAVITY, RIM, RIMS, None, Vec::new());
    let tilt = |downhill_m_s2: f64, step_s: f64| Some(Tilt { downhill_m_s2: DVec2::X * downhill_m_s2, step_s });
    let lift = Some(Lift { restitution_ratio: 0.35, settle_speed_m_s: 0.1, ride_speed_m_s: 1.5 });
    for extras in [
        Extras { tilt: tilt(2.0, 0.004), ..Extras::default() },
        Extras { tilt: tilt(f64::NAN, 0.004), ..Extras::default() },
        Extras { tilt: tilt(0.1, 0.0), ..Extras::default() },
        Extras { tilt: tilt(0.1, 0.004), lift, thickness_m: vec![0.002], ..Extras::default() },
        Extras { tilt: tilt(0.1, 0.004), curl: true, thickness_m: vec![0.002], ..Extras::default() },
    ] {
        assert!(level().with(extras.clone()).is_err(), "{extras:?}");
    }
}
