//! All that is answered, design point by design point.

use tolley_experiment::best::Best;
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;
use tolley_search::best::Answer;

use super::ask::Asked;

/// The answer at one design point, a stratum.
pub struct Stratum {
    /// Column and value of each axis.
    pub values: Vec<(String, Value)>,
    /// What was asked there.
    pub asked: Asked,
    /// What was found.
    pub answer: Answer,
}

/// All that is answered.
pub struct Answers<'a> {
    pub plan: &'a Plan,
    pub best: &'a Best,
    pub strata: Vec<Stratum>,
}
