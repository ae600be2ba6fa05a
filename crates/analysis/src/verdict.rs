//! The verdict on one design point, and on several together.

use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::equivalence::{Comparison, LEVEL, PValues, Verdict};
use tolley_statistics::estimates::{CONFIDENCE, upper_of};
use tolley_statistics::multiplicity::holm;
use tolley_statistics::needed::{Needed, needed_together};
use tolley_statistics::shares::Shares;

use crate::summary::{HALF, MOST_DIFFERENCE};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question<'q> {
    /// The share that is asked about; the first that is one half between equals where none is named.
    pub measure: Option<&'q str>,
    /// How far from one half is still fair.
    pub margin: f64,
    /// Axis of which the tolerance is wanted; the first with three numbers where none is named.
    pub over: Option<&'q str>,
    /// Its value at which nothing is off; where none is given that of points that are identical, else 1 of a ratio.
    pub equal: Option<f64>,
    /// Whether the trials are looked at one after the other, so that a verdict may come before the last.
    pub sequential: bool,
    /// Of intervals and of the tests, which err in the rest.
    pub confidence: f64,
}

/// One design point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointVerdict {
    /// Its number.
    pub point: u64,
    /// Column and value of each axis, SI.
    pub values: Vec<(String, Value)>,
    /// The share.
    pub estimate: Estimate,
    /// Standard deviation of one trial.
    pub deviation: f64,
    /// The tests as if each were alone.
    pub comparison: Option<Comparison>,
    /// Corrected by Holm for all points that are tested.
    pub p: Option<PValues>,
    /// Of the corrected tests; absent where nothing is tested.
    pub verdict: Option<Verdict>,
    /// Trials that would bring one, where there is none.
    pub needed: Option<Needed>,
    /// Both sides have the same by the plan, and nothing ever differed: equal by construction, which is no evidence.
    pub is_identity: bool,
    /// Nothing ever differed although the sides have not the same by the plan, as where the keys in which they are
    /// unlike do nothing there: equal as far as seen, which says nothing of what they would do elsewhere.
    pub never_differed: bool,
}

/// Of each test.
pub fn level_of(confidence: f64) -> f64 {
    // 1 - 0.95 is a little more
    if confidence == CONFIDENCE { LEVEL } else { 1.0 - confidence }
}

/// Of the share of each trial, NaN where there is none, beside whether the plan has the same on both sides; not tested
/// yet. That nothing was seen to differ is no identity where it might: few trials of nearly equal sides show nothing.
pub(crate) fn of_point(
    point: u64,
    values: Vec<(String, Value)>,
    (trials, are_alike): (impl Iterator<Item = f64>, bool),
    margin: f64,
    confidence: f64,
) -> PointVerdict {
    let mut shares = Shares::default();
    trials.filter(|value| !value.is_nan()).for_each(|value| shares.add(value));
    let comparison = Comparison::new(&shares.moments, HALF, MOST_DIFFERENCE, margin);
    let has_differed = |comparison: Comparison| comparison.standard_error != 0.0 || comparison.off != 0.0;
    let never_differed = comparison.is_some_and(|comparison| !has_differed(comparison));
    let deviation = shares.moments.standard_error() * (shares.moments.n() as f64).sqrt();
    PointVerdict {
        point,
        values,
        estimate: shares.estimate_at(upper_of(confidence)),
        deviation,
        comparison,
        p: None,
        verdict: None,
        needed: None,
        is_identity: are_alike && never_differed,
        never_differed: never_differed && !are_alike,
    }
}

/// Corrects the tests of all points that are no identities for how many there are; how many that is.
pub(crate) fn correct(points: &mut [PointVerdict], confidence: f64) -> usize {
    let tested: Vec<usize> = (0..points.len()).filter(|at| !points[*at].is_identity).collect();
    let raw: Vec<(usize, PValues)> =
        tested.iter().filter_map(|at| Some((*at, points[*at].comparison?.p_values()))).collect();
    let alone: Vec<PValues> = raw.iter().map(|(_, p)| *p).collect();
    for ((at, _), p) in raw.iter().zip(corrected(&alone)) {
        (points[*at].p, points[*at].verdict) = (Some(p), Some(Verdict::at(&p, level_of(confidence))));
    }
    let judged = |(at, _): &(usize, PValues)| Some((points[*at].comparison?, points[*at].verdict?));
    let judged: Vec<(Comparison, Verdict)> = raw.iter().filter_map(judged).collect();
    for ((at, _), needed) in raw.iter().zip(needed_together(&judged, level_of(confidence))) {
        points[*at].needed = needed;
    }
    raw.len()
}

