//! Shots: the stop shot, and the flight from the hand.

use super::*;

/// A toley head-on at a target: in metres a second, with a spin over that of natural roll; gives the toley's speed when
/// it rolls again, over that of the hit, and how far it comes to lie from the hit.
fn head_on(speed_m_s: f64, spin_ratio: f64) -> (f64, f64) {
    let balls = [TOLEY_M, MARBLE_M].map(|radius_m| Ball::solid(radius_m, 2500.0, 0.30, 0.10));
    let setup = Setup::new(balls.to_vec(), ground(), pairwise(0.95, 0.0, 0.0), None);
    let gap_m = 2.0 * (TOLEY_M * MARBLE_M).sqrt();
    let toley =
        (dvec3(0.0, 0.0, TOLEY_M), dvec3(speed_m_s, 0.0, 0.0), dvec3(0.0, spin_ratio * speed_m_s / TOLEY_M, 0.0));
    let mut state = start(&setup, &[toley, (dvec3(gap_m, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)]);
    let limits = Limits::for_bodies(2);
    let (mut scratch, mut trace) = (Scratch::new(&setup), Trace::default());
    kernel::run::<Spheres, _>(&setup, &mut state, &mut scratch, &limits, &mut trace);
    // what rolls at once has slowed by mu_r g on its way since
    let x = state.bodies[0].position_m.x;
    let rolls = trace.events.iter().find(|event| event.kind == Kind::Mode && event.body == 0);
    let rolled_m = rolls.map_or(0.0, |event| x - event.position_m.x);
    ((2.0 * 0.10 * G * rolled_m.abs()).sqrt().copysign(rolled_m) / speed_m_s, x)
}

/// Row S7 says which spin stops it dead, and how fast a toley that rolls follows.
#[test]
fn more_backspin_follows_less_down_to_drawing_back() {
    let speeds = [1.0, 0.0, -1.0, -2.0].map(|spin_ratio| head_on(1.2, spin_ratio).0);
    assert!(speeds.is_sorted_by(|a, b| a > b) && speeds[2] > 0.1 && speeds[3] < -0.1, "{speeds:?}");
    let (_, rolled_m) = head_on(1.2, 1.0);
    assert!(head_on(1.2, -1.4).1 < 0.5 * rolled_m);
}

#[test]
fn a_release_at_25_mm_lands_hops_slides_and_rolls() {
    let setup = alone(Sand::default(), 0.30, 0.10);
    let thrown = (dvec3(0.0, 0.0, TOLEY_M + 0.025), dvec3(2.5, 0.0, 0.0), DVec3::ZERO);
    let mut state = start(&setup, &[thrown]);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    let kinds: Vec<Kind> = events.iter().map(|event| event.kind).collect();
    assert_eq!((ending, kinds), (Ending::Rest, vec![Kind::Ground, Kind::Ground, Kind::Mode, Kind::Stop]));
    // a hop of e_g of the fall, and then no more
    near(events[1].time_s - events[0].time_s, 2.0 * 0.15 * events[0].time_s, 1e-12);
}

#[test]
fn a_stop_shot_from_the_hand_stops_too() {
    // lands 0.18 m out; the landing takes 0.3 (1 + 0.15) 0.70 m/s off the slip, the sand 0.3 g for the rest
    let balls = [TOLEY_M, MARBLE_M].map(|radius_m| Ball::solid(radius_m, 2500.0, 0.30, 0.10));
    let setup = Setup::new(balls.to_vec(), ground(), pairwise(0.95, 0.0, 0.0), None);
    let thrown = |spin_ratio: f64| {
        let toley = dvec3(-0.30, 0.0, TOLEY_M + 0.025);
        let spin = dvec3(0.0, spin_ratio * 2.5 / TOLEY_M, 0.0);
        [(toley, dvec3(2.5, 0.0, 0.0), spin), (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)]
    };
    let rest_m = |spin_ratio: f64| {
        let mut state = start(&setup, &thrown(spin_ratio));
        assert_eq!(play(&setup, &mut state, f64::INFINITY).0, Ending::Rest);
        assert!(state.bodies[1].position_m.x > 0.3, "the target must leave");
        state.bodies[0].position_m.x
    };
    // more backspin, shorter way, down to drawing back
    let ends = [0.0, -0.8, -1.4, -2.5].map(rest_m);
    assert!(ends.is_sorted_by(|a, b| a > b), "{ends:?}");
    assert!(ends[0] > 0.3 && ends[3] < 0.05, "{ends:?}");
}
