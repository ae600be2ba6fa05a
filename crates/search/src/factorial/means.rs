//! Means and differences of values of which some are missing.

use tolley_statistics::estimates::Moments;

/// Differences that are smaller than so much of their size are none.
pub(super) const ALIKE: f64 = 1e-12;

/// The mean of each combination over some repeats, NaN where one of them has no value; where no combination has them
/// all, over those that it has.
pub(super) fn means_by(worth: &[Vec<f64>], by: &[usize]) -> Vec<f64> {
    let whole = |worth: &Vec<f64>| by.iter().map(|repeat| worth[*repeat]).sum::<f64>() / by.len() as f64;
    let means: Vec<f64> = worth.iter().map(whole).collect();
    if means.iter().any(|mean| !mean.is_nan()) {
        return means;
    }
    worth.iter().map(|worth| mean(by.iter().map(|repeat| worth[*repeat]))).collect()
}

/// The moments of the values that are there.
pub(super) fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().filter(|value| !value.is_nan()).for_each(|value| moments.add(*value));
    moments
}

/// The mean of the values that are there, NaN of none.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    let moments = moments(&all);
    if moments.n() == 0 { f64::NAN } else { moments.mean() }
}

/// By how much one is worth more than another, repeat by repeat.
pub(super) fn differences(one: &[f64], other: &[f64]) -> Moments {
    let apart = one.iter().zip(other).map(|(one, other)| {
        let apart = one - other;
        if apart.abs() <= ALIKE * one.abs().max(other.abs()) { 0.0 } else { apart }
    });
    moments(&apart.collect::<Vec<_>>())
}
