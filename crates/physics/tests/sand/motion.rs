//! The plough and the speed term against closed forms and small steps.

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

#[test]
fn a_rolling_ball_stops_where_the_logarithm_says() {
    for v0 in [0.3, 1.0, 2.5, 4.0] {
        let setup = alone(DRAG, 0.30, 0.10);
        let (state, events) = sent(&setup, along(v0), along(v0));
        let b = 5.0 / 7.0 * tolley_physics::spheres::resistance::drag_per_m(&setup.balls()[0], 0.5e-3, 1520.0);
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

/// Against an integrator of its own with tiny steps: the place of rest and the time, to 1e-3.
fn compare(sand: Sand, sliding: f64, rolling: f64, v0: DVec2, q0: DVec2) {
    let setup = alone(sand, sliding, rolling);
    let (state, events) = sent(&setup, v0, q0);
    let k = match sand.speed_term {
        Some(term) => 0.8 * 1520.0 * (4.0 / 3.0) * term.sinkage_m * (2.0 * TOLEY_M * term.sinkage_m).sqrt(),
        None => 0.0,
    } / setup.balls()[0].mass_kg;
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