/// Tests of several means, corrected together.
///
/// Of each either "within" or "outside" is true, so at most one of its two claims can be false, and Holm's steps run
/// over the means (J. P. Shaffer, J. Am. Stat. Assoc. 81 (1986) 826).
pub(crate) fn corrected(alone: &[PValues]) -> Vec<PValues> {
    let claims: Vec<f64> = alone.iter().map(|p| p.within.min(p.outside)).collect();
    let differs: Vec<f64> = alone.iter().map(|p| p.differs).collect();
    let of = |((p, claim), differs): ((&PValues, f64), f64)| {
        let is_within = p.within <= p.outside;
        PValues { within: if is_within { claim } else { 1.0 }, outside: if is_within { 1.0 } else { claim }, differs }
    };
    alone.iter().zip(holm(&claims)).zip(holm(&differs)).map(of).collect()
}

#[cfg(test)]
mod tests {
    use tolley_experiment::random::{Purpose, Stream, Streams};

    use super::*;

    /// Pairs lost, shared and won.
    fn point(number: u64, lost: usize, shared: usize, won: usize) -> PointVerdict {
        let trials = [vec![0.0; lost], vec![0.5; shared], vec![1.0; won], vec![f64::NAN; 3]].concat();
        of_point(number, Vec::new(), (trials.into_iter(), number == 0), 0.01, CONFIDENCE)
    }

    #[test]
    fn many_verdicts_are_harder_to_come_by_than_one() {
        // alone 50.2 % of 7,150 is fair: 1.645 x 0.33 / sqrt(7150) + 0.002 + 0.0002 < 0.01
        let near = || point(1, 1545, 4030, 1575);
        let mut alone = vec![near()];
        assert_eq!((correct(&mut alone, CONFIDENCE), alone[0].verdict), (1, Some(Verdict::Fair)));
        let mut many: Vec<PointVerdict> = (0..20).map(|_| near()).collect();
        assert_eq!(correct(&mut many, CONFIDENCE), 20);
        assert!(many.iter().all(|point| point.verdict == Some(Verdict::NotResolved)));
        // what is far out stays unfair beside them
        many.push(point(20, 100, 2000, 900));
        correct(&mut many, CONFIDENCE);
        assert_eq!(many[20].verdict, Some(Verdict::Unfair));
    }

    #[test]
    fn an_identity_is_no_evidence() {
        let mut points = vec![point(0, 0, 1000, 0), point(1, 1000, 0, 3000)];
        assert_eq!(correct(&mut points, CONFIDENCE), 1);
        assert!(
            points[0].is_identity
                && !points[0].never_differed
                && points[0].verdict.is_none()
                && points[0].needed.is_none()
        );
        assert_eq!(points[1].verdict, Some(Verdict::Unfair));
        assert_eq!(points[0].estimate.n, 1000, "what has no value is left out");
    }

