//! The values of trials that are paired by their random numbers: what an arm is worth, repeat by repeat, over the
//! trials for which all arms that it is held beside have a value. A value that is missing in one arm alone would else
//! leave strata in the others that it has not.

use tolley_dataset::Dataset;
use tolley_experiment::table::Measure;
use tolley_statistics::estimates::{Estimate, Means, Moments, UPPER};
use tolley_statistics::shares::{Shares, share_with_error};

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::values::{Values, values_of};

/// The values of all trials, by number; NaN where there is none.
pub(crate) enum Trials {
    /// One value a trial.
    Each(Vec<f64>),
    /// How often, and of how many.
    Pooled(Vec<f64>, Vec<f64>),
}

impl Trials {
    /// Reads a measure; beside it the trials that have none.
    pub(crate) fn of(dataset: &Dataset, measure: &Measure) -> Result<(Missing, Trials), AnalysisError> {
        let column = |name: &str| values_of(dataset, name);
        Ok(match &measure.counts {
            Some([yes, of]) => {
                let (Values { of_trials: yes, missing }, of) = (column(yes)?, column(of)?.of_trials);
                (missing, Trials::Pooled(yes, of))
            }
            None => {
                let Values { of_trials, missing } = column(&measure.column)?;
                (missing, Trials::Each(of_trials))
            }
        })
    }

    /// What a trial adds to the two sums of which a mean is the ratio; nothing to either where it has no value.
    pub(crate) fn addends(&self, trial: usize) -> [f64; 2] {
        let [sum, of] = match self {
            Trials::Each(values) => [values[trial], 1.0],
            Trials::Pooled(yes, of) => [yes[trial], of[trial]],
        };
        if sum.is_nan() || of.is_nan() { [0.0; 2] } else { [sum, of] }
    }

    /// The value of a trial that has one; of pooled shares none, whose trials count several.
    pub(crate) fn value(&self, trial: usize) -> Option<f64> {
        match self {
            Trials::Each(values) => Some(values[trial]).filter(|value| !value.is_nan()),
            Trials::Pooled(..) => None,
        }
    }

    /// Strata in which each of these arms has a value at all, or counts something: what one has not the others are not
    /// held beside.
    pub(crate) fn common(&self, arms: &Arms<'_>, of: &[usize]) -> Vec<usize> {
        let has =
            |arm, stratum| (0..arms.repeats()).any(|repeat| self.addends(arms.trial(arm, stratum, repeat))[1] > 0.0);
        (0..arms.strata()).filter(|stratum| of.iter().all(|arm| has(*arm, *stratum))).collect()
    }

    /// What an arm was worth in each repeat: the mean over the strata for which all of `beside` have a value, NaN where
    /// there is none; of a pooled share its linear part, whose mean is the share and whose spread is that of the share
    /// (Cochran, Sampling Techniques (1977), 6.4).
    pub(crate) fn worth(&self, arms: &Arms<'_>, arm: usize, beside: &[usize]) -> Vec<f64> {
        let common = self.common(arms, beside);
        let mean = |values: &[f64], repeat: usize| {
            let mut moments = Moments::default();
            let strata = common.iter().filter(|stratum| self.has_all(arms, beside, **stratum, repeat));
            strata.for_each(|stratum| moments.add(values[arms.trial(arm, *stratum, repeat)]));
            if moments.n() == 0 { f64::NAN } else { moments.mean() }
        };
        let repeats = 0..arms.repeats();
        match self {
            Trials::Each(values) => repeats.map(|repeat| mean(values, repeat)).collect(),
            Trials::Pooled(yes, of) => {
                let pairs: Vec<[f64; 2]> = repeats.map(|repeat| [mean(yes, repeat), mean(of, repeat)]).collect();
                let there = || pairs.iter().filter(|[_, of]| !of.is_nan());
                let [all_yes, all_of] = there().fold([0.0; 2], |[a, b], [yes, of]| [a + yes, b + of]);
                let (share, mean_of) = (all_yes / all_of, all_of / there().count() as f64);
                pairs.iter().map(|[yes, of]| share + (yes - share * of) / mean_of).collect()
            }
        }
    }

    /// What an arm was worth in each repeat in one stratum alone; NaN where it has no value.
    pub(crate) fn worth_in(&self, arms: &Arms<'_>, arm: usize, stratum: usize) -> Vec<f64> {
        let trials = (0..arms.repeats()).map(|repeat| arms.trial(arm, stratum, repeat));
        match self {
            Trials::Each(values) => trials.map(|trial| values[trial]).collect(),
            Trials::Pooled(yes, of) => {
                let pairs: Vec<[f64; 2]> = trials.map(|trial| [yes[trial], of[trial]]).collect();
                let there = || pairs.iter().filter(|[yes, of]| !(yes.is_nan() || of.is_nan()));
                let [all_yes, all_of] = there().fold([0.0; 2], |[a, b], [yes, of]| [a + yes, b + of]);
                let (share, mean_of) = (all_yes / all_of, all_of / there().count() as f64);
                pairs.iter().map(|[yes, of]| share + (yes - share * of) / mean_of).collect()
            }
        }
    }

