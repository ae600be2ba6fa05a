//! Rows of the table on the impact of two balls: D10 to D17.

use super::*;

/// The toley hits a resting marble head on, without gravity: what each does right after, and the impulse.
fn head_on(mu: f64, b0: f64, spin_ratio: f64) -> (State, Event, f64) {
    let free = Ground { gravity_m_s2: 0.0, ..ground() };
    let setup = Setup::new(vec![toley(), marble()], free, contact(0.95, mu, b0), None);
    let spin = dvec3(0.0, spin_ratio * 2.0 / TOLEY_M, 0.0);
    let target = dvec3(0.0, 0.0, MARBLE_M);
    let mut state =
        start(&setup, &[(dvec3(-0.1, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), spin), (target, DVec3::ZERO, DVec3::ZERO)]);
    let energy = |state: &State| {
        state.bodies.iter().zip(&setup.balls).map(|(body, ball)| body.kinetic_energy_j(ball)).sum::<f64>()
    };
    let before_j = energy(&state);
    let (ending, events) = play(&setup, &mut state, 0.06);
    assert_eq!((ending, events.len(), events[0].kind), (Ending::Until, 1, Kind::Pair));
    let after_j = energy(&state);
    near(events[0].loss_j, before_j - after_j, 1e-14 * before_j);
    (state, events[0], after_j / before_j)
}

