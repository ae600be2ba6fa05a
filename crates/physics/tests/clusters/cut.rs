//! A trial that is cut off while balls touch: they are where they are then, pressed together.

use super::*;

/// A toley into three marbles of which two touch, until a time.
fn until(until_s: f64, law: Hertz) -> (Vec<Body>, Hits) {
    let start = [
        (dvec3(-0.02, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), dvec3(0.0, 50.0, 20.0)),
        (dvec3(0.0, 0.001, 0.0), DVec3::ZERO, DVec3::ZERO),
        (dvec3(2.0 * MARBLE_M, 0.001, 0.0), DVec3::ZERO, DVec3::ZERO),
        (dvec3(4.0 * MARBLE_M, 0.002, 5e-6), DVec3::ZERO, DVec3::ZERO),
    ];
    let (state, hits) = play(vec![toley(), marble(), marble(), marble()], contact(law, 0.12, 0.44), &start, until_s);
    (state.bodies, hits)
}

/// From before the first hit to after the last, every microsecond.
#[test]
fn a_state_inside_an_island_is_the_one_at_that_time() {
    let first_s = until(0.01, Hertz::GLASS).1.hits.iter().map(|hit| hit.time_s).fold(f64::INFINITY, f64::min);
    let fine = Hertz { step_count: 2048, ..Hertz::GLASS };
    let (mut before, mut pressed_m): (Option<Vec<Body>>, f64) = (None, 0.0);
    for k in -5..150 {
        let time_s = first_s + 1e-6 * f64::from(k);
        let ((bodies, hits), (exact, _)) = (until(time_s, Hertz::GLASS), until(time_s, fine));
        // a thousandth of the way of the toley since the first hit, and at least in half a contact
        let off_m = 2e-3 * 1e-6 * f64::from(k.max(20));
        for (body, exact) in bodies.iter().zip(&exact) {
            assert_eq!(body.time_s(), time_s);
            near(body.position_m.distance(exact.position_m), 0.0, off_m);
            near(body.velocity_m_s.distance(exact.velocity_m_s), 0.0, 2e-2);
        }
        for (body, before) in bodies.iter().zip(before.iter().flatten()) {
            // nobody is faster than 4 m/s
            near(body.position_m.distance(before.position_m), 0.0, 4e-6);
        }
        assert!(hits.hits.iter().all(|hit| hit.time_s + hit.duration_s <= time_s + 1e-12));
        let reach_m = TOLEY_M + MARBLE_M;
        pressed_m = pressed_m.max(reach_m - bodies[0].position_m.distance(bodies[1].position_m));
        before = Some(bodies);
    }
    assert!(pressed_m > 10e-6 && pressed_m < 60e-6, "{pressed_m:e}");
}
