//! What the program that makes a page knows beyond the files of a dataset.

use std::sync::Arc;

use tolley_experiment::plan::Plan;
use tolley_experiment::study::StudyInfo;

/// What is handed in with a dataset.
pub struct Known {
    /// Its plan, as this version reads it; absent where it cannot.
    pub plan: Option<Plan>,
    /// All studies of this version.
    pub studies: Vec<Arc<StudyInfo>>,
    /// What is to be told with every number of its game, if anything.
    pub notice: Option<String>,
}
