//! The impact of two balls: what the rows D10 to D17 of the validation tables do not say of it.

use super::*;

/// The toley hits a resting marble head on, without gravity, with a friction, tangential restitution and spin.
#[test]
fn an_impact_notes_the_energy_that_it_takes() {
    for (mu, b0, spin_ratio) in [(0.0, 0.0, 0.0), (0.12, 0.44, 0.0), (0.12, 0.44, -1.0)] {
        let free = Ground { gravity_m_s2: 0.0, ..ground() };
        let setup = Setup::new(vec![toley(), marble()], free, pairwise(0.95, mu, b0), None);
        let spin = dvec3(0.0, spin_ratio * 2.0 / TOLEY_M, 0.0);
        let resting = (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO);
        let mut state = start(&setup, &[(dvec3(-0.1, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), spin), resting]);
        let before_j = state.energy(&setup).in_play_j;
        let (ending, events) = play(&setup, &mut state, 0.06);
        assert_eq!((ending, events.len(), events[0].kind), (Ending::Until, 1, Kind::Pair));
        assert!(events[0].loss_j > 0.0);
        near(events[0].loss_j, before_j - state.energy(&setup).in_play_j, 1e-14 * before_j);
    }
}

#[test]
fn the_toley_hops_and_the_marble_lands_at_once() {
    let setup = Setup::new(vec![toley(), marble()], ground(), pairwise(0.95, 0.0, 0.0), None);
    let apart_m = 2.0 * (TOLEY_M * MARBLE_M).sqrt();
    let rolling = (dvec3(-apart_m, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), dvec3(0.0, 2.0 / TOLEY_M, 0.0));
    let thrown = [rolling, (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)];
    let (_, events) = play(&setup, &mut start(&setup, &thrown), f64::INFINITY);
    let kinds: Vec<_> = events.iter().take(2).map(|e| (e.kind, e.body)).collect();
    assert_eq!(kinds, [(Kind::Pair, 0), (Kind::Ground, 1)]);
    assert_eq!(events[0].time_s, events[1].time_s);
    let landing = events.iter().find(|e| e.kind == Kind::Ground && e.body == 0).expect("the toley must land");
    let mut state = start(&setup, &thrown);
    play(&setup, &mut state, 0.5 * (events[0].time_s + landing.time_s));
    assert_eq!(state.bodies[0].mode, Mode::Air);
}

/// Equal marbles without gravity, the first at 2 m/s along x, the line of centres at an angle.
fn cut(law: Contact, angle_deg: f64) -> (State, DVec2) {
    let free = Ground { gravity_m_s2: 0.0, ..ground() };
    let setup = Setup::new(vec![marble(), marble()], free, law, None);
    let (sin, cos) = libm::sincos(angle_deg.to_radians());
    let normal = DVec2::new(cos, sin);
    let target = (normal * (2.0 * MARBLE_M)).extend(0.0);
    let cue = (dvec3(-0.1, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), DVec3::ZERO);
    let mut state = start(&setup, &[cue, (target, DVec3::ZERO, DVec3::ZERO)]);
    let (_, events) = play(&setup, &mut state, 0.055);
    assert_eq!(events.len(), 1);
    (state, normal)
}

#[test]
fn without_friction_the_object_ball_leaves_along_the_line_of_centres() {
    for angle_deg in [10.0, 30.0, 60.0] {
        let (state, normal) = cut(pairwise(0.95, 0.0, 0.0), angle_deg);
        near(state.bodies[1].velocity_m_s.xy().perp_dot(normal), 0.0, 1e-14);
    }
}

#[test]
fn both_turn_alike() {
    for angle_deg in [10.0, 45.0] {
        let (state, _) = cut(pairwise(0.97, 0.092, 0.44), angle_deg);
        let [cue, object] = [0, 1].map(|i: usize| state.bodies[i].spin_rad_s.z);
        assert!(cue != 0.0 && cue == object, "{cue} {object}");
    }
}

/// Below the border of row D16 the slip of the contact reverses by `b0`, above it keeps more.
#[test]
fn a_contact_that_sticks_reverses_its_slip() {
    let reversed = |angle_deg: f64| {
        let (state, n) = cut(pairwise(0.97, 0.092, 0.44), angle_deg);
        let [cue, object] = [&state.bodies[0], &state.bodies[1]];
        let turning = MARBLE_M * (cue.spin_rad_s.z + object.spin_rad_s.z);
        let slip = (cue.velocity_m_s.xy() - object.velocity_m_s.xy()).perp_dot(n) - turning;
        slip / (2.0 * libm::sin(angle_deg.to_radians()))
    };
    for angle_deg in [5.0, 15.0, 23.7] {
        near(reversed(angle_deg), -0.44, 1e-9);
    }
    assert!(reversed(23.9) > -0.44 + 1e-6);
}

/// A contact that slides pushes across by `mu` of what it pushes along, whatever the angle.
#[test]
fn the_throw_of_a_contact_that_slides_is_its_friction() {
    for angle_deg in [30.0, 45.0, 60.0, 75.0] {
        let (state, n) = cut(pairwise(0.97, 0.092, 0.44), angle_deg);
        let object = state.bodies[1].velocity_m_s.xy();
        near(object.perp_dot(n).abs() / object.dot(n), 0.092, 1e-12);
    }
}
