//! Rows of the table on one ball alone: D1 to D6, D9, D29 to D31.

use super::*;

/// One ball alone on the ground along x; its events and where it is at each, and where it ends.
fn alone(ball: Ball, speed: f64, rolling_speed: f64) -> (Vec<(Event, f64, Mode)>, f64) {
    struct Path(Vec<(Event, f64, Mode)>);
    impl EventSink<Spheres> for Path {
        fn record(&mut self, _: &Setup, state: &State, event: &Event) {
            let body = &state.bodies[usize::from(event.body)];
            assert_eq!(body.position_m, event.position_m);
            self.0.push((*event, body.velocity_m_s.x, body.mode));
        }
    }
    let setup = Setup::new(vec![ball], ground(), contact(0.95, 0.1, 0.0), None);
    let spin = dvec3(0.0, rolling_speed / ball.radius_m, 0.0);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, ball.radius_m), dvec3(speed, 0.0, 0.0), spin)]);
    let mut path = Path(vec![]);
    let limits = Limits::for_bodies(1);
    let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut path);
    assert_eq!(ending, Ending::Rest);
    assert_eq!(state.bodies[0].velocity_m_s, DVec3::ZERO);
    (path.0, state.bodies[0].position_m.x)
}

#[test]
fn d1_masses() {
    printed(toley().mass_kg, 9.0495e-3, 1e-7);
    printed(marble().mass_kg, 2.6813e-3, 1e-7);
    near(toley().mass_kg / marble().mass_kg, 27.0 / 8.0, 1e-14);
}

#[test]
fn d2_slide_to_roll() {
    let (events, _) = alone(toley(), 2.0, 0.0);
    let (event, speed, mode) = &events[0];
    assert_eq!((event.kind, *mode), (Kind::Mode, Mode::Roll));
    printed(event.time_s, 0.194165, 1e-6);
    printed(*speed, 1.428571, 1e-6);
    printed(event.position_m.x, 0.332855, 1e-6);
}

#[test]
fn d3_draw_turns_back() {
    let (events, _) = alone(toley(), 1.0, -3.0);
    let (event, speed, _) = &events[0];
    printed(event.time_s, 0.388331, 1e-6);
    printed(*speed, -0.142857, 1e-6);
    printed(event.position_m.x, 0.166427, 1e-6);
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let spin = dvec3(0.0, -3.0 / TOLEY_M, 0.0);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), spin)]);
    let (ending, _) = play(&setup, &mut state, 1.0 / (0.3 * G));
    assert_eq!(ending, Ending::Until);
    near(state.bodies[0].velocity_m_s.x, 0.0, 1e-15);
    printed(state.bodies[0].position_m.x, 0.169895, 1e-6);
}

#[test]
fn d4_stops_dead() {
    let (events, end) = alone(Ball { sliding_friction_ratio: 0.25, ..toley() }, 1.2, -3.0);
    printed(events[0].0.time_s, 0.489297, 1e-6);
    near(events[0].1, 0.0, 1e-15);
    printed(end, 0.293578, 1e-6);
    assert_eq!(events.last().map(|e| (e.0.kind, e.2)), Some((Kind::Stop, Mode::Rest)));
}

#[test]
fn d5_topspin() {
    let (events, _) = alone(toley(), 1.0, 2.5);
    printed(events[0].0.time_s, 0.145624, 1e-6);
    printed(events[0].1, 1.428571, 1e-6);
    printed(events[0].0.position_m.x, 0.176829, 1e-6);
}

#[test]
fn d6_roll_to_rest() {
    let (events, end) = alone(toley(), 1.0, 1.0);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].0.kind, Kind::Stop);
    printed(events[0].0.time_s, 1.019368, 1e-6);
    printed(end, 0.509684, 1e-6);
}

#[test]
fn d9_spin_about_the_vertical() {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let still = (dvec3(0.0, 0.0, TOLEY_M), DVec3::ZERO, dvec3(0.0, 0.0, 50.0));
    let mut state = start(&setup, &[still]);
    assert_eq!(state.bodies[0].mode, Mode::Spin);
    play(&setup, &mut state, 0.1);
    printed(50.0 - state.bodies[0].spin_rad_s.z, 16.465, 1e-3);
    let mut state = start(&setup, &[still]);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!((ending, events.len(), events[0].kind), (Ending::Rest, 1, Kind::Stop));
    printed(events[0].time_s, 0.30367, 1e-5);
}

#[test]
fn d29_landing() {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.7), DVec3::ZERO)]);
    let (_, events) = play(&setup, &mut state, 1e-9);
    assert_eq!((events.len(), events[0].kind, events[0].time_s), (1, Kind::Ground, 0.0));
    let body = &state.bodies[0];
    near(body.velocity_m_s.x, 2.248, 1e-6);
    near(body.velocity_m_s.z, 0.140, 1e-6);
    near(TOLEY_M * body.spin_rad_s.y, 0.630, 1e-6);
    near(events[0].impulse_n_s, toley().mass_kg * (0.84 * 0.84 + 0.252 * 0.252f64).sqrt(), 1e-12);
}

