//! How far may a quantity be off before its effect leaves a margin? A curve through the effects of several values, and
//! where it meets the margin.
//!
//! Effects of points that share their random numbers depend on each other, so the curve is fitted by generalised least
//! squares (A. C. Aitken, Proc. R. Soc. Edinburgh 55 (1936) 42) with the covariance seen between trials.

use crate::distributions::chi_square_tail;
use crate::estimates::normal_quantile_at;
use crate::matrix::{Matrix, cholesky, solve};

/// Parts into which the range is cut to find where the margin is met first.
const PARTS: usize = 1000;
/// Steps of a bisection.
const STEPS: usize = 60;

/// Mean effects at several values of a quantity, and how they vary together.
#[derive(Clone, Debug, PartialEq)]
pub struct Effects {
    /// By how much the quantity is off, each once.
    pub off: Vec<f64>,
    /// Mean effect of each.
    pub mean: Vec<f64>,
    /// Covariance of these means, row by row.
    pub covariance: Matrix,
}

impl Effects {
    /// Of trials of which each gives one effect for each value of `off`; `None` with fewer than two. Two values may
    /// never have differed in any trial: each is taken to have differed by `reach`, the most it can, once more by
    /// itself.
    pub fn of(off: Vec<f64>, reach: f64, trials: impl Iterator<Item = Vec<f64>>) -> Option<Effects> {
        let size = off.len();
        let (mut n, mut mean, mut covariance) = (0.0, vec![0.0; size], Matrix::zero(size, size));
        for trial in trials {
            n += 1.0;
            let before: Vec<f64> = trial.iter().zip(&mean).map(|(value, mean)| value - mean).collect();
            mean.iter_mut().zip(&before).for_each(|(mean, deviation)| *mean += deviation / n);
            for i in 0..size {
                for j in 0..size {
                    covariance[(i, j)] += before[i] * (trial[j] - mean[j]);
                }
            }
        }
        covariance.scale(1.0 / ((n - 1.0) * n));
        (0..size).for_each(|i| covariance[(i, i)] += (reach / n) * (reach / n));
        (n > 1.0).then_some(Effects { off, mean, covariance })
    }

    /// Fits powers of the quantity up to `degree`, from 1 where it is known that nothing off has no effect, else from
    /// 0; `None` where the effects do not determine them.
    pub fn fit(&self, degree: usize, from: Lowest) -> Option<Curve> {
        let size = self.off.len();
        let lowest = from as usize;
        let unknowns = (degree + 1).saturating_sub(lowest);
        if size < unknowns || unknowns == 0 {
            return None;
        }
        let powers = Matrix::of(size, unknowns, |i, j| power(self.off[i], j + lowest));
        let Fitted { coefficients, covariance, p_fit } = self.fit_terms(&powers, unknowns)?;
        Some(Curve { lowest, coefficients, covariance, p_fit })
    }

    /// Fits any terms: a row an effect, a column a term; `None` where the effects do not determine them.
    pub fn fit_terms(&self, terms: &Matrix, unknowns: usize) -> Option<Fitted> {
        let size = self.mean.len();
        if size < unknowns || unknowns == 0 {
            return None;
        }
        let root = cholesky(&self.covariance)?;
        let weighted: Vec<Vec<f64>> = (0..unknowns).map(|j| solve(&root, &terms.column(j))).collect();
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let normal = Matrix::of(unknowns, unknowns, |i, j| dot(&terms.column(i), &weighted[j]));
        let root_of_normal = cholesky(&normal)?;
        let right: Vec<f64> = weighted.iter().map(|column| dot(column, &self.mean)).collect();
        let coefficients = solve(&root_of_normal, &right);
        let unit = |k: usize| (0..unknowns).map(|i| f64::from(u8::from(i == k))).collect::<Vec<_>>();
        let columns: Vec<Vec<f64>> = (0..unknowns).map(|k| solve(&root_of_normal, &unit(k))).collect();
        let fitted = |i: usize| dot(&coefficients, &(0..unknowns).map(|j| terms[(i, j)]).collect::<Vec<_>>());
        let rest: Vec<f64> = (0..size).map(|i| self.mean[i] - fitted(i)).collect();
        let misfit = dot(&rest, &solve(&root, &rest));
        let freedom = size - unknowns;
        let p_fit = chi_square_tail(freedom as f64, misfit);
        let covariance = Matrix::of(unknowns, unknowns, |i, j| columns[j][i]);
        Some(Fitted { coefficients, covariance, p_fit })
    }
}

/// Terms with their coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// Of each term.
    pub coefficients: Vec<f64>,
    /// Of the coefficients.
    pub covariance: Matrix,
    /// The chance of a worse fit if the terms are right; `None` where they are as many as effects.
    pub p_fit: Option<f64>,
}

/// The lowest power of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowest {
    /// There may be an effect where nothing is off.
    Constant = 0,
    /// There is none: the curve passes through the origin.
    Linear = 1,
}

fn power(base: f64, exponent: usize) -> f64 {
    (0..exponent).map(|_| base).product()
}

/// A fitted curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    lowest: usize,
    /// Of the powers from the lowest one.
    pub coefficients: Vec<f64>,
    /// Of the coefficients.
    pub covariance: Matrix,
    /// The chance of a worse fit if the curve is right; `None` where it has as many powers as there are values.
    pub p_fit: Option<f64>,
}

/// How much a quantity may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Where the curve meets the margin; `None` if not within the values tried.
    pub value: Option<f64>,
    /// Up to here the effect is within the margin with the confidence asked for, one-sided; `None` if not even close to
    /// 0, the last value tried if all the way.
    pub bound: Option<f64>,
}

