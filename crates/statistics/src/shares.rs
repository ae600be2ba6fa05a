//! Shares of what several trials count together, and of shares themselves: intervals that never leave 0 to 1.

use crate::estimates::{ALIKE, Estimate, Moments, UPPER, normal_quantile_at, share_at, t_quantile_at, wilson_at};

/// A share of what clusters count: sums over clusters, each of which counts `yes` of `of`.
///
/// The variance of the ratio of both sums is linearised (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, sec. 2.11).
/// With it the clustered sample is worth so many independent draws, never more than it has (E. L. Korn, B. I. Graubard,
/// Survey Methodology 24 (1998) 193), and the interval is Wilson's of that number at the quantile of Student's t (N.
/// Dean, M. Pagano, J. Surv. Stat. Methodol. 3 (2015) 484, <https://doi.org/10.1093/jssam/smv024>), so that it never
/// leaves 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pool {
    clusters: u64,
    yes: u64,
    of: u64,
    squares: [f64; 3],
}

impl Pool {
    /// Adds a cluster; one of none says nothing.
    pub fn add(&mut self, yes: u64, of: u64) {
        if of == 0 {
            return;
        }
        let (y, x) = (yes as f64, of as f64);
        self.clusters += 1;
        self.yes += yes;
        self.of += of;
        for (sum, square) in self.squares.iter_mut().zip([y * y, y * x, x * x]) {
            *sum += square;
        }
    }

    /// How many are counted.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The share, of how many; without an interval from fewer than two clusters.
    pub fn estimate(&self) -> Estimate {
        self.estimate_at(UPPER)
    }

    /// The same with the interval of any quantile.
    pub fn estimate_at(&self, upper: f64) -> Estimate {
        // draws that are clusters of their own are independent
        if self.clusters == self.of {
            return share_at(self.yes, self.of, upper);
        }
        let (n, p) = (self.of as f64, self.yes as f64 / self.of as f64);
        let variance = (self.clusters > 1).then(|| {
            let [yy, yx, xx] = self.squares;
            let (clusters, off) = (self.clusters as f64, (yy - 2.0 * p * yx + p * p * xx).max(0.0));
            clusters / (clusters - 1.0) * off / (n * n)
        });
        let quantile = || t_quantile_at(self.clusters - 1, upper);
        let interval = variance.map(|variance| wilson_at(p, n.min(p * (1.0 - p) / variance), quantile()));
        Estimate { n: self.of, value: Some(p), std_error: variance.map(f64::sqrt), interval }
    }
}

/// A share by values that need not be shares themselves, as those of a ratio that was linearised: Wilson's interval of
/// so many draws as its standard error is worth, as [`Pool`]. `None` where the share or its error is none of a share.
pub fn share_with_error(moments: &Moments, upper: f64) -> Option<Estimate> {
    let (n, p, error) = (moments.n(), moments.mean(), moments.standard_error());
    let interval = || wilson_at(p, p * (1.0 - p) / (error * error), t_quantile_at(n - 1, upper));
    let is_share = n > 1 && 0.0 < p && p < 1.0 && error > 0.0;
    is_share.then(|| Estimate { n, value: Some(p), std_error: Some(error), interval: Some(interval()) })
}

/// Values between 0 and 1, each a share of its trial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// All of them.
    pub moments: Moments,
    /// Those that are 0 and those that are 1.
    whole: [u64; 2],
}

