//! What goes wrong, of which kind it is, and where.

use std::fmt;
use std::path::{Path, PathBuf};

use tolley_analysis::AnalysisError;
use tolley_dataset::{Dataset, DatasetError, OpenError};
use tolley_experiment::problem::{Fault, Problem, Problems};

use tolley_experiment::count::GroupedCount;

/// Which kind of thing goes wrong: what a command makes an exit code of, and another program an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// What was asked for cannot be.
    BadInput,
    /// Not all of it is there; the same request continues.
    Incomplete,
    /// Files or trials are not what they should be.
    Mismatch,
    /// Another run is writing to the dataset.
    Locked,
    /// Somebody asked it to stop.
    Interrupted,
    /// The system refused: a file, a thread.
    Io,
}

/// A use case came to nothing.
#[derive(Debug)]
pub enum SessionError {
    /// The scenario, or a file that it names, is not what it should be; each problem has its place.
    Scenario(Problems),
    /// A design point breaks rules of its study; each fault has its key.
    Refused {
        /// Number of the point, where one of a run is meant.
        point: Option<u64>,
        /// What is wrong with it.
        faults: Vec<Fault>,
    },
    /// Something else that was asked for cannot be.
    Request {
        /// The part of the request: `"share"`, `"output"`.
        field: &'static str,
        /// What is wrong, the value, and what is allowed.
        message: String,
    },
    /// A folder was refused.
    Open(OpenError),
    /// A dataset could not be written or read.
    Dataset(DatasetError),
    /// A block could not be kept.
    Unkept {
        /// Why.
        error: DatasetError,
        /// What is kept.
        kept: Kept,
    },
    /// Rows do not answer a question.
    Analysis(AnalysisError),
    /// It was stopped; with what is kept, if anything is.
    Interrupted(Option<Kept>),
    /// The dataset has other rows of a trial that was played again.
    Differs {
        /// Number of the trial.
        trial: u64,
        /// Names of the tables; at least one.
        tables: Vec<String>,
    },
    /// Threads could not be had.
    Threads(String),
    /// Something else failed.
    Failed(String),
}

impl SessionError {
    /// Something that was asked for in this part of a request cannot be.
    pub fn request(field: &'static str, message: impl Into<String>) -> SessionError {
        SessionError::Request { field, message: message.into() }
    }

    /// A design point breaks rules of its study.
    pub fn refused(faults: Vec<Fault>) -> SessionError {
        SessionError::Refused { point: None, faults }
    }

    /// Of which kind it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            SessionError::Scenario(_) | SessionError::Refused { .. } | SessionError::Request { .. } => {
                ErrorKind::BadInput
            }
            SessionError::Open(error) => kind_of_open(error),
            SessionError::Dataset(error)
            | SessionError::Unkept { error, .. }
            | SessionError::Analysis(AnalysisError::Dataset(error)) => kind_of_dataset(error),
            SessionError::Analysis(AnalysisError::Question(_)) => ErrorKind::BadInput,
            SessionError::Interrupted(_) => ErrorKind::Interrupted,
            SessionError::Differs { .. } => ErrorKind::Mismatch,
            SessionError::Analysis(_) | SessionError::Threads(_) | SessionError::Failed(_) => ErrorKind::Io,
        }
    }

    /// What is wrong with a scenario: each with its file, line, column and key.
    pub fn problems(&self) -> &[Problem] {
        match self {
            SessionError::Scenario(problems) => &problems.0,
            _ => &[],
        }
    }

    /// The keys that are meant, as dotted paths.
    pub fn keys(&self) -> Vec<String> {
        match self {
            SessionError::Scenario(problems) => problems.0.iter().map(|problem| problem.key.clone()).collect(),
            SessionError::Refused { faults, .. } => faults.iter().map(|fault| fault.path.to_string()).collect(),
            _ => Vec::new(),
        }
    }

    /// The file or folder that is meant, where it is one of a dataset.
    pub fn path(&self) -> Option<&Path> {
        match self {
            SessionError::Open(error) => match error {
                OpenError::OtherPlan { path, .. }
                | OpenError::NotADataset { path, .. }
                | OpenError::Locked { path, .. } => Some(path),
                OpenError::Failed(error) => path_of_dataset(error),
                OpenError::Unfit { .. } => None,
            },
            SessionError::Dataset(error) | SessionError::Analysis(AnalysisError::Dataset(error)) => {
                path_of_dataset(error)
            }
            SessionError::Unkept { kept, .. } | SessionError::Interrupted(Some(kept)) => Some(&kept.folder),
            _ => None,
        }
    }

    /// The lines that tell of it, each of which says that it is an error, unless it says where one is.
    pub fn report(&self) -> String {
        match self {
            SessionError::Scenario(_) | SessionError::Interrupted(_) => self.to_string(),
            SessionError::Refused { .. } => {
                self.to_string().split('\n').map(|line| format!("error: {line}")).collect::<Vec<_>>().join("\n")
            }
            _ => format!("error: {self}"),
        }
    }
}

