//! Deep sand: the vertical impact, and landings.

use tolley_physics::spheres::deep::DeepSand;

use super::*;

#[test]
fn the_speed_falls_to_nothing_at_the_depth() {
    let law = DeepSand { gravity_m_s2: G, drag_length_m: 0.087, stiffness_per_s2: 1040.0 };
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
    let law = DeepSand::of(&setup.balls()[0], BED, G);
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
