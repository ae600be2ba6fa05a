//! How many strata of a comparison have values: one whose trials are all left out takes part in no mean.

use tolley_dataset::Dataset;

use crate::arms::Arms;
use crate::contrasts::Asked;
use crate::error::AnalysisError;
use crate::measured::measured;
use crate::paired::Trials;

/// Strata in which every arm has a value of what is asked.
pub fn with_values(dataset: &Dataset, asked: &Asked<'_>) -> Result<usize, AnalysisError> {
    let arms = Arms::of(dataset.manifest(), asked.over)?;
    Ok(counted(&arms, &measured(dataset, asked.measure)?.trials))
}

fn counted(arms: &Arms<'_>, trials: &Trials) -> usize {
    let has =
        |arm, stratum| (0..arms.repeats()).any(|repeat| trials.addends(arms.trial(arm, stratum, repeat))[1] > 0.0);
    (0..arms.strata()).filter(|stratum| (0..arms.count()).all(|arm| has(arm, *stratum))).count()
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
        let values = |of: &dyn Fn(u64, u64) -> f64| -> Vec<f64> {
            (0..grid.trials()).map(|trial| grid.locate(trial)).map(|(point, repeat)| of(point, repeat)).collect()
        };
        // points 1 and 3 have y = 1
        let all_of_one = Trials::Each(values(&|point, _| if point == 1 { f64::NAN } else { 0.5 }));
        assert_eq!((arms.strata(), counted(&arms, &all_of_one)), (2, 1));
        let some = Trials::Each(values(&|point, repeat| if point == 1 && repeat > 0 { f64::NAN } else { 0.5 }));
        assert_eq!(counted(&arms, &some), 2);
        let ones = values(&|_, _| 1.0);
        let no_rows = Trials::Pooled(ones, values(&|point, _| if point % 2 == 0 { 0.0 } else { 4.0 }));
        assert_eq!(counted(&arms, &no_rows), 1);
    }
}
