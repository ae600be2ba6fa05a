//! Does a mean lie within a margin about a value, outside of it, or is that not known yet?
//!
//! D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987) 657, <https://doi.org/10.1007/BF01068419>: a mean is
//! equivalent to a value at the 5 % level when its 90 % interval lies within the margin about that value: two one-sided
//! tests. A difference that is merely not significant proves nothing. Student's interval says too little where hardly
//! any trial differs from the value, as when every pair of matches is shared: by the "rule of three" 3 / n of n trials
//! may differ without one having been seen (J. A. Hanley, A. Lippman-Hand, JAMA 249 (1983) 1743). Equality is claimed
//! with all of that added, times the most that a trial can differ. A difference, and its interval, have it as one more
//! error beside the standard one, so that both count in quadrature: where trials enough differ it comes to nothing.

use crate::estimates::{CONFIDENCE, Moments, normal_quantile_at, t_quantile_at, t_tail};

/// Of each one-sided test, and of the two-sided ones.
pub const LEVEL: f64 = 0.05;

/// What the tests say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the margin, and no difference was seen.
    Fair,
    /// Within the margin, although there is a difference.
    Different,
    /// Outside of the margin: the whole 95 % interval is.
    Unfair,
    /// Different, within the margin or beyond it.
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

    /// The same, where it is worth saying that there is a difference although not on which side of the margin.
    pub fn of_difference(p: &PValues) -> Verdict {
        match Verdict::of(p) {
            Verdict::NotResolved if p.differs <= LEVEL => Verdict::Unequal,
            known => known,
        }
    }

    /// The same as [`Verdict::of`] at another level of each test.
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
    /// Values on which the standard error stands: all of them, or fewer where some trials have none.
    pub known: u64,
    /// The mean less the value.
    pub off: f64,
    /// Of that difference.
    pub standard_error: f64,
    /// The most that a single trial can differ from the value: one half for a share beside one half; 0 where that has
    /// no bound.
    pub reach: f64,
    /// By how much one differs that went unseen, as far as is known: the most that one of a share did, how far one of
    /// what has no bound lies out ([`crate::outlier`]); what it may where none differed.
    pub unseen_one: f64,
    /// How far from the value is still as good as equal.
    pub margin: f64,
}

impl Comparison {
    /// Of trials that differ from `value` by at most `reach`; `None` with fewer than two.
    pub fn new(moments: &Moments, value: f64, reach: f64, margin: f64) -> Option<Comparison> {
        let (n, standard_error) = (moments.n(), moments.standard_error());
        let off = moments.mean() - value;
        (n > 1).then_some(Comparison { n, known: n, off, standard_error, reach, unseen_one: reach, margin })
    }

    /// Of what was computed without chance: nothing went unseen.
    pub fn exact(off: f64, margin: f64) -> Comparison {
        Comparison { n: 2, known: 2, off, standard_error: 0.0, reach: 0.0, unseen_one: 0.0, margin }
    }

    /// Whether it was computed without chance, as no trials can be that are all alike.
    pub fn is_exact(&self) -> bool {
        self.standard_error == 0.0 && self.reach == 0.0 && self.unseen_one == 0.0
    }

    /// Where one that went unseen differs by so much: means of many draws hardly ever differ by all that they can, and
    /// of what has no bound what was seen is all that is known.
    #[must_use]
    pub fn with_unseen(self, one: f64) -> Comparison {
        Comparison { unseen_one: one, ..self }
    }

    /// Of the three tests.
    pub fn p_values(&self) -> PValues {
        let off = self.off.abs();
        let twice = |room: f64| (2.0 * self.tail(room, self.error())).min(1.0);
        let room = self.margin - off;
        let seen = self.tail(room - self.unseen(), self.standard_error).max(self.tail(room, self.error()));
        PValues { within: seen.max(self.none_of_all(room)), outside: twice(off - self.margin), differs: twice(off) }
    }

    /// Chance that none of all is one of those, differing by the whole reach, that would fill the room: (1 - p)^n, the
    /// exact binomial of which the rule of three is the limit at one in twenty (Hanley and Lippman-Hand, as above); its
    /// normal tail says too little beyond.
    fn none_of_all(&self, room: f64) -> f64 {
        if self.reach > 0.0 { libm::pow(1.0 - (room / self.reach).clamp(0.0, 1.0), self.n as f64) } else { 0.0 }
    }