impl Shares {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.moments.add(value);
        self.whole[0] += u64::from(value == 0.0);
        self.whole[1] += u64::from(value == 1.0);
    }

    /// Their mean: with Wilson's interval where each is all or nothing, else with that of so many of those as are worth
    /// as much, as [`Pool`].
    ///
    /// Where every trial says the same, one that differs is unseen in `n`: it is as rare as Wilson's interval of none
    /// says, and differs by as much as the nearer bound at most.
    pub fn estimate(&self) -> Estimate {
        self.estimate_at(UPPER)
    }

    /// The same with the interval of any quantile.
    pub fn estimate_at(&self, upper: f64) -> Estimate {
        let (n, p) = (self.moments.n(), self.moments.mean());
        // one value may be exact, and is no draw of a share then
        if n != 1 && self.whole[0] + self.whole[1] == n {
            return share_at(self.whole[1], n, upper);
        }
        let error = self.moments.standard_error();
        let interval = (n > 1).then(|| {
            // an error of rounding is none: the values are all alike
            if error > ALIKE * p {
                return wilson_at(p, p * (1.0 - p) / (error * error), t_quantile_at(n - 1, upper));
            }
            let most = wilson_at(0.0, n as f64, normal_quantile_at(upper))[1] * p.min(1.0 - p);
            [p - most, p + most]
        });
        Estimate { n, value: Some(p), std_error: (n > 1).then_some(error), interval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::{share, t_quantile};

    fn pool(clusters: &[(u64, u64)]) -> Pool {
        let mut pool = Pool::default();
        clusters.iter().for_each(|&(yes, of)| pool.add(yes, of));
        pool
    }

    fn shares(values: &[f64]) -> Estimate {
        let mut shares = Shares::default();
        values.iter().for_each(|value| shares.add(*value));
        shares.estimate()
    }

    #[test]
    fn shares_that_differ_by_rounding_are_alike() {
        let rounded = [0.5, f64::from_bits(0.5_f64.to_bits() + 1)];
        let [low, high] = shares(&rounded).interval.expect("of two");
        // as for two that are one half to the last bit
        let [plain_low, plain_high] = shares(&[0.5, 0.5]).interval.expect("of two");
        assert!(
            (low - plain_low).abs() < 1e-12 && (high - plain_high).abs() < 1e-12 && high - low > 0.1,
            "{low} {high}"
        );
    }

    #[test]
    fn a_pooled_share_is_one_sum_over_another() {
        // the mean of the clusters' shares would be (1 + 0.25) / 2
        let estimate = pool(&[(1, 1), (2, 8), (0, 0)]).estimate();
        assert_eq!((estimate.n, estimate.value), (9, Some(1.0 / 3.0)));
    }

    #[test]
    fn clusters_that_agree_are_worth_no_more_than_their_draws_and_those_that_differ_less() {
        let width = |estimate: Estimate| estimate.interval.map_or(f64::NAN, |[low, high]| high - low);
        let plain = width(share(100, 400));
        let alike = width(pool(&[(5, 20); 20]).estimate());
        // t of 19 for the normal quantile is all that is wider
        assert!((alike / plain - 2.093 / 1.96).abs() < 0.01, "{alike} {plain}");
        let apart: Vec<_> = (0..20).map(|cluster| if cluster % 4 == 0 { (20, 20) } else { (0, 20) }).collect();
        // twenty draws: the design effect of clusters that are all or nothing is their size
        let coarse = pool(&apart).estimate();
        assert!((width(coarse) / width(share(5, 20)) - 2.093 / 1.96).abs() < 0.05, "{coarse:?}");
    }

    #[test]
    fn the_variance_of_a_ratio_is_that_of_the_book() {
        // y = 3, 1, 4, 2 of x = 10, 5, 9, 6: R = 1/3, residuals -1/3, -2/3, 1, 0, sum of squares 14/9
        let estimate = pool(&[(3, 10), (1, 5), (4, 9), (2, 6)]).estimate();
        let variance: f64 = 4.0 / 3.0 * (14.0 / 9.0) / 900.0;
        let n = (2.0 / 9.0 / variance).min(30.0);
        assert_eq!(estimate.interval, Some(wilson_at(1.0 / 3.0, n, t_quantile(3))));
    }

    #[test]
    fn no_interval_leaves_the_range() {
        for clusters in [&[(0, 3), (0, 7)][..], &[(3, 3), (7, 7)], &[(1, 2), (1, 1)], &[(0, 1), (1, 1), (1, 1)]] {
            let [low, high] = pool(clusters).estimate().interval.expect("two clusters");
            assert!((0.0..high).contains(&low) && high <= 1.0, "{clusters:?}: {low} {high}");
        }
        assert_eq!(pool(&[(1, 3)]).estimate().interval, None);
        assert_eq!(pool(&[]).estimate(), Estimate::default());
    }

    #[test]
    fn single_matches_are_draws() {
        // Student's interval would be -0.10 to 1.30
        assert_eq!(shares(&[1.0, 0.0, 1.0, 1.0, 0.0]), share(3, 5));
        assert_eq!(pool(&[(1, 1), (0, 1), (1, 1)]).estimate(), share(2, 3));
    }

    #[test]
    fn shared_pairs_are_certain_only_by_their_number() {
        let [low, high] = shares(&[0.5; 2]).interval.expect("two trials");
        assert!(low > 0.0 && low < 0.2 && high < 1.0, "{low} {high}");
        let [low, high] = shares(&[0.5; 1000]).interval.expect("many trials");
        assert!(low > 0.498 && high < 0.502);
        let mixed = [0.5, 0.5, 0.5, 1.0, 0.0, 0.5, 0.5, 0.5, 0.5, 1.0];
        let [low, high] = shares(&mixed).interval.expect("ten trials");
        assert!(low < 0.5 && high > 0.6 && high < 0.8, "{low} {high}");
    }
}
