//! One ball alone: what the rows D2 to D31 of the validation tables do not say of it.

use super::*;

/// What happens to one ball alone on the ground that starts along x, and how it moves after each event.
fn alone(ball: Ball, speed: f64, rolling_speed: f64) -> Vec<(Kind, Mode)> {
    struct Kinds(Vec<(Kind, Mode)>);
    impl EventSink<Spheres> for Kinds {
        fn record(&mut self, _: &Setup, state: &State, event: &Event, _: &[Hit]) {
            let body = &state.bodies[usize::from(event.body)];
            assert_eq!((body.position_m, body.time_s()), (event.position_m, event.time_s));
            self.0.push((event.kind, body.mode));
        }
    }
    let setup = Setup::new(vec![ball], ground(), pairwise(0.95, 0.1, 0.0), None);
    let spin = dvec3(0.0, rolling_speed / ball.radius_m, 0.0);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, ball.radius_m), dvec3(speed, 0.0, 0.0), spin)]);
    let mut kinds = Kinds(vec![]);
    let limits = Limits::for_bodies(1);
    let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut kinds);
    assert_eq!((ending, state.bodies[0].velocity_m_s), (Ending::Rest, DVec3::ZERO));
    kinds.0
}

#[test]
fn a_slide_becomes_a_roll_and_a_roll_ends_at_rest() {
    let (rolls, rests) = ((Kind::Mode, Mode::Roll), (Kind::Stop, Mode::Rest));
    for (speed, rolling_speed) in [(2.0, 0.0), (1.0, -3.0), (1.0, 2.5)] {
        assert_eq!(alone(toley(), speed, rolling_speed), [rolls, rests], "{speed} {rolling_speed}");
    }
    assert_eq!(alone(toley(), 1.0, 1.0), [rests]);
}

/// Row D4: of the spin `5 v / 2` against the way nothing is left when the speed is gone.
#[test]
fn a_ball_that_is_stopped_dead_does_not_roll_on() {
    let kinds = alone(Ball { sliding_friction_ratio: 0.25, ..toley() }, 1.2, -3.0);
    assert_eq!(kinds.last(), Some(&(Kind::Stop, Mode::Rest)));
    assert!(!kinds.contains(&(Kind::Stop, Mode::Roll)));
}

#[test]
fn a_draw_shot_stands_still_for_a_moment() {
    let setup = Setup::new(vec![toley()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let spin = dvec3(0.0, -3.0 / TOLEY_M, 0.0);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), spin)]);
    let (ending, _) = play(&setup, &mut state, 1.0 / (0.3 * G));
    assert_eq!(ending, Ending::Until);
    near(state.bodies[0].velocity_m_s.x, 0.0, 1e-15);
}

#[test]
fn spin_about_the_vertical_ends_in_one_event() {
    let setup = Setup::new(vec![toley()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), DVec3::ZERO, dvec3(0.0, 0.0, 50.0))]);
    assert_eq!(state.bodies[0].mode, Mode::Spin);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!((ending, events.len(), events[0].kind), (Ending::Rest, 1, Kind::Stop));
    assert_eq!(state.bodies[0].spin_rad_s, DVec3::ZERO);
}

/// Row D29's landing: `Jz = m (1 + e) |vz|`, and friction of the whole of it.
#[test]
fn the_impulse_of_a_landing_is_noted() {
    let setup = Setup::new(vec![toley()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.7), DVec3::ZERO)]);
    let (_, events) = play(&setup, &mut state, 1e-9);
    assert_eq!((events.len(), events[0].kind, events[0].time_s), (1, Kind::Ground, 0.0));
    near(events[0].impulse_n_s, toley().mass_kg * (0.84 * 0.84 + 0.252 * 0.252f64).sqrt(), 1e-12);
}

#[test]
fn a_slow_landing_stays_down() {
    let setup = Setup::new(vec![toley()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.4), DVec3::ZERO)]);
    play(&setup, &mut state, 1e-12);
    let body = &state.bodies[0];
    assert_eq!((body.mode, body.velocity_m_s.z), (Mode::Slide, 0.0));
    near(body.velocity_m_s.x, 2.5 - 0.3 * 0.4, 1e-6);
}

#[test]
fn off_the_step_it_hops_once() {
    let setup = Setup::new(vec![toley()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let above = dvec3(0.0, 0.0, TOLEY_M + 0.0762);
    let mut state = start(&setup, &[(above, dvec3(1.5, 0.0, 0.0), DVec3::ZERO)]);
    assert_eq!(state.bodies[0].mode, Mode::Air);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!((ending, events[0].kind, events[0].position_m.z), (Ending::Rest, Kind::Ground, TOLEY_M));
    // it rebounds at a fifth of its fall, flies, and settles
    assert_eq!(events.iter().filter(|e| e.kind == Kind::Ground).count(), 2);
    near(events[1].time_s - events[0].time_s, 2.0 * 0.2 * events[0].time_s, 1e-12);
}

#[test]
fn what_leaves_is_on_the_rim_as_it_does() {
    for (speed, is_off) in [(1.5, false), (1.8, true)] {
        let setup = Setup::new(vec![marble()], ground(), pairwise(0.95, 0.1, 0.0), Some(0.9144));
        let thrown = (dvec3(0.0, 0.0, MARBLE_M), dvec3(0.6 * speed, -0.8 * speed, 0.0), DVec3::ZERO);
        let mut state = start(&setup, &[thrown]);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!((ending, state.bodies[0].mode == Mode::Off), (Ending::Rest, is_off));
        assert_eq!(events.last().map(|e| e.kind), Some(if is_off { Kind::Edge } else { Kind::Stop }));
        if is_off {
            near(state.bodies[0].position_m.xy().length(), 0.9144, 1e-12);
        }
    }
}

mod rolling_while_sliding {
    use super::*;

    fn end(speed: DVec2, rolling_speed: DVec2) -> (State, Vec<Event>) {
        let setup = Setup::new(
            vec![toley()],
            Ground { rolling_while_sliding: true, ..ground() },
            pairwise(0.95, 0.1, 0.0),
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
