//! How a lock is claimed, and what is told meanwhile.

use std::fmt;
use std::path::PathBuf;

use crate::holder::{Holder, Lease};
use crate::layout::locked_by;

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
        let Holder { host, pid, lease, .. } = holder;
        match self {
            Notice::Watching { .. } => {
                write!(f, "{} is in use by process {pid} on {host}", locked_by(lock).display())?;
                match lease {
                    Some(Lease { dead_after, .. }) => write!(
                        f,
                        ". Waiting up to {} s for a sign of life; if there is none the run goes on. If that machine is \
                         dead, --take-over goes on at once",
                        dead_after.as_secs_f64()
                    ),
                    None => Ok(()),
                }
            }
            Notice::TookOver { .. } => write!(f, "took over {} from process {pid} on {host}", lock.display()),
        }
    }
}
