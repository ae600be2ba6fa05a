//! Results do not depend on how bodies are numbered: a scene and the same with other numbers end alike.

use super::drawn::{LIKES, draw, laws};
use super::*;
use tolley_physics::spheres::Law;

/// The bodies of a scene in the end, in its order; nothing of one that is given up.
fn bodies(scene: &Scene) -> Option<Vec<Body>> {
    let setup = scene.setup();
    let mut state = start(&setup, &scene.bodies);
    let (ending, _) = play(&setup, &mut state, f64::INFINITY);
    (ending == Ending::Rest).then_some(state.bodies)
}

/// Where they are.
fn ends(scene: &Scene) -> Option<Vec<DVec3>> {
    Some(bodies(scene)?.iter().map(|body| body.position_m).collect())
}

/// All that a body is, to the bit.
fn all_bits(body: &Body) -> ([[u64; 3]; 3], Mode, u64) {
    let vectors = [body.position_m, body.velocity_m_s, body.spin_rad_s];
    (vectors.map(bits), body.mode, body.time_s().to_bits())
}

/// The same scene, numbered by a draw, and the number that each body has then.
fn numbered(scene: &Scene, dice: &mut Dice) -> (Scene, Vec<usize>) {
    let count = scene.bodies.len();
    let mut numbers: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        numbers.swap(k, (dice.next() % (k as u64 + 1)) as usize);
    }
    let mut other = scene.mapped(|v| v, |w| w);
    for (k, &number) in numbers.iter().enumerate() {
        (other.balls[number], other.bodies[number]) = (scene.balls[k], scene.bodies[k]);
    }
    (other, numbers)
}

/// How far apart the bodies of two endings are at the most, m.
fn apart_m(one: &[DVec3], two: &[DVec3]) -> f64 {
    one.iter().zip(two).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

/// The bodies of a scene in the end that was turned, turned back.
fn turned(scene: &Scene, by: f64) -> Option<Vec<DVec3>> {
    let (sin, cos) = libm::sincos(by);
    let turn = |v: DVec3, sin: f64| DVec2::new(cos, sin).rotate(v.xy()).extend(v.z);
    let found = ends(&scene.mapped(|v| turn(v, sin), |w| turn(w, sin)))?;
    Some(found.iter().map(|&v| turn(v, -sin)).collect())
}

/// Rigid balls are the same to the bit, whatever their numbers. Where hits are followed in time rounding may tell in
/// which order contacts stood, but by no more than a nanometre wherever turning the scene does not move it by more.
#[test]
fn no_number_of_a_ball_counts() {
    const ROUNDING_M: f64 = 1e-9;
    let mut compared = 0;
    for (k, contact) in laws().into_iter().enumerate() {
        for like in LIKES {
            let mut dice = Dice(1000 + k as u64);
            for number in 0..250 {
                let scene = draw(&mut dice, like, contact);
                let (other, numbers) = numbered(&scene, &mut dice);
                let turns = [dice.within(3.0), dice.within(3.0), dice.within(3.0)];
                let (Some(were), Some(found)) = (bodies(&scene), bodies(&other)) else { continue };
                let back: Vec<Body> = numbers.iter().map(|&number| found[number]).collect();
                let [there, back_m] =
                    [&were, &back].map(|all| all.iter().map(|body| body.position_m).collect::<Vec<_>>());
                let moved_m = apart_m(&there, &back_m);
                if contact.law == Law::Pairwise {
                    let [one, two] = [&were, &back].map(|all| all.iter().map(all_bits).collect::<Vec<_>>());
                    assert_eq!(one, two, "{like:?} {number} by law {k}");
                    compared += 1;
                } else if moved_m > ROUNDING_M {
                    let rounded = |by: f64| turned(&scene, by).is_none_or(|ends| apart_m(&there, &ends) > ROUNDING_M);
                    assert!(turns.into_iter().any(rounded), "{like:?} {number} by law {k}: {moved_m:e} m");
                } else {
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 9_900, "{compared}");
}
