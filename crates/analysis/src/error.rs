//! Why a dataset cannot be summed up.

use std::fmt;

use tolley_dataset::DatasetError;

/// A dataset could not be summed up.
#[derive(Debug)]
pub enum AnalysisError {
    /// It could not be read.
    Dataset(DatasetError),
    /// A measure does not fit its column.
    Measure(String),
    /// It cannot answer what is asked of it.
    Question(String),
}

impl From<DatasetError> for AnalysisError {
    fn from(error: DatasetError) -> AnalysisError {
        AnalysisError::Dataset(error)
    }
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::Dataset(error) => error.fmt(f),
            AnalysisError::Measure(message) | AnalysisError::Question(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for AnalysisError {}
