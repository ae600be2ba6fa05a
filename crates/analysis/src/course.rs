//! A verdict that may come early: the trials of a design point one after the other, looked at now and then.

use serde_json::{Value as Json, json};
use tolley_statistics::equivalence::Verdict;
use tolley_statistics::passage::quarters;
pub use tolley_statistics::sequential::LOOK;
use tolley_statistics::sequential::{FairnessTest, Watch, any_time_interval};

use crate::error::AnalysisError;
use crate::summary::HALF;
use crate::verdict::level_of;

/// Different shares that a trial may have.
const MOST_SHARES: usize = 64;

/// What one look at a point saw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Trials so far.
    pub n: u64,
    /// Logarithm of how much likelier the margin was than equality.
    pub llr: f64,
    /// Their mean share.
    pub share: f64,
    /// For the share: covers it at all looks together, for many trials.
    pub interval: Option<[f64; 2]>,
    /// What was known then, as in [`Course::verdict`].
    pub verdict: Verdict,
}

/// The looks at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Trials that the last look saw: the first at which a verdict came, else the last of all.
    pub n: u64,
    /// Logarithm of how much likelier the margin was than equality.
    pub llr: f64,
    /// [`Verdict::NotResolved`] so far, [`Verdict::Fair`], or what is known of a difference: [`Verdict::Unfair`] and
    /// [`Verdict::Different`] where an interval that covers at all looks and all points together lies outside of the
    /// margin or within it, else [`Verdict::Unequal`].
    pub verdict: Verdict,
    /// For the share by all trials: covers it at all looks together with 95 %, for many trials.
    pub interval: Option<[f64; 2]>,
    /// Trials in all by which a verdict is there in a quarter, half and three quarters of runs that go on from here, if
    /// the share seen is the true one; nothing where there is one.
    pub likely: Option<[Option<u64>; 3]>,
    /// Every look, up to the one that decided.
    pub looks: Vec<Seen>,
}

impl Course {
    /// All of the last look; what all trials say stands with the point.
    pub(crate) fn to_json(&self) -> Json {
        let (interval, says) =
            self.looks.last().map_or((self.interval, self.verdict), |seen| (seen.interval, seen.verdict));
        let [low, high] = interval.map_or([None; 2], |ends| ends.map(Some));
        json!({
            "n": self.n, "llr": self.llr, "says": says.name(), "low": low, "high": high,
            "likely_end_as_seen": self.likely,
        })
    }
}

/// All values that any trial has, with the ends and the middle of a share, in rising order.
pub(crate) fn shares(values: &[f64]) -> Result<Vec<f64>, AnalysisError> {
    let mut shares = vec![0.0, HALF, 1.0];
    for value in values.iter().filter(|value| !value.is_nan()) {
        if let Err(place) = shares.binary_search_by(|share| share.total_cmp(value)) {
            shares.insert(place, *value);
        }
        if shares.len() > MOST_SHARES {
            let message = format!("a sequential test is of at most {MOST_SHARES} different shares of a trial");
            return Err(AnalysisError::Question(message));
        }
    }
    Ok(shares)
}

