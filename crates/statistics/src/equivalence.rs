//! Does a mean lie within a margin about a value, outside of it, or is that not known yet?
//!
//! D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987) 657, <https://doi.org/10.1007/BF01068419>: a mean is
//! equivalent to a value at the 5 % level when its 90 % interval lies within the margin about that value: two one-sided
//! tests. A difference that is merely not significant proves nothing. Student's interval says too little where hardly
//! any trial differs from the value, as when every pair of matches is shared: so it is widened by 3 / n, the "rule of
//! three" for what was never seen in n trials (J. A. Hanley, A. Lippman-Hand, JAMA 249 (1983) 1743), times the most
//! that a trial can differ.

use crate::estimates::{Moments, normal_quantile_at, t_tail};

/// Of each one-sided test, and of the two-sided ones.
pub const LEVEL: f64 = 0.05;
/// With which a sample size reaches its verdict, where nothing else is asked for.
pub const POWER: f64 = 0.9;

/// What the tests say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the margin, and no difference was seen.
    Fair,
    /// Within the margin, although there is a difference.
    Different,
    /// Outside of the margin: the whole 95 % interval is.
    Unfair,
    /// Different, within the margin or beyond it: a test that stops early may know no more.
    Unequal,
    /// Neither: more trials are needed.
    NotResolved,
}

impl Verdict {
    /// As printed.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Fair => "fair",
            Verdict::Different => "different but within the margin",
            Verdict::Unfair => "unfair",
            Verdict::Unequal => "different, perhaps within the margin",
            Verdict::NotResolved => "not resolved",
        }
    }

    /// From the p-values of the three tests, as they are or corrected for how many there are.
    pub fn of(p: &PValues) -> Verdict {
        Verdict::at(p, LEVEL)
    }

    /// The same at another level of each test.
    pub fn at(p: &PValues, level: f64) -> Verdict {
        if p.within <= level {
            return if p.differs <= level { Verdict::Different } else { Verdict::Fair };
        }
        if p.outside <= level { Verdict::Unfair } else { Verdict::NotResolved }
    }
}

/// What speaks for each verdict: the chance of such data if it were false.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PValues {
    /// Of the mean at or beyond the margin: the larger of the two one-sided tests.
    pub within: f64,
    /// Of the mean within the margin, two-sided.
    pub outside: f64,
    /// Of no difference at all, two-sided.
    pub differs: f64,
}

/// A mean beside a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Trials, or pairs of them.
    pub n: u64,
    /// The mean less the value.
    pub off: f64,
    /// Of that difference.
    pub standard_error: f64,
    /// The most that a single trial can differ from the value: one half for a share beside one half.
    pub reach: f64,
    /// How far from the value is still as good as equal.
    pub margin: f64,
}

impl Comparison {
    /// Of trials that differ from `value` by at most `reach`; `None` with fewer than two.
    pub fn new(moments: &Moments, value: f64, reach: f64, margin: f64) -> Option<Comparison> {
        let (n, standard_error) = (moments.n(), moments.standard_error());
        (n > 1).then(|| Comparison { n, off: moments.mean() - value, standard_error, reach, margin })
    }

    /// Of the three tests.
    pub fn p_values(&self) -> PValues {
        let unseen = self.unseen();
        let tail = |room: f64| {
            let room = room - unseen;
            if self.standard_error > 0.0 {
                t_tail(self.n - 1, room / self.standard_error)
            } else {
                f64::from(u8::from(room <= 0.0))
            }
        };
        let off = self.off.abs();
        let twice = |room: f64| (2.0 * tail(room)).min(1.0);
        PValues { within: tail(self.margin - off), outside: twice(off - self.margin), differs: twice(off) }
    }

    /// At [`LEVEL`], as the only verdict of its kind.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.p_values())
    }

    /// Trials with which a verdict at a level is reached in [`POWER`] of runs: that of equality where no difference
    /// shows, else of what the difference seen would be if it were the true one; more than there are. `None` where it
    /// lies on the margin.
    pub fn needed(&self, level: f64) -> Option<u64> {
        let deviation = self.standard_error * (self.n as f64).sqrt();
        let off = if self.p_values().differs > LEVEL { 0.0 } else { self.off.abs() };
        // those that are there did not bring one
        trials_needed(deviation, off, self.reach, self.margin, level).map(|needed| needed.max(self.n + 1))
    }

    /// What may have gone unseen: by the rule of three, a trial in n / 3 that differs by its whole reach.
    pub fn unseen(&self) -> f64 {
        3.0 * self.reach / self.n as f64
    }
}

/// Trials with which the tests at a level, [`LEVEL`] for one verdict alone, are passed in [`POWER`] of runs, where each
/// trial has this standard `deviation` and the mean is `off` the value; `None` on the margin itself.
pub fn trials_needed(deviation: f64, off: f64, reach: f64, margin: f64, level: f64) -> Option<u64> {
    let (one_sided, power) = (normal_quantile_at(1.0 - level), normal_quantile_at(POWER));
    let (room, quantiles) = if off == 0.0 {
        // either one-sided test may fail
        (margin, one_sided + normal_quantile_at((1.0 + POWER) / 2.0))
    } else if off < margin {
        (margin - off, one_sided + power)
    } else {
        (off - margin, normal_quantile_at(1.0 - level / 2.0) + power)
    };
    if room <= 0.0 {
        return None;
    }
    // room = quantiles x deviation x u + 3 reach u^2 with u = 1 / sqrt(n)
    let b = quantiles * deviation;
    let inverse_root = 2.0 * room / (b + (b * b + 12.0 * reach * room).sqrt());
    let n = 1.0 / (inverse_root * inverse_root);
    n.is_finite().then(|| (n.ceil() as u64).max(2))
}

