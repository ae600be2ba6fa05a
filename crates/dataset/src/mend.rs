//! A repair as it is done: what is broken goes, what is known is written, and what has to be played is played by who
//! knows the study, into the same places.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use experiment::row::Rows;
use experiment::run::Keep;
use experiment::schedule::Schedule;
use tolley_experiment as experiment;

use crate::claim::Claim;
use crate::diagnose::diagnose;
use crate::error::{DatasetError, OpenError};
use crate::layout::{LOCK, MANIFEST, WORK};
use crate::lock::Lock;
use crate::open::{Dataset, keep_copy, make_folder, make_folders};
use crate::publish;
use crate::repair::{LostBlocks, Repair};
use crate::saved::{Block, Saved};
use crate::share;

impl Dataset {
    /// Says what is to be repaired, and changes nothing; refused while somebody is at the dataset. The dataset has only
    /// what is intact.
    pub fn to_repair(dir: &Path) -> Result<(Dataset, Repair), OpenError> {
        share::nobody_at(dir)?;
        diagnose(dir)
    }

    /// The same while somebody may be at it: what he is about to write counts as gone.
    pub fn diagnosed(dir: &Path) -> Result<(Dataset, Repair), OpenError> {
        diagnose(dir)
    }

    /// Begins a repair, under the lock: removes what is broken and writes what is known. Then the caller gathers the
    /// blocks of [`Repair::blocks`], plays what the dataset lacks, and ends with [`Dataset::repaired`].
    pub fn begin_repair(dir: &Path, claim: &Claim<'_>) -> Result<(Dataset, Repair), OpenError> {
        diagnose(dir)?;
        let work = dir.join(WORK);
        make_folder(&work)?;
        let lock = Lock::take(dir, &dir.join(LOCK), &work, claim)?;
        share::nobody(dir, &work, claim)?;
        publish::sweep(&work)?;
        // once more, since somebody else may have been at it until now
        let (mut dataset, repair) = diagnose(dir)?;
        let work = lock.work().clone();
        dataset.lock = Some(lock);
        let text = dataset.manifest().text();
        if repair.mends.iter().any(|mend| mend.path == dir.join(MANIFEST)) {
            publish::replace_text(&work, &dir.join(MANIFEST), &text)?;
        }
        make_folders(dir)?;
        keep_copy(dir, &work, dataset.manifest())?;
        repair.broken.iter().try_for_each(|path| publish::remove(path))?;
        repair.noted.iter().try_for_each(|(path, text)| publish::publish_text(&work, path, text).map(drop))?;
        Ok((dataset, repair))
    }

    /// What takes lost blocks as they are played again, and only those.
    pub fn gather<'d>(&'d self, lost: &'d LostBlocks) -> Gathered<'d> {
        Gathered { dataset: self, lost, blocks: Mutex::default() }
    }

    /// The dataset with all that was made again, but for its estimates; parts of which all blocks wait are made.
    pub fn repaired(self) -> Result<Dataset, OpenError> {
        self.write_complete_parts()?;
        let (dir, manifest) = (self.dir().to_path_buf(), self.manifest().clone());
        let mut dataset = Dataset::read(&dir, manifest)?;
        dataset.lock = self.lock;
        // the estimates come last, of rows that are all there
        dataset.make_parts()?;
        Ok(dataset)
    }
}

/// Lost blocks that are being played again.
#[derive(Debug)]
pub struct Gathered<'d> {
    dataset: &'d Dataset,
    lost: &'d LostBlocks,
    blocks: Mutex<BTreeMap<u64, Arc<Block>>>,
}

impl Gathered<'_> {
    /// Writes them where they were.
    pub fn finish(self) -> Result<(), DatasetError> {
        let (dataset, lost) = (self.dataset, self.lost);
        let blocks: Vec<_> = self.blocks.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect();
        let (manifest, notes) = (dataset.manifest(), dataset.notes(None));
        Saved::write(dataset.dir(), &dataset.work(), lost.name.clone(), manifest, notes, lost.part, &blocks).map(drop)
    }
}

impl Keep for Gathered<'_> {
    type Error = DatasetError;

    fn schedule(&self) -> &Schedule {
        self.dataset.schedule()
    }

    fn has(&self, block: u64) -> bool {
        !self.lost.blocks.contains(&block)
    }

    fn keep(&self, block: u64, rows: Rows) -> Result<(), DatasetError> {
        let played = Arc::new(self.dataset.encoded(rows)?);
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).insert(block, played);
        Ok(())
    }

    fn save(&self) -> Result<(), DatasetError> {
        Ok(())
    }
}
