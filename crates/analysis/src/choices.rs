//! What each design point was worth, repeat by repeat: whoever compares points pairs them by their random numbers.

use tolley_dataset::Dataset;
use tolley_statistics::Estimate;

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::missing::Missing;

/// Points of which one may lack a repeat that the others have, in a dataset that is partly played.
const FEW: usize = 50;
/// Trials of which one may lack a value where points are as if all had as many.
const MISSING: usize = 200;

/// What the points of a dataset were worth.
#[derive(Clone, Debug, PartialEq)]
pub struct PointWorths {
    /// The column, or the text that was asked.
    pub measure: String,
    /// What it means.
    pub about: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// Trials that are left out.
    pub missing: Missing,
    /// Whether nearly all trials of these repeats have a value, so that points are known equally well.
    pub is_even: bool,
    /// Of each point, by its number.
    pub points: Vec<PointWorth>,
}

/// What one point was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct PointWorth {
    /// What each repeat adds to its mean: what it was worth, or where some trials have no value its linear part; NaN
    /// where no trial has one.
    pub repeats: Vec<f64>,
    /// Their mean with its interval.
    pub mean: Estimate,
}

/// Reads what each point was worth by a measure, the first one where none is named.
pub fn point_worths(dataset: &Dataset, measure: Option<&str>) -> Result<PointWorths, AnalysisError> {
    let Measured { name, about, is_share, missing, trials } = measured(dataset, measure)?;
    let arms = Arms::each_point(&dataset.manifest().plan.grid);
    let has = |point: usize, repeat: usize| trials.addends(arms.trial(point, 0, repeat))[1] > 0.0;
    let all = 0..arms.repeats();
    // of a part of a dataset the repeats that are only begun say nothing yet
    let is_begun = |repeat: &usize| {
        let open = (0..arms.count()).filter(|point| !has(*point, *repeat)).count();
        FEW * open > arms.count()
    };
    let kept: Vec<usize> = match dataset.is_complete() {
        true => all.collect(),
        false => all.filter(|repeat| !is_begun(repeat)).collect(),
    };
    let open = kept.iter().flat_map(|repeat| (0..arms.count()).map(|point| has(point, *repeat)));
    let open = open.filter(|has| !has).count();
    let is_even = MISSING * open <= kept.len() * arms.count();
    let of_point = |point: usize| {
        let parts = trials.own(&arms, point, &[point]).parts;
        let own = |repeat: &usize| match trials.value(arms.trial(point, 0, *repeat)) {
            Some(value) if kept.len() < parts.len() => value,
            // the mean of all that is known stands for what is not
            _ => parts[*repeat],
        };
        PointWorth { repeats: kept.iter().map(own).collect(), mean: trials.mean(&arms, point, is_share) }
    };
    let points = (0..arms.count()).map(of_point).collect();
    Ok(PointWorths { measure: name, about, is_share, missing, is_even, points })
}

/// Refuses a measure that a dataset of this manifest does not have.
pub fn check(manifest: &tolley_dataset::Manifest, measure: Option<&str>) -> Result<(), AnalysisError> {
    crate::measured::check(manifest, measure)
}