impl Curve {
    /// The effect and its standard error.
    pub fn at(&self, off: f64) -> [f64; 2] {
        let powers = self.terms(off);
        let value = self.coefficients.iter().zip(&powers).map(|(coefficient, power)| coefficient * power).sum();
        let mut variance = 0.0;
        for (i, a) in powers.iter().enumerate() {
            for (j, b) in powers.iter().enumerate() {
                variance += a * b * self.covariance[(i, j)];
            }
        }
        [value, variance.max(0.0).sqrt()]
    }

    /// Its powers at a place.
    pub fn terms(&self, off: f64) -> Vec<f64> {
        (0..self.coefficients.len()).map(|j| power(off, j + self.lowest)).collect()
    }

    /// Between 0 and `last`, the furthest value tried to this side. The bound is where a one-sided test of the effect
    /// at that place stops saying that it is within the margin (E. C. Fieller, J. R. Stat. Soc. B 16 (1954) 175), so it
    /// lies beyond the true tolerance in a share of 1 - confidence of all runs.
    pub fn tolerance(&self, last: f64, margin: f64, confidence: f64) -> Tolerance {
        let quantile = normal_quantile_at(confidence);
        let over = |errors: f64| {
            move |off: f64| {
                let [value, error] = self.at(off);
                value.abs() + errors * error > margin
            }
        };
        let bound = match first(last, over(quantile)) {
            Some(bound) => (bound != 0.0).then_some(bound),
            None => Some(last),
        };
        Tolerance { value: first(last, over(0.0)), bound }
    }
}

/// The first place from 0 to `last` where a condition holds.
pub fn first(last: f64, holds: impl Fn(f64) -> bool) -> Option<f64> {
    let place = |part: usize| last * part as f64 / PARTS as f64;
    let part = (0..=PARTS).find(|part| holds(place(*part)))?;
    if part == 0 {
        return Some(0.0);
    }
    let (mut inside, mut outside) = (place(part - 1), place(part));
    for _ in 0..STEPS {
        let middle = 0.5 * (inside + outside);
        if holds(middle) { outside = middle } else { inside = middle }
    }
    Some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::random::{Purpose, Stream, Streams};

    const OFF: [f64; 6] = [-0.04, -0.02, -0.01, 0.01, 0.02, 0.04];

    fn effect(off: f64) -> f64 {
        0.5 * off + 2.0 * off * off
    }

    /// Pairs of matches that share their random numbers: one is turned where the coins differ by enough, rarely either
    /// way, and a little more often to the better one.
    fn run(stream: &mut Stream, n: usize) -> Effects {
        let trials = (0..n).map(|_| {
            let (u, v) = (stream.uniform(), stream.uniform());
            let of = |off: f64| {
                let turned = 6.0 * off.abs();
                if u < turned { f64::from(u8::from(v < 0.5 + effect(off) / turned)) - 0.5 } else { 0.0 }
            };
            OFF.iter().map(|off| of(*off)).collect()
        });
        Effects::of(OFF.to_vec(), 0.5, trials).expect("trials")
    }

    #[test]
    fn the_bound_covers_in_ninety_five_of_a_hundred_runs() {
        // 0.5 x + 2 x^2 = 0.01 at x = 0.018614
        let truth = ((0.25_f64 + 0.08).sqrt() - 0.5) / 4.0;
        let mut stream = Streams::new(5, 0, None).open(Purpose::named("pairs"));
        let (mut beyond, mut refused) = (0, 0);
        for _ in 0..2000 {
            let curve = run(&mut stream, 3000).fit(2, Lowest::Linear).expect("a curve");
            let tolerance = curve.tolerance(0.04, 0.01, 0.95);
            beyond += usize::from(tolerance.bound.is_some_and(|bound| bound > truth));
            refused += usize::from(curve.p_fit.is_some_and(|p| p < 0.05));
        }
        assert!((60..=140).contains(&beyond), "{beyond} of 2000");
        assert!((60..=140).contains(&refused), "{refused} of 2000");
    }

    #[test]
    fn without_noise_the_curve_is_met_where_it_is() {
        let mean = OFF.iter().map(|off| effect(*off)).collect();
        let effects =
            Effects { off: OFF.to_vec(), mean, covariance: Matrix::of(6, 6, |i, j| if i == j { 1e-18 } else { 0.0 }) };
        let curve = effects.fit(2, Lowest::Linear).expect("a curve");
        let tolerance = curve.tolerance(0.04, 0.01, 0.95);
        assert!((tolerance.value.expect("within") - 0.018_614).abs() < 1e-6);
        // to the other side: -0.5 x + 2 x^2 = -0.01 at x = 0.02192
        let lighter = curve.tolerance(-0.04, 0.01, 0.95).value.expect("within");
        assert!((lighter + 0.021_922).abs() < 1e-5, "{lighter}");
        assert_eq!(curve.tolerance(0.01, 0.01, 0.95), Tolerance { value: None, bound: Some(0.01) });
        assert!(effects.fit(7, Lowest::Linear).is_none());
        let line = effects.fit(1, Lowest::Linear).expect("a line");
        assert!(line.p_fit.expect("freedom") < 1e-9, "a line does not fit");
        let free = effects.fit(2, Lowest::Constant).expect("a curve");
        assert!((free.coefficients[0].abs() < 1e-9) && (free.coefficients[1] - 0.5).abs() < 1e-6);
    }
}
