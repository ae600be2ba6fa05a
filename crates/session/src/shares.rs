//! Several runs at one dataset: how far it is, parts made of what they played, and what dead ones left.

use std::path::{Path, PathBuf};

use tolley_dataset::{Dataset, Holder, Leftover, holders};

use crate::error::SessionError;
use crate::monitor::{Monitor, claim};
use crate::play::close;

/// How far a dataset is, and who is at it.
pub struct Status {
    /// The dataset.
    pub dataset: Dataset,
    /// The shares that somebody is at, each with who that is; `"lock"` is all of it.
    pub holders: Vec<(String, Holder)>,
}

/// Says how far the dataset in a folder is.
pub fn status(folder: &Path) -> Result<Status, SessionError> {
    let dataset = Dataset::load(folder)?;
    let holders = holders(dataset.dir())?;
    Ok(Status { dataset, holders })
}

/// Makes parts of the blocks that several runs have played, and closes the dataset if none is missing.
pub fn finalize(folder: &Path, take_over: bool, monitor: &dyn Monitor) -> Result<(), SessionError> {
    close_whole(claim(take_over, monitor, |claim| Dataset::resume(folder, claim))?)
}

/// Makes one dataset of shares that were played into folders of their own.
pub fn merge(folder: &Path, sources: &[PathBuf], take_over: bool, monitor: &dyn Monitor) -> Result<(), SessionError> {
    close_whole(claim(take_over, monitor, |claim| Dataset::merge(folder, sources, claim))?)
}

/// Removes what dead runs left in a dataset: what that was.
pub fn remove_leftovers(folder: &Path, take_over: bool, monitor: &dyn Monitor) -> Result<Vec<Leftover>, SessionError> {
    Ok(claim(take_over, monitor, |claim| Dataset::remove_leftovers(folder, claim))?)
}

/// Closes a dataset of which nothing is missing, and gives its lock back.
fn close_whole(dataset: Dataset) -> Result<(), SessionError> {
    if dataset.is_complete() { close(&dataset).map(|_| ()) } else { Ok(()) }
}
