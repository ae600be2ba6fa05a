//! Exact intervals and tests of shares.

use crate::distributions::{beta_quantile, heads_at_most};

/// The interval of C. J. Clopper and E. S. Pearson (Biometrika 26 (1934) 404,
/// <https://doi.org/10.1093/biomet/26.4.404>) for the share of `count` in `n` at a confidence such as 0.95: it covers
/// at least that often, whatever the share. `None` without draws.
pub fn clopper_pearson(count: u64, n: u64, confidence: f64) -> Option<[f64; 2]> {
    if n == 0 || count > n {
        return None;
    }
    let tail = (1.0 - confidence) / 2.0;
    let (x, rest) = (count as f64, (n - count) as f64);
    let low = if count == 0 { 0.0 } else { beta_quantile([x, rest + 1.0], tail) };
    let high = if count == n { 1.0 } else { beta_quantile([x + 1.0, rest], 1.0 - tail) };
    Some([low, high])
}

/// The exact test of Q. McNemar (Psychometrika 12 (1947) 153, <https://doi.org/10.1007/BF02295996>) of two paired
/// shares: two-sided p of `one` pairs that went one way and `other` that went the other way, those that agree said
/// nothing.
pub fn mcnemar(one: u64, other: u64) -> f64 {
    (2.0 * heads_at_most(one.min(other), one + other)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::share;

    #[test]
    fn intervals_are_those_of_the_books() {
        // 81 of 263 and 0 of 20 (strategy test T16; R: binom.test, prop.test without correction)
        for (count, n, low, high) in [(81, 263, 0.2527, 0.3676), (0, 20, 0.0, 0.1684)] {
            let [got_low, got_high] = clopper_pearson(count, n, 0.95).expect("draws");
            assert!((got_low - low).abs() < 6e-5 && (got_high - high).abs() < 6e-5, "{got_low} {got_high}");
        }
        for (count, n, low, high) in [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611)] {
            let [got_low, got_high] = share(count, n).interval.expect("draws");
            assert!((got_low - low).abs() < 6e-5 && (got_high - high).abs() < 6e-5, "{got_low} {got_high}");
        }
    }

    #[test]
    fn coverage_at_a_hundred_draws_of_a_tenth_is_as_computed() {
        // exact sums over the binomial (T16): Wilson 0.9364, Clopper-Pearson 0.9557
        let ways = |x: u64| (0..x).map(|k| (100 - k) as f64 / (k + 1) as f64).product::<f64>();
        let chance = |x: u64| ways(x) * libm::pow(0.1, x as f64) * libm::pow(0.9, (100 - x) as f64);
        let covered = |interval: &dyn Fn(u64) -> [f64; 2]| -> f64 {
            (0..=100).filter(|x| (interval(*x)[0]..=interval(*x)[1]).contains(&0.1)).map(chance).sum()
        };
        let wilson = covered(&|x| share(x, 100).interval.expect("draws"));
        let exact = covered(&|x| clopper_pearson(x, 100, 0.95).expect("draws"));
        assert!((wilson - 0.9364).abs() < 6e-5 && (exact - 0.9557).abs() < 6e-5, "{wilson} {exact}");
    }

    #[test]
    fn discordant_pairs_alone_speak() {
        // 2 x (1 + 10 + 45) / 1024
        assert!((mcnemar(2, 8) - 112.0 / 1024.0).abs() < 1e-12);
        assert_eq!((mcnemar(0, 0), mcnemar(5, 5)), (1.0, 1.0));
    }
}
