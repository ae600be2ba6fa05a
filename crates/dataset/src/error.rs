//! What can go wrong, each with its path and, where there is one, the operating system's message.

use std::fmt;
use std::path::{Path, PathBuf};

/// A dataset could not be written or read.
#[derive(Debug)]
pub enum DatasetError {
    /// The operating system refused.
    Io {
        /// What was tried: `"write"`, `"sync"`.
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What it said.
        source: std::io::Error,
    },
    /// A published part differs from the same block made again.
    Determinism {
        /// The published part.
        path: PathBuf,
    },
    /// A file is not what the manifest says.
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, one line.
        message: String,
    },
}

impl DatasetError {
    pub(crate) fn io(action: &'static str, path: &Path, source: std::io::Error) -> DatasetError {
        DatasetError::Io { action, path: path.to_path_buf(), source }
    }

    pub(crate) fn format(path: &Path, message: impl Into<String>) -> DatasetError {
        DatasetError::Format { path: path.to_path_buf(), message: message.into() }
    }
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatasetError::Io { action, path, source } => write!(f, "cannot {action} {}: {source}", path.display()),
            DatasetError::Determinism { path } => write!(
                f,
                "determinism violated: {} exists and differs from the same block made again; nothing was replaced",
                path.display()
            ),
            DatasetError::Format { path, message } => write!(f, "{}: {message}", path.display()),
        }
    }
}

impl std::error::Error for DatasetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DatasetError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// A setting in which the plan of a dataset and the plan at hand differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Path of the key, or `seed`, `repeats`, `physics_version` ...
    pub name: String,
    /// In the dataset.
    pub dataset: String,
    /// In the plan at hand.
    pub plan: String,
}

/// A folder was refused; nothing in it was changed.
#[derive(Debug)]
pub enum OpenError {
    /// It holds the dataset of another plan.
    OtherPlan {
        /// The folder.
        path: PathBuf,
        /// Where the plans differ; at least one.
        differences: Vec<Difference>,
    },
    /// It is something else: a file, a folder with foreign contents, a symbolic link ...
    NotADataset {
        /// The file or folder.
        path: PathBuf,
        /// What it is, one line.
        message: String,
    },
    /// The plan cannot be stored.
    Unfit {
        /// Why, one line.
        message: String,
    },
    /// It could not be read or written.
    Failed(DatasetError),
}

impl OpenError {
    pub(crate) fn not_a_dataset(path: &Path, message: impl Into<String>) -> OpenError {
        OpenError::NotADataset { path: path.to_path_buf(), message: message.into() }
    }
}

impl From<DatasetError> for OpenError {
    fn from(error: DatasetError) -> OpenError {
        OpenError::Failed(error)
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::OtherPlan { path, differences } => {
                write!(f, "{} holds the dataset of another plan:", path.display())?;
                for Difference { name, dataset, plan } in differences {
                    write!(f, "\n  {name}: {dataset} in the dataset, {plan} now")?;
                }
                Ok(())
            }
            OpenError::NotADataset { path, message } => write!(f, "{} {message}", path.display()),
            OpenError::Unfit { message } => write!(f, "the plan cannot be stored: {message}"),
            OpenError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OpenError::Failed(error) => Some(error),
            _ => None,
        }
    }
}
