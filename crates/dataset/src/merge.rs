//! Shares that were played into folders of their own, on machines that share no file system, become one dataset.

use std::io;
use std::path::{Path, PathBuf};

use tolley_experiment::file;

use crate::claim::Claim;
use crate::difference::differences;
use crate::error::{DatasetError, Finding, OpenError};
use crate::layout::{BLOCKS, LOCK, MANIFEST, WORK, points_record};
use crate::lock::Lock;
use crate::look::{self, Found};
use crate::manifest::Manifest;
use crate::open::{Dataset, make_folder, make_folders};
use crate::publish;
use crate::record::FileRecord;
use crate::saved::Saved;
use crate::share;
use crate::work::Work;

impl Dataset {
    /// Copies what was played in `sources` into the dataset at `dir`, which is made if it is not there, and makes parts
    /// of what is whole then. The sources stay as they are. What two of them played must be the same.
    pub fn merge(dir: &Path, sources: &[PathBuf], claim: &Claim<'_>) -> Result<Dataset, OpenError> {
        let sources: Vec<Dataset> = sources.iter().map(|source| Dataset::load(source)).collect::<Result<_, _>>()?;
        let Some(first) = sources.first() else {
            return Err(OpenError::Unfit { message: "there is nothing to merge".to_owned() });
        };
        let manifest = first.manifest().clone();
        sources.iter().try_for_each(|source| source.can_be_merged(&manifest))?;
        is_same(dir, &manifest, &look::inspect(dir)?)?;
        let work = dir.join(WORK);
        make_folder(dir)?;
        make_folder(&work)?;
        let lock = Lock::take(dir, &dir.join(LOCK), &work, claim)?;
        share::nobody(dir, &work, claim)?;
        let found = look::inspect(dir)?;
        is_same(dir, &manifest, &found)?;
        if let Found::Nothing = found {
            publish::publish_text(lock.work(), &dir.join(MANIFEST), &manifest.text())?;
        }
        make_folders(dir)?;
        first.copy_points(dir, lock.work())?;
        for source in &sources {
            source.copy_blocks(dir, lock.work())?;
        }
        drop(lock);
        Dataset::resume(dir, claim)
    }

    fn can_be_merged(&self, manifest: &Manifest) -> Result<(), OpenError> {
        is_same(self.dir(), manifest, &Found::Dataset(Box::new(self.manifest().clone())))?;
        if self.part_count() > 0 {
            let message = "has finished parts, which only a run of the whole has; shares are played with --shard";
            return Err(OpenError::not_a_dataset(self.dir(), message));
        }
        Ok(())
    }

    fn copy_points(&self, dir: &Path, work: &Work) -> Result<(), DatasetError> {
        let record = self.points();
        let damaged =
            |message| DatasetError::Damaged { findings: vec![Finding::new(&points_record(self.dir()), message)] };
        let file = record.map_err(damaged)?.file;
        make_folder(&dir.join(&file.table))?;
        let part = Path::new(&file.table).join(crate::layout::part_name(0));
        copy(&self.dir().join(&part), &dir.join(&part), work, Some(&file))?;
        copy(&points_record(self.dir()), &points_record(dir), work, None)
    }

    /// The files of saved blocks, each record behind its files.
    fn copy_blocks(&self, dir: &Path, work: &Work) -> Result<(), DatasetError> {
        for saved in Saved::all(self.dir(), self.manifest())?.0 {
            for file in &saved.record.files {
                copy(&saved.path(self.dir(), &file.table), &saved.path(dir, &file.table), work, Some(file))?;
            }
            let record = format!("{}.json", saved.name);
            copy(&self.dir().join(BLOCKS).join(&record), &dir.join(BLOCKS).join(&record), work, None)?;
        }
        Ok(())
    }
}

/// Refuses a dataset of another plan.
fn is_same(dir: &Path, manifest: &Manifest, found: &Found) -> Result<(), OpenError> {
    let Found::Dataset(there) = found else { return Ok(()) };
    let differences = differences(there, manifest);
    if !differences.is_empty() {
        return Err(OpenError::OtherPlan { path: dir.to_path_buf(), differences });
    }
    match (there.plan.grid.repeats, &there.stretches) == (manifest.plan.grid.repeats, &manifest.stretches) {
        true => Ok(()),
        false => Err(OpenError::not_a_dataset(dir, "has other repeats, or grew otherwise")),
    }
}

/// Publishes a file that is elsewhere, if it is as it was recorded.
fn copy(from: &Path, to: &Path, work: &Work, record: Option<&FileRecord>) -> Result<(), DatasetError> {
    if let Some(message) = record.and_then(|record| record.fault(from)) {
        return Err(DatasetError::Damaged { findings: vec![Finding::new(from, message)] });
    }
    let mut source = file::open(from).map_err(|error| DatasetError::io("open", from, error))?;
    let copied = publish::publish(work, to, |mut tee| {
        io::copy(&mut source, &mut tee)?;
        Ok(tee)
    });
    copied.map(|_| ())
}