    #[test]
    fn what_might_differ_is_tested_where_nothing_was_seen_to() {
        let mut points = vec![point(1, 0, 4, 0), point(2, 0, 1000, 0), point(3, 0, 0, 4)];
        assert_eq!(correct(&mut points, CONFIDENCE), 3);
        assert!(points.iter().all(|point| !point.is_identity));
        let said: Vec<Verdict> = points.iter().filter_map(|point| point.verdict).collect();
        // of 1,000 pairs 3 / n x 1/2 is within 0.01
        assert_eq!(said[..2], [Verdict::NotResolved, Verdict::Fair]);
        // three that were all won differ from one half
        assert_eq!(points.iter().map(|point| point.never_differed).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn what_is_open_says_how_many_trials_are_needed() {
        let mut points = vec![point(0, 100, 400, 110)];
        correct(&mut points, CONFIDENCE);
        // equality: (1.645 + 1.645) x 0.293 / 0.01 squared is 9,300
        let needed = |point: &PointVerdict| point.needed.and_then(|needed| needed.if_equal).expect("open");
        assert!((8_500..10_500).contains(&needed(&points[0])), "{points:?}");
        // of twenty together each is tested at a quarter of a per cent: 4.45 squared for 3.29 squared
        let mut twenty: Vec<PointVerdict> = (0..20).map(|number| point(number, 100, 400, 110)).collect();
        correct(&mut twenty, CONFIDENCE);
        let ratio = needed(&twenty[0]) as f64 / needed(&points[0]) as f64;
        assert!((1.7..1.95).contains(&ratio), "{ratio}");
    }

    /// The share of one of two equals of so many matches, first in every other; who plays first wins so much more often
    /// than the other, and some are drawn.
    fn of_equals(stream: &mut Stream, matches: u32, first: f64, drawn: f64) -> f64 {
        let score = |number: u32| {
            let is_drawn = stream.uniform() < drawn;
            let advantage = if number.is_multiple_of(2) { first } else { -first };
            let is_won = stream.uniform() < 0.5 + 0.5 * advantage;
            if is_drawn { 0.5 } else { f64::from(u8::from(is_won)) }
        };
        (0..matches).map(score).sum::<f64>() / f64::from(matches)
    }

    #[test]
    fn runs_of_equals_are_called_different_in_3_to_7_of_100() {
        // strategy test T21, from the outcomes of matches to what is said: alone, and eight points together (Holm)
        let is_called = |point: &PointVerdict| matches!(point.verdict, Some(Verdict::Different | Verdict::Unfair));
        let mut stream = Streams::new(21, 0, None).open(Purpose::named("matches"));
        // single matches; pairs of which some, then most, are shared; pairs with draws
        for (matches, first, drawn) in [(1, 0.0, 0.0), (2, 0.3, 0.0), (2, 0.7, 0.0), (2, 0.3, 0.25)] {
            for (family, runs) in [(1, 2000), (8, 1000)] {
                let mut called = |margin: f64| {
                    let mut point = |number: u64| {
                        let trials: Vec<f64> =
                            (0..400).map(|_| of_equals(&mut stream, matches, first, drawn)).collect();
                        of_point(number, Vec::new(), (trials.into_iter(), false), margin, CONFIDENCE)
                    };
                    let mut points: Vec<PointVerdict> = (0..family).map(&mut point).collect();
                    assert_eq!(correct(&mut points, CONFIDENCE), family as usize);
                    points.iter().any(is_called)
                };
                // a margin within which all of them lie, so that what is called is the difference
                let share = |called: usize| called as f64 / f64::from(runs);
                let wide = share((0..runs).filter(|_| called(0.25)).count());
                assert!((0.03..=0.07).contains(&wide), "{matches} {first} {drawn}, {family}: {wide}");
                // what is called by a narrow one is unfair, and rarer
                let narrow = (0..200).filter(|_| called(0.01)).count();
                assert!(narrow <= 10, "{matches} {first} {drawn}, {family}: {narrow} of 200");
            }
        }
    }

    #[test]
    fn what_is_sure_at_95_may_be_open_at_99() {
        // 1.645 errors and no more within the margin
        let near = |confidence: f64| {
            let mut points = vec![point(1, 1545, 4030, 1575)];
            correct(&mut points, confidence);
            (points[0].verdict, points[0].needed.and_then(|needed| needed.if_equal))
        };
        assert_eq!(near(CONFIDENCE), (Some(Verdict::Fair), None));
        let (verdict, needed) = near(0.99);
        // (2.326 + 1.645) x 0.33 / 0.01 squared is 17,400 from the first on; those that are there err no more
        assert!(
            verdict == Some(Verdict::NotResolved) && needed.is_some_and(|n| (14_000..16_000).contains(&n)),
            "{needed:?}"
        );
        assert_eq!([level_of(0.95), upper_of(0.95)], [0.05, 0.975]);
    }
}
