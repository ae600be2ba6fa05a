//! The card of a dataset: what it answers, in words, before any table.

use tolley_answers::AnswerError;
use tolley_answers::answer::Answer;
use tolley_answers::kinds::{self, Context};
use tolley_dataset::Dataset;

use crate::exit::Stop;
use crate::{again, known};

/// The answers of a dataset that is played or summed up; none where it can be asked nothing of the kind, and its tables
/// alone say what it shows. `command` plays its scenario again, but for the number of repeats.
pub fn answers(dataset: &Dataset, command: Vec<String>) -> Result<Vec<Answer>, Stop> {
    let plan = known::plan_of(dataset);
    let context = Context { plan: plan.as_ref(), command, ..Context::default() };
    let mut answers = Vec::new();
    for ask in kinds::asks_of(dataset.manifest()) {
        match kinds::answer(&ask, dataset, &context) {
            Ok(answer) => answers.push(answer),
            Err(error) if is_refusal(&error) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        }
    }
    if let Some(first) = answers.first_mut() {
        again::caution(first, dataset)?;
    }
    Ok(answers)
}

/// Whether a dataset cannot be asked, rather than not be read.
fn is_refusal(error: &AnswerError) -> bool {
    matches!(error, AnswerError::Refused(_) | AnswerError::Analysis(tolley_analysis::AnalysisError::Question(_)))
}
