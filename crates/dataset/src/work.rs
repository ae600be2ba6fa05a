//! The folder in which files are written before they are published, and whose lock must hold until then.

use std::path::{Path, PathBuf};

use crate::error::DatasetError;
use crate::here::Owner;
use crate::holder;

/// Where files are written, and by which right.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// The folder.
    pub(crate) folder: PathBuf,
    right: Option<(PathBuf, Owner)>,
}

impl Work {
    /// A folder that needs no lock.
    pub(crate) fn free(folder: &Path) -> Work {
        Work { folder: folder.to_path_buf(), right: None }
    }

    /// That of a dataset of which `owner` holds the lock in `place`.
    pub(crate) fn locked(folder: &Path, place: &Path, owner: Owner) -> Work {
        Work { folder: folder.to_path_buf(), right: Some((place.to_path_buf(), owner)) }
    }

    /// Whether the lock is still held; asked before anything is published, since whoever was paused may have lost it.
    pub(crate) fn is_ours(&self) -> Result<(), DatasetError> {
        let Some((place, owner)) = &self.right else { return Ok(()) };
        let text = holder::owner_text(place).map_err(|error| DatasetError::io("look at", place, error))?;
        match text.as_deref().map(holder::owner_of) {
            Some(Some(now)) if now == *owner => Ok(()),
            now => {
                let by = now.flatten().map(|now| format!("process {} on {}", now.pid, now.host));
                Err(DatasetError::LockLost { lock: place.clone(), by })
            }
        }
    }
}
