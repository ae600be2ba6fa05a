//! Shares and means with 95 % intervals.

use std::sync::OnceLock;

pub use crate::distributions::normal_tail;
use crate::distributions::{normal_quantile, student_quantile, student_tail};

/// Of every interval.
pub const CONFIDENCE: f64 = 0.95;
/// The quantile whose interval leaves out as much above as below.
pub const UPPER: f64 = upper_of(CONFIDENCE);

/// The quantile whose interval has this confidence and leaves out as much above as below.
pub const fn upper_of(confidence: f64) -> f64 {
    1.0 - (1.0 - confidence) / 2.0
}

/// A share or a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Rows that have a value.
    pub n: u64,
    /// Absent when there are none.
    pub value: Option<f64>,
    /// Its standard error; absent with fewer than two rows.
    pub std_error: Option<f64>,
    /// 95 %, low and high. A mean has none with fewer than two rows, nor one that never varied, of which nobody knows
    /// how far it may; a share has one of one row.
    pub interval: Option<[f64; 2]>,
}

impl Estimate {
    /// With its interval cut off at what is possible.
    #[must_use]
    pub fn within(self, [least, most]: [f64; 2]) -> Estimate {
        Estimate { interval: self.interval.map(|ends| ends.map(|end| end.clamp(least, most))), ..self }
    }

    /// The same of a surface, which may swing beyond what is possible: its value is the nearest that is, and its
    /// interval goes as far as about that, too.
    #[must_use]
    pub fn nearest_within(self, [least, most]: [f64; 2]) -> Estimate {
        let value = self.value.map(|value| value.clamp(least, most));
        let moved = value.zip(self.value).map_or(0.0, |(value, before)| value - before);
        let interval = self.interval.map(|[low, high]| [low.min(low + moved), high.max(high + moved)]);
        Estimate { value, interval, ..self }.within([least, most])
    }
}

/// The share of `count` in `n` with Wilson's score interval (E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209,
/// <https://doi.org/10.1080/01621459.1927.10502953>).
pub fn share(count: u64, n: u64) -> Estimate {
    share_at(count, n, UPPER)
}

/// The same with the interval of any quantile.
pub fn share_at(count: u64, n: u64, upper: f64) -> Estimate {
    let value = (n > 0).then(|| count as f64 / n as f64);
    let interval = |p: f64| wilson_at(p, n as f64, normal_quantile_at(upper));
    let std_error = value.filter(|_| n > 1).map(|p| (p * (1.0 - p) / n as f64).sqrt());
    Estimate { n, value, std_error, interval: value.map(interval) }
}

/// Wilson's interval about the share `p` of `n`, at a quantile.
pub fn wilson_at(p: f64, n: f64, z: f64) -> [f64; 2] {
    let z2_n = z * z / n;
    let centre = (p + z2_n / 2.0) / (1.0 + z2_n);
    let half = z / (1.0 + z2_n) * (p * (1.0 - p) / n + z2_n / (4.0 * n)).sqrt();
    // at none and all the formula's ends are 0 and 1 but for rounding
    let low = if p == 0.0 { 0.0 } else { centre - half };
    let high = if p == 1.0 { 1.0 } else { centre + half };
    [low, high]
}

/// Mean and sum of squared deviations, one value after the other (B. P. Welford, Technometrics 4 (1962) 419,
/// <https://doi.org/10.1080/00401706.1962.10490022>).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a value.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.n += 1;
        let deviation = value - self.mean;
        self.mean += deviation / self.n as f64;
        self.squares += deviation * (value - self.mean);
    }

    /// Number of values.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The mean; 0 without values.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Standard error of the mean; NaN with fewer than two values.
    pub fn standard_error(&self) -> f64 {
        (self.squares / (self.n.saturating_sub(1)) as f64 / self.n as f64).sqrt()
    }

    /// What one of `all` trials, of which these are the values of those that have one, adds to the mean: its linear
    /// part (W. G. Cochran, Sampling Techniques, 3rd ed. (1977), 6.4); NaN is a trial without a value, which adds the
    /// mean. All parts have this mean, and spread as it does by its `n - 1` degrees of freedom, which of one value are
    /// none. The value itself where all have one.
    pub fn part(&self, value: f64, all: u64) -> f64 {
        if self.n == all {
            return value;
        }
        if value.is_nan() {
            return if self.n > 0 { self.mean } else { f64::NAN };
        }
        let (n, all) = (self.n as f64, all as f64);
        let spread = if n > 1.0 { (n * (all - 1.0) / ((n - 1.0) * all)).sqrt() } else { 1.0 };
        self.mean + (value - self.mean) * (all / n * spread)
    }

    /// The mean with Student's t interval; `quantile` is [`t_quantile`] of `n - 1`.
    fn estimate_with(&self, quantile: f64) -> Estimate {
        let error = self.standard_error();
        Estimate {
            n: self.n,
            value: Some(self.mean),
            std_error: Some(error),
            interval: about(self.mean, quantile * error),
        }
    }
}

