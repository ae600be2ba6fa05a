//! Exit codes, and what stops a command.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use tolley_analysis::AnalysisError;
use tolley_answers::AnswerError;
use tolley_dataset::{DatasetError, OpenError};
use tolley_experiment::problem::{Fault, Problems, nearest};
use tolley_pages::PageError;
use tolley_session::{ErrorKind, SessionError};

use crate::output;
use crate::signals::Signals;

/// Done.
pub const DONE: u8 = 0;
/// Failure, I/O included.
pub const FAILURE: u8 = 1;
/// Bad input or usage.
pub const BAD_INPUT: u8 = 2;
/// Incomplete, but resumable.
pub const INCOMPLETE: u8 = 3;
/// Verification mismatch, a trial failed, or more than 1 in 100,000 trials are quarantined.
pub const MISMATCH: u8 = 4;

/// Another run is writing to the dataset.
pub const LOCKED: u8 = 75;

/// Why a command stops before its end: its exit code, and what to say on stderr.
#[derive(Debug)]
pub struct Stop {
    /// Exit code.
    pub code: u8,
    /// For stderr; empty to say nothing.
    pub message: String,
    /// What is wrong with a file, each with its place; the message tells them.
    pub problems: Problems,
}

impl Stop {
    /// Something failed.
    pub fn new(code: u8, message: impl Into<String>) -> Stop {
        Stop { code, message: message.into(), problems: Problems::default() }
    }

    /// A design point breaks rules of its study.
    pub fn refused(faults: &[Fault]) -> Stop {
        let told = faults.iter().map(|fault| format!("error: {}: {}", fault.path, fault.message));
        Stop::new(BAD_INPUT, told.collect::<Vec<_>>().join("\n"))
    }

    /// A file that was not there could not be written.
    pub fn unwritten(path: &Path, error: &io::Error) -> Stop {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                Stop::new(BAD_INPUT, format!("error: {path} is there already; name another file"))
            }
            _ => Stop::new(FAILURE, format!("error: {path}: {error}")),
        }
    }
}

impl From<Problems> for Stop {
    fn from(problems: Problems) -> Stop {
        Stop { problems: problems.clone(), ..Stop::new(BAD_INPUT, problems.to_string()) }
    }
}

impl From<OpenError> for Stop {
    fn from(error: OpenError) -> Stop {
        let hint = match &error {
            OpenError::NotADataset { path, .. } if !path.exists() => meant(path),
            _ => String::new(),
        };
        let stop = Stop::from(SessionError::from(error));
        Stop { message: stop.message.clone() + &hint, ..stop }
    }
}

/// The dataset in the folder `runs` that may be meant by a name of which there is none.
fn meant(path: &Path) -> String {
    let typed = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let entries = std::fs::read_dir("runs").into_iter().flatten().flatten();
    let names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let near = nearest(&typed, names.iter().map(String::as_str)).map(|name| format!("; did you mean runs/{name}?"));
    near.unwrap_or_else(|| "; `tolley data` lists what is in runs/".to_owned())
}

impl From<DatasetError> for Stop {
    fn from(error: DatasetError) -> Stop {
        SessionError::from(error).into()
    }
}

impl From<AnalysisError> for Stop {
    fn from(error: AnalysisError) -> Stop {
        SessionError::from(error).into()
    }
}

impl From<SessionError> for Stop {
    fn from(error: SessionError) -> Stop {
        let message = error.report();
        let code = of_kind(error.kind());
        let problems = if let SessionError::Scenario(problems) = error { problems } else { Problems::default() };
        Stop { code, message, problems }
    }
}

/// The exit code of what goes wrong; of an interruption that of the signal that came.
pub fn of_kind(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::BadInput => BAD_INPUT,
        ErrorKind::Incomplete => INCOMPLETE,
        ErrorKind::Mismatch => MISMATCH,
        ErrorKind::Locked => LOCKED,
        ErrorKind::Interrupted => Signals::code_that_came().unwrap_or(INCOMPLETE),
        ErrorKind::Io => FAILURE,
    }
}

impl From<AnswerError> for Stop {
    fn from(error: AnswerError) -> Stop {
        match error {
            AnswerError::Analysis(error) => error.into(),
            AnswerError::Dataset(error) => error.into(),
            AnswerError::Scenario(problems) => problems.into(),
            AnswerError::Refused(message) => Stop::new(BAD_INPUT, format!("error: {message}")),
            AnswerError::NotOfDataset => Stop::new(FAILURE, format!("error: {error}")),
        }
    }
}

impl From<PageError> for Stop {
    fn from(error: PageError) -> Stop {
        match error {
            PageError::Answer(error) => error.into(),
            PageError::Refused(message) => Stop::new(BAD_INPUT, format!("error: {message}")),
            PageError::Faults(faults) => Stop::refused(&faults),
            PageError::Unwritten { path, error } => Stop::unwritten(&path, &error),
            PageError::Panicked { .. } => Stop::new(MISMATCH, format!("error: {error}")),
            PageError::Data(_) => Stop::new(FAILURE, format!("error: {error}")),
        }
    }
}

impl From<io::Error> for Stop {
    /// Writing to stdout failed; a reader that has seen enough is no failure.
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::new(DONE, ""),
            _ => Stop::new(FAILURE, format!("error: cannot write to stdout: {error}")),
        }
    }
}

/// Says what stopped the command, if anything did.
pub fn code(outcome: Result<u8, Stop>) -> ExitCode {
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(Stop { code, message, .. }) => {
            if !message.is_empty() {
                output::say(&message);
            }
            ExitCode::from(code)
        }
    }
}

/// Refuses the first of these flags, if there is one.
pub fn refuse(flags: &[&str], why: &str) -> Result<(), Stop> {
    flags.first().map_or(Ok(()), |flag| Err(Stop::new(BAD_INPUT, format!("error: {flag}: {why}"))))
}
