//! What each design point was worth, repeat by repeat: whoever compares points pairs them by their random numbers.

use tolley_dataset::Dataset;
use tolley_statistics::Estimate;

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::missing::Missing;

/// Points of which one may lack a repeat that the others have.
const FEW: usize = 50;

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
    let of_point = |point: usize| PointWorth {
        repeats: trials.own(&arms, point, &[point]).parts,
        mean: trials.mean(&arms, point, is_share),
    };
    let mut points: Vec<PointWorth> = (0..arms.count()).map(of_point).collect();
    if !dataset.is_complete() {
        leave_out_begun(&mut points);
    }
    Ok(PointWorths { measure: name, about, is_share, missing, points })
}

/// Leaves out repeats that are only begun: those that more than 1 in [`FEW`] points have not played.
fn leave_out_begun(points: &mut [PointWorth]) {
    let repeats = points.first().map_or(0, |point| point.repeats.len());
    let is_played = |repeat: &usize| {
        let open = points.iter().filter(|point| point.repeats[*repeat].is_nan()).count();
        FEW * open <= points.len()
    };
    let played: Vec<usize> = (0..repeats).filter(is_played).collect();
    for point in points {
        point.repeats = played.iter().map(|repeat| point.repeats[*repeat]).collect();
    }
}

/// Refuses a measure that a dataset of this manifest does not have.
pub fn check(manifest: &tolley_dataset::Manifest, measure: Option<&str>) -> Result<(), AnalysisError> {
    crate::measured::check(manifest, measure)
}
