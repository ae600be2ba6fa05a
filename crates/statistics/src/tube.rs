//! A band about a fitted curve that covers all of it at once.
//!
//! How often a curve leaves its band anywhere follows from how far its terms turn on the way (the tube formula: J. Sun
//! and C. R. Loader, Ann. Stat. 22 (1994) 1328), and is at most what Scheffé's bound says of all sums of the terms
//! (H. Scheffé, Biometrika 40 (1953) 87). The smaller of the two is taken.

use crate::distributions::{fisher_tail, student_tail};
use crate::tolerance::Curve;

/// Parts into which the range is cut.
const PARTS: usize = 1000;
/// Steps of a bisection.
const STEPS: usize = 60;
/// More standard errors than any band has.
const MOST_ERRORS: f64 = 1e6;

/// By how many standard errors a curve lies within its band over a whole range, with this confidence; `freedom` is that
/// of the errors. `None` where no number does, as with no freedom.
pub fn errors_of_band(curve: &Curve, [low, high]: [f64; 2], confidence: f64, freedom: f64) -> Option<f64> {
    let level = 1.0 - confidence;
    let turned = turned(curve, [low, high]);
    let unknowns = curve.coefficients.len() as f64;
    let leaves = |errors: f64| {
        let square = errors * errors;
        let ends = 2.0 * student_tail(freedom, errors);
        // ln(1 + x) as a power keeps what is small
        let way = turned / core::f64::consts::PI * libm::exp(-0.5 * freedom * libm::log1p(square / freedom));
        let all = fisher_tail([unknowns, freedom], square / unknowns).unwrap_or(1.0);
        (way + ends).min(all)
    };
    if !(freedom > 0.0 && leaves(MOST_ERRORS) <= level) {
        return None;
    }
    let (mut few, mut many) = (0.0, MOST_ERRORS);
    for _ in 0..STEPS {
        let middle = 0.5 * (few + many);
        if leaves(middle) > level { few = middle } else { many = middle }
    }
    Some(many)
}

/// By what angle the terms turn over a range, each measured by its error.
fn turned(curve: &Curve, [low, high]: [f64; 2]) -> f64 {
    let place = |part: usize| low + (high - low) * part as f64 / PARTS as f64;
    let terms: Vec<Vec<f64>> = (0..=PARTS).map(|part| curve.terms(place(part))).collect();
    let product = |one: &[f64], other: &[f64]| {
        let mut sum = 0.0;
        for (i, a) in one.iter().enumerate() {
            for (j, b) in other.iter().enumerate() {
                sum += a * b * curve.covariance[(i, j)];
            }
        }
        sum
    };
    // where a curve is known, as at the origin, it has no direction
    let known: Vec<&Vec<f64>> = terms.iter().filter(|at| product(at, at) > 0.0).collect();
    let angle = |pair: &[&Vec<f64>]| {
        let size = (product(pair[0], pair[0]) * product(pair[1], pair[1])).sqrt();
        libm::acos((product(pair[0], pair[1]).abs() / size).min(1.0))
    };
    known.windows(2).map(angle).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Matrix;
    use crate::tolerance::{Effects, Lowest};

    fn curve(degree: usize, lowest: Lowest) -> Curve {
        let off = vec![-1.0, -0.5, -0.25, 0.25, 0.5, 1.0];
        let covariance = Matrix::of(6, 6, |i, j| if i == j { 1e-4 } else { 0.0 });
        Effects { mean: vec![0.0; 6], off, covariance }.fit(degree, lowest).expect("a curve")
    }

    #[test]
    fn a_line_through_a_known_point_has_the_interval_of_one_number() {
        let errors = errors_of_band(&curve(1, Lowest::Linear), [-1.0, 1.0], 0.95, 1e6).expect("a band");
        assert!((errors - 1.96).abs() < 1e-3, "{errors}");
        let few = errors_of_band(&curve(1, Lowest::Linear), [-1.0, 1.0], 0.95, 5.0).expect("a band");
        assert!((few - 2.5706).abs() < 1e-3, "Student's of five: {few}");
        assert_eq!(errors_of_band(&curve(1, Lowest::Linear), [-1.0, 1.0], 0.95, 0.0), None);
    }

    #[test]
    fn a_band_is_wider_than_an_interval_and_no_wider_than_scheffe() {
        // roots of chi-square's 95 % quantiles of 2, 3 and 4 degrees
        for (degree, scheffe) in [(1, 2.4477), (2, 2.7955), (3, 3.0802)] {
            let errors = errors_of_band(&curve(degree, Lowest::Constant), [-1.0, 1.0], 0.95, 1e6).expect("a band");
            assert!(errors > 2.0 && errors < scheffe + 1e-3, "{degree}: {errors}");
            let narrow = errors_of_band(&curve(degree, Lowest::Constant), [0.4, 0.5], 0.95, 1e6).expect("a band");
            assert!(narrow < errors, "{degree}: {narrow} {errors}");
        }
    }
}
