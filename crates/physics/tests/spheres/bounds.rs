//! What holds in all drawn scenes: no ball is deep in the ground, energy never rises, all come to an end.

use super::drawn::{LIKES, Like, draw, laws};
use super::*;
use tolley_physics::spheres::{Law, Recorder};

/// What a scene shows.
struct Shown {
    ending: Ending,
    /// How deep a ball was below the ground at the most, m, and over its radius.
    deepest_m: f64,
    deepest_ratio: f64,
    /// By how much energy has risen at the most, over that of the start.
    risen: f64,
}

/// Follows energy.
#[derive(Default)]
struct Books {
    least_j: Option<f64>,
    risen_j: f64,
}

impl EventSink<Spheres> for Books {
    fn record(&mut self, setup: &Setup, state: &State, _: &Event, _: &[Hit]) {
        let energy = state.energy(setup);
        let now_j = energy.in_play_j + energy.left_j;
        let least_j = self.least_j.get_or_insert(now_j);
        self.risen_j = self.risen_j.max(now_j - *least_j);
        *least_j = least_j.min(now_j);
    }
}

fn show(scene: &Scene) -> Shown {
    let setup = scene.setup();
    let mut state = start(&setup, &scene.bodies);
    let energy = state.energy(&setup);
    let mut books = Books { least_j: Some(energy.in_play_j), ..Books::default() };
    let mut recorder = Recorder::new(&state);
    let limits = Limits::for_bodies(scene.bodies.len());
    let mut both = kernel::Both(&mut books, &mut recorder);
    let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut both);
    let film = recorder.finish(&setup);
    let (mut deepest_m, mut deepest_ratio) = (0.0_f64, 0.0_f64);
    for (ball, pieces) in setup.balls().iter().zip(&film.bodies) {
        for (piece, next) in pieces.iter().zip(pieces.iter().skip(1).map(Some).chain([None])) {
            let to_s = next.map_or(film.end_s, |next| next.from_s);
            for k in 0..=4 {
                let at = piece.place_m(piece.from_s + (to_s - piece.from_s).max(0.0) * 0.25 * f64::from(k));
                deepest_m = deepest_m.max(ball.radius_m - at.z);
                deepest_ratio = deepest_ratio.max(1.0 - at.z / ball.radius_m);
            }
        }
    }
    Shown { ending, deepest_m, deepest_ratio, risen: books.risen_j / energy.in_play_j }
}

/// Nothing is deeper in the ground than 0.02 mm, or a hundredth of its radius where balls are not those of the games;
/// energy never rises; heavy balls on light ones are not given up.
#[test]
fn no_ball_is_deep_and_no_energy_comes_from_nothing() {
    let mut given_up = 0;
    for (k, contact) in laws().into_iter().enumerate() {
        for like in LIKES {
            let mut dice = Dice(7000 + k as u64);
            for number in 0..125 {
                let scene = draw(&mut dice, like, contact);
                let shown = show(&scene);
                given_up += usize::from(shown.ending != Ending::Rest);
                let most_m = if like == Like::HeavyLightHeavy { f64::INFINITY } else { 2e-5 };
                let name = format!("{like:?} {number} by law {k}");
                assert!(shown.deepest_m <= most_m, "{name}: {:e} m deep", shown.deepest_m);
                assert!(shown.deepest_ratio <= 0.01, "{name}: {:e} of its radius deep", shown.deepest_ratio);
                assert!(shown.risen <= 1e-9, "{name}: energy rises by {:e}", shown.risen);
            }
        }
    }
    assert!(given_up <= 1, "{given_up}");
}

/// Momentum and angular momentum of balls in free flight, m kg/s and m2 kg/s.
fn momenta(setup: &Setup, state: &State, time_s: f64) -> [DVec3; 2] {
    let mut sums = [DVec3::ZERO; 2];
    for (ball, body) in setup.balls().iter().zip(&state.bodies) {
        let momentum = body.velocity_at_m_s(time_s) * ball.mass_kg;
        sums[0] += momentum;
        sums[1] += body.position_at_m(time_s).cross(momentum) + body.spin_rad_s * ball.inertia_kg_m2();
    }
    sums
}

/// Contacts keep momentum and angular momentum, alone and together.
#[test]
fn momentum_and_angular_momentum_stay() {
    let mut compared = 0;
    // without gravity there is no ground to answer
    for (k, contact) in laws().into_iter().enumerate().filter(|(k, _)| [1, 4].contains(k)) {
        for like in LIKES {
            let mut dice = Dice(9000 + k as u64);
            for number in 0..50 {
                let mut scene = draw(&mut dice, like, contact);
                scene.ground.gravity_m_s2 = 0.0;
                let setup = Setup::new(scene.balls.clone(), scene.ground, scene.contact, None);
                let mut state = start(&setup, &scene.bodies);
                let before = momenta(&setup, &state, 0.0);
                let until_s = 0.05;
                if play(&setup, &mut state, until_s).0 != Ending::Until {
                    continue;
                }
                compared += 1;
                let after = momenta(&setup, &state, until_s);
                let sizes = [0, 1].map(|which| {
                    let of = |(ball, (x, v, w)): (&Ball, &Thrown)| match which {
                        0 => ball.mass_kg * v.length(),
                        _ => ball.mass_kg * x.length().max(0.01) * v.length() + ball.inertia_kg_m2() * w.length(),
                    };
                    scene.balls.iter().zip(&scene.bodies).map(of).sum::<f64>()
                });
                let off = [0, 1].map(|which| before[which].distance(after[which]) / sizes[which]);
                let name = format!("{like:?} {number} by law {k}");
                assert!(off[0] <= 1e-12 || sizes[0] == 0.0, "{name}: momentum is off by {:e}", off[0]);
                let most = if contact.law == Law::Pairwise { 1e-12 } else { 1e-10 };
                assert!(off[1] <= most || sizes[1] == 0.0, "{name}: angular momentum is off by {:e}", off[1]);
            }
        }
    }
    assert!(compared > 790, "{compared}");
}
