//! Do arms differ from one of them, by tests that assume nothing of how values are spread? Paired repeats either went
//! the one way or the other: McNemar's exact test of their numbers; and the mean of their differences beside that of
//! the same differences with signs at random.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments};
use tolley_statistics::exact::mcnemar;
use tolley_statistics::multiplicity::holm;

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::missing::Missing;
use crate::paired::Trials;
use crate::paired::mean_of;
use crate::told;

/// How often signs are drawn.
const DRAWS: usize = 10_000;
/// Means that differ by less than so much of their size are alike.
const ALIKE: f64 = 1e-12;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axes whose values are compared, each with its value in the control; its first value where none is given.
    pub over: &'q [(&'q str, Option<&'q str>)],
    /// What is measured, as a short text says.
    pub measure: &'q str,
}

/// One arm beside the control.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactArm {
    /// Column and value of each axis that is compared, SI.
    pub values: Vec<(String, Value)>,
    /// The mean difference of repeats.
    pub difference: Estimate,
    /// Repeats in which the arm is above the control, and below it, strata averaged over.
    pub repeats: [u64; 2],
    /// Trials in which it is, each for itself; of shares pooled over rows none.
    pub trials: Option<[u64; 2]>,
    /// Share of paired trials that come out otherwise, strata averaged over, the repeat as a cluster.
    pub changed: Option<Estimate>,
    /// Of repeats that go either way by chance, corrected by Holm.
    pub mcnemar: f64,
    /// Of signs of differences at random, corrected by Holm.
    pub permutation: f64,
}

/// All arms but the control.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// What is measured.
    pub measure: String,
    /// Column and value of each axis in the control.
    pub control: Vec<(String, Value)>,
    /// In the order of the design.
    pub arms: Vec<ExactArm>,
    /// Combinations of the other axes.
    pub strata: usize,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Compares the arms of a dataset, as far as it goes.
pub fn exact(dataset: &Dataset, asked: &Asked<'_>) -> Result<Exact, AnalysisError> {
    let manifest = dataset.manifest();
    if manifest.plan.streams == StreamsMode::Independent {
        let message = "arms are paired, but the points of this dataset have independent random numbers";
        return Err(AnalysisError::Question(message.to_owned()));
    }
    let arms = Arms::of(manifest, asked.over)?;
    let Measured { name, missing, trials, .. } = measured(dataset, Some(asked.measure))?;
    let mut stream = Streams::new(manifest.plan.seed, 0, None).open(Purpose::named("signs"));
    let others = (0..arms.count()).filter(|arm| *arm != arms.control());
    let mut found: Vec<ExactArm> = others.map(|arm| beside(&arms, arm, &trials, &mut stream)).collect();
    let corrected = |of: fn(&ExactArm) -> f64| holm(&found.iter().map(of).collect::<Vec<_>>());
    let (signs, means) = (corrected(|arm| arm.mcnemar), corrected(|arm| arm.permutation));
    for (arm, (sign, mean)) in found.iter_mut().zip(signs.into_iter().zip(means)) {
        (arm.mcnemar, arm.permutation) = (sign, mean);
    }
    Ok(Exact { measure: name, control: arms.values(arms.control()), arms: found, strata: arms.strata(), missing })
}

fn beside(arms: &Arms<'_>, arm: usize, trials: &Trials, stream: &mut Stream) -> ExactArm {
    let pair = [arm, arms.control()];
    let [of_arm, of_control] = pair.map(|of| of_repeats(trials, arms, of, &pair));
    let differences: Vec<f64> =
        of_arm.iter().zip(&of_control).map(|(a, b)| off(*a, *b)).filter(|difference| !difference.is_nan()).collect();
    // of rows pooled over repeats the mean weighs them as `compare` does
    let [worth_of_arm, worth_of_control] = pair.map(|of| trials.worth(arms, of, &pair));
    let pooled: Vec<f64> = worth_of_arm
        .iter()
        .zip(&worth_of_control)
        .map(|(a, b)| off(*a, *b))
        .filter(|difference| !difference.is_nan())
        .collect();
    let mut moments = Moments::default();
    pooled.iter().for_each(|difference| moments.add(*difference));
    let above = differences.iter().filter(|difference| **difference > 0.0).count() as u64;
    let below = differences.iter().filter(|difference| **difference < 0.0).count() as u64;
    ExactArm {
        values: arms.values(arm),
        difference: Means::default().estimate(&moments),
        repeats: [above, below],
        trials: each(arms, pair, trials),
        changed: trials.changed(arms, pair).map(|changed| mean_of(&changed, true)),
        mcnemar: mcnemar(above, below),
        permutation: permuted(&pooled, stream),
    }
}

/// What an arm was worth in each repeat by itself: of a share that rows count the share of the repeat, and not its part
/// in that of all repeats, which differs even where two arms count the same.
fn of_repeats(trials: &Trials, arms: &Arms<'_>, arm: usize, pair: &[usize]) -> Vec<f64> {
    if matches!(trials, Trials::Each(_)) {
        return trials.worth(arms, arm, pair);
    }
    let common = trials.common(arms, pair);
    let share = |repeat: usize| {
        let strata = common.iter().map(|stratum| trials.addends(arms.trial(arm, *stratum, repeat)));
        let [sum, of] = strata.fold([0.0; 2], |[sum, of], add| [sum + add[0], of + add[1]]);
        sum / of
    };
    (0..arms.repeats()).map(share).collect()
}

