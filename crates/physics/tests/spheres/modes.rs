//! How modes are chosen, and what touches, nests or stands on the rim.

use super::*;

#[test]
fn modes_are_chosen_by_the_numbers() {
    let setup = Setup::new(vec![toley()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let on = dvec3(0.0, 0.0, TOLEY_M);
    let v = dvec3(0.3, -0.4, 0.0);
    let roll = dvec3(0.4, 0.3, 0.0) / TOLEY_M;
    let table = [
        (on, DVec3::ZERO, DVec3::ZERO, Mode::Rest),
        (on, DVec3::ZERO, dvec3(0.0, 0.0, -1.0), Mode::Spin),
        (on, DVec3::ZERO, dvec3(1.0, 0.0, 0.0), Mode::Slide),
        (on, v, roll, Mode::Roll),
        (on, v, DVec3::ZERO, Mode::Slide),
        (on, v + dvec3(0.0, 0.0, 1e-9), roll, Mode::Air),
        (on + dvec3(0.0, 0.0, 1e-9), v, roll, Mode::Air),
    ];
    for (x, v, w, mode) in table {
        assert_eq!(start(&setup, &[(x, v, w)]).bodies[0].mode, mode);
    }
}

/// Three very heavy marbles as a nest, a toley let fall into it, and perhaps a fourth that rolls at them.
fn nest(rolling: Option<DVec3>) -> (State, Vec<Event>) {
    let heavy = Ball::solid(MARBLE_M, 2.5e9, 0.3, 0.1);
    let setup = Setup::new(vec![toley(), heavy, heavy, heavy, heavy], ground(), pairwise(0.95, 0.12, 0.44), None);
    let at = |degrees: f64| {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        (dvec3(cos, sin, 0.0) * 0.0074 + dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)
    };
    let toley = (dvec3(0.0002, 0.0001, 0.0206), DVec3::ZERO, DVec3::ZERO);
    let fourth = (dvec3(-0.5, 0.0, MARBLE_M), rolling.unwrap_or_default(), DVec3::ZERO);
    let mut state = start(&setup, &[toley, at(90.0), at(210.0), at(330.0), fourth]);
    let limits = Limits { max_events: 100_000, ..Limits::for_bodies(5) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut trace);
    assert_eq!(ending, Ending::Rest);
    (state, trace.events)
}

#[test]
fn a_toley_may_rest_in_a_nest() {
    let (state, _) = nest(None);
    assert_eq!(state.bodies[0].mode, Mode::Rest);
    assert!(state.bodies[0].position_m.z > 1.5 * TOLEY_M);
}

#[test]
fn a_nest_that_is_hit_lets_the_toley_fall() {
    let (state, _) = nest(Some(dvec3(2.0, 0.0, 0.0)));
    assert_eq!((state.bodies[0].mode, state.bodies[0].position_m.z), (Mode::Rest, TOLEY_M));
}

#[test]
fn on_the_rim() {
    let setup = Setup::new(vec![marble()], ground(), pairwise(0.95, 0.1, 0.0), Some(0.5));
    let rim = dvec3(0.5, 0.0, MARBLE_M);
    let first = |v: DVec3| play(&setup, &mut start(&setup, &[(rim, v, DVec3::ZERO)]), f64::INFINITY).1;
    assert!(first(DVec3::ZERO).is_empty());
    assert_eq!(first(dvec3(0.1, 0.0, 0.0))[0], Event { position_m: rim, ..Event::of_body(0.0, Kind::Edge, 0) });
    assert_eq!(first(dvec3(0.0, 0.1, 0.0))[0].kind, Kind::Edge);
    assert!(first(dvec3(-0.1, 0.0, 0.0)).iter().all(|e| e.kind != Kind::Edge && e.other == NONE));
}

#[test]
fn touching_balls_that_approach_hit_at_once() {
    let setup = Setup::new(vec![marble(), marble()], ground(), pairwise(0.95, 0.1, 0.0), None);
    let at = |x: f64| dvec3(x, 0.0, MARBLE_M);
    let mut state =
        start(&setup, &[(at(0.0), dvec3(1.0, 0.0, 0.0), DVec3::ZERO), (at(2.0 * MARBLE_M), DVec3::ZERO, DVec3::ZERO)]);
    let (_, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!((events[0].kind, events[0].time_s), (Kind::Pair, 0.0));
    let mut state =
        start(&setup, &[(at(0.0), dvec3(-1.0, 0.0, 0.0), DVec3::ZERO), (at(2.0 * MARBLE_M), DVec3::ZERO, DVec3::ZERO)]);
    let (_, events) = play(&setup, &mut state, f64::INFINITY);
    assert!(events.iter().all(|e| e.kind != Kind::Pair));
}
