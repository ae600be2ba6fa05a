//! Tails and quantiles of the distributions that tests and intervals need.
//!
//! Everything is computed by `libm`, never by a function of the platform, so that the bits of an interval do not depend
//! on where it was computed. Sources: the NIST Digital Library of Mathematical Functions (DLMF,
//! <https://dlmf.nist.gov>), and those named at each function.

mod beta;
mod gamma;
mod normal;
mod saddle;
mod student;
#[cfg(test)]
mod tests;

pub use normal::{normal_quantile, normal_tail};
pub use student::{student_quantile, student_tail};

/// The chance of a value of chi-square above `value`, of so many degrees of freedom (DLMF 8.2.4);
/// `None` unless these are a positive number.
pub fn chi_square_tail(freedom: f64, value: f64) -> Option<f64> {
    is_freedom(freedom).then(|| gamma::upper(freedom / 2.0, value.max(0.0) / 2.0))
}

/// The chance of a value of Fisher's F above `value`, of these degrees of freedom (M. Abramowitz and I. A. Stegun,
/// Handbook of Mathematical Functions (1964), 26.6.2); `None` unless both are positive numbers.
pub fn fisher_tail([over, under]: [f64; 2], value: f64) -> Option<f64> {
    if !(is_freedom(over) && is_freedom(under)) {
        return None;
    }
    let odds = over * value.max(0.0) / under;
    Some(beta::shares(over / 2.0, under / 2.0, odds)[1])
}

/// The value below which a variable of the beta distribution lies with this chance; NaN for a chance outside of 0 to 1
/// or shapes that are not positive.
pub fn beta_quantile([a, b]: [f64; 2], chance: f64) -> f64 {
    if !(is_freedom(a) && is_freedom(b) && (0.0..=1.0).contains(&chance)) {
        return f64::NAN;
    }
    let odds = beta::odds(a, b, [chance, 1.0 - chance]);
    if odds.is_infinite() { 1.0 } else { odds / (1.0 + odds) }
}

/// The chance of at most `count` heads in `n` throws of a fair coin (DLMF 8.17.5).
pub fn heads_at_most(count: u64, n: u64) -> f64 {
    if count >= n { 1.0 } else { beta::shares((n - count) as f64, count as f64 + 1.0, 1.0)[0] }
}

/// Whether a series or an iteration ends: its last change is small, or is no number.
fn has_settled(change: f64, most: f64) -> bool {
    change <= most || change.is_nan()
}

fn is_freedom(freedom: f64) -> bool {
    freedom > 0.0 && freedom.is_finite()
}