fn kind_of_open(error: &OpenError) -> ErrorKind {
    match error {
        OpenError::Failed(error) => kind_of_dataset(error),
        OpenError::Locked { .. } => ErrorKind::Locked,
        _ => ErrorKind::BadInput,
    }
}

fn kind_of_dataset(error: &DatasetError) -> ErrorKind {
    match error {
        // the system's doing, which says nothing of the dataset
        DatasetError::Damaged { .. } if error.is_unread() => ErrorKind::Io,
        DatasetError::Determinism { .. } | DatasetError::Damaged { .. } => ErrorKind::Mismatch,
        DatasetError::LockLost { .. } => ErrorKind::Locked,
        DatasetError::Io { .. } | DatasetError::Format { .. } => ErrorKind::Io,
    }
}

fn path_of_dataset(error: &DatasetError) -> Option<&Path> {
    match error {
        DatasetError::Io { path, .. } | DatasetError::Determinism { path } | DatasetError::Format { path, .. } => {
            Some(path)
        }
        DatasetError::LockLost { lock, .. } => Some(lock),
        DatasetError::Damaged { findings } => findings.first().map(|finding| finding.path.as_path()),
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Scenario(problems) => problems.fmt(f),
            SessionError::Refused { point, faults } => {
                let at = point.map_or_else(String::new, |point| format!(" (at point {point})"));
                let lines = faults.iter().map(|fault| format!("{}: {}{at}", fault.path, fault.message));
                f.write_str(&lines.collect::<Vec<_>>().join("\n"))
            }
            SessionError::Request { message, .. } | SessionError::Failed(message) => f.write_str(message),
            SessionError::Open(error) => error.fmt(f),
            SessionError::Dataset(error) => error.fmt(f),
            SessionError::Unkept { error, kept } => write!(f, "{error}\n{kept}; the same command continues"),
            SessionError::Analysis(error) => error.fmt(f),
            SessionError::Interrupted(None) => f.write_str("interrupted: nothing is kept"),
            SessionError::Interrupted(Some(kept)) => write!(f, "interrupted: {kept}; the same command continues"),
            SessionError::Differs { trial, tables } => {
                write!(f, "the dataset has other rows of trial {trial} in {}", tables.join(", "))
            }
            SessionError::Threads(why) => write!(f, "cannot start the threads: {why}"),
        }
    }
}

impl std::error::Error for SessionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SessionError::Scenario(problems) => Some(problems),
            SessionError::Open(error) => Some(error),
            SessionError::Dataset(error) | SessionError::Unkept { error, .. } => Some(error),
            SessionError::Analysis(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Problems> for SessionError {
    fn from(problems: Problems) -> SessionError {
        SessionError::Scenario(problems)
    }
}

impl From<OpenError> for SessionError {
    fn from(error: OpenError) -> SessionError {
        SessionError::Open(error)
    }
}

impl From<DatasetError> for SessionError {
    fn from(error: DatasetError) -> SessionError {
        SessionError::Dataset(error)
    }
}

impl From<AnalysisError> for SessionError {
    fn from(error: AnalysisError) -> SessionError {
        SessionError::Analysis(error)
    }
}

/// What of a dataset is kept when a run ends before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Blocks, or shots, that are there.
    pub done: u64,
    /// Of how many.
    pub blocks: u64,
    /// What they are: `"blocks"`.
    pub what: &'static str,
    /// Where.
    pub folder: PathBuf,
}

