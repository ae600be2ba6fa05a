//! How well one quantity of the arms of a design predicts another: both over the same repeats, the control left out.

use serde_json::{Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::table::ColumnKind;
use tolley_statistics::prediction::{LEAST_ARMS, Prediction, Told, predict};

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{is_plain, measured, of_those_kept};
use crate::paired::Trials;
use crate::values::{first_values_of, values_of};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axes whose values are compared, each with its value in the control; its first value where none is given.
    pub over: &'q [(&'q str, Option<&'q str>)],
    /// What is predicted: a column of the first table, or what a short text says.
    pub measure: &'q str,
    /// By what: a column of the first table, or `table.column` of another, whose first row of each trial counts.
    pub predictor: &'q str,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicted {
    /// By what, as asked.
    pub predictor: String,
    /// What it means.
    pub about: String,
    /// Of each arm, the control too, its mean over the repeats that count.
    pub means: Vec<f64>,
    /// The regression; `None` where the arms differ by no more than chance in what they are predicted by.
    pub found: Option<Prediction>,
}

/// Refuses what a dataset of this manifest cannot be asked, whatever its rows are.
pub fn check(manifest: &Manifest, asked: &Asked<'_>) -> Result<(), AnalysisError> {
    arms_of(manifest, asked)?;
    let (table, column) = predictor_of(manifest, asked.predictor);
    number(manifest, table, column).map(|_| ())
}

fn arms_of<'m>(manifest: &'m Manifest, asked: &Asked<'_>) -> Result<Arms<'m>, AnalysisError> {
    if manifest.plan.streams == StreamsMode::Independent {
        let message = "arms are paired, but the points of this dataset have independent random numbers";
        return Err(AnalysisError::Question(message.to_owned()));
    }
    let arms = Arms::of(manifest, asked.over)?;
    if arms.count() <= LEAST_ARMS {
        let message =
            format!("a prediction needs {LEAST_ARMS} arms beside the control or more; {} are here", arms.count() - 1);
        return Err(AnalysisError::Question(message));
    }
    Ok(arms)
}

/// Predicts the arms of a dataset, as far as it goes.
pub fn prediction(dataset: &Dataset, asked: &Asked<'_>) -> Result<Predicted, AnalysisError> {
    let arms = arms_of(dataset.manifest(), asked)?;
    let (about, by) = predictor(dataset, asked.predictor)?;
    let of = if is_plain(asked.measure) {
        Trials::Each(values_of(dataset, asked.measure)?.of_trials)
    } else {
        measured(dataset, Some(asked.measure))?.trials
    };
    Ok(Predicted { predictor: asked.predictor.to_owned(), about, ..predicted(&arms, &by, &of) })
}

/// Of values of trials.
fn predicted(arms: &Arms<'_>, by: &Trials, of: &Trials) -> Predicted {
    let all: Vec<usize> = (0..arms.count()).collect();
    let [by, of] = [by, of].map(|trials| all.iter().map(|arm| trials.worth(arms, *arm, &all)).collect::<Vec<_>>());
    let is_whole = |repeat: &usize| by.iter().chain(&of).all(|arm| !arm[*repeat].is_nan());
    let whole: Vec<usize> = (0..arms.repeats()).filter(is_whole).collect();
    let kept = |rows: &[Vec<f64>], arm: usize| whole.iter().map(|repeat| rows[arm][*repeat]).collect::<Vec<f64>>();
    let others = || all.iter().filter(|arm| **arm != arms.control());
    let [by_others, of_others] = [&by, &of].map(|rows| others().map(|arm| kept(rows, *arm)).collect::<Vec<_>>());
    let mean = |arm: &usize| kept(&by, *arm).iter().sum::<f64>() / whole.len() as f64;
    Predicted {
        predictor: String::new(),
        about: String::new(),
        means: all.iter().map(mean).collect(),
        found: predict(&by_others, &of_others),
    }
}

/// Table and column of a predictor.
fn predictor_of<'n>(manifest: &'n Manifest, name: &'n str) -> (&'n str, &'n str) {
    name.split_once('.').unwrap_or((&manifest.tables[0].name, name))
}

/// What a predictor means, and its values.
fn predictor(dataset: &Dataset, name: &str) -> Result<(String, Trials), AnalysisError> {
    let manifest = dataset.manifest();
    let (table, column) = predictor_of(manifest, name);
    let about = number(manifest, table, column)?;
    let values = if table == manifest.tables[0].name {
        values_of(dataset, column)?.of_trials
    } else {
        first_values_of(dataset, table, column)?
    };
    Ok((about, Trials::Each(values)))
}

/// What a column of numbers means.
fn number(manifest: &Manifest, table: &str, column: &str) -> Result<String, AnalysisError> {
    let found = manifest.tables.iter().find(|known| known.name == table).ok_or_else(|| {
        let names: Vec<&str> = manifest.tables.iter().map(|table| table.name.as_str()).collect();
        AnalysisError::Question(format!("there is no table {table}; the tables are {}", names.join(", ")))
    })?;
    let is_it = |kind: &ColumnKind| !matches!(kind, ColumnKind::Name { .. });
    let known = found.columns.iter().find(|known| known.name == column && is_it(&known.kind));
    known.map(|known| known.about.clone()).ok_or_else(|| {
        let which = if table == manifest.tables[0].name { of_those_kept(manifest) } else { "" };
        AnalysisError::Question(format!(
            "{column} is no number of the table {table}{which}, by which something could be predicted"
        ))
    })
}

impl Predicted {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let told =
            |told: &Told| json!({ "value": told.value, "of_these_arms": told.of_these, "of_such_arms": told.of_such });
        let found = self.found.as_ref();
        json!({
            "predictor": self.predictor, "about": self.about, "means": self.means,
            "arms": found.map(|found| found.arms), "repeats": found.map(|found| found.repeats),
            "slope": found.map(|found| told(&found.slope)),
            "correlation": found.and_then(|found| found.correlation.as_ref()).map(told),
        })
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::grid::{Axis, Grid};
    use tolley_experiment::value::Value;

    use super::*;

    #[test]
    fn arms_of_a_list_are_predicted_without_the_control_and_without_repeats_that_miss_a_value() {
        let rows = (0..6).map(Value::Count).collect();
        let mut grid = Grid::new(40, vec![Axis::of_values("a.x", rows)]);
        grid.change(|grid| grid.design = tolley_experiment::design::Design::List);
        let arms = Arms::new(&grid, &[("a.x", Some("2"))], str::to_owned).expect("a list");
        assert_eq!((arms.count(), arms.control(), arms.strata()), (6, 2, 1));
        // all lie on a line but the control; what a repeat has is common to all
        let values = |of: &dyn Fn(u64, u64) -> f64| {
            let trials = (0..grid.trials()).map(|trial| grid.locate(trial));
            Trials::Each(trials.map(|(row, repeat)| of(row, repeat)).collect())
        };
        let by = values(&|row, repeat| row as f64 + (repeat % 3) as f64);
        let of = values(&|row, repeat| match (row, repeat) {
            (4, 7) => f64::NAN,
            (2, _) => 100.0,
            _ => 0.25 * row as f64 + (repeat % 5) as f64,
        });
        let found = predicted(&arms, &by, &of);
        let prediction = found.found.expect("a prediction");
        assert_eq!((prediction.arms, prediction.repeats), (5, 39));
        assert!((prediction.slope.value - 0.25).abs() < 1e-12, "{prediction:?}");
        assert!((found.means[5] - found.means[2] - 3.0).abs() < 1e-12, "{:?}", found.means);
    }
}
