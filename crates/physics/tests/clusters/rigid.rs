//! The ground that answers in the same instant.

use super::*;

fn on_rigid_ground(e: f64, mu: f64) -> Contact {
    let law = pairwise(e, mu, 0.44);
    Contact { ground_reaction: GroundReaction::Simultaneous, ..law }
}

/// The state right after the first hit of a toley on the ground that meets a marble head on.
fn head_on(balls: [Ball; 2], contact: Contact, speed_m_s: f64) -> State {
    let ground = Ground { gravity_m_s2: 9.81, ..free() };
    let setup = Setup::new(balls.to_vec(), ground, contact, None);
    let mut state = State::new(&setup);
    let [ri, rj] = balls.map(|ball| ball.radius_m);
    let apart_m = 2.0 * (ri * rj).sqrt();
    state.place(&setup, 0, dvec3(-apart_m, 0.0, ri), dvec3(speed_m_s, 0.0, 0.0), DVec3::ZERO);
    state.place(&setup, 1, dvec3(0.0, 0.0, rj), DVec3::ZERO, DVec3::ZERO);
    let limits = Limits { until_s: 0.0, ..Limits::for_bodies(2) };
    kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut Hits::default());
    state
}

/// `Jn = (1 + e) gn / (1/M + cos^2/m)`: with row D11's balls it is 3 % faster than without the ground (row H2).
#[test]
fn the_target_leaves_faster() {
    let state = head_on([toley(), Ball { sliding_friction_ratio: 0.0, ..marble() }], on_rigid_ground(0.95, 0.0), 2.0);
    let (big_kg, small_kg) = (toley().mass_kg, marble().mass_kg);
    let cos2 = 0.96;
    let impulse_n_s = 1.95 * 2.0 * f64::sqrt(cos2) / (1.0 / big_kg + cos2 / small_kg);
    let target_m_s = impulse_n_s * f64::sqrt(cos2) / small_kg;
    relative(state.bodies[1].velocity_m_s.x, target_m_s, 1e-12);
    assert_eq!(state.bodies[1].velocity_m_s.z, 0.0);
    relative(state.bodies[0].velocity_m_s.z, 0.2 * impulse_n_s / big_kg, 1e-12);
}

/// Elastic balls keep their energy: rigid ground does no work.
#[test]
fn elastic_balls_keep_their_energy() {
    let balls = [toley(), Ball { sliding_friction_ratio: 0.0, ..marble() }];
    let state = head_on(balls, on_rigid_ground(1.0, 0.0), 2.0);
    let after_j: f64 = state.bodies.iter().zip(&balls).map(|(body, ball)| body.kinetic_energy_j(ball)).sum();
    relative(after_j, 0.5 * balls[0].mass_kg * 4.0, 1e-14);
}

/// Like balls meet level, and no ground is needed.
#[test]
fn like_balls_need_no_ground() {
    let ends = [GroundReaction::Simultaneous, GroundReaction::None].map(|ground_reaction| {
        let law = Contact { ground_reaction, ..on_rigid_ground(0.95, 0.0) };
        head_on([marble(); 2], law, 1.5).bodies.iter().map(|body| body.velocity_m_s).collect::<Vec<_>>()
    });
    assert_eq!(ends[0], ends[1]);
}

/// With any spin and friction no hit adds energy, and what the ground holds stays on it.
#[test]
fn energy_never_rises() {
    let mut dice = Dice(21);
    for _ in 0..2000 {
        let ground = Ground { gravity_m_s2: 9.81, restitution_ratio: 0.15, ..free() };
        let balls = [Ball::solid(0.004 + 0.006 * dice.share(), 2500.0, dice.share(), 0.1), marble()];
        let contact = Contact {
            tangential_restitution_ratio: dice.share(),
            ..on_rigid_ground(0.5 + 0.5 * dice.share(), dice.share())
        };
        let setup = Setup::new(balls.to_vec(), ground, contact, None);
        let mut state = State::new(&setup);
        let velocity = dvec3(0.5 + 2.0 * dice.share(), dice.within(0.3), 0.0);
        let spin = dice.vector(200.0);
        state.place(&setup, 0, dvec3(-0.03, dice.within(0.005), balls[0].radius_m), velocity, spin);
        state.place(&setup, 1, dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, dice.vector(100.0));
        let came_j = state.energy(&setup).in_play_j;
        let mut hits = Hits::default();
        let limits = Limits::for_bodies(2);
        let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut hits);
        assert_eq!(ending, Ending::Rest);
        for event in &hits.events {
            assert!(event.loss_j >= -1e-14 * came_j, "{event:?} of {came_j} J");
        }
    }
}