    /// Chance of so much beyond, by an error.
    fn tail(&self, room: f64, error: f64) -> f64 {
        if error > 0.0 { t_tail(self.known - 1, room / error) } else { f64::from(u8::from(room <= 0.0)) }
    }

    /// The standard error and what may have gone unseen, in quadrature: where no trial differed the one-sided 95 %
    /// bound is that of the rule of three.
    pub fn error(&self) -> f64 {
        libm::hypot(self.standard_error, unseen_error(self.unseen_one, self.n))
    }

    /// Of the mean less the value, at a quantile of Student's t: with all errors.
    pub fn interval(&self, upper: f64) -> [f64; 2] {
        let half = t_quantile_at(self.known - 1, upper) * self.error();
        [self.off - half, self.off + half]
    }

    /// At [`LEVEL`], as the only verdict of its kind.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.p_values())
    }

    /// What may have gone unseen: by the rule of three, a trial in n / 3 that differs by its whole reach.
    pub(crate) fn unseen(&self) -> f64 {
        3.0 * self.reach / self.n as f64
    }

    /// The same at a level of the test: 3 is the logarithm of about 20.
    pub(crate) fn unseen_at(&self, level: f64) -> f64 {
        3.0_f64.max(-libm::log(level)) * self.reach / self.n as f64
    }
}

/// The error of a mean of so many values beside their standard one: that of one in n / 3 which went unseen and differs
/// by so much (the rule of three, as above).
pub fn unseen_error(one: f64, n: u64) -> f64 {
    3.0 * one / n as f64 / normal_quantile_at(CONFIDENCE)
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

    /// On the margin, where each fiftieth pair is lost, none is seen to differ in 0.98^n: corrected for 21 verdicts
    /// that has to be under 0.05 / 21, which it is from 299 on. The rule of three with a normal tail was so from 262.
    #[test]
    fn none_of_all_is_as_rare_as_it_is() {
        for n in [149, 262, 290, 400] {
            let mut moments = Moments::default();
            (0..n).for_each(|_| moments.add(0.5));
            let within = Comparison::new(&moments, 0.5, 0.5, 0.01).expect("trials").p_values().within;
            assert!(within >= 0.98_f64.powi(n) * (1.0 - 1e-12), "{n}: {within}");
        }
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
    fn intervals_of_pairs_cover_in_93_to_97_of_100_where_enough_differ_and_more_where_few_do() {
        let mut stream = Streams::new(13, 0, None).open(Purpose::named("pairs"));
        // 60, 70 and 30 differ in the mean, then 1.2 and 3
        let cases = [(300, 0.1, 0.1), (1000, 0.05, 0.02), (1000, 0.01, 0.02), (300, 0.004, 0.0), (1000, 0.0, 0.003)];
        for (n, up, down) in cases {
            let covers = |_: &u32| {
                let mut moments = Moments::default();
                let mut most = 0.0_f64;
                for _ in 0..n {
                    let u = stream.uniform();
                    let value = f64::from(u8::from(u < up)) - f64::from(u8::from(u >= 1.0 - down));
                    moments.add(value);
                    most = most.max(value.abs());
                }
                let unseen = if most > 0.0 { most } else { 1.0 };
                let comparison = Comparison::new(&moments, 0.0, 1.0, 0.01).expect("pairs").with_unseen(unseen);
                let [low, high] = comparison.interval(0.975);
                (low..=high).contains(&(up - down))
            };
            let covered = f64::from((0..2000).filter(covers).count() as u32) / 2000.0;
            let wanted = if n as f64 * (up + down) > 20.0 { 0.93..0.972 } else { 0.97..1.01 };
            assert!(wanted.contains(&covered), "{n} {up} {down}: {covered}");
        }
    }

    #[test]
    fn few_pairs_that_differ_are_told_about_as_often_as_by_the_exact_test_of_them() {
        // six of 360 go up and none down: McNemar's exact p is 2 / 2^6; eight: 2 / 2^8
        for (up, exact) in [(6, 0.03125), (8, 0.0078125)] {
            let mut moments = Moments::default();
            (0..360).for_each(|at| moments.add(f64::from(u8::from(at < up))));
            let p = Comparison::new(&moments, 0.0, 1.0, 0.01).expect("pairs").p_values().differs;
            assert!((exact..3.0 * exact).contains(&p), "{up}: {p} for {exact}");
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
