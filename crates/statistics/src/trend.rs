//! Does a share rise or fall with a number?

use crate::distributions::normal_tail;

/// A test of a trend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// Above 0 where the share rises, in standard deviations of no trend.
    pub z: f64,
    /// Two-sided.
    pub p: f64,
}

/// The test of W. G. Cochran (Biometrics 10 (1954) 417, <https://doi.org/10.2307/3001616>) and P. Armitage (Biometrics
/// 11 (1955) 375, <https://doi.org/10.2307/3001775>): of independent draws at each `score`, `yes` of so many, whether
/// the share goes with the score in a straight line. `None` where all scores or all draws are alike.
pub fn cochran_armitage(scores: &[f64], counts: &[[u64; 2]]) -> Option<Trend> {
    let cells = || scores.iter().zip(counts).map(|(score, [yes, of])| (*score, *yes as f64, *of as f64));
    let all: f64 = cells().map(|(.., of)| of).sum();
    let share = cells().map(|(_, yes, _)| yes).sum::<f64>() / all;
    let [sum, squares] =
        cells().fold([0.0; 2], |[sum, squares], (score, _, of)| [sum + of * score, squares + of * score * score]);
    let off: f64 = cells().map(|(score, yes, of)| score * (yes - of * share)).sum();
    let z = off / (share * (1.0 - share) * (squares - sum * sum / all)).sqrt();
    z.is_finite().then(|| Trend { z, p: 2.0 * normal_tail(z.abs()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trend_is_that_of_scipy() {
        // carriers of a germ by size of tonsils, Armitage's own example: scipy.stats.pearsonr of all 1,398 children,
        // times the root of their number, and the normal tail of it
        let found = cochran_armitage(&[1.0, 2.0, 3.0], &[[19, 516], [29, 589], [24, 293]]).expect("a trend");
        assert!((found.z - 2.681_930_197_392_825_6).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.007_319_873_140_626_254).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn what_does_not_differ_has_no_trend() {
        assert_eq!(cochran_armitage(&[1.0, 2.0], &[[0, 9], [0, 9]]), None);
        assert_eq!(cochran_armitage(&[1.0, 1.0], &[[3, 9], [4, 9]]), None);
        let level = cochran_armitage(&[1.0, 2.0], &[[3, 9], [3, 9]]).expect("two shares");
        assert_eq!((level.z, level.p), (0.0, 1.0));
    }
}
