//! Symmetries that hold to the bit, and those that hold to rounding.

use super::growth::Growth;
use super::*;

/// Plays a scene and its image; every event and every body must be the image of the other.
fn check(seed: u64, vector: fn(DVec3) -> DVec3, axial: fn(DVec3) -> DVec3) {
    let mut dice = Dice(seed);
    for shot in 0..120 {
        let scene = Scene::random(&mut dice, 3 + shot % 5);
        let scene = if shot % 2 == 0 { scene } else { scene.varied(&mut dice) };
        let (state, events) = scene.play();
        let (image, image_events) = scene.mapped(vector, axial).play();
        assert_eq!(events.len(), image_events.len(), "shot {shot}");
        for (a, b) in events.iter().zip(&image_events) {
            assert_eq!((a.kind, a.body, a.other, a.time_s), (b.kind, b.body, b.other, b.time_s), "shot {shot}");
            assert_eq!(bits(vector(a.position_m)), bits(b.position_m), "shot {shot}");
            assert_eq!((a.impulse_n_s, a.loss_j), (b.impulse_n_s, b.loss_j), "shot {shot}");
        }
        for (a, b) in state.bodies.iter().zip(&image.bodies) {
            assert_eq!(bits(vector(a.position_m)), bits(b.position_m), "shot {shot}");
            assert_eq!(bits(vector(a.velocity_m_s)), bits(b.velocity_m_s), "shot {shot}");
            assert_eq!(bits(axial(a.spin_rad_s)), bits(b.spin_rad_s), "shot {shot}");
            assert_eq!(a.mode, b.mode);
        }
    }
}

#[test]
fn left_and_right() {
    check(1, |v| dvec3(v.x, -v.y, v.z), |w| dvec3(-w.x, w.y, -w.z));
}

#[test]
fn front_and_back() {
    check(2, |v| dvec3(-v.x, v.y, v.z), |w| dvec3(w.x, -w.y, -w.z));
}

#[test]
fn x_and_y_swapped() {
    check(3, |v| dvec3(v.y, v.x, v.z), |w| dvec3(-w.y, -w.x, -w.z));
}

#[test]
fn a_quarter_turn() {
    check(4, |v| dvec3(-v.y, v.x, v.z), |w| dvec3(-w.y, w.x, w.z));
}

#[test]
fn renumbered() {
    let mut dice = Dice(5);
    for shot in 0..120 {
        let scene = Scene::random(&mut dice, 3 + shot % 5);
        let scene = if shot % 2 == 0 { scene } else { scene.varied(&mut dice) };
        let n = scene.balls.len();
        let new = |i: usize| (i * (n - 1) + 2) % n;
        let mut other = scene.mapped(|v| v, |w| w);
        for i in 0..n {
            (other.balls[new(i)], other.bodies[new(i)]) = (scene.balls[i], scene.bodies[i]);
        }
        let (state, events) = scene.play();
        let (image, image_events) = other.play();
        assert_eq!(events.len(), image_events.len(), "shot {shot}");
        // a ground hit that follows an impact at once ties with nothing but other bodies' at the same time
        for (a, b) in events.iter().zip(&image_events) {
            assert_eq!(a.time_s, b.time_s, "shot {shot}");
        }
        for i in 0..n {
            let (a, b) = (&state.bodies[i], &image.bodies[new(i)]);
            assert_eq!(bits(a.position_m), bits(b.position_m), "shot {shot}");
            assert_eq!(bits(a.spin_rad_s), bits(b.spin_rad_s), "shot {shot}");
            assert_eq!(a.mode, b.mode);
        }
    }
}

#[test]
fn lengths_by_four_and_times_by_two() {
    let mut dice = Dice(6);
    for shot in 0..120 {
        let scene = Scene::random(&mut dice, 3 + shot % 5);
        let scene = if shot % 2 == 0 { scene } else { scene.varied(&mut dice) };
        let mut large = scene.mapped(|v| v, |w| w);
        for ball in &mut large.balls {
            (ball.radius_m, ball.mass_kg) = (4.0 * ball.radius_m, 64.0 * ball.mass_kg);
        }
        for (x, v, w) in &mut large.bodies {
            (*x, *v, *w) = (*x * 4.0, *v * 2.0, *w * 0.5);
        }
        large.ring_m *= 4.0;
        large.ground.sinkage_m *= 4.0;
        if let Some(term) = &mut large.sand.speed_term {
            term.sinkage_m *= 4.0;
        }
        large.ground.settle_speed_m_s *= 2.0;
        large.ground.trapping_speed_m_s *= 2.0;
        large.contact.slow = SlowContact::Elastic { below_m_s: 0.01 };
        let (state, events) = scene.play();
        let (image, image_events) = large.play();
        assert_eq!(events.len(), image_events.len(), "shot {shot}");
        for (a, b) in events.iter().zip(&image_events) {
            assert_eq!((a.kind, a.body, a.other), (b.kind, b.body, b.other), "shot {shot}");
            assert_eq!(2.0 * a.time_s, b.time_s, "shot {shot}");
            assert_eq!(bits(a.position_m * 4.0), bits(b.position_m), "shot {shot}");
        }
        for (a, b) in state.bodies.iter().zip(&image.bodies) {
            assert_eq!(bits(a.position_m * 4.0), bits(b.position_m), "shot {shot}");
            assert_eq!(a.mode, b.mode);
        }
    }
}

