//! Symmetries that hold to the bit.

use super::*;

/// Plays a scene and its image; every event and every body must be the image of the other.
fn check(seed: u64, vector: fn(DVec3) -> DVec3, axial: fn(DVec3) -> DVec3) {
    let mut dice = Dice(seed);
    for shot in 0..60 {
        let scene = Scene::random(&mut dice, 3 + shot % 5);
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
    for shot in 0..60 {
        let scene = Scene::random(&mut dice, 3 + shot % 5);
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
    for shot in 0..60 {
        let scene = Scene::random(&mut dice, 3 + shot % 5);
        let mut large = scene.mapped(|v| v, |w| w);
        for ball in &mut large.balls {
            (ball.radius_m, ball.mass_kg) = (4.0 * ball.radius_m, 64.0 * ball.mass_kg);
        }
        for (x, v, w) in &mut large.bodies {
            (*x, *v, *w) = (*x * 4.0, *v * 2.0, *w * 0.5);
        }
        large.ring_m *= 4.0;
        large.ground.sinkage_m *= 4.0;
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
