//! The inner step: how fast the error falls, and how large it is at the step that is used.

use super::*;

/// Velocities after a chain, m/s, and the fastest closing speed in it, m/s.
type Outcome = (Vec<f64>, f64);

/// Some chains whose contacts overlap in time.
fn outcomes(step_count: u32) -> Vec<Outcome> {
    let (elastic, lossy) = (Hertz { step_count, ..ELASTIC }, Hertz { step_count, ..Hertz::GLASS });
    let unlike = || vec![toley(), marble(), marble()];
    vec![
        (chain(vec![marble(); 3], elastic, &[0.0, 0.0], 1.0), 1.0),
        (chain(vec![marble(); 5], lossy, &[0.001, 0.0, 5e-6, 0.0], 2.0), 2.0),
        (chain(unlike(), elastic, &[0.001, 0.0], 2.0), 2.0),
        (chain(unlike(), lossy, &[0.001, 0.0], 4.0), 4.0),
    ]
}

/// The largest difference of two sets of velocities, over the closing speed of each chain.
fn apart(one: &[Outcome], two: &[Outcome]) -> f64 {
    let chains = one.iter().zip(two);
    let largest = |((a, speed), (b, _)): (&Outcome, &Outcome)| {
        a.iter().zip(b).map(|(a, b)| (a - b).abs() / speed).fold(0.0, f64::max)
    };
    chains.map(largest).fold(0.0, f64::max)
}

/// Elastic chains, without friction: the order is 4 within 0.2 over three halvings.
#[test]
fn the_error_falls_with_the_fourth_power_of_the_step() {
    let v = |step_count: u32| {
        let law = Hertz { step_count, ..ELASTIC };
        chain(vec![marble(); 3], law, &[0.0, 0.0], 1.0)
    };
    let runs: Vec<Vec<f64>> = [24, 48, 96, 192].map(v).to_vec();
    for k in 0..3 {
        let changes: Vec<f64> = runs.windows(2).map(|pair| (pair[0][k] - pair[1][k]).abs()).collect();
        for pair in changes.windows(2) {
            let order = libm::log2(pair[0] / pair[1]);
            near(order, 4.0, 0.2);
        }
    }
}

/// What is said of the step that is used.
#[test]
fn the_step_that_is_used_is_fine_enough() {
    let finest = outcomes(3072);
    let error = apart(&outcomes(Hertz::GLASS.step_count), &finest);
    assert!(error < 1e-4, "{error:e}");
    // a bound that a step of twice the length breaks
    assert!(apart(&outcomes(Hertz::GLASS.step_count / 2), &finest) > 1.1e-3);
}

/// A hit far from anything else comes out as the closed form says, whether it is followed or not.
#[test]
fn followed_hits_are_those_of_the_closed_form() {
    let mut dice = Dice(7);
    for _ in 0..300 {
        let balls = [Ball::solid(0.004 + 0.006 * dice.share(), 2500.0, 0.3, 0.1), marble()];
        let law = Hertz { step_count: 1024, dissipation_s: 1e-6 * dice.share(), ..Hertz::GLASS };
        let n = dice.vector(1.0).normalize();
        let reach_m = balls[0].radius_m + balls[1].radius_m;
        let speed = 0.1 + 3.0 * dice.share();
        let start = [(DVec3::ZERO, n * speed, DVec3::ZERO), (n * (1.01 * reach_m), DVec3::ZERO, DVec3::ZERO)];
        let end = |every_hit| {
            let law = Hertz { every_hit, ..law };
            play(balls.to_vec(), contact(law, 0.1, 0.3), &start, 0.1).0
        };
        let (followed, closed) = (end(true), end(false));
        for (a, b) in followed.bodies.iter().zip(&closed.bodies) {
            near(a.velocity_m_s.distance(b.velocity_m_s), 0.0, 1e-5 * speed);
        }
        let e = law.course([&balls[0], &balls[1]], speed).restitution_ratio;
        let v = closed.bodies[1].velocity_m_s.dot(n) - closed.bodies[0].velocity_m_s.dot(n);
        relative(v, e * speed, 1e-12);
    }
}

