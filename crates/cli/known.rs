//! What this version knows of a dataset: handed to what only has words for it.

use std::sync::Arc;

use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::study::StudyInfo;

use tolley_session::studies;

/// The plan of a dataset; absent where this version cannot read it.
pub fn plan_of(dataset: &Dataset) -> Option<Plan> {
    studies::plan_of(dataset).ok().map(|(plan, _)| plan)
}

/// All studies.
pub fn studies() -> Vec<Arc<StudyInfo>> {
    studies::infos()
}
