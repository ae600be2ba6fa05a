//! Do the values of an axis lie at other heights, whatever the shape of a measure? By the ranks of what each is worth
//! in each repeat, all other axes averaged over.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::ranks::{Pair, Ranked, kruskal_wallis};

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::missing::Missing;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axis.
    pub over: &'q str,
    /// What is measured, as a short text says.
    pub measure: &'q str,
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// What is measured.
    pub measure: String,
    /// Column of the axis, and its values.
    pub over: (String, Vec<Value>),
    /// Of each value the middle of what it is worth in the repeats.
    pub medians: Vec<f64>,
    /// Repeats of each value.
    pub repeats: Vec<u64>,
    /// The tests; none where all values are alike.
    pub ranked: Option<Ranked>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Ranks the values of a dataset, as far as it goes.
pub fn ranks(dataset: &Dataset, asked: &Asked<'_>) -> Result<Ranks, AnalysisError> {
    let manifest = dataset.manifest();
    let arms = Arms::of(manifest, &[(asked.over, None)])?;
    let Measured { name, missing, trials, .. } = measured(dataset, Some(asked.measure))?;
    let groups: Vec<Vec<f64>> = (0..arms.count())
        .map(|arm| trials.worth(&arms, arm, &[arm]).into_iter().filter(|value| !value.is_nan()).collect())
        .collect();
    let column = manifest.key_column(asked.over).map_or_else(|| asked.over.to_owned(), |column| column.name.clone());
    Ok(Ranks {
        measure: name,
        over: (column, arms.values_of(0)),
        medians: groups.iter().map(|group| median(group)).collect(),
        repeats: groups.iter().map(|group| group.len() as u64).collect(),
        ranked: kruskal_wallis(&groups),
        missing,
    })
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.as_slice() {
        [] => f64::NAN,
        all => 0.5 * (all[(all.len() - 1) / 2] + all[all.len() / 2]),
    }
}

impl Ranks {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let pair = |pair: &Pair| {
            let [one, other] = pair.groups.map(|group| &self.over.1[group]);
            json!({ "one": one, "other": other, "z": pair.z, "p_corrected": pair.p })
        };
        let ranked = self.ranked.as_ref();
        json!({
            "measure": self.measure, "over": self.over.0, "values": self.over.1, "medians": self.medians,
            "repeats": self.repeats, "mean_ranks": ranked.map(|ranked| &ranked.means), "h": ranked.map(|ranked| ranked.h),
            "p": ranked.map(|ranked| ranked.p),
            "pairs": ranked.map(|ranked| ranked.pairs.iter().map(pair).collect::<Vec<_>>()),
            "method": "kruskal-wallis, dunn, holm", "trials": self.missing.trials,
            "quarantined_count": self.missing.quarantined, "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_an_even_number_is_between_two() {
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[4.0, 1.0, 2.0, 3.0])), (2.0, 2.5));
        assert!(median(&[]).is_nan());
    }
}