/// With slip and spin they agree too, though the normal turns by `v t / (Ri + Rj)` while the contact lasts.
#[test]
fn friction_of_followed_hits_is_that_of_the_closed_form() {
    let mut dice = Dice(8);
    for _ in 0..300 {
        let n = dice.vector(1.0).normalize();
        let velocity = n * (0.5 + 2.0 * dice.share()) + dice.vector(0.5);
        let at = n * (2.01 * MARBLE_M);
        let start = [(DVec3::ZERO, velocity, dice.vector(100.0)), (at, DVec3::ZERO, dice.vector(100.0))];
        let end = |every_hit| {
            let law = Hertz { every_hit, ..Hertz::GLASS };
            play(vec![marble(); 2], contact(law, 0.1, 0.3), &start, 0.1).0
        };
        let (followed, closed) = (end(true), end(false));
        let allowed = 2e-3 * velocity.length();
        for (a, b) in followed.bodies.iter().zip(&closed.bodies) {
            near(a.velocity_m_s.distance(b.velocity_m_s), 0.0, allowed);
            near((a.spin_rad_s - b.spin_rad_s).length() * MARBLE_M, 0.0, allowed);
        }
    }
}

/// An island forms where it must: a third ball nearer than the compression changes the outcome, one farther does not.
#[test]
fn islands_form_where_hits_overlap() {
    let hits = |gap_m: f64| {
        let start = [
            (DVec3::ZERO, dvec3(2.0, 0.0, 0.0), DVec3::ZERO),
            (dvec3(2.1 * MARBLE_M, 0.0, 0.0), DVec3::ZERO, DVec3::ZERO),
            (dvec3(4.1 * MARBLE_M + gap_m, 0.0, 0.0), DVec3::ZERO, DVec3::ZERO),
        ];
        play(vec![marble(); 3], contact(Hertz::GLASS, 0.0, 0.0), &start, 0.1).1.hits.len()
    };
    assert_eq!(hits(0.0), 2);
    assert_eq!(hits(5e-6), 2);
    // two events of two alone
    assert_eq!(hits(200e-6), 0);
}

/// The same of a toley and a marble on the ground, which do not leave its plane before sand answers, and of two that
/// fall: where they are in the end too. A marble that a followed hit drives into the sand flies for a millisecond
/// before it slides, which makes some 3 mm/s.
#[test]
fn hits_alone_take_two_where_followed_ones_do() {
    let mut dice = Dice(9);
    for number in 0..200 {
        let is_level = number % 2 == 0;
        let [aside, spin] = [0.6 * (2.0 * dice.share() - 1.0), 60.0 * (2.0 * dice.share() - 1.0)];
        let (high_m, speed) = (if is_level { 0.0 } else { 0.2 }, 0.5 + 2.5 * dice.share());
        let from = dvec3(-0.03, aside * (TOLEY_M + MARBLE_M), TOLEY_M + high_m);
        let start = [
            (from, dvec3(speed, 0.0, 0.0), dvec3(0.0, spin, 0.0)),
            (dvec3(0.0, 0.0, MARBLE_M + high_m), DVec3::ZERO, DVec3::ZERO),
        ];
        let end = |every_hit| {
            let law = Hertz { every_hit, ..Hertz::GLASS };
            let setup = Setup::new(vec![toley(), marble()], ground(), contact(law, 0.12, 0.44), None);
            let mut state = balls::start(&setup, &start);
            assert_eq!(balls::play(&setup, &mut state, 0.07).0, Ending::Until);
            state
        };
        let (followed, closed) = (end(true), end(false));
        for (a, b) in followed.bodies.iter().zip(&closed.bodies) {
            near(a.velocity_m_s.distance(b.velocity_m_s), 0.0, 1e-3 * speed + if is_level { 4e-3 } else { 0.0 });
            near(a.position_m.distance(b.position_m), 0.0, 3e-4 * speed);
        }
    }
}

/// Two hits at one instant far from each other are images of each other, whichever is told first.
#[test]
fn hits_at_one_instant_are_images_of_each_other() {
    let mirror = |v: DVec3| dvec3(v.x, -v.y, v.z);
    for speed in [0.5, 1.0, 2.0] {
        let place = |x: f64, y: f64| dvec3(x, y, 0.0);
        let (from, to, velocity) = (place(-0.02, 0.105), place(0.0, 0.1), dvec3(speed, 0.0, 0.0));
        let still = |at: DVec3| (at, DVec3::ZERO, DVec3::ZERO);
        let thrown = |at: DVec3| (at, velocity, DVec3::ZERO);
        let start = [thrown(from), still(to), thrown(mirror(from)), still(mirror(to))];
        let (state, _) = play(vec![marble(); 4], contact(Hertz::GLASS, 0.12, 0.44), &start, 0.05);
        assert!(state.bodies[1].velocity_m_s.length() > 0.3 * speed);
        for (one, two) in [(0, 2), (1, 3)] {
            let off_m_s = mirror(state.bodies[one].velocity_m_s) - state.bodies[two].velocity_m_s;
            near(off_m_s.length(), 0.0, 1e-12 * speed);
        }
    }
}