/// Looks at the trials of one of so many points that are tested together, NaN where one has no share; `planned` of them
/// are played at most.
pub(crate) fn of_point(
    trials: impl Iterator<Item = f64>,
    shares: &[f64],
    margin: f64,
    family: usize,
    planned: u64,
    confidence: f64,
) -> Option<Course> {
    // Bonferroni: each errs so rarely that all together err in what the confidence leaves
    let error = level_of(confidence) / family.max(1) as f64;
    let test = FairnessTest { value: HALF, margin, error };
    let mut watch = Watch::new(test, shares)?;
    let best_at = test.likely_end(HALF, planned);
    let see = |watch: &Watch| {
        let (n, look) = watch.last()?;
        let mean = watch.moments().mean();
        let interval = |confidence| any_time_interval(watch.moments(), confidence, best_at, mean.max(1.0 - mean));
        let verdict = match look.verdict {
            Verdict::Unequal => test.difference(interval(1.0 - error)),
            verdict => verdict,
        };
        let clipped = interval(confidence).map(|[low, high]| [low.max(0.0), high.min(1.0)]);
        Some(Seen { n, llr: look.llr, share: watch.moments().mean(), interval: clipped, verdict })
    };
    let mut looks: Vec<Seen> = Vec::new();
    for value in trials.filter(|value| !value.is_nan()) {
        if !watch.hear(value) {
            return None;
        }
        if watch.last().is_some_and(|(n, _)| looks.last().is_none_or(|seen| seen.n < n)) {
            looks.extend(see(&watch));
        }
    }
    // trials after the verdict narrow the interval, and may tell more of a difference
    let Seen { n, llr, interval, verdict, .. } = see(&watch)?;
    let deviation = watch.moments().standard_error() * (watch.moments().n() as f64).sqrt();
    let of = || quarters(&test, llr, watch.moments().n(), watch.moments().mean() - HALF, deviation);
    let likely = (verdict == Verdict::NotResolved).then(of);
    Some(Course { n, llr, verdict, interval, likely, looks })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many pairs lost, shared and won, again and again.
    fn course(pattern: &[f64], n: usize, family: usize) -> Option<Course> {
        let shares = shares(pattern).expect("few");
        of_point(pattern.iter().copied().cycle().take(n), &shares, 0.05, family, 1000, 0.95)
    }

    #[test]
    fn a_verdict_comes_as_soon_as_it_is_known_and_stays() {
        let equal = [0.0, 0.5, 1.0, 0.5];
        let fair = course(&equal, 4000, 1).expect("looks");
        assert_eq!(fair.verdict, Verdict::Fair);
        // what comes later changes nothing but the interval
        let longer = course(&equal, 40_000, 1).expect("looks");
        assert_eq!((longer.n, longer.llr, longer.verdict), (fair.n, fair.llr, fair.verdict));
        assert!(fair.n < 1000 && fair.n.is_multiple_of(LOOK), "{fair:?}");
        assert!(longer.interval.expect("many")[0] > fair.interval.expect("many")[0]);
        let unfair = course(&[1.0, 0.5, 1.0, 0.5], 4000, 1).expect("looks");
        assert_eq!(unfair.verdict, Verdict::Unfair);
        assert!(unfair.n < 100, "{unfair:?}");
        // 0.54 is within the margin of 0.05: the run ends with a difference, and no more is said of it than is known
        let within: Vec<f64> = (0..25).map(|i| if i % 25 < 2 { 1.0 } else { 0.5 }).collect();
        let open = course(&within, 1000, 1).expect("looks");
        assert!(open.verdict == Verdict::Unequal && open.interval.expect("many")[1] > 0.55, "{open:?}");
        // every look is kept, up to the one that decided, with what was known at it
        let ns: Vec<u64> = open.looks.iter().map(|seen| seen.n).collect();
        assert_eq!(ns, (1..=open.n / LOOK).map(|look| look * LOOK).collect::<Vec<_>>());
        let [.., before, last] = &open.looks[..] else { panic!("several looks: {open:?}") };
        assert_eq!((before.verdict, last.llr, last.verdict), (Verdict::NotResolved, open.llr, Verdict::Unequal));
        // at 24 trials two in 25 have been won and the others shared
        let early = open.looks[5];
        assert!(early.n == 24 && (early.share - 13.0 / 24.0).abs() < 1e-12, "{early:?}");
        assert!(early.interval.expect("many")[1] > last.interval.expect("many")[1], "{early:?}");
        let narrow = course(&within, 20_000, 1).expect("looks");
        assert_eq!(narrow.looks, open.looks);
        assert_eq!((narrow.verdict, narrow.n), (Verdict::Different, open.n));
        // of twenty together each takes longer
        assert!(course(&equal, 4000, 20).expect("looks").n > fair.n);
        assert_eq!(course(&equal, 32, 1).expect("looks").verdict, Verdict::NotResolved);
        assert_eq!(course(&equal, 3, 1), None);
    }

    #[test]
    fn shares_of_too_many_kinds_are_refused() {
        let many: Vec<f64> = (0..100).map(|i| f64::from(i) / 99.0).collect();
        assert!(shares(&many).is_err());
        assert_eq!(shares(&[f64::NAN, 0.25]).expect("few"), [0.0, 0.25, 0.5, 1.0]);
    }
}
