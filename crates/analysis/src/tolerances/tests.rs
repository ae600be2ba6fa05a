use tolley_experiment::random::{Purpose, Streams};
use tolley_statistics::equivalence::Comparison;
use tolley_statistics::matrix::Matrix;

use super::*;

/// Effects at five values with an error of 1e-4 each.
fn above(effect: impl Fn(f64) -> f64) -> Tolerance {
    let offs = vec![-0.2, -0.1, 0.1, 0.2, 0.3];
    // two trials that differ from their mean by the error
    let trials = [-1e-4, 1e-4].map(|error| {
        offs.iter().enumerate().map(|(i, off)| effect(*off) + if i % 2 == 0 { error } else { -error }).collect()
    });
    let mut effects = Effects::of(offs.clone(), 0.0, trials.into_iter()).expect("two trials");
    // errors of their own
    effects.covariance = Matrix::of(5, 5, |i, j| if i == j { 1e-8 } else { 0.0 });
    let (_, curve) = curve(&effects, Lowest::Linear).expect("a curve");
    tolerance(&curve, 0.3, [0.01, 0.95])
}

#[test]
fn a_curve_that_does_not_fit_has_no_bound() {
    let Tolerance { value, bound } = above(|off| 0.05 * off);
    assert!(value.is_some() && bound.is_some_and(|bound| (0.19..0.2).contains(&bound)), "{value:?} {bound:?}");
    // jumps to and fro by fifty errors
    let jumping = above(|off| 0.05 * off + if (off * 10.0).round() as i32 % 2 == 0 { 5e-3 } else { -5e-3 });
    assert!(jumping.value.is_some() && jumping.bound.is_none(), "{jumping:?}");
}

/// A point off by this share, in 10,000 trials of half a unit.
fn off_by(off: f64, standard_error: f64) -> PointVerdict {
    let comparison =
        Comparison { n: 10_000, known: 10_000, off, standard_error, reach: 0.5, unseen_one: 0.5, margin: 0.01 };
    PointVerdict {
        point: 0,
        values: Vec::new(),
        estimate: tolley_statistics::Estimate::default(),
        deviation: 0.2,
        comparison: Some(comparison),
        p: None,
        verdict: None,
        needed: None,
        is_identity: false,
        never_differed: false,
    }
}

#[test]
fn values_alone_go_as_far_as_all_nearer_ones_are_within_the_margin() {
    // 0.0067 is the most that 1.645 standard errors of 0.002 leave within 0.01
    let points = [0.001, -0.006, 0.0085, 0.001].map(|off| off_by(off, 2e-3));
    let found = |order: [usize; 4]| {
        tried(order.into_iter().map(|k| ((k + 1) as f64 * 0.01, &points[k])), 0.95).map(|off| (off * 100.0).round())
    };
    assert_eq!(found([0, 1, 2, 3]), Some(2.0), "the last one is within, but not one before it");
    assert_eq!(found([3, 1, 0, 2]), Some(2.0), "by how far they are, not by their order");
    assert_eq!(tried([(0.01, &points[2])].into_iter(), 0.95), None);
    assert_eq!(tried(std::iter::empty(), 0.95), None);
}

/// Of synthetic tables of five values, known as well as those of CGQ1: in which share the bound by a curve, and that by
/// values alone, lies beyond where the truth leaves the margin.
fn beyond(truth: impl Fn(f64) -> f64, leaves: f64, tables: u64) -> [f64; 2] {
    const OFFS: [f64; 5] = [0.005, 0.01, 0.02, 0.04, 0.08];
    const ERRORS: [f64; 5] = [0.0020, 0.0022, 0.0025, 0.0028, 0.0030];
    let mut stream = Streams::new(7, 0, None).open(Purpose::named("tables"));
    let mut count = [0.0; 2];
    for _ in 0..tables {
        let mean: Vec<f64> = OFFS.iter().zip(ERRORS).map(|(off, sd)| truth(*off) + sd * stream.normal()).collect();
        let covariance = Matrix::of(5, 5, |i, j| if i == j { ERRORS[i] * ERRORS[i] } else { 0.0 });
        let points: Vec<PointVerdict> = mean.iter().zip(ERRORS).map(|(off, error)| off_by(*off, error)).collect();
        let effects = Effects { off: OFFS.to_vec(), mean, covariance };
        let (_, curve) = curve(&effects, Lowest::Linear).expect("a curve");
        let by_curve = tolerance(&curve, 0.08, [0.01, 0.95]).bound;
        let by_values = tried(OFFS.into_iter().zip(&points), 0.95);
        for (count, bound) in count.iter_mut().zip([by_curve, by_values]) {
            *count += f64::from(u8::from(bound.is_some_and(|bound| bound > leaves)));
        }
    }
    count.map(|count| count / tables as f64)
}

/// What docs/history/verdicts.md says of both bounds.
#[test]
fn bounds_by_curves_hold_where_curves_do_and_those_by_values_alone_always() {
    let curved = beyond(|off| 0.15 * off + 2.5 * off * off, 0.04, 2000);
    let rising = beyond(|off| 0.012 * (1.0 - libm::exp(-off / 0.01)), 0.017_918, 2000);
    let step = beyond(|off| if off < 0.015 { 0.0 } else { 0.012 }, 0.015, 2000);
    // no more than the margin just before a value that is tried: the worst that may be
    let edge = beyond(|off| if off < 0.009_9 { 0.0 } else { 0.010_001 }, 0.009_9, 2000);
    assert!((0.03..0.07).contains(&edge[1]), "{edge:?}");
    assert!((0.03..0.07).contains(&curved[0]), "{curved:?}");
    assert!(rising[0] > 0.08 && step[0] > 0.2, "{rising:?} {step:?}");
    assert!([curved, rising, step].iter().all(|[_, by_values]| *by_values < 0.06), "{curved:?} {rising:?} {step:?}");
}
