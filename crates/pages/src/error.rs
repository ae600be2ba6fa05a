//! Why there is no page.

use std::fmt;
use std::io;
use std::path::PathBuf;

use tolley_analysis::AnalysisError;
use tolley_answers::AnswerError;
use tolley_dataset::DatasetError;
use tolley_experiment::problem::Fault;

/// Why a page is not made, or not written.
#[derive(Debug)]
pub enum PageError {
    /// What it should say could not be found.
    Answer(AnswerError),
    /// What was said names nothing of which there is a page, or no place for one.
    Refused(String),
    /// The design point of the trial breaks rules of its study.
    Faults(Vec<Fault>),
    /// The trial cannot be shown, since it panics.
    Panicked {
        /// Its number.
        trial: u64,
    },
    /// The data of the page are no JSON.
    Data(serde_json::Error),
    /// The page could not be written.
    Unwritten {
        /// Its file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl From<AnswerError> for PageError {
    fn from(error: AnswerError) -> PageError {
        PageError::Answer(error)
    }
}

impl From<AnalysisError> for PageError {
    fn from(error: AnalysisError) -> PageError {
        PageError::Answer(error.into())
    }
}

impl From<DatasetError> for PageError {
    fn from(error: DatasetError) -> PageError {
        PageError::Answer(error.into())
    }
}

impl From<serde_json::Error> for PageError {
    fn from(error: serde_json::Error) -> PageError {
        PageError::Data(error)
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Answer(error) => error.fmt(f),
            PageError::Refused(message) => f.write_str(message),
            PageError::Faults(faults) => {
                let told = faults.iter().map(|fault| format!("{}: {}", fault.path, fault.message));
                f.write_str(&told.collect::<Vec<_>>().join("\n"))
            }
            PageError::Panicked { trial } => write!(f, "trial {trial} panics: it cannot be shown"),
            PageError::Data(error) => error.fmt(f),
            PageError::Unwritten { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for PageError {}
