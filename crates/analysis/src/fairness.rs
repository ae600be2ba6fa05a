//! Is a share one half, within a margin? Two one-sided tests.
//!
//! D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987) 657, <https://doi.org/10.1007/BF01068419>: a mean is
//! equivalent to a value at the 5 % level when its 90 % interval lies within the margin about that value. A difference
//! that is merely not significant proves nothing. Student's interval says too little where hardly any trial differs
//! from one half, as when every pair of matches is shared: so it is widened by `3 / (2 n)`, the "rule of three" for
//! what was never seen in `n` trials (J. A. Hanley, A. Lippman-Hand, JAMA 249 (1983) 1743), times the most that a
//! trial can differ.

use crate::estimates::{CONFIDENCE, Moments, t_quantile_at};

/// How far from one half is still fair.
pub const MARGIN: f64 = 0.01;
/// Why that margin is an assumption.
pub const MARGIN_ASSUMPTION: &str = "no laws say how unequal a fair match may be; one point in a hundred is a choice";
/// What is tested against.
const HALF: f64 = 0.5;
/// Of each one-sided test.
const LEVEL: f64 = 0.05;

/// What the tests say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// Within [`MARGIN`] of one half, shown by two one-sided tests at 5 %.
    Fair,
    /// Outside of it: the whole 95 % interval is.
    Unfair,
    /// Neither: more trials are needed.
    NotResolved,
}

impl Fairness {
    /// As printed.
    pub fn name(self) -> &'static str {
        match self {
            Fairness::Fair => "fair",
            Fairness::Unfair => "unfair",
            Fairness::NotResolved => "not resolved",
        }
    }
}

/// Of trials whose values are shares; `None` with fewer than two.
pub fn fairness(moments: &Moments) -> Option<Fairness> {
    let n = moments.n();
    if n < 2 {
        return None;
    }
    let off = (moments.mean() - HALF).abs();
    let half_width = |upper: f64| t_quantile_at(n - 1, upper) * moments.standard_error() + 1.5 / n as f64;
    if off + half_width(1.0 - LEVEL) < MARGIN {
        return Some(Fairness::Fair);
    }
    let is_outside = off - half_width(1.0 - (1.0 - CONFIDENCE) / 2.0) > MARGIN;
    Some(if is_outside { Fairness::Unfair } else { Fairness::NotResolved })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lost: u32, shared: u32, won: u32) -> Option<Fairness> {
        let mut moments = Moments::default();
        for (count, value) in [(lost, 0.0), (shared, 0.5), (won, 1.0)] {
            (0..count).for_each(|_| moments.add(value));
        }
        fairness(&moments)
    }

    #[test]
    fn a_bare_half_proves_nothing() {
        assert_eq!(of(0, 1, 0), None);
        assert_eq!(of(0, 2, 0), Some(Fairness::NotResolved));
        assert_eq!(of(0, 149, 0), Some(Fairness::NotResolved));
        assert_eq!(of(0, 151, 0), Some(Fairness::Fair));
        assert_eq!(of(500, 0, 500), Some(Fairness::NotResolved));
    }

    #[test]
    fn coin_flips_take_as_many_matches_as_the_formula_says() {
        // half a share's interval: 1.645 x 0.5 / sqrt(n) + 1.5 / n = 0.01 at n = 7,063
        assert_eq!(of(3500, 0, 3500), Some(Fairness::NotResolved));
        assert_eq!(of(3550, 0, 3550), Some(Fairness::Fair));
    }

    #[test]
    fn a_difference_is_unfair_only_beyond_the_margin() {
        // 52 %: the 95 % interval of 40,000 is 0.5151 to 0.5249
        assert_eq!(of(19_200, 0, 20_800), Some(Fairness::Unfair));
        assert_eq!(of(20_800, 0, 19_200), Some(Fairness::Unfair));
        // 50.4 %: significant with a million, and fair
        assert_eq!(of(496_000, 0, 504_000), Some(Fairness::Fair));
        // 51 %: on the margin, no number of matches says it
        assert_eq!(of(490_000, 0, 510_000), Some(Fairness::NotResolved));
        // half of them shared: the same difference with less spread
        assert_eq!(of(5_000, 29_200, 5_800), Some(Fairness::NotResolved));
        assert_eq!(of(3_000, 33_200, 3_800), Some(Fairness::NotResolved));
        assert_eq!(of(3_000, 31_500, 5_500), Some(Fairness::Unfair));
    }
}
