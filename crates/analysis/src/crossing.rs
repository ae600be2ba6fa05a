//! Where along an axis does a gain come to nothing? The gain of each arm over the control, never rising along the axis,
//! and the place where it is 0, with what it might have been on other repeats.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::isotonic::comes_to_nothing;

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::measure;
use crate::missing::Missing;
use crate::paired::Trials;
use crate::resampled::Resampled;
use crate::told;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axis along which a gain falls, with its value in the control.
    pub along: (&'q str, &'q str),
    /// The axes of what is gained by, each with its value in the control.
    pub over: &'q [(&'q str, &'q str)],
    /// The measure.
    pub measure: &'q str,
}

/// Where one arm gains nothing any more.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// Column and value of each axis of what is gained by, SI.
    pub values: Vec<(String, Value)>,
    /// Its gain at the control's value of the axis along.
    pub gain: Estimate,
    /// Where it comes to nothing: the first value where it never pays, absent where it pays to the last.
    pub place: Estimate,
    /// Share of the resamples in which it pays to the last value.
    pub pays_throughout: f64,
}

/// All arms but the control.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossings {
    /// The measure.
    pub measure: String,
    /// Column of the axis along which gains fall, and its values in rising order.
    pub along: (String, Vec<f64>),
    /// In the order of the design.
    pub arms: Vec<Crossing>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Looks for the places.
pub fn crossings(dataset: &Dataset, asked: &Asked<'_>) -> Result<Crossings, AnalysisError> {
    let manifest = dataset.manifest();
    let measure = measure(manifest, Some(asked.measure))?;
    let (missing, trials) = Trials::of(dataset, &measure)?;
    let mut over: Vec<(&str, Option<&str>)> = asked.over.iter().map(|(key, value)| (*key, Some(*value))).collect();
    over.push((asked.along.0, Some(asked.along.1)));
    let arms = Arms::of(manifest, &over)?;
    let along = numbers(&arms.values_of(over.len() - 1), asked.along.0)?;
    // the last axis runs fastest
    let (places, control) = (along.len(), arms.control());
    let found = Resampled::over_strata(&trials, &arms, manifest.plan.seed);
    let of_arm = |first: usize| {
        let gains =
            |means: &[f64]| (first..first + places).map(|arm| means[arm] - means[control]).collect::<Vec<f64>>();
        // where it pays to the last value, a number beyond all
        let place = |means: &[f64]| Some(comes_to_nothing(&along, &gains(means)).unwrap_or(f64::INFINITY));
        let mut values = arms.values(first);
        values.pop();
        Crossing {
            values,
            gain: found.estimate(|means| Some(means[first + control % places] - means[control])),
            place: bounded(found.estimate(place)),
            pays_throughout: found.share(|means| place(means) == Some(f64::INFINITY)),
        }
    };
    let others = (0..arms.count()).step_by(places).filter(|first| *first != control - control % places);
    let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    Ok(Crossings {
        measure: measure.column.clone(),
        arms: others.map(of_arm).collect(),
        along: (name(asked.along.0), along),
        missing,
    })
}

/// An estimate whose numbers beyond all are none.
fn bounded(estimate: Estimate) -> Estimate {
    Estimate { value: estimate.value.filter(|value| value.is_finite()), std_error: None, ..estimate }
}

/// The values of an axis of numbers in rising order.
pub(crate) fn numbers(values: &[Value], key: &str) -> Result<Vec<f64>, AnalysisError> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    };
    let numbers: Vec<f64> = values.iter().filter_map(number).collect();
    if numbers.len() < values.len() || numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(AnalysisError::Question(format!("{key}: the values of this axis are no numbers in rising order")));
    }
    Ok(numbers)
}

impl Crossings {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let arm = |arm: &Crossing| {
            json!({
                "values": told::values(&arm.values), "gain": told::estimate(&arm.gain), "place": told::estimate(&arm.place),
                "pays_throughout": arm.pays_throughout,
            })
        };
        json!({
            "measure": self.measure, "along": self.along.0, "along_values": self.along.1,
            "arms": self.arms.iter().map(arm).collect::<Vec<_>>(), "method": "isotonic, bootstrap of repeats",
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}
