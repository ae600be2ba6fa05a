//! What a comparison finds.

use serde_json::{Value, json};
use tolley_analysis::AnalysisError;
use tolley_analysis::contrasts::{Asked, Contrasts, contrasts};
use tolley_analysis::statistics::equivalence::Comparison;
use tolley_dataset::Dataset;
use tolley_search::mcb::{AgainstBest, Apart, against_best_by};

/// With which the set of those that may be the best holds the best.
pub const CONFIDENCE: f64 = 0.95;

/// Which values of a measure are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Large ones.
    Largest,
    /// Small ones.
    Smallest,
}

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
}

/// Everything that is found.
pub struct Compared {
    /// Each arm beside the control.
    pub contrasts: Contrasts,
    /// Each arm beside the best of the others, in the same order.
    pub best: Option<(Better, Vec<AgainstBest>)>,
}

impl Question<'_> {
    /// What is asked of the arms beside the control.
    pub fn asked(&self) -> Asked<'_> {
        Asked { over: &self.over, measure: self.measure, margin: self.margin, has_pairs: self.best.is_some() }
    }
}

impl Compared {
    /// By how much the best arm is better than the control at the most, with [`CONFIDENCE`]; with [`Better::Smallest`]
    /// by how much it is smaller. `None` where some arm never differed otherwise from the control than by as much: how
    /// far it may is not known then.
    pub fn most_beyond_control(&self) -> Option<f64> {
        let (_, arms) = self.best.as_ref()?;
        // one of which nothing is known may be any
        let control = self.contrasts.control;
        let beside = &self.contrasts.worth.as_ref()?.pairs[control];
        let varies = |(arm, pair): (usize, &Option<Comparison>)| {
            arm == control || pair.is_some_and(|pair| pair.standard_error > 0.0)
        };
        beside.iter().enumerate().all(varies).then_some(())?;
        Some((-arms[self.contrasts.control].interval[0]).max(0.0))
    }

    /// SI, all digits.
    pub fn to_json(&self, dataset: &Dataset) -> Value {
        let mut object = self.contrasts.to_json();
        object["strata_with_values"] = json!(self.contrasts.strata_with_values);
        if let Some((_, arms)) = &self.best {
            for (at, arm) in arms.iter().enumerate() {
                object["arms"][at]["may_be_best"] = json!(arm.in_set);
            }
            object["may_be_best_confidence"] = json!(CONFIDENCE);
            object["most_beyond_control"] = json!(self.most_beyond_control());
        }
        object["dataset"] = json!(dataset.dir().display().to_string());
        object["complete"] = json!(dataset.is_complete());
        object
    }
}

/// The arms of a dataset beside the control, and beside the best where that is asked for.
pub fn compared(dataset: &Dataset, question: &Question<'_>) -> Result<Compared, AnalysisError> {
    let best = question.best;
    let contrasts = contrasts(dataset, &question.asked())?;
    let best = best.and_then(|better| {
        let sign = if better == Better::Largest { 1.0 } else { -1.0 };
        let worth = contrasts.worth.as_ref()?;
        let values: Vec<Vec<f64>> =
            worth.values.iter().map(|arm| arm.iter().map(|value| sign * value).collect()).collect();
        let apart = |one: usize, other: usize| {
            let pair = worth.pairs[one][other]?;
            Some(Apart { off: sign * pair.off, error: pair.error(), known: pair.known })
        };
        Some((better, against_best_by(&values, &apart, CONFIDENCE)?))
    });
    Ok(Compared { best, contrasts })
}