/// What rounding may do to a place in a shot: a tenth of a picometre, times the growth of errors through its impacts,
/// m.
fn rounding_m(kappa: f64) -> f64 {
    1e-13 * kappa
}

/// What happens to whom, in this order. Under a drag rounding may decide in how many pieces one slides, where slip and
/// rotation are all but in line: between other events a body's changes of mode are then told once.
fn happened(events: &[Event], drags: bool) -> Vec<(Kind, u16, u16)> {
    let mut told: Vec<(Kind, u16, u16)> = Vec::new();
    for what in events.iter().map(|e| (e.kind, e.body, e.other)) {
        let mut since = told.iter().rev().take_while(|(kind, ..)| *kind == Kind::Mode);
        if !(drags && what.0 == Kind::Mode && since.any(|other| *other == what)) {
            told.push(what);
        }
    }
    told
}

/// Compares shots with their images under a map that moves bits; how many were, and their impacts.
fn check_nearly(seed: u64, ring: bool, map: impl Fn(&Scene, f64) -> Scene, back: impl Fn(DVec3, f64) -> DVec3) {
    let (mut dice, mut compared, mut impacts) = (Dice(seed), 0, 0);
    while compared < 200 {
        let mut scene = Scene::random(&mut dice, 3);
        scene.ground.rolling_while_sliding = false;
        if compared % 2 == 1 {
            scene = scene.varied(&mut dice);
        }
        if !ring {
            scene.ring_m = f64::INFINITY;
        }
        let by = dice.within(3.0);
        let (growth, state, events) = Growth::of(&scene);
        // slow impacts turn on a threshold, and long chains of impacts forget where they came from
        if growth.kappa > 1e6 || growth.slowest_m_s < 0.006 {
            continue;
        }
        let (image, image_events) = map(&scene, by).play();
        let drags = scene.sand.speed_term.is_some();
        assert_eq!(happened(&events, drags), happened(&image_events, drags), "{events:#?}\n{image_events:#?}");
        for (a, b) in state.bodies.iter().zip(&image.bodies) {
            assert_eq!(a.mode, b.mode);
            near(a.position_m.distance(back(b.position_m, by)), 0.0, rounding_m(growth.kappa));
        }
        (compared, impacts) = (compared + 1, impacts + events.iter().filter(|e| e.kind == Kind::Pair).count());
    }
    assert!(impacts > 100, "only {impacts} impacts");
}

#[test]
fn any_turn() {
    let turn = |v: DVec3, by: f64| {
        let (sin, cos) = libm::sincos(by);
        DVec2::new(cos, sin).rotate(v.xy()).extend(v.z)
    };
    check_nearly(11, true, |scene, by| scene.mapped(|v| turn(v, by), |w| turn(w, by)), |v, by| turn(v, -by));
}

#[test]
fn any_shift() {
    let shift = |by: f64| dvec3(by, -0.3 * by, 0.0);
    let moved = |scene: &Scene, by: f64| {
        let mut moved = scene.mapped(|v| v, |w| w);
        moved.bodies.iter_mut().for_each(|body| body.0 += shift(by));
        moved
    };
    check_nearly(12, false, moved, |v, by| v - shift(by));
}

#[test]
fn back_in_time() {
    let (mut dice, mut impacts) = (Dice(13), 0);
    for _ in 0..200 {
        let mut scene = Scene::random(&mut dice, 4);
        scene.ground.gravity_m_s2 = 0.0;
        scene.contact = Contact { slow: SlowContact::Plain, ..pairwise(1.0, 0.0, 0.0) };
        let setup = Setup::new(scene.balls.clone(), scene.ground, scene.contact, None);
        let mut state = start(&setup, &scene.bodies);
        let (ending, events) = play(&setup, &mut state, 0.3);
        assert_eq!(ending, Ending::Until);
        let there: Vec<Thrown> = state.bodies.iter().map(|b| (b.position_m, -b.velocity_m_s, -b.spin_rad_s)).collect();
        let mut back = start(&setup, &there);
        let (_, events_back) = play(&setup, &mut back, 0.3);
        assert_eq!(events.len(), events_back.len());
        // between impacts the way is at most that of the toley, so each impact multiplies errors by at most this
        let growth = 1.0 + 2.0 * 0.3 * scene.bodies[0].1.length() / (2.0 * 0.9 * MARBLE_M);
        let kappa = (0..2 * events.len()).map(|_| growth).product::<f64>();
        impacts += usize::from(kappa < 1e9) * events.len();
        for (body, was) in back.bodies.iter().zip(&scene.bodies).filter(|_| kappa < 1e9) {
            near(body.position_m.distance(was.0), 0.0, rounding_m(kappa));
            near((body.velocity_m_s + was.1).length(), 0.0, rounding_m(kappa) / 0.3);
        }
    }
    assert!(impacts > 50, "only {impacts} impacts");
}
