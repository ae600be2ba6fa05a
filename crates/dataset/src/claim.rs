//! How a lock is claimed, and what is told meanwhile.

use std::fmt;
use std::path::PathBuf;

use crate::holder::Holder;

/// How somebody claims the right to write into a dataset.
pub struct Claim<'a> {
    /// Whether to take it from an owner of whom this machine cannot know that he is dead, without waiting.
    pub take_over: bool,
    /// Hears what happens to locks of others.
    pub told: &'a (dyn Fn(&Notice) + Sync),
}

impl Default for Claim<'_> {
    /// Takes nothing over before its time, and tells nobody.
    fn default() -> Self {
        Claim { take_over: false, told: &|_| () }
    }
}

/// What happens to the lock of another run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Its lease is watched, which may take as long as its owner states.
    Watching {
        /// The folder of the lock.
        lock: PathBuf,
        /// Who has it.
        holder: Holder,
    },
    /// It was taken over.
    TookOver {
        /// The folder of the lock.
        lock: PathBuf,
        /// Who had it.
        holder: Holder,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Notice::Watching { lock, holder } | Notice::TookOver { lock, holder }) = self;
        let (lock, Holder { host, pid, lease, .. }) = (lock.display(), holder);
        match self {
            Notice::Watching { .. } => {
                write!(f, "{lock} is held by process {pid} on {host}")?;
                match lease {
                    Some(lease) => write!(f, ", {lease}; watching it for so long; --take-over does not wait"),
                    None => Ok(()),
                }
            }
            Notice::TookOver { .. } => write!(f, "took over {lock} from process {pid} on {host}"),
        }
    }
}