/// Half an interval beside its middle, or two values apart beside them, that is rounding.
pub const ALIKE: f64 = 1e-12;

/// An interval of this half-width; what has none but for rounding never varied.
pub(crate) fn about(value: f64, half: f64) -> Option<[f64; 2]> {
    (half > ALIKE * value.abs()).then_some([value - half, value + half])
}

/// The 97.5 % quantile of Student's t.
pub fn t_quantile(dof: u64) -> f64 {
    t_quantile_at(dof, UPPER)
}

/// Any quantile of Student's t.
pub fn t_quantile_at(dof: u64, upper: f64) -> f64 {
    student_quantile(dof as f64, upper)
}

/// The chance of a larger value of Student's t; of one that is not finite its limit, or not a number.
pub fn t_tail(dof: u64, t: f64) -> f64 {
    student_tail(dof as f64, t)
}

/// Any quantile of the normal distribution.
pub fn normal_quantile_at(upper: f64) -> f64 {
    static USUAL: OnceLock<f64> = OnceLock::new();
    let quantile = || normal_quantile(upper);
    // a table of shares asks for the same one a million times
    if upper == UPPER { *USUAL.get_or_init(quantile) } else { quantile() }
}

/// The difference of two means of independent values with Welch's interval (B. L. Welch, Biometrika 34 (1947) 28,
/// <https://doi.org/10.1093/biomet/34.1-2.28>), its degrees of freedom rounded down; `n` counts the values of both.
pub fn welch(one: &Moments, other: &Moments) -> Estimate {
    let n = one.n + other.n;
    if one.n == 0 || other.n == 0 {
        return Estimate { n, ..Estimate::default() };
    }
    let value = one.mean - other.mean;
    if one.n == 1 || other.n == 1 {
        return Estimate { n, value: Some(value), ..Estimate::default() };
    }
    let [a, b] = [one, other].map(|moments| moments.standard_error() * moments.standard_error());
    let std_error = (a + b).sqrt();
    let dof = (a + b) * (a + b) / (a * a / (one.n - 1) as f64 + b * b / (other.n - 1) as f64);
    // values that are all alike leave no degree of freedom to ask for
    let half = if std_error > 0.0 { t_quantile((dof as u64).max(1)) * std_error } else { 0.0 };
    Estimate { n, value: Some(value), std_error: Some(std_error), interval: about(value, half) }
}

/// The difference of two independent shares by the ends of their intervals (R. G. Newcombe, Stat. Med. 17 (1998) 873,
/// method 10, <https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8%3C873::AID-SIM779%3E3.0.CO;2-I>); `n` counts both.
pub fn newcombe(one: &Estimate, other: &Estimate) -> Estimate {
    let n = one.n + other.n;
    let value = one.value.zip(other.value).map(|(a, b)| a - b);
    let std_error = one.std_error.zip(other.std_error).map(|(a, b)| (a * a + b * b).sqrt());
    let ends = one.value.zip(one.interval).zip(other.value.zip(other.interval));
    let interval = ends.map(|((a, [a_low, a_high]), (b, [b_low, b_high]))| {
        let apart = |x: f64, y: f64| (x * x + y * y).sqrt();
        [a - b - apart(a - a_low, b_high - b), a - b + apart(a_high - a, b - b_low)]
    });
    Estimate { n, value, std_error, interval }
}

/// Makes means; points mostly have the same n, so that the last quantile is kept.
#[derive(Debug, Default)]
pub struct Means {
    last: Option<(u64, f64)>,
}

impl Means {
    /// The mean with Student's t interval.
    pub fn estimate(&mut self, moments: &Moments) -> Estimate {
        match moments.n {
            0 => Estimate::default(),
            1 => Estimate { n: 1, value: Some(moments.mean), ..Estimate::default() },
            n => moments.estimate_with(self.quantile(n - 1)),
        }
    }

