//! Student's t.

use super::{beta, normal};

/// From here on an expansion in one over the degrees of freedom is exact to 1e-14.
const EXPANSION: f64 = 10_000.0;

/// The chance of a larger value of so many degrees of freedom (DLMF 8.17 with odds t² / freedom); NaN where these are
/// no positive number.
pub fn student_tail(freedom: f64, t: f64) -> f64 {
    if freedom <= 0.0 || freedom.is_nan() || t.is_nan() {
        return f64::NAN;
    }
    if t < 0.0 {
        return 1.0 - student_tail(freedom, -t);
    }
    if t.is_infinite() {
        return 0.0;
    }
    if freedom >= EXPANSION {
        return normal::normal_tail(deviate(freedom, t));
    }
    // squared after the division: t may be huge
    let root = t / freedom.sqrt();
    0.5 * beta::shares(0.5, freedom / 2.0, root * root)[1]
}

/// The normal deviate with the same tail: G. W. Hill, Algorithm 395, Commun. ACM 13 (1970) 617.
fn deviate(freedom: f64, t: f64) -> f64 {
    let a = freedom - 0.5;
    let b = 48.0 * a * a;
    let root = t / freedom.sqrt();
    let square = a * libm::log1p(root * root);
    let far = ((((-0.4 * square - 3.3) * square - 24.0) * square - 85.5) / (0.8 * square * square + 100.0 + b)
        + square
        + 3.0)
        / b
        + 1.0;
    far * square.sqrt()
}

/// The value below which lies this share; NaN outside of 0 to 1, or where the degrees of freedom are no positive
/// number.
pub fn student_quantile(freedom: f64, below: f64) -> f64 {
    if !(freedom > 0.0 && (0.0..=1.0).contains(&below)) {
        return f64::NAN;
    }
    if below < 0.5 {
        return -upper(freedom, below);
    }
    upper(freedom, 1.0 - below)
}

/// The value with so much above it, at most one half.
fn upper(freedom: f64, above: f64) -> f64 {
    if freedom >= EXPANSION {
        return expansion(freedom, -normal::normal_quantile(above));
    }
    // the square's odds have twice that above them; what is below is exact down to a difference of 1e-16
    freedom.sqrt() * beta::odds(0.5, freedom / 2.0, [1.0 - 2.0 * above, 2.0 * above]).sqrt()
}

/// The quantile from that of the normal distribution: M. Abramowitz and I. A. Stegun, Handbook of Mathematical
/// Functions (1964), 26.7.5.
fn expansion(freedom: f64, z: f64) -> f64 {
    let s = z * z;
    let g1 = z * (s + 1.0) / 4.0;
    let g2 = z * ((5.0 * s + 16.0) * s + 3.0) / 96.0;
    let g3 = z * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0;
    let g4 = z * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92_160.0;
    z + (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom
}
