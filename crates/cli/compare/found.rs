//! What a comparison finds.

use serde_json::{Value, json};
use tolley_analysis::contrasts::{self, Asked, Contrasts, contrasts};
use tolley_analysis::prediction::{self, Predicted, prediction};
use tolley_analysis::{AnalysisError, is_share, strata};
use tolley_dataset::{Dataset, Manifest};
use tolley_search::mcb::{AgainstBest, Evidence, against_best_by};

use crate::args::Better;
use crate::exit::Stop;

/// With which the set of those that may be the best holds the best.
pub const CONFIDENCE: f64 = 0.95;

/// What is compared, as asked.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// Axes, each with its value in the control.
    pub over: Vec<(&'q str, Option<&'q str>)>,
    /// The column.
    pub measure: Option<&'q str>,
    /// Up to which nothing hangs on.
    pub margin: Option<f64>,
    /// Whether the best is asked for.
    pub best: Option<Better>,
    /// What the column is to be predicted by.
    pub predictor: Option<&'q str>,
}

/// Everything that is found.
pub struct Compared {
    /// Each arm beside the control.
    pub contrasts: Contrasts,
    /// Strata in which every arm has a value.
    pub strata_with_values: usize,
    /// Each arm beside the best of the others, in the same order.
    pub best: Option<(Better, Vec<AgainstBest>)>,
    /// How well the column is predicted.
    pub predicted: Option<Predicted>,
}

impl Question<'_> {
    /// Refuses what a dataset of this manifest cannot be asked, whatever its rows are.
    pub fn check(&self, manifest: &Manifest) -> Result<(), AnalysisError> {
        contrasts::check(manifest, &self.asked())?;
        if self.margin.is_none() && !is_share(manifest, self.measure)? {
            let name = self.measure.unwrap_or(&manifest.measures[0].column);
            let message = format!("up to which difference of {name} does nothing hang on it? --margin says so");
            return Err(AnalysisError::Question(message));
        }
        let Some(predictor) = self.predictor else { return Ok(()) };
        let measure = self.measure.unwrap_or_default();
        prediction::check(manifest, &prediction::Asked { over: &self.over, measure, predictor })
    }

    /// What is asked of the arms beside the control.
    pub fn asked(&self) -> Asked<'_> {
        Asked { over: &self.over, measure: self.measure, margin: self.margin }
    }
}

impl Compared {
    /// By how much the best arm is better than the control at the most, with [`CONFIDENCE`]; with [`Better::Smallest`]
    /// by how much it is smaller. `None` where some arm never differed otherwise from the control than by as much: how
    /// far it may is not known then.
    pub fn most_beyond_control(&self) -> Option<f64> {
        let (_, arms) = self.best.as_ref()?;
        // one of which nothing is known may be any
        if self.contrasts.worth.values.iter().any(Vec::is_empty) {
            return None;
        }
        let control = &self.contrasts.worth.values[self.contrasts.control];
        let varies = |arm: &Vec<f64>| {
            let mut differences = arm.iter().zip(control).map(|(a, b)| a - b);
            let first = differences.next();
            differences.any(|difference| Some(difference) != first)
        };
        let mut others =
            self.contrasts.worth.values.iter().enumerate().filter(|(arm, _)| *arm != self.contrasts.control);
        others.all(|(_, arm)| varies(arm)).then_some(())?;
        Some((-arms[self.contrasts.control].interval[0]).max(0.0))
    }

    /// SI, all digits.
    pub fn to_json(&self, dataset: &Dataset) -> Value {
        let mut object = self.contrasts.to_json();
        object["strata_with_values"] = json!(self.strata_with_values);
        if let Some((_, arms)) = &self.best {
            for (at, arm) in arms.iter().enumerate() {
                object["arms"][at]["may_be_best"] = json!(arm.in_set);
            }
            object["may_be_best_confidence"] = json!(CONFIDENCE);
            object["most_beyond_control"] = json!(self.most_beyond_control());
        }
        if let Some(predicted) = &self.predicted {
            object["prediction"] = predicted.to_json();
        }
        object["dataset"] = json!(dataset.dir().display().to_string());
        object["complete"] = json!(dataset.is_complete());
        object
    }
}

/// The arms of a dataset beside the control, and beside the best where that is asked for.
pub fn compared(dataset: &Dataset, question: &Question<'_>) -> Result<Compared, Stop> {
    let Question { over, best, predictor, .. } = question;
    let contrasts = contrasts(dataset, &question.asked())?;
    let best = best.and_then(|better| {
        let sign = if better == Better::Largest { 1.0 } else { -1.0 };
        let known = || contrasts.worth.values.iter().filter(|arm| !arm.is_empty());
        let values: Vec<Vec<f64>> = known().map(|arm| arm.iter().map(|value| sign * value).collect()).collect();
        let worth = &contrasts.worth;
        let by = Evidence { known: worth.known, most: &|one, other| worth.most[one][other] };
        let mut found = against_best_by(&values, by, CONFIDENCE)?.into_iter();
        // of which hardly anything is known it may be
        let of = |arm: &Vec<f64>| if arm.is_empty() { Some(AgainstBest::unknown()) } else { found.next() };
        Some((better, contrasts.worth.values.iter().filter_map(of).collect()))
    });
    let predicted = predictor.map(|predictor| {
        let measure = &contrasts.measure;
        prediction(dataset, &prediction::Asked { over, measure, predictor })
    });
    let strata_with_values = strata::with_values(dataset, &question.asked())?;
    Ok(Compared { best, predicted: predicted.transpose()?, contrasts, strata_with_values })
}
