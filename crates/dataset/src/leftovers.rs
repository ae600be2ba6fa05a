//! What dead runs left in the folder of a dataset and is no part of it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::check::part_number;
use crate::claim::Claim;
use crate::disk;
use crate::error::{DatasetError, OpenError};
use crate::holder::{self, Held, Holder};
use crate::layout::{BLOCKS, ESTIMATES, LOCK, SHARES, WORK, estimates_record, points_record};
use crate::lock::Lock;
use crate::look::{self, is_file, kind_of};
use crate::open::{Dataset, make_folder};
use crate::publish::{self, entries};
use crate::saved;
use crate::share;
use crate::state::State;

/// A file, or a folder of a lock, that no run needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub path: PathBuf,
    /// Its bytes, those of all files in a folder.
    pub bytes: u64,
    /// What it is.
    pub what: Cow<'static, str>,
}

impl Leftover {
    fn at(path: PathBuf, what: impl Into<Cow<'static, str>>) -> Result<Leftover, DatasetError> {
        Ok(Leftover { bytes: bytes_of(&path)?, path, what: what.into() })
    }
}

impl Dataset {
    /// Lists them; refused while somebody is at the dataset, whose files they may be.
    pub fn leftovers(dir: &Path) -> Result<Vec<Leftover>, OpenError> {
        share::nobody_at(dir)?;
        Ok(Dataset::load(dir)?.list()?)
    }

    /// Removes them, under the lock of the dataset, and lists what went.
    pub fn remove_leftovers(dir: &Path, claim: &Claim<'_>) -> Result<Vec<Leftover>, OpenError> {
        look::refuse_links(dir, Dataset::load(dir)?.manifest())?;
        let listed = Dataset::load(dir)?.list()?;
        let work = dir.join(WORK);
        make_folder(&work)?;
        let lock = Lock::take(dir, &dir.join(LOCK), &work, claim)?;
        share::nobody(dir, &work, claim)?;
        // once more: the lock of a stopped run is ours now, and others may have been at it
        let found = Dataset::load(dir)?.list()?;
        for leftover in found.iter().filter(|leftover| leftover.path != dir.join(LOCK)) {
            remove(&leftover.path)?;
        }
        drop(lock);
        let removed: Vec<Leftover> = found.into_iter().filter(|leftover| leftover.path != dir.join(LOCK)).collect();
        // locks that went with those who had them, the one that was taken here too
        let is_lock = |path: &Path| path == dir.join(LOCK) || path.parent() == Some(&dir.join(SHARES));
        let is_listed = |path: &Path| removed.iter().any(|leftover| leftover.path == path);
        let of_locks = listed.into_iter().filter(|leftover| is_lock(&leftover.path) && !is_listed(&leftover.path));
        Ok(of_locks.collect::<Vec<_>>().into_iter().chain(removed.iter().cloned()).collect())
    }

    fn list(&self) -> Result<Vec<Leftover>, DatasetError> {
        let dir = self.dir();
        let mut list = Vec::new();
        if kind_of(&dir.join(LOCK))?.is_some() {
            list.push(of_lock(dir.join(LOCK), "the lock of a stopped run")?);
        }
        for path in entries_of(&dir.join(SHARES))? {
            list.push(of_lock(path, "the lock of a stopped share")?);
        }
        for path in entries_of(&dir.join(WORK))?.into_iter().filter(|path| publish::is_temporary(path)) {
            list.push(Leftover::at(path, "was being written")?);
        }
        // records before their files, so that no record speaks of what has gone
        let mut saved = self.needless_blocks()?;
        saved.sort_by_key(|path| path.extension().is_none_or(|extension| extension != "json"));
        for path in saved {
            list.push(Leftover::at(path, "blocks that stand elsewhere, or were not saved whole")?);
        }
        for path in self.parts_without_record()? {
            list.push(Leftover::at(path, "a part without its record, made again by the next run")?);
        }
        Ok(list)
    }

    /// Files of saved blocks that nothing waits for.
    fn needless_blocks(&self) -> Result<Vec<PathBuf>, DatasetError> {
        let mut needed: BTreeSet<String> = self.doubles().flat_map(|double| double.names()).collect();
        let waiting: Vec<_> = self.state().waiting.values().flat_map(State::saved_of).collect();
        needed.extend(waiting.iter().map(|saved| saved.name.clone()));
        let is_needless = |path: &PathBuf| saved::name_of(path).is_some_and(|name| !needed.contains(&name));
        Ok(entries_of(&self.dir().join(BLOCKS))?.into_iter().filter(is_needless).collect())
    }

    fn parts_without_record(&self) -> Result<Vec<PathBuf>, DatasetError> {
        let (dir, manifest) = (self.dir(), self.manifest());
        let mut paths = Vec::new();
        for table in &manifest.tables {
            let state = self.state();
            let has_record = |part: u64| {
                let record = state.parts.get(&part);
                record.is_some_and(|record| record.files.iter().any(|file| file.table == table.name))
            };
            let is_left = |path: &PathBuf| {
                part_number(path, ".parquet").is_some_and(|part| part < self.schedule().parts() && !has_record(part))
            };
            paths.extend(entries_of(&dir.join(&table.name))?.into_iter().filter(is_left));
        }
        for (table, record) in [(manifest.points.name.as_str(), points_record(dir)), (ESTIMATES, estimates_record(dir))]
        {
            let part = self.part(table, 0);
            if !is_file(&record) && is_file(&part) {
                paths.push(part);
            }
        }
        Ok(paths)
    }
}

/// The folder of a lock; one that somebody of another machine has is here only where it is taken over.
fn of_lock(place: PathBuf, dead: &'static str) -> Result<Leftover, DatasetError> {
    let held = holder::look(&place).map_err(|error| DatasetError::io("look at", &place, error))?;
    match held {
        Held::By(Holder { host, pid, lease: Some(_), .. }) => {
            Leftover::at(place, format!("the lock taken over from process {pid} on {host}"))
        }
        _ => Leftover::at(place, dead),
    }
}

fn entries_of(folder: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    if kind_of(folder)?.is_some_and(|kind| kind.is_dir()) { entries(folder) } else { Ok(Vec::new()) }
}

fn bytes_of(path: &Path) -> Result<u64, DatasetError> {
    let metadata = fs::symlink_metadata(path).map_err(|error| DatasetError::io("look at", path, error))?;
    if !metadata.is_dir() {
        return Ok(metadata.len());
    }
    entries(path)?.iter().map(|path| bytes_of(path)).sum()
}

fn remove(path: &Path) -> Result<(), DatasetError> {
    if kind_of(path)?.is_some_and(|kind| kind.is_dir()) {
        return disk::remove_folder(path).map_err(|error| DatasetError::io("remove", path, error));
    }
    publish::remove(path)
}