    /// The same of one stratum alone: its mean, all repeats together; NaN where it has none.
    pub(crate) fn mean_of_stratum(&self, arms: &Arms<'_>, arm: usize, stratum: usize, beside: &[usize]) -> f64 {
        let repeats = (0..arms.repeats()).filter(|repeat| self.has_all(arms, beside, stratum, *repeat));
        let trials: Vec<usize> = repeats.map(|repeat| arms.trial(arm, stratum, repeat)).collect();
        let sum = |values: &[f64]| trials.iter().map(|trial| values[*trial]).sum::<f64>();
        match self {
            Trials::Each(values) => sum(values) / trials.len() as f64,
            Trials::Pooled(yes, of) => sum(yes) / sum(of),
        }
    }

    /// Share of the strata of each repeat in which a trial of one arm comes out otherwise than that of the other;
    /// `None` of pooled shares.
    pub(crate) fn changed(&self, arms: &Arms<'_>, pair: [usize; 2]) -> Option<Vec<f64>> {
        let Trials::Each(values) = self else { return None };
        let of_repeat = |repeat| {
            let strata = (0..arms.strata()).filter(|stratum| self.has_all(arms, &pair, *stratum, repeat));
            let [others, n] = strata.fold([0.0; 2], |[others, n], stratum| {
                let [a, b] = pair.map(|arm| values[arms.trial(arm, stratum, repeat)]);
                [others + f64::from(u8::from(a != b)), n + 1.0]
            });
            others / n
        };
        Some((0..arms.repeats()).map(of_repeat).collect())
    }

    /// Whether no trial of one arm comes out otherwise than that of the other in a stratum.
    pub(crate) fn is_alike(&self, arms: &Arms<'_>, pair: [usize; 2], stratum: usize) -> bool {
        let of = |repeat: usize| pair.map(|arm| self.addends(arms.trial(arm, stratum, repeat)));
        let is_known = (0..arms.repeats()).any(|repeat| of(repeat).iter().all(|[_, of]| *of > 0.0));
        is_known && (0..arms.repeats()).map(of).all(|[one, other]| one == other)
    }

    fn has_all(&self, arms: &Arms<'_>, beside: &[usize], stratum: usize, repeat: usize) -> bool {
        beside.iter().all(|arm| {
            let trial = arms.trial(*arm, stratum, repeat);
            match self {
                Trials::Each(values) => !values[trial].is_nan(),
                Trials::Pooled(yes, of) => !(yes[trial].is_nan() || of[trial].is_nan()),
            }
        })
    }
}

/// The mean of what repeats were worth, as far as they have a value; of a share it stays between 0 and 1.
pub(crate) fn mean_of(values: &[f64], is_share: bool) -> Estimate {
    let known = || values.iter().copied().filter(|value| !value.is_nan());
    if is_share && known().all(|value| (0.0..=1.0).contains(&value)) {
        let mut shares = Shares::default();
        known().for_each(|value| shares.add(value));
        return shares.estimate();
    }
    let mut moments = Moments::default();
    known().for_each(|value| moments.add(value));
    let share = is_share.then(|| share_with_error(&moments, UPPER)).flatten();
    share.unwrap_or_else(|| Means::default().estimate(&moments))
}

#[cfg(test)]
mod tests {
    use tolley_experiment::grid::{Axis, Grid};
    use tolley_experiment::value::Value;

    use super::*;

    #[test]
    fn a_stratum_that_is_left_out_whole_is_not_counted() {
        let axis = |key: &str| Axis::of_values(key, vec![Value::Count(0), Value::Count(1)]);
        let grid = Grid::new(3, vec![axis("a.x"), axis("b.y")]);
        let arms = Arms::new(&grid, &[("a.x", None)], str::to_owned).expect("arms");
        let counted = |trials: &Trials| trials.common(&arms, &[0, 1]).len();
        let values = |of: &dyn Fn(u64, u64) -> f64| -> Vec<f64> {
            (0..grid.trials()).map(|trial| grid.locate(trial)).map(|(point, repeat)| of(point, repeat)).collect()
        };
        // points 1 and 3 have y = 1
        let all_of_one = Trials::Each(values(&|point, _| if point == 1 { f64::NAN } else { 0.5 }));
        assert_eq!((arms.strata(), counted(&all_of_one)), (2, 1));
        let some = Trials::Each(values(&|point, repeat| if point == 1 && repeat > 0 { f64::NAN } else { 0.5 }));
        assert_eq!(counted(&some), 2);
        let ones = values(&|_, _| 1.0);
        let no_rows = Trials::Pooled(ones, values(&|point, _| if point % 2 == 0 { 0.0 } else { 4.0 }));
        assert_eq!(counted(&no_rows), 1);
    }
}
