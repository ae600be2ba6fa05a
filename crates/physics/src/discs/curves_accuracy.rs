//! The universal curves against direct integration of their own equations.
//!
//! `h B' = 1 - (T/k2) B`, `h G' = eps - 2 (T/k2) G`, `h Q' = 1 - 2 (T/k2) Q` (dashes by `eps`, `h = F - eps T / k2`),
//! from the regular point `eps*` outward, where errors die out. Nothing is shared with the tables but `F` and `T`.

use super::*;

/// Runge-Kutta steps between two places at which tables are compared.
const STEPS: usize = 800;

/// How far a way of walking has come: the slip ratio at `s`, and its slope.
type Walk = Box<dyn Fn(f64) -> [f64; 2]>;

/// `[B, G, Q]` by `eps`.
fn slope(ray: &Ray, eps: f64, y: &[f64; 3]) -> [f64; 3] {
    let [force, torque] = ray.brakes(eps);
    let h = force - eps * torque;
    [(1.0 - torque * y[0]) / h, (eps - 2.0 * torque * y[1]) / h, (1.0 - 2.0 * torque * y[2]) / h]
}

/// From `s = 0` to 1; the steps crowd at both ends, where a knot of the friction law may be.
fn integrate(ray: &Ray, walk: &Walk, mut y: [f64; 3]) -> [f64; 3] {
    let rate = |p: f64, y: &[f64; 3]| {
        let s = p * p * p * (10.0 - 15.0 * p + 6.0 * p * p);
        let [eps, by_s] = walk(s);
        slope(ray, eps, y).map(|k| k * by_s * 30.0 * p * p * (1.0 - p) * (1.0 - p))
    };
    let h = 1.0 / STEPS as f64;
    for step in 0..STEPS {
        let p = step as f64 * h;
        let along = |k: &[f64; 3], h: f64| -> [f64; 3] { std::array::from_fn(|n| y[n] + h * k[n]) };
        let k1 = rate(p, &y);
        let k2 = rate(p + 0.5 * h, &along(&k1, 0.5 * h));
        let k3 = rate(p + 0.5 * h, &along(&k2, 0.5 * h));
        let k4 = rate(p + h, &along(&k3, h));
        y = std::array::from_fn(|n| y[n] + h / 6.0 * (k1[n] + 2.0 * (k2[n] + k3[n]) + k4[n]));
    }
    y
}

/// Places outward from `eps*`, half an e-folding apart, with the knots among them.
fn places(ray: &Ray, rim_ratio: f64, sign: f64) -> Vec<f64> {
    let near = (0..42).map(|k| ray.eps * (1.0 + sign * 1e-9 * libm::exp(0.5 * k as f64)).max(0.4));
    let far = (0..40).map(|k| ray.eps * libm::exp(sign * 0.5 * k as f64));
    let knots = [1.0, rim_ratio].into_iter().filter(|eps| *eps > 0.0);
    let outward = |eps: &f64| sign * (eps - ray.eps) > 0.5e-9 * ray.eps && (1e-4..=1e4).contains(eps);
    let mut places: Vec<f64> = near.chain(far).chain(knots).chain([1e-4, 1e4]).filter(outward).collect();
    places.sort_by(f64::total_cmp);
    if sign < 0.0 {
        places.reverse();
    }
    places.dedup_by(|next, kept| ((*next - *kept) / (*kept - ray.eps)).abs() < 1e-3);
    places
}

/// From one place to the next: evenly in the distance's logarithm near `eps*`, in that of `eps` far from it.
fn walk(ray: &Ray, from: f64, to: f64) -> Walk {
    let star = ray.eps;
    if (from / star - 1.0).abs() < 0.3 {
        let (d, ratio) = (from - star, libm::log((to - star) / (from - star)));
        Box::new(move |s| {
            let distance = d * libm::exp(ratio * s);
            [star + distance, distance * ratio]
        })
    } else {
        let ratio = libm::log(to / from);
        Box::new(move |s| {
            let eps = from * libm::exp(ratio * s);
            [eps, eps * ratio]
        })
    }
}

/// Close to `eps*`: what holds there, and its slope, from the equations differentiated once.
fn beside(ray: &Ray, eps: f64) -> [f64; 3] {
    let step = 1e-4 * ray.eps;
    let (low, high) = (ray.brakes(ray.eps - step), ray.brakes(ray.eps + step));
    let [force_slope, slope] = [0, 1].map(|n| (high[n] - low[n]) / (2.0 * step));
    let torque = ray.torque;
    let h_slope = force_slope - torque - ray.eps * slope;
    let [b, g, q] = [1.0 / torque, ray.eps / (2.0 * torque), 0.5 / torque];
    let slopes = [
        -slope * b / (h_slope + torque),
        (1.0 - 2.0 * slope * g) / (h_slope + 2.0 * torque),
        -2.0 * slope * q / (h_slope + 2.0 * torque),
    ];
    let d = eps - ray.eps;
    [b + slopes[0] * d, g + slopes[1] * d, q + slopes[2] * d]
}

/// Greatest relative error of time, path and turn.
fn worst(rim_ratio: f64, inertia_ratio: f64) -> ([f64; 3], usize) {
    let curves = Curves::compute(rim_ratio, inertia_ratio).expect("a supported pair");
    let (ray, mut worst, mut compared) = (curves.ray, [0.0f64; 3], 0);
    for sign in [-1.0, 1.0] {
        let (mut at, mut y) = (f64::NAN, [0.0; 3]);
        for eps in places(&ray, rim_ratio, sign) {
            y = if at.is_nan() { beside(&ray, eps) } else { integrate(&ray, &walk(&ray, at, eps), y) };
            at = eps;
            let left = curves.left(eps).expect("within the tables");
            let got = [left.time_ratio, left.path_ratio, left.turn_ratio];
            for n in 0..3 {
                worst[n] = worst[n].max((got[n] / y[n] - 1.0).abs());
            }
            compared += 1;
        }
    }
    (worst, compared)
}

#[test]
fn time_path_and_turn_keep_their_stated_error() {
    for (rim_ratio, inertia_ratio) in [
        (0.0, 0.5),
        (0.0, 0.3),
        (0.0, 0.6),
        (0.5, 0.5),
        (0.7, 0.5),
        (0.9, 0.5),
        (0.95, 0.5),
        (0.95, 0.48),
        (0.9, 0.905),
        (0.5, 0.625),
        (1.0, 0.55),
        (1.0, 0.6),
        (1.0, 0.8),
        (1.0, 1.0),
    ] {
        let (worst, compared) = worst(rim_ratio, inertia_ratio);
        // a ring's friction has a steep knot, at which the tables are worst
        let most = if rim_ratio == 1.0 { 8e-9 } else { 8e-10 };
        assert!(compared > 100 && worst.iter().all(|e| *e < most), "{rim_ratio} {inertia_ratio}: {worst:?}");
    }
}