/// One less the other; nothing where they differ by rounding, as means of the same numbers in another order do.
fn off(one: f64, other: f64) -> f64 {
    let off = one - other;
    if off.abs() <= ALIKE * (one.abs() + other.abs()) { 0.0 } else { off }
}

/// Trials in which the first of a pair of arms is above the other, and below it.
fn each(arms: &Arms<'_>, pair: [usize; 2], trials: &Trials) -> Option<[u64; 2]> {
    let Trials::Each(values) = trials else { return None };
    let mut counts = [0; 2];
    for stratum in 0..arms.strata() {
        for repeat in 0..arms.repeats() {
            let [one, other] = pair.map(|arm| values[arms.trial(arm, stratum, repeat)]);
            counts[0] += u64::from(one > other);
            counts[1] += u64::from(one < other);
        }
    }
    Some(counts)
}

/// The chance of a mean as far from 0 where each difference might as well have the other sign (R. A. Fisher, The Design
/// of Experiments (1935), 21), the differences seen counted among the draws.
fn permuted(differences: &[f64], stream: &mut Stream) -> f64 {
    let moved: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    let seen = moved.iter().sum::<f64>().abs();
    // sums in another order differ by rounding
    let least = seen - 1e-9 * moved.iter().map(|difference| difference.abs()).sum::<f64>();
    let mut as_far = 1;
    for _ in 0..DRAWS {
        let mut sum = 0.0;
        for some in moved.chunks(32) {
            let mut bits = stream.below(1 << 32);
            for difference in some {
                sum += if bits & 1 == 0 { *difference } else { -difference };
                bits >>= 1;
            }
        }
        as_far += usize::from(sum.abs() >= least);
    }
    as_far as f64 / (DRAWS + 1) as f64
}

impl Exact {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let arm = |arm: &ExactArm| {
            json!({
                "values": told::values(&arm.values), "difference": told::estimate(&arm.difference),
                "repeats_above": arm.repeats[0], "repeats_below": arm.repeats[1],
                "trials_above": arm.trials.map(|[above, _]| above), "trials_below": arm.trials.map(|[_, below]| below),
                "changed": arm.changed.as_ref().map(told::estimate), "p_mcnemar_corrected": arm.mcnemar, "p_permutation_corrected": arm.permutation,
            })
        };
        json!({
            "measure": self.measure, "beside": told::values(&self.control), "strata": self.strata, "correction": "holm",
            "arms": self.arms.iter().map(arm).collect::<Vec<_>>(), "trials": self.missing.trials,
            "quarantined_count": self.missing.quarantined, "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pooled_share_is_that_of_the_repeat() {
        use tolley_experiment::grid::{Axis, Grid};
        let grid = Grid::new(3, vec![Axis::of_values("rule", (1..3).map(Value::Count).collect())]);
        let arms = Arms::new(&grid, &[("rule", None)], str::to_owned).expect("arms");
        // alike in the first repeat, nothing counted in the second, more in the third
        let pooled = |of_arms: [[f64; 3]; 2]| {
            let mut trials = vec![0.0; 6];
            for (point, of_arm) in of_arms.iter().enumerate() {
                (0..3).for_each(|repeat| trials[grid.trial(point as u64, repeat) as usize] = of_arm[repeat as usize]);
            }
            trials
        };
        let trials =
            Trials::Pooled(pooled([[1.0, 0.0, 1.0], [1.0, 0.0, 4.0]]), pooled([[2.0, 0.0, 4.0], [2.0, 0.0, 4.0]]));
        let mut stream = Streams::new(3, 0, None).open(Purpose::named("signs"));
        assert_eq!(beside(&arms, 1, &trials, &mut stream).repeats, [1, 0]);
    }

    #[test]
    fn means_that_differ_by_rounding_are_alike() {
        assert_eq!(off((0.1 + 0.2) / 3.0, 0.3 / 3.0), 0.0);
        assert_eq!((off(0.5, 0.25), off(0.0, 0.0), off(0.25, 0.5)), (0.25, 0.0, -0.25));
        assert!(off(f64::NAN, 0.5).is_nan());
    }

    #[test]
    fn signs_at_random_are_those_of_all_that_there_are() {
        let mut stream = Streams::new(3, 0, None).open(Purpose::named("signs"));
        let p = permuted(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &mut stream);
        // all of one sign: 2 of 64
        assert!((p - 2.0 / 64.0).abs() < 0.007, "{p}");
        let p = permuted(&[-1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0], &mut stream);
        // 19 or 21 on either side: 4 of 64
        assert!((p - 4.0 / 64.0).abs() < 0.01, "{p}");
        assert_eq!(permuted(&[], &mut stream), 1.0);
    }
}
