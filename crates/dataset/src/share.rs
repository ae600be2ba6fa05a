//! Parts of the work: several runs, on one machine or many, play blocks of one dataset.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::{DatasetError, OpenError};
use crate::layout::{LOCK, SHARES};
use crate::lock::{Holder, Lock};
use crate::publish;

/// Blocks that one of several runs is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Share {
    /// Every so many-th block, so that each share says something about every point.
    Every {
        /// Number of the share, from 0.
        number: u64,
        /// How many shares there are.
        of: u64,
    },
    /// Blocks in a row.
    Blocks(Range<u64>),
}

impl Share {
    /// Whether it has a block.
    pub fn has(&self, block: u64) -> bool {
        match self {
            Share::Every { number, of } => block % of == *number,
            Share::Blocks(blocks) => blocks.contains(&block),
        }
    }

    /// Two runs with the same name do not play at the same time.
    pub(crate) fn name(&self) -> String {
        match self {
            Share::Every { number, of } => format!("every-{number}-of-{of}"),
            Share::Blocks(blocks) => format!("blocks-{}-to-{}", blocks.start, blocks.end),
        }
    }
}

/// The locks of shares.
fn folders(dir: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let shares = dir.join(SHARES);
    if shares.is_dir() { publish::entries(&shares) } else { Ok(Vec::new()) }
}

/// Who plays a share of a dataset, or all of it.
pub fn holders(dir: &Path) -> Result<Vec<(String, Holder)>, DatasetError> {
    let mut holders = Vec::new();
    for folder in folders(dir)?.into_iter().chain([dir.join(LOCK)]) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        holders.extend(Lock::holder(&folder)?.map(|holder| (name, holder)));
    }
    Ok(holders)
}

/// Whether nobody plays at all.
pub(crate) fn nobody_at(dir: &Path) -> Result<(), OpenError> {
    match Lock::holder(&dir.join(LOCK))? {
        Some(holder) => Err(holder.locked(dir)),
        None => nobody(dir),
    }
}

/// Whether nobody plays a share; only who holds the lock of the whole may ask.
pub(crate) fn nobody(dir: &Path) -> Result<(), OpenError> {
    for folder in folders(dir)? {
        if let Some(holder) = Lock::holder(&folder)? {
            return Err(holder.locked(dir));
        }
    }
    Ok(())
}
