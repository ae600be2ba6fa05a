//! Parts of the work: several runs, on one machine or many, play blocks of one dataset.

use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use crate::claim::Claim;
use crate::error::{DatasetError, OpenError};
use crate::holder::{self, Held, Holder};
use crate::layout::{LOCK, SHARES};
use crate::lock::Lock;
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
        holders.extend(holder_of(&folder)?.map(|holder| (name, holder)));
    }
    Ok(holders)
}

/// Who holds a lock, unless he is dead.
fn holder_of(place: &Path) -> Result<Option<Holder>, DatasetError> {
    match holder::look(place).map_err(|error| DatasetError::io("look at", place, error))? {
        Held::By(holder) => Ok(Some(holder)),
        Held::Free | Held::Dead => Ok(None),
    }
}

/// Whether nobody plays at all, as far as one look goes.
pub(crate) fn nobody_at(dir: &Path) -> Result<(), OpenError> {
    for place in [dir.join(LOCK)].into_iter().chain(folders(dir)?) {
        if let Some(holder) = holder_of(&place)? {
            return Err(OpenError::locked(dir, &place, holder, false));
        }
    }
    Ok(())
}

/// Waits until nobody plays a share, refused where somebody does; only who holds the lock of the whole may ask.
pub(crate) fn nobody(dir: &Path, work: &Path, claim: &Claim<'_>) -> Result<(), OpenError> {
    let mut leased = Vec::new();
    for place in folders(dir)? {
        match holder_of(&place)? {
            Some(holder) if holder.lease.is_none() => {
                return Err(OpenError::locked(dir, &place, holder, claim.take_over));
            }
            Some(_) => leased.push(place),
            None => {}
        }
    }
    // each lease takes its time, but all of them at once
    thread::scope(|scope| {
        let start = |place: &PathBuf| -> Result<_, OpenError> {
            let place = place.clone();
            let clear = move || Lock::clear(dir, &place, work, claim);
            let failed = |error| DatasetError::io("watch", dir, error).into();
            thread::Builder::new().spawn_scoped(scope, clear).map_err(failed)
        };
        let watchers: Vec<_> = leased.iter().map(start).collect::<Result<_, _>>()?;
        watchers.into_iter().try_for_each(|watcher| watcher.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
