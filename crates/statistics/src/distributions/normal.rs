//! The normal distribution.

use core::f64::consts::{FRAC_1_SQRT_2, TAU};

use super::has_settled;

/// Newton's method ends with a step of so much of the value: what is left is its square.
const SETTLED: f64 = 1e-9;
/// Steps of Newton's method; some four are taken.
const MOST_STEPS: usize = 50;

/// The chance of a larger value (DLMF 7.18.1 and 7.2.2).
pub fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * FRAC_1_SQRT_2)
}

/// The value below which lies this share; NaN outside of 0 to 1.
pub fn normal_quantile(below: f64) -> f64 {
    let above = 1.0 - below;
    match below {
        _ if !(0.0..=1.0).contains(&below) => f64::NAN,
        _ if below < 0.25 => -far(below),
        _ if above < 0.25 => far(above),
        _ => near(below - 0.5),
    }
}

/// The value with so much above it, less than a quarter: by Newton's method on the logarithm, which is concave, from
/// M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.2.22.
fn far(above: f64) -> f64 {
    if above == 0.0 {
        return f64::INFINITY;
    }
    let wanted = libm::log(above);
    let t = (-2.0 * wanted).sqrt();
    let mut z = t - (2.307_53 + 0.270_61 * t) / (1.0 + (0.992_29 + 0.044_81 * t) * t);
    for _ in 0..MOST_STEPS {
        let tail = normal_tail(z);
        let density = libm::exp(-0.5 * z * z) / TAU.sqrt();
        let step = (libm::log(tail) - wanted) * (tail / density);
        z += step;
        if has_settled(step.abs(), SETTLED * z) {
            break;
        }
    }
    z
}

/// The value between which and 0 lies this share, at most a quarter: by Newton's method.
fn near(share: f64) -> f64 {
    let mut z = share * TAU.sqrt();
    for _ in 0..MOST_STEPS {
        let off = 0.5 * libm::erf(z * FRAC_1_SQRT_2) - share;
        let step = off * TAU.sqrt() * libm::exp(0.5 * z * z);
        z -= step;
        if has_settled(step.abs(), SETTLED * z.abs()) {
            break;
        }
    }
    z
}