impl Kept {
    /// What a dataset has.
    pub fn of_dataset(dataset: &Dataset) -> Kept {
        let folder = dataset.dir().to_path_buf();
        Kept { done: dataset.done_count(), blocks: dataset.schedule().blocks(), what: "blocks", folder }
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [done, blocks] = [self.done, self.blocks].map(GroupedCount);
        write!(f, "{done} of {blocks} {} are kept in {}", self.what, self.folder.display())
    }
}

#[cfg(test)]
mod tests {
    use tolley_dataset::Finding;
    use tolley_dice_football::keys::DiceKeys;
    use tolley_experiment::problem::Severity;

    use super::*;

    fn io() -> DatasetError {
        let source = std::io::Error::other("full");
        DatasetError::Io { action: "write", path: PathBuf::from("runs/x/shots"), source }
    }

    #[test]
    fn an_error_knows_its_kind_and_its_place() {
        let finding = |message: &str| Finding { path: PathBuf::from("x/shots"), message: message.to_owned() };
        let damaged = |message: &str| DatasetError::Damaged { findings: vec![finding(message)] };
        let kept = Kept { done: 3, blocks: 1200, what: "blocks", folder: PathBuf::from("runs/x") };
        let of = |error: SessionError| (error.kind(), error.path().map(Path::to_path_buf));
        let at = |path: &str| Some(PathBuf::from(path));
        assert_eq!(of(io().into()), (ErrorKind::Io, at("runs/x/shots")));
        assert_eq!(of(damaged("is missing").into()), (ErrorKind::Mismatch, at("x/shots")));
        assert_eq!(of(damaged("cannot be read: x").into()), (ErrorKind::Io, at("x/shots")));
        assert_eq!(of(OpenError::Failed(damaged("is missing")).into()).0, ErrorKind::Mismatch);
        let foreign = OpenError::NotADataset { path: PathBuf::from("y"), message: "is a file".to_owned() };
        assert_eq!(of(foreign.into()), (ErrorKind::BadInput, at("y")));
        let lost = DatasetError::LockLost { lock: PathBuf::from("x/lock"), by: None };
        assert_eq!(of(AnalysisError::Dataset(lost).into()), (ErrorKind::Locked, at("x/lock")));
        assert_eq!(of(AnalysisError::Question("what".to_owned()).into()), (ErrorKind::BadInput, None));
        assert_eq!(of(SessionError::Interrupted(Some(kept.clone()))), (ErrorKind::Interrupted, at("runs/x")));
        let unkept = SessionError::Unkept { error: io(), kept };
        let said =
            "error: cannot write runs/x/shots: full\n3 of 1,200 blocks are kept in runs/x; the same command continues";
        assert_eq!(unkept.report(), said);
        assert_eq!(of(unkept), (ErrorKind::Io, at("runs/x")));
    }

    #[test]
    fn what_is_wrong_with_a_scenario_has_file_line_column_and_key() {
        let problem = Problem {
            file: "a.toml".to_owned(),
            place: Some((3, 7)),
            key: "shot.speed_m_s".to_owned(),
            message: "too fast".to_owned(),
            severity: Severity::Error,
        };
        let error = SessionError::from(Problems(vec![problem]));
        assert_eq!(error.problems()[0].place, Some((3, 7)));
        assert_eq!((error.kind(), error.keys()), (ErrorKind::BadInput, vec!["shot.speed_m_s".to_owned()]));
        assert_eq!(error.report(), "a.toml:3:7: error: shot.speed_m_s: too fast");
    }

    #[test]
    fn each_rule_that_a_point_breaks_is_an_error_of_its_own() {
        let fault =
            |message: &str| Fault { path: tolley_experiment::path!(DiceKeys.source), message: message.to_owned() };
        let error = SessionError::Refused { point: Some(4), faults: vec![fault("one"), fault("two")] };
        assert_eq!(error.report(), "error: dice.source: one (at point 4)\nerror: dice.source: two (at point 4)");
        assert_eq!(error.keys(), ["dice.source", "dice.source"]);
        assert!(error.problems().is_empty() && error.path().is_none());
    }
}
