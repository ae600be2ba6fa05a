//! Random shots under every option: the balance of energy, and the exact symmetries.

use super::*;
use tolley_physics::spheres::TrialSetup;

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
    let setup = Setup::new(balls.to_vec(), ground, pairwise(0.957, 0.12, 0.44), Some(0.9)).with_sand(sand);
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
    same(Setup::clone, |(x, v, w)| (x * dvec3(-1.0, 1.0, 1.0), v * dvec3(-1.0, 1.0, 1.0), w * dvec3(1.0, -1.0, -1.0)));
}

#[test]
fn exchanging_x_and_y_is_exact() {
    same(Setup::clone, |(x, v, w)| (x.yxz(), v.yxz(), -w.yxz()));
}

#[test]
fn lengths_times_four_and_times_times_two_is_exact() {
    let grown = |setup: &Setup| {
        let large = |ball: &Ball| Ball { radius_m: 4.0 * ball.radius_m, mass_kg: 64.0 * ball.mass_kg, ..*ball };
        let (mut ground, mut contact, mut sand) = (*setup.ground(), *setup.contact(), *setup.sand());
        ground.sinkage_m *= 4.0;
        ground.settle_speed_m_s *= 2.0;
        ground.trapping_speed_m_s *= 2.0;
        contact.slow = SlowContact::Elastic { below_m_s: 0.01 };
        if let Some(term) = &mut sand.speed_term {
            term.sinkage_m *= 4.0;
        }
        let ring_radius_m = setup.ring_radius_m().map(|radius_m| 4.0 * radius_m);
        Setup::new(setup.balls().iter().map(large).collect(), ground, contact, ring_radius_m).with_sand(sand)
    };
    same(grown, |(x, v, w)| (x * 4.0, v * 2.0, w * 0.5));
}

/// A trial's own balls and ground make the setup that would be made of them at once, whatever the trial before had.
#[test]
fn the_setup_of_a_trial_is_as_if_made_for_it() {
    let mut dice = Dice(5);
    for _ in 0..100 {
        let (design, _) = random_shot(&mut dice);
        let mut trial = TrialSetup::of(&design);
        trial.remake([balls::toley(); 9], Ground { restitution_ratio: 0.9, ..ground() });
        let (other, thrown) = random_shot(&mut dice);
        trial.remake(other.balls().iter().copied(), *other.ground());
        let made = Setup::new(other.balls().to_vec(), *other.ground(), *design.contact(), design.ring_radius_m());
        let made = made.with_sand(*design.sand());
        let played = |setup: &Setup| {
            let mut state = start(setup, &thrown);
            let (ending, events) = play(setup, &mut state, f64::INFINITY);
            (ending, events, state.energy(setup))
        };
        assert_eq!(played(trial.setup()), played(&made));
    }
}
