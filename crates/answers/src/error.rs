//! Why there is no answer.

use std::fmt;

use tolley_analysis::AnalysisError;
use tolley_dataset::DatasetError;
use tolley_experiment::problem::Problems;

/// Why something is not answered, or not kept.
#[derive(Debug)]
pub enum AnswerError {
    /// The dataset could not be read, or cannot be asked this.
    Analysis(AnalysisError),
    /// The files of the answer could not be written.
    Dataset(DatasetError),
    /// The scenario of a question is no plan.
    Scenario(Problems),
    /// What was said names nothing that can be asked, or no place for an answer.
    Refused(String),
    /// The question is one that no dataset answers, since it plays for itself.
    NotOfDataset,
}

impl From<AnalysisError> for AnswerError {
    fn from(error: AnalysisError) -> AnswerError {
        AnswerError::Analysis(error)
    }
}

impl From<DatasetError> for AnswerError {
    fn from(error: DatasetError) -> AnswerError {
        AnswerError::Dataset(error)
    }
}

impl From<Problems> for AnswerError {
    fn from(problems: Problems) -> AnswerError {
        AnswerError::Scenario(problems)
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Analysis(error) => error.fmt(f),
            AnswerError::Dataset(error) => error.fmt(f),
            AnswerError::Scenario(problems) => problems.fmt(f),
            AnswerError::Refused(message) => f.write_str(message),
            AnswerError::NotOfDataset => f.write_str("a best choice is asked of no dataset"),
        }
    }
}

impl std::error::Error for AnswerError {}
