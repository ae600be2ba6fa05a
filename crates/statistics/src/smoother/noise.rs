//! How far chance moves the mean of each point, where few repeats say it of each.

use crate::estimates::Moments;

/// Degrees of freedom of what all points say of each, at least.
const LEAST: f64 = 4.0;

/// Of each point the square of the standard error of its mean, once what a repeat does to all points alike is taken
/// out: its own is drawn towards that of all by as much as own ones do not differ beyond chance, as variances that
/// follow an inverse chi-square distribution (G. K. Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004), Article 3).
pub fn variances(worth: &[Vec<f64>]) -> Vec<f64> {
    let repeats = worth[0].len();
    let common: Vec<f64> =
        (0..repeats).map(|repeat| worth.iter().map(|of| of[repeat]).sum::<f64>() / worth.len() as f64).collect();
    let freedom = repeats as f64 - 1.0;
    // of n points the mean of all takes away one part in n
    let lost = 1.0 - 1.0 / worth.len() as f64;
    let own = |of: &Vec<f64>| {
        let mut moments = Moments::default();
        of.iter().zip(&common).for_each(|(value, common)| moments.add(value - common));
        let error = moments.standard_error();
        error * error / lost
    };
    let own: Vec<f64> = worth.iter().map(own).collect();
    let mut all = Moments::default();
    own.iter().for_each(|variance| all.add(*variance));
    let count = own.len() as f64;
    let square = all.standard_error() * all.standard_error() * count / (all.mean() * all.mean());
    let beyond = (square - 2.0 / freedom) / (1.0 + 2.0 / freedom);
    let of_all = if beyond > 0.0 { LEAST + 2.0 / beyond } else { f64::INFINITY };
    let share = if of_all.is_finite() { freedom / (freedom + of_all) } else { 0.0 };
    own.iter().map(|variance| all.mean() + share * (variance - all.mean())).collect()
}