#[test]
fn d10_unlike_balls_touch_at_a_tilt() {
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
    let rolling = dvec3(0.0, 0.5 / TOLEY_M, 0.0);
    let mut state = start(
        &setup,
        &[
            (dvec3(-0.05, 0.0, TOLEY_M), dvec3(0.5, 0.0, 0.0), rolling),
            (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
        ],
    );
    let (_, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!(events[0].kind, Kind::Pair);
    // 0.05 m less the distance, at 0.1 g
    let gone = 0.5 * events[0].time_s - 0.05 * G * events[0].time_s * events[0].time_s;
    printed(0.05 - gone, 15.5543e-3, 1e-7);
    let n = (events[0].position_m - dvec3(gone - 0.05, 0.0, TOLEY_M)) / TOLEY_M;
    printed(n.x, 0.979796, 1e-6);
    printed(n.z, -0.2, 1e-6);
}

#[test]
fn d11_head_on_without_friction() {
    let (state, event, _) = head_on(0.0, 0.0, 0.0);
    printed(event.impulse_n_s, 7.90398e-3, 1e-8);
    let [toley, marble] = [state.bodies[0].velocity_m_s, state.bodies[1].velocity_m_s];
    printed(toley.x, 1.144229, 1e-6);
    printed(toley.z, 0.174684, 1e-6);
    printed(marble.x, 2.888229, 1e-6);
    printed(marble.z, -0.589557, 1e-6);
}

#[test]
fn d11_the_toley_hops_and_the_marble_lands_at_once() {
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
    let roll = |v: f64| dvec3(0.0, v / TOLEY_M, 0.0);
    let mut state = start(
        &setup,
        &[
            (dvec3(-DISTANCE_M, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), roll(2.0)),
            (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
        ],
    );
    let (_, events) = play(&setup, &mut state, f64::INFINITY);
    let kinds: Vec<_> = events.iter().take(2).map(|e| (e.kind, e.body)).collect();
    assert_eq!(kinds, [(Kind::Pair, 0), (Kind::Ground, 1)]);
    assert_eq!(events[0].time_s, events[1].time_s);
    let Some(hop) = events.iter().find(|e| e.kind == Kind::Ground && e.body == 0) else {
        panic!("the toley must land");
    };
    // the start is 50 nm off the table's exact distance
    near(hop.time_s - events[0].time_s, 35.61e-3, 0.005e-3);
    near(hop.position_m.x + DISTANCE_M, 40.75e-3, 0.005e-3);
    let mut state = start(
        &setup,
        &[
            (dvec3(-DISTANCE_M, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), roll(2.0)),
            (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
        ],
    );
    play(&setup, &mut state, events[0].time_s + 0.5 * 35.61e-3);
    assert_eq!(state.bodies[0].mode, Mode::Air);
    near(state.bodies[0].position_m.z - TOLEY_M, 1.555e-3, 0.0005e-3);
}

#[test]
fn d12_head_on_sticks() {
    let (state, _, kept) = head_on(0.12, 0.44, 0.0);
    let [toley, marble] = [&state.bodies[0], &state.bodies[1]];
    printed(toley.velocity_m_s.x, 1.136705, 1e-6);
    printed(toley.velocity_m_s.z, 0.137827, 1e-6);
    printed(marble.velocity_m_s.x, 2.913620, 1e-6);
    printed(marble.velocity_m_s.z, -0.465167, 1e-6);
    printed(toley.spin_rad_s.y, 9.8731, 1e-4);
    printed(marble.spin_rad_s.y, 49.982, 1e-3);
    printed(kept, 0.97650, 1e-5);
}

#[test]
fn d13_head_on_with_backspin_slides() {
    let (state, _, kept) = head_on(0.12, 0.44, -1.0);
    let [toley, marble] = [&state.bodies[0], &state.bodies[1]];
    printed(toley.velocity_m_s.x, 1.123267, 1e-6);
    printed(toley.velocity_m_s.z, 0.071991, 1e-6);
    printed(marble.velocity_m_s.x, 2.958975, 1e-6);
    printed(marble.velocity_m_s.z, -0.242970, 1e-6);
    printed(toley.spin_rad_s.y, -182.465, 1e-3);
    printed(marble.spin_rad_s.y, 139.265, 1e-3);
    printed(kept, 0.92492, 1e-5);
}

/// Equal marbles without gravity, the first along x, the line of centres at an angle: velocities and spin after.
fn cut(law: Contact, speed: f64, angle_deg: f64) -> (State, DVec2) {
    let free = Ground { gravity_m_s2: 0.0, ..ground() };
    let setup = Setup::new(vec![marble(), marble()], free, law, None);
    let (sin, cos) = libm::sincos(angle_deg.to_radians());
    let normal = DVec2::new(cos, sin);
    let target = (normal * (2.0 * MARBLE_M)).extend(0.0);
    let cue = (dvec3(-0.1, 0.0, 0.0), dvec3(speed, 0.0, 0.0), DVec3::ZERO);
    let mut state = start(&setup, &[cue, (target, DVec3::ZERO, DVec3::ZERO)]);
    let (_, events) = play(&setup, &mut state, 0.11 / speed);
    assert_eq!(events.len(), 1);
    (state, normal)
}

#[test]
fn d14_cut_of_equal_balls() {
    let (state, normal) = cut(contact(0.95, 0.0, 0.0), 1.5, 30.0);
    let [cue, object] = [state.bodies[0].velocity_m_s.xy(), state.bodies[1].velocity_m_s.xy()];
    printed(object.length(), 1.266562, 1e-6);
    near(object.perp_dot(normal), 0.0, 1e-14);
    printed(cue.length(), 0.750703, 1e-6);
    printed(libm::atan2(-cue.y, cue.x).to_degrees(), 57.5206, 1e-4);
}

#[test]
fn d15_stick_and_slide() {
    let law = contact(0.97, 0.092, 0.44);
    let table = [
        (10.0, [0.029544, 0.275853, 1.940071, 0.071444], 28.127),
        (45.0, [0.021213, 1.286058, 1.393000, 0.128156], 50.455),
    ];
    for (angle_deg, expected, spin) in table {
        let (state, n) = cut(law, 2.0, angle_deg);
        let [cue, object] = [state.bodies[0].velocity_m_s.xy(), state.bodies[1].velocity_m_s.xy()];
        let found = [cue.dot(n), cue.perp_dot(n), object.dot(n), object.perp_dot(n)];
        for (found, expected) in found.into_iter().zip(expected) {
            printed(found, expected, 1e-6);
        }
        printed(state.bodies[0].spin_rad_s.z.abs(), spin, 1e-3);
        printed(state.bodies[1].spin_rad_s.z.abs(), spin, 1e-3);
    }
}

#[test]
fn d16_border_of_stick_and_slide() {
    // below the border the contact's slip reverses by b0, above it keeps more
    let reversed = |angle_deg: f64| {
        let (state, n) = cut(contact(0.97, 0.092, 0.44), 2.0, angle_deg);
        let [cue, object] = [&state.bodies[0], &state.bodies[1]];
        let turning = MARBLE_M * (cue.spin_rad_s.z + object.spin_rad_s.z);
        let slip = (cue.velocity_m_s.xy() - object.velocity_m_s.xy()).perp_dot(n) - turning;
        slip / (2.0 * libm::sin(angle_deg.to_radians()))
    };
    near(reversed(23.774 - 0.0006), -0.44, 1e-9);
    assert!(reversed(23.774 + 0.0006) > -0.44 + 1e-6);
}

#[test]
fn d17_throw_in_the_slide_regime() {
    for angle_deg in [30.0, 45.0, 60.0, 75.0] {
        let (state, n) = cut(contact(0.97, 0.092, 0.44), 2.0, angle_deg);
        let object = state.bodies[1].velocity_m_s.xy();
        printed(libm::atan2(object.perp_dot(n).abs(), object.dot(n)).to_degrees(), 5.2564, 1e-4);
    }
}
