//! How far chance moves the mean of each point, where few repeats say it of each.

use crate::estimates::Moments;

/// The square of the standard error of the mean of a point, once what a repeat does to all points alike is taken out:
/// that of all points together. Its own would go with its mean where trials are flags or counts: a point without a hit
/// would be the surest of all, and draw its neighbours down.
pub fn variance(worth: &[Vec<f64>]) -> f64 {
    let repeats = worth[0].len();
    let common: Vec<f64> =
        (0..repeats).map(|repeat| worth.iter().map(|of| of[repeat]).sum::<f64>() / worth.len() as f64).collect();
    // of n points the mean of all takes away one part in n
    let lost = 1.0 - 1.0 / worth.len() as f64;
    let own = |of: &Vec<f64>| {
        let mut moments = Moments::default();
        of.iter().zip(&common).for_each(|(value, common)| moments.add(value - common));
        let error = moments.standard_error();
        error * error / lost
    };
    worth.iter().map(own).sum::<f64>() / worth.len() as f64
}
