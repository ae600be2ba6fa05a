//! What can go wrong, each with its path and, where there is one, the operating system's message.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::holder::Holder;
use crate::layout::dataset_of;

/// Differences and findings that a message shows.
const MOST_SHOWN: usize = 8;
/// What a difference in the version of the physics is called.
pub(crate) const PHYSICS: &str = "physics_version";
/// Characters of a value that a message shows.
const MOST_CHARACTERS: usize = 100;

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
    /// A file is not what was written.
    Damaged {
        /// What is wrong, file by file; at least one.
        findings: Vec<Finding>,
    },
    /// The lock was taken over while its owner was paused or could not be reached; he stopped.
    LockLost {
        /// The folder of the lock.
        lock: PathBuf,
        /// Who has it now, if somebody has.
        by: Option<String>,
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

    /// Whether all that is wrong is that the system does not let files be read.
    pub fn is_unread(&self) -> bool {
        matches!(self, DatasetError::Damaged { findings } if findings.iter().all(Finding::is_unread))
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
                "determinism violated: {} exists and differs from the same block made again; nothing was replaced; \
                 `tolley data repair` of its dataset says how it is made again",
                path.display()
            ),
            DatasetError::LockLost { lock, by } => {
                let by = by.as_deref().unwrap_or("another program that has removed it");
                write!(f, "the lock of this run, {}, was taken over by {by}; it publishes nothing more", lock.display())
            }
            DatasetError::Damaged { findings } => {
                let shown: Vec<String> = findings.iter().take(MOST_SHOWN).map(Finding::to_string).collect();
                f.write_str(&shown.join("\n"))?;
                told_more(f, findings.len())?;
                match self.is_unread() {
                    true => f.write_str("\nnothing says that it is damaged: let this user read these files"),
                    false => {
                        let dir = findings.first().map_or(Path::new(""), |finding| dataset_of(&finding.path)).display();
                        write!(
                            f,
                            "\n`tolley data repair {dir}` says how it is made again; `tolley data check {dir}` names all"
                        )
                    }
                }
            }
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

/// A file of a dataset that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, or the folder where one is missing.
    pub path: PathBuf,
    /// What is wrong with it, one line.
    pub message: String,
}

/// How a finding begins that says nothing of the file itself.
const UNREAD: &str = "cannot be ";
/// What a finding says of a file that the dataset does not know.
pub(crate) const STRAY: &str = "is not of this dataset";

impl Finding {
    /// Whether the system did not let the file be read, so that nothing is known of it.
    pub fn is_unread(&self) -> bool {
        self.message.starts_with(UNREAD)
    }

    /// Whether the file is not of the dataset, which nothing makes and nothing deletes.
    pub fn is_stray(&self) -> bool {
        self.message == STRAY
    }

    pub(crate) fn new(path: &Path, message: impl Into<String>) -> Finding {
        Finding { path: path.to_path_buf(), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path.display(), self.message)
    }
}

/// How many lines not shown there are.
fn told_more(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    match count.checked_sub(MOST_SHOWN) {
        None | Some(0) => Ok(()),
        Some(more) => write!(f, "\n  and {more} more"),
    }
}

/// The beginning of a long value.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} ...", &text[..end]),
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
    /// Another run is at it.
    Locked {
        /// The folder.
        path: PathBuf,
        /// The folder of its lock.
        lock: PathBuf,
        /// Who has it.
        holder: Box<Holder>,
        /// Whether it was to be taken over.
        is_claimed: bool,
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
    /// Somebody has the lock of a dataset that lies in the folder `place`.
    pub(crate) fn locked(dir: &Path, place: &Path, holder: Holder, is_claimed: bool) -> OpenError {
        OpenError::Locked { path: dir.to_path_buf(), lock: place.to_path_buf(), holder: Box::new(holder), is_claimed }
    }

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
                for Difference { name, dataset, plan } in differences.iter().take(MOST_SHOWN) {
                    write!(f, "\n  {name}: {} in the dataset, {} now", cut(dataset), cut(plan))?;
                }
                told_more(f, differences.len())?;
                let is_other_physics = differences.iter().any(|difference| difference.name == PHYSICS);
                match is_other_physics {
                    true => f.write_str(
                        "\ntrials of two versions of the physics are not mixed: choose a new folder with -o; this one \
                         can still be summed up, reported and exported",
                    ),
                    false => f.write_str("\nchoose another folder with -o; --repeats can only grow"),
                }
            }
            OpenError::NotADataset { path, message } => write!(f, "{} {message}", path.display()),
            OpenError::Locked { path, holder, is_claimed, .. } => in_use(f, path, holder, *is_claimed),
            OpenError::Unfit { message } => write!(f, "the plan cannot be stored: {message}"),
            OpenError::Failed(error) => error.fmt(f),
        }
    }
}