    fn quantile(&mut self, dof: u64) -> f64 {
        match self.last {
            Some((last, quantile)) if last == dof => quantile,
            _ => self.last.insert((dof, t_quantile(dof))).1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(got: f64, want: f64, tolerance: f64) {
        assert!((got - want).abs() <= tolerance, "{got} is not {want}");
    }

    #[test]
    fn what_errs_by_nothing_is_beyond_chance() {
        for dof in [3, 1_000_000] {
            assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(|t| t_tail(dof, t)), [0.0, 1.0]);
            assert!(t_tail(dof, f64::NAN).is_nan());
        }
    }

    #[test]
    fn wilson_matches_published_values() {
        // R: prop.test(x, n, correct = FALSE)$conf.int
        for (count, n, low, high) in [
            (0, 1, 0.0, 0.793_450_7),
            (0, 10, 0.0, 0.277_532_8),
            (10, 10, 0.722_467_2, 1.0),
            (8, 10, 0.490_162_5, 0.943_317_8),
            (50, 100, 0.403_831_5, 0.596_168_5),
        ] {
            let [got_low, got_high] = share(count, n).interval.expect("n > 0");
            assert_near(got_low, low, 5e-8);
            assert_near(got_high, high, 5e-8);
        }
    }

    #[test]
    fn differences_of_independent_values_match_published_ones() {
        // R. G. Newcombe, Stat. Med. 17 (1998) 873, table II, method 10
        for (one, other, low, high) in
            [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 10), 0.6075, 1.0)]
        {
            let [low_found, high_found] =
                newcombe(&share(one.0, one.1), &share(other.0, other.1)).interval.expect("an interval");
            assert_near(low_found, low, 5e-5);
            assert_near(high_found, high, 5e-5);
        }
        // R: t.test(1:4, c(2, 4, 6, 8, 10)) has 5.5207 degrees of freedom, here 5
        let moments = |values: &[f64]| {
            let mut moments = Moments::default();
            values.iter().for_each(|value| moments.add(*value));
            moments
        };
        let found = welch(&moments(&[1.0, 2.0, 3.0, 4.0]), &moments(&[2.0, 4.0, 6.0, 8.0, 10.0]));
        assert_eq!((found.n, found.value), (9, Some(-3.5)));
        assert_near(found.std_error.expect("an error"), 1.554_563, 1e-6);
        assert_near(found.interval.expect("an interval")[1], -3.5 + 2.570_582 * 1.554_563, 1e-5);
        assert_eq!(welch(&moments(&[1.0]), &moments(&[1.0, 2.0])).interval, None);
        assert_eq!(welch(&moments(&[1.0; 3]), &moments(&[1.0; 3])).interval, None);
        // nor does anyone know how far a mean may vary that never did
        let never = Means::default().estimate(&moments(&[2.0; 30]));
        assert_eq!((never.value, never.std_error, never.interval), (Some(2.0), Some(0.0), None));
    }

    #[test]
    fn normal_quantile_matches_the_table() {
        assert_near(normal_quantile_at(UPPER), 1.959_963_984_540_054, 1e-12);
    }

    #[test]
    fn t_quantiles_match_the_table() {
        // R: qt(0.975, dof)
        for (dof, want) in [
            (1, 12.706_204_736_2),
            (2, 4.302_652_729_9),
            (10, 2.228_138_852_0),
            (29, 2.045_229_642_1),
            (1000, 1.962_339_080_8),
            (199, 1.971_956_544_2),
            (200, 1.971_896_224_2),
            (1_000_000, 1.959_966_356_8),
        ] {
            assert_near(t_quantile(dof), want, 1e-8);
        }
        // R: qt(0.95, dof)
        for (dof, want) in [(1, 6.313_751_514_7), (10, 1.812_461_122_8), (1000, 1.646_378_818_0)] {
            assert_near(t_quantile_at(dof, 0.95), want, 1e-8);
        }
    }

    #[test]
    fn tails_of_t_match_the_table() {
        // R: pt(2, dof, lower.tail = FALSE)
        for (dof, want) in [(5, 0.050_969_7), (199, 0.023_428_9), (200, 0.023_426_6), (5000, 0.022_776_9)] {
            assert_near(t_tail(dof, 2.0), want, 1e-5);
        }
    }

    #[test]
    fn mean_of_one_to_five() {
        let mut moments = Moments::default();
        (1..=5).for_each(|value| moments.add(f64::from(value)));
        let estimate = Means::default().estimate(&moments);
        assert_eq!((estimate.n, estimate.value), (5, Some(3.0)));
        // s = sqrt(2.5), t(4) = 2.7764451052, half = t s / sqrt(5) = 1.9632432
        let [low, high] = estimate.interval.expect("n > 1");
        assert_near(low, 3.0 - 1.963_243_2, 5e-8);
        assert_near(high, 3.0 + 1.963_243_2, 5e-8);
    }

    #[test]
    fn a_large_offset_does_not_spoil_the_spread() {
        let mut moments = Moments::default();
        [1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0].into_iter().for_each(|value| moments.add(value));
        let [low, high] = Means::default().estimate(&moments).interval.expect("n > 1");
        // s^2 = 30, t(3) = 3.1824463053
        assert_near(high - low, 2.0 * 3.182_446_305_3 * (30.0_f64 / 4.0).sqrt(), 1e-6);
    }

    #[test]
    fn too_few_rows_have_no_interval() {
        assert_eq!(share(0, 0), Estimate::default());
        let one = share(1, 1);
        assert_eq!((one.value, one.std_error), (Some(1.0), None));
        assert_near(one.interval.expect("of shares one trial says something")[0], 0.206_549_3, 5e-8);
        let mut moments = Moments::default();
        assert_eq!(Means::default().estimate(&moments), Estimate::default());
        moments.add(2.0);
        assert_eq!(Means::default().estimate(&moments), Estimate { n: 1, value: Some(2.0), ..Estimate::default() });
    }
}