/// Single matches, nothing unseen, of a share near one half: the textbook's figure for two one-sided tests, rounded up
/// to tens.
pub fn single_matches_needed(margin: f64) -> u64 {
    let exact = trials_needed(0.5, 0.0, 0.0, margin, LEVEL).unwrap_or(u64::MAX);
    exact.div_ceil(10) * 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::random::{Purpose, Stream, Streams};

    fn of(lost: u32, shared: u32, won: u32) -> Option<Verdict> {
        let mut moments = Moments::default();
        for (count, value) in [(lost, 0.0), (shared, 0.5), (won, 1.0)] {
            (0..count).for_each(|_| moments.add(value));
        }
        Comparison::new(&moments, 0.5, 0.5, 0.01).map(|comparison| comparison.verdict())
    }

    #[test]
    fn a_bare_half_proves_nothing() {
        assert_eq!(of(0, 1, 0), None);
        assert_eq!(of(0, 2, 0), Some(Verdict::NotResolved));
        assert_eq!(of(0, 149, 0), Some(Verdict::NotResolved));
        assert_eq!(of(0, 151, 0), Some(Verdict::Fair));
        assert_eq!(of(500, 0, 500), Some(Verdict::NotResolved));
    }

    #[test]
    fn coin_flips_take_as_many_matches_as_the_formula_says() {
        // half a share's interval: 1.645 x 0.5 / sqrt(n) + 1.5 / n = 0.01 at n = 7,063
        assert_eq!(of(3500, 0, 3500), Some(Verdict::NotResolved));
        assert_eq!(of(3550, 0, 3550), Some(Verdict::Fair));
    }

    #[test]
    fn a_difference_is_unfair_only_beyond_the_margin() {
        // 52 %: the 95 % interval of 40,000 is 0.5151 to 0.5249
        assert_eq!(of(19_200, 0, 20_800), Some(Verdict::Unfair));
        assert_eq!(of(20_800, 0, 19_200), Some(Verdict::Unfair));
        // 50.4 %: seen in a million, and within the margin
        assert_eq!(of(496_000, 0, 504_000), Some(Verdict::Different));
        assert_eq!(of(49_900, 0, 50_100), Some(Verdict::Fair));
        // 51 %: on the margin, no number of matches says it
        assert_eq!(of(490_000, 0, 510_000), Some(Verdict::NotResolved));
        // half of them shared: the same difference with less spread
        assert_eq!(of(5_000, 29_200, 5_800), Some(Verdict::NotResolved));
        assert_eq!(of(3_000, 33_200, 3_800), Some(Verdict::NotResolved));
        assert_eq!(of(3_000, 31_500, 5_500), Some(Verdict::Unfair));
    }

    #[test]
    fn sizes_are_those_of_the_table() {
        // strategy test T19: 90 % power, each test at 5 %, a true share of one half
        assert_eq!([0.02, 0.01, 0.005].map(single_matches_needed), [6_770, 27_060, 108_230]);
    }

    /// Pairs of two matches: shared but for a few, with this mean.
    fn pairs(stream: &mut Stream, n: u64, off: f64) -> Moments {
        let mut moments = Moments::default();
        for _ in 0..n {
            let u = stream.uniform();
            let won = 0.22 + off;
            moments.add(if u < won {
                1.0
            } else if u < 0.44 {
                0.0
            } else {
                0.5
            });
        }
        moments
    }

    #[test]
    fn the_number_said_to_be_needed_reaches_the_verdict_in_nine_of_ten_runs() {
        let mut stream = Streams::new(11, 0, None).open(Purpose::named("pairs"));
        for (off, wanted) in [(0.0, Verdict::Fair), (0.025, Verdict::Unfair)] {
            // said by a pilot that resolves nothing
            let pilot = Comparison::new(&pairs(&mut stream, 4000, off), 0.5, 0.5, 0.01).expect("pairs");
            let truth = trials_needed((0.44 - off * off).sqrt() / 2.0, off, 0.5, 0.01, LEVEL).expect("off the margin");
            if off == 0.0 {
                let needed = pilot.needed(LEVEL).expect("off the margin") as f64 / truth as f64;
                assert!((1.0 / 1.5..1.5).contains(&needed), "{needed}");
            }
            let reached = (0..400)
                .filter(|_| {
                    let run = Comparison::new(&pairs(&mut stream, truth, off), 0.5, 0.5, 0.01).expect("pairs");
                    let verdict = run.verdict();
                    verdict == wanted || (wanted == Verdict::Fair && verdict == Verdict::Different)
                })
                .count();
            // four standard errors of 400 runs at 0.9
            assert!((0.84..0.96).contains(&(reached as f64 / 400.0)), "{off}: {reached} of 400, n = {truth}");
        }
    }

    #[test]
    fn identical_players_are_called_different_as_rarely_as_the_level_says() {
        // strategy test T21: 3 to 7 % of 2,000 runs, and p uniform: Kolmogorov's distance below 1.628 / sqrt(2000)
        let mut stream = Streams::new(12, 0, None).open(Purpose::named("pairs"));
        let mut p: Vec<f64> = (0..2000)
            .map(|_| Comparison::new(&pairs(&mut stream, 2000, 0.0), 0.5, 0.0, 0.01).expect("pairs").p_values().differs)
            .collect();
        let seen = p.iter().filter(|p| **p <= LEVEL).count();
        assert!((60..=140).contains(&seen), "{seen} of 2000");
        p.sort_by(f64::total_cmp);
        let distance = |(i, p): (usize, &f64)| (p - i as f64 / 2000.0).abs().max((p - (i + 1) as f64 / 2000.0).abs());
        let most = p.iter().enumerate().map(distance).fold(0.0, f64::max);
        assert!(most < 1.628 / 2000.0_f64.sqrt(), "{most}");
    }
}
