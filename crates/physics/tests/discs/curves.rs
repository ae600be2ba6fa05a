//! The universal curves against collocation from the start, over eight decades of slip speed ratio.

use super::reference::flight::{Body, Method};
use super::{RIMS, play, start};
use glam::{DVec2, dvec2};
use tolley_physics::discs::curves::Curves;
use tolley_physics::discs::{Coin, Setup};

/// Contacts and inertias: disc, ring-like rims, annuli, light and heavy in the middle, `eps*` at and beside the kink.
const BODIES: [Body; 10] = [
    Body { eta: 0.0, k2: 0.5 },
    Body { eta: 0.0, k2: 0.3 },
    Body { eta: 0.0, k2: 0.34 },
    Body { eta: 0.0, k2: 0.58 },
    Body { eta: 0.5, k2: 0.5 },
    Body { eta: 0.7, k2: 0.48 },
    Body { eta: 0.9, k2: 0.5 },
    Body { eta: 0.95, k2: 0.52 },
    Body { eta: 0.95, k2: 0.48 },
    Body { eta: 0.9, k2: 0.905 },
];

/// Relative errors of time, path and turn at one slip speed ratio.
fn errors(body: &Body, curves: &Curves, method: &Method, eps: f64) -> [f64; 3] {
    let shape = body.shape(method, eps);
    let left = curves.left(eps).unwrap_or_else(|| panic!("{body:?}: {eps} is within the table"));
    let (u, square) = (shape.rim, shape.rim * shape.rim);
    [
        (left.time_ratio * u / shape.stop - 1.0).abs(),
        (left.path_ratio * square / shape.path - 1.0).abs(),
        (left.turn_ratio * square / shape.turn - 1.0).abs(),
    ]
}

#[test]
fn curves_meet_direct_integration() {
    let method = Method::new();
    let mut worst = [0.0f64; 3];
    for body in &BODIES {
        let curves = Curves::shared(body.eta, body.k2);
        let star = curves.last_slip_ratio();
        let decades = (-16..=16).map(|k| libm::pow(10.0, f64::from(k) / 4.0));
        let beside = [1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1];
        let near = beside.into_iter().flat_map(|d| [star * (1.0 - d), star * (1.0 + d), 1.0 - d, 1.0 + d]);
        let at = [star, 1.0, 0.999, 1.001, body.eta.max(0.01)];
        let mut mine = [0.0f64; 3];
        for eps in decades.chain(near).chain(at) {
            for (worst, error) in mine.iter_mut().zip(errors(body, &curves, &method, eps)) {
                *worst = worst.max(error);
            }
        }
        println!("eta {} k2 {}: time, path, turn off by {}", body.eta, body.k2, text(&mine));
        worst = std::array::from_fn(|n| worst[n].max(mine[n]));
    }
    // the promise is 1e-8
    assert!(worst.iter().all(|&error| error < 1e-9), "{}", text(&worst));
}

/// A coin alone, started with one or the other all but missing, against direct integration.
#[test]
fn pure_slide_and_pure_spin_are_met_smoothly() {
    let method = Method::new();
    let mut worst = [0.0f64; 3];
    for body in &BODIES {
        let coin = Coin { radius_m: 0.01, mass_kg: 5e-3, inertia_ratio: body.k2, friction_ratio: 0.25 };
        let setup = Setup::new(vec![coin], 9.81, body.eta, RIMS, None, vec![]);
        for eps in (-18..=18).map(|k| libm::pow(10.0, f64::from(k) / 2.0)) {
            let shape = body.shape(&method, eps);
            // v + u = 0.4 m/s
            let start_at = [(DVec2::ZERO, dvec2(0.4 * shape.slide, 0.0), 0.4 * shape.rim / coin.radius_m)];
            let mut state = start(&setup, &start_at);
            let (_, events) = play(&setup, &mut state, f64::INFINITY);
            let (a, coin_then) = (0.25 * 9.81, &state.bodies[0]);
            let got = [events[0].time_s, coin_then.position_m().x, coin_then.angle_rad() * coin.radius_m];
            let expected = [0.4 / a * shape.stop, 0.16 / a * shape.path, 0.16 / a * shape.turn];
            for ((worst, got), expected) in worst.iter_mut().zip(got).zip(expected) {
                *worst = worst.max((got / expected - 1.0).abs());
            }
        }
    }
    println!("a coin alone, eps 1e-9 to 1e9: time, path, turn off by {}", text(&worst));
    assert!(worst.iter().all(|&error| error < 1e-8), "{}", text(&worst));
}

fn text(errors: &[f64; 3]) -> String {
    errors.map(|error| format!("{error:.1e}")).join(" ")
}