#[test]
fn d29_a_slow_landing_stays_down() {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.4), DVec3::ZERO)]);
    play(&setup, &mut state, 1e-12);
    let body = &state.bodies[0];
    assert_eq!((body.mode, body.velocity_m_s.z), (Mode::Slide, 0.0));
    near(body.velocity_m_s.x, 2.5 - 0.3 * 0.4, 1e-6);
}

#[test]
fn d30_off_the_step() {
    let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
    let above = dvec3(0.0, 0.0, TOLEY_M + 0.0762);
    let mut state = start(&setup, &[(above, dvec3(1.5, 0.0, 0.0), DVec3::ZERO)]);
    assert_eq!(state.bodies[0].mode, Mode::Air);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!((ending, events[0].kind), (Ending::Rest, Kind::Ground));
    printed(events[0].time_s, 0.12464, 1e-5);
    printed(events[0].position_m.x, 0.18696, 1e-5);
    assert_eq!(events[0].position_m.z, TOLEY_M);
    // it rebounds at a fifth of its fall, flies, and settles
    assert_eq!(events.iter().filter(|e| e.kind == Kind::Ground).count(), 2);
    near(events[1].time_s - events[0].time_s, 2.0 * 0.2 * 0.1246403, 1e-6);
}

#[test]
fn d31_speed_that_just_reaches_the_rim() {
    for (mu_r, speed) in [(0.05, 1.2311), (0.10, 1.6321), (0.20, 2.0708), (0.45, 2.5466)] {
        let off = |speed: f64| {
            let ball = Ball::solid(MARBLE_M, 2500.0, 0.3, mu_r);
            let setup = Setup::new(vec![ball], ground(), contact(0.95, 0.1, 0.0), Some(0.9144));
            let thrown = (dvec3(0.0, 0.0, MARBLE_M), dvec3(0.6 * speed, -0.8 * speed, 0.0), DVec3::ZERO);
            let mut state = start(&setup, &[thrown]);
            let (ending, events) = play(&setup, &mut state, f64::INFINITY);
            assert_eq!(ending, Ending::Rest);
            let is_off = state.bodies[0].mode == Mode::Off;
            assert_eq!(is_off, events.last().map(|e| e.kind) == Some(Kind::Edge));
            if is_off {
                near(state.bodies[0].position_m.xy().length(), 0.9144, 1e-12);
            }
            is_off
        };
        let last = 0.50001e-4;
        assert!(!off(speed - last) && off(speed + last), "mu_r {mu_r}");
    }
}

mod rolling_while_sliding {
    use super::*;

    fn end(speed: DVec2, rolling_speed: DVec2) -> (State, Vec<Event>) {
        let setup = Setup::new(
            vec![toley()],
            Ground { rolling_while_sliding: true, ..ground() },
            contact(0.95, 0.1, 0.0),
            None,
        );
        let spin = dvec3(-rolling_speed.y, rolling_speed.x, 0.0) / TOLEY_M;
        let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), speed.extend(0.0), spin)]);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        (state, events)
    }

    #[test]
    fn without_spin_on_one_line() {
        let (_, events) = end(DVec2::new(2.0, 0.0), DVec2::ZERO);
        // dv = -mu g, R dw = (2.5 mu - 3.5 mu_r) g, equal after v0 / (3.5 (mu - mu_r) g)
        near(events[0].time_s, 2.0 / (3.5 * 0.2 * G), 1e-12);
        assert_eq!(events.len(), 2);
    }

    #[test]
    fn backspin_passes_through_zero() {
        let (_, events) = end(DVec2::new(2.0, 0.0), DVec2::new(-0.5, 0.0));
        let turn_s = 0.5 / ((2.5 * 0.3 + 3.5 * 0.1) * G);
        near(events[0].time_s, turn_s, 1e-12);
        let slip = 2.5 - 3.5 * 0.4 * G * turn_s;
        near(events[1].time_s, turn_s + slip / (3.5 * 0.2 * G), 1e-12);
        assert_eq!(events.len(), 3);
    }

    #[test]
    fn at_an_angle_agrees_with_small_steps() {
        for (speed, turn) in [((2.0, 0.0), (0.3, 1.0)), ((0.5, 1.0), (-2.0, 0.1)), ((0.1, 0.0), (1.0, 1.0))] {
            let (v0, q0) = (DVec2::new(speed.0, speed.1), DVec2::new(turn.0, turn.1));
            let (state, events) = end(v0, q0);
            let (mut x, mut v, mut q, dt) = (DVec2::ZERO, v0, q0, 2e-7);
            let mut slide_s = 0.0;
            while (v - q).length() > 1e-6 * 5.0 {
                let (along, turn) = ((v - q).normalize(), q.normalize());
                let (dv, dq) = (along * (-0.3 * G), along * (0.75 * G) - turn * (0.35 * G));
                x += (v + dv * (0.5 * dt)) * dt;
                (v, q, slide_s) = (v + dv * dt, q + dq * dt, slide_s + dt);
            }
            x += v * (v.length() / (2.0 * 0.1 * G));
            let Some(roll) = events.iter().rev().nth(1) else { panic!("it must slide, then roll") };
            near(roll.time_s, slide_s, 1e-3 * slide_s);
            near((state.bodies[0].position_m.xy() - x).length(), 0.0, 1e-3 * x.length());
            assert!(events.len() < 200, "{} pieces", events.len());
        }
    }
}