/// Who is at a dataset, and what is to be done about it.
fn in_use(f: &mut fmt::Formatter<'_>, path: &Path, holder: &Holder, is_claimed: bool) -> fmt::Result {
    write!(f, "{} is in use by ", path.display())?;
    let Holder { host, pid, since, lease } = holder;
    if let Some(lease) = lease {
        write!(f, "process {pid} on {host} (last sign of life ")?;
        match lease.renewed {
            Some(renewed) => write!(f, "{:.0} s ago", renewed.as_secs_f64())?,
            None => f.write_str("unknown")?,
        }
        return f.write_str("). Wait, or stop it there. Only if that machine is dead: --take-over");
    }
    if host.is_empty() {
        return f.write_str("a process of this machine that has not said yet what it is. Wait until it ends");
    }
    write!(f, "process {pid} on this machine ({host})")?;
    if let Some(passed) = since.and_then(|since| since.elapsed().ok()) {
        write!(f, ", for {}", lasting(passed))?;
    }
    f.write_str(". Wait until it ends, or stop it")?;
    if cfg!(unix) {
        write!(f, ": kill -INT {pid}")?;
    }
    if is_claimed {
        f.write_str("; --take-over takes only from another machine")?;
    }
    Ok(())
}

/// A length of time in its largest unit of which there are two: `90 seconds`, `2 minutes`, `3 hours`.
fn lasting(time: Duration) -> String {
    const HOUR_S: u64 = 3600;
    let (count, unit) = match time.as_secs() {
        seconds if seconds < 120 => (seconds, "second"),
        seconds if seconds < 2 * HOUR_S => (seconds / 60, "minute"),
        seconds => (seconds / HOUR_S, "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            OpenError::Failed(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holder::Lease;

    #[test]
    fn who_is_at_a_dataset_is_said_with_what_is_to_be_done() {
        let of = |lease, is_claimed| {
            let holder = Holder { host: "node7".to_owned(), pid: 7969, since: None, lease };
            OpenError::locked(Path::new("x"), Path::new("x/lock"), holder, is_claimed).to_string()
        };
        let here = of(None, false);
        assert!(here.starts_with("x is in use by process 7969 on this machine (node7). Wait until it ends"), "{here}");
        assert!(!here.contains("--take-over"), "{here}");
        assert!(of(None, true).ends_with("; --take-over takes only from another machine"));
        let lease = Lease { renewed: Some(Duration::ZERO), dead_after: Duration::from_secs(120) };
        let elsewhere = "x is in use by process 7969 on node7 (last sign of life 0 s ago). Wait, or stop it there. Only if \
                         that machine is dead: --take-over";
        assert_eq!(of(Some(lease), false), elsewhere);
        let times = [1, 90, 120, 7199, 7200].map(|seconds| lasting(Duration::from_secs(seconds)));
        assert_eq!(times, ["1 second", "90 seconds", "2 minutes", "119 minutes", "2 hours"]);
    }

    #[test]
    fn what_cannot_be_read_is_not_called_damaged() {
        let path = Path::new("./shots/part-00000.parquet");
        let of = |messages: &[&str]| DatasetError::Damaged {
            findings: messages.iter().map(|message| Finding::new(path, *message)).collect(),
        };
        let (unread, both) = (of(&["cannot be read: Permission denied"]), of(&["cannot be read: x", "is missing"]));
        assert!(unread.is_unread() && !both.is_unread());
        assert!(unread.to_string().contains("let this user read") && !unread.to_string().contains("delete"));
        assert!(both.to_string().contains("`tolley data repair .` says"), "{both}");
    }
}
