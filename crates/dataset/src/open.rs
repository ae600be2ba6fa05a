//! A dataset on disk: made, continued, grown or refused.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use experiment::plan::Plan;
use experiment::schedule::Schedule;
use experiment::study::{Pace, StudyInfo};
use tolley_experiment as experiment;

use crate::claim::Claim;
use crate::difference::differences;
use crate::disk;
use crate::encode::{self, Form};
use crate::error::{DatasetError, OpenError};
use crate::layout::{
    BLOCKS, COMMITS, ESTIMATES, LOCK, MANIFEST, SUCCESS, WORK, estimates_record, manifest_copy, part_name,
    points_record,
};
use crate::lock::Lock;
use crate::look::{self, Found, is_file};
use crate::manifest::{Manifest, NextStretch, Versions};
use crate::publish;
use crate::record::{self, FileRecord, PartRecord, TableRecord};
use crate::saved::{self, Double, Saved};
use crate::schema::FileNotes;
use crate::seal::sealed;
use crate::share::{self, Share};
use crate::state::State;
use crate::work::Work;

/// A dataset on disk. Takes the blocks of a run through [`Keep`](experiment::run::Keep); reads through
/// [`Dataset::scan`].
#[derive(Debug)]
pub struct Dataset {
    dir: PathBuf,
    manifest: Manifest,
    pub(crate) schedule: Schedule,
    /// Of each table.
    pub(crate) forms: Vec<Form>,
    pub(crate) state: Mutex<State>,
    pub(crate) saving: Mutex<()>,
    /// Absent where nothing is to be written.
    pub(crate) lock: Option<Lock>,
    /// Of who plays only some of the blocks.
    pub(crate) share: Option<Share>,
    /// Blocks that were saved twice.
    pub(crate) doubles: Vec<Double>,
    /// The parts that a repair plays again; absent where all may be played.
    pub(crate) only: Option<BTreeSet<u64>>,
}

impl Dataset {
    /// Makes the dataset of a plan in `dir`, continues it, or lets it grow to more repeats; refuses everything else and
    /// changes nothing then. Until it is dropped, nobody else may write.
    pub fn open(dir: &Path, plan: &Plan, versions: Versions<'_>) -> Result<Dataset, OpenError> {
        Dataset::open_by(dir, plan, versions, &Claim::default())
    }

    /// The same, by a claim of its own.
    pub fn open_by(dir: &Path, plan: &Plan, versions: Versions<'_>, claim: &Claim<'_>) -> Result<Dataset, OpenError> {
        let manifest = Manifest::of(plan, versions)?;
        let found = look::inspect_to_write(dir)?;
        let wanted = wanted(dir, &found, &manifest, plan)?;
        if matches!(&found, Found::Dataset(there) if **there == wanted) && is_file(&dir.join(SUCCESS)) {
            // what is complete is only read, but for what a killed run left of its lock
            Lock::sweep(&dir.join(LOCK));
            let dataset = Dataset::read(dir, wanted)?.described_by(&plan.study);
            dataset.look_again()?;
            return Ok(dataset);
        }
        let work = dir.join(WORK);
        make_folder(dir)?;
        make_folder(&work)?;
        let lock = Lock::take(dir, &dir.join(LOCK), &work, claim)?;
        share::nobody(dir, &work, claim)?;
        // once more, since somebody else may have been at it until now
        let found = look::inspect_to_write(dir)?;
        let wanted = self::wanted(dir, &found, &manifest, plan)?;
        publish::sweep(&work)?;
        begin(dir, lock.work(), &found, &wanted)?;
        let dataset = Dataset { lock: Some(lock), ..Dataset::read(dir, wanted)? }.described_by(&plan.study);
        dataset.write_points(plan)?;
        dataset.pack()?;
        Ok(dataset)
    }

    /// Whether [`Dataset::open`] would refuse the plan at this place; nothing is changed.
    pub fn would_open(dir: &Path, plan: &Plan, versions: Versions<'_>) -> Result<(), OpenError> {
        let manifest = Manifest::of(plan, versions)?;
        wanted(dir, &look::inspect_to_write(dir)?, &manifest, plan)?;
        share::nobody_at(dir)
    }

    /// Opens a dataset to finish it as far as it goes, with what its manifest says alone.
    pub fn resume(dir: &Path, claim: &Claim<'_>) -> Result<Dataset, OpenError> {
        let dataset = Dataset::load(dir)?;
        if dataset.is_sealed() {
            // what is complete is only read, also where nothing may be written
            Lock::sweep(&dir.join(LOCK));
            dataset.look_again()?;
            return Ok(dataset);
        }
        let work = dir.join(WORK);
        make_folder(&work)?;
        let lock = Lock::take(dir, &dir.join(LOCK), &work, claim)?;
        share::nobody(dir, &work, claim)?;
        publish::sweep(&work)?;
        let found = look::inspect(dir)?;
        let Found::Dataset(manifest) = &found else { return Dataset::load(dir) };
        look::refuse_links(dir, manifest)?;
        begin(dir, lock.work(), &found, manifest)?;
        let dataset = Dataset { lock: Some(lock), ..Dataset::read(dir, Manifest::clone(manifest))? };
        dataset.pack()?;
        Ok(dataset)
    }

    /// Lets a dataset of which every block is done go on, by who writes it.
    pub fn extend(self, next: &NextStretch, pace: Pace) -> Result<Dataset, OpenError> {
        let wanted = self.manifest.extended(next, pace).map_err(|message| OpenError::Unfit { message })?;
        let dir = self.dir.clone();
        begin(&dir, &self.work(), &Found::Dataset(Box::new(self.manifest)), &wanted)?;
        Ok(Dataset { lock: self.lock, ..Dataset::read(&dir, wanted)? })
    }

    /// Makes parts of what was saved, after a look at every file.
    fn pack(&self) -> Result<(), DatasetError> {
        self.faults_of_files()?;
        self.make_parts()
    }

    /// Makes parts of what was saved; each file of it is looked at as it is read.
    pub(crate) fn make_parts(&self) -> Result<(), DatasetError> {
        self.doubles.iter().try_for_each(|double| double.compare(&self.dir, &self.manifest))?;
        self.write_complete_parts()?;
        // what was saved twice, or of a part that was there, is needed no more
        let waiting: Vec<_> = self.state().waiting.values().flat_map(State::saved_of).collect();
        saved::sweep(&self.dir, waiting.iter().map(AsRef::as_ref))
    }

    /// Opens a dataset to read it.
    pub fn load(dir: &Path) -> Result<Dataset, OpenError> {
        match look::inspect(dir)? {
            Found::Dataset(manifest) => Dataset::read(dir, *manifest),
            Found::Nothing if dir.exists() => {
                Err(OpenError::not_a_dataset(dir, "is not a dataset: it has no manifest.json"))
            }
            Found::Nothing => Err(OpenError::not_a_dataset(dir, "does not exist")),
        }
    }

    /// The same where there is one; nothing where there is none yet, though a run may have begun.
    pub fn load_if_any(dir: &Path) -> Result<Option<Dataset>, OpenError> {
        match look::inspect(dir)? {
            Found::Dataset(manifest) => Dataset::read(dir, *manifest).map(Some),
            Found::Nothing => Ok(None),
        }
    }

    /// The same, whose keys a study describes where the manifest is older than labels and roles.
    #[must_use]
    pub fn described_by(mut self, study: &StudyInfo) -> Dataset {
        self.manifest.describe(study);
        self
    }

    /// What its records say; the files themselves are looked at when they are read.
    pub(crate) fn read(dir: &Path, manifest: Manifest) -> Result<Dataset, OpenError> {
        let mut dataset = Dataset::without_state(dir, manifest)?;
        let (parts, mut findings) = dataset.records()?;
        let (all, of_saved) = Saved::all(dir, &dataset.manifest)?;
        findings.extend(of_saved);
        if !findings.is_empty() {
            return Err(DatasetError::Damaged { findings }.into());
        }
        dataset.take_state(parts, all);
        Ok(dataset)
    }

    /// Of a manifest alone, whatever is there.
    pub(crate) fn without_state(dir: &Path, manifest: Manifest) -> Result<Dataset, OpenError> {
        let schedule = manifest.schedule().map_err(|message| OpenError::not_a_dataset(dir, message))?;
        Ok(Dataset {
            dir: dir.to_path_buf(),
            forms: Form::all(&manifest),
            manifest,
            schedule,
            state: Mutex::default(),
            saving: Mutex::default(),
            lock: None,
            share: None,
            doubles: Vec::new(),
            only: None,
        })
    }

    /// Takes for there what records speak of.
    pub(crate) fn take_state(&mut self, parts: BTreeMap<u64, PartRecord>, all: Vec<Saved>) {
        let mut state = State { parts, ..State::default() };
        for saved in all {
            // what was written as a part since is a leftover
            if !state.parts.contains_key(&saved.record.part) {
                self.doubles.extend(state.take(saved));
            }
        }
        self.state = Mutex::new(state);
    }

    /// Its folder, as it was given.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What it says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// In which pieces its trials are played.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Number of blocks that are done.
    pub fn done_count(&self) -> u64 {
        let state = self.state();
        let of_part = |part: &u64| self.schedule.blocks_of(*part);
        let of_parts: u64 = state.parts.keys().map(of_part).map(|blocks| blocks.end - blocks.start).sum();
        of_parts + state.waiting.values().map(|blocks| blocks.len() as u64).sum::<u64>()
    }

    /// Number of trials that are done.
    pub fn done_trials(&self) -> u64 {
        let state = self.state();
        let waiting = state.waiting.values().flat_map(|blocks| blocks.keys());
        state.parts.values().map(|part| part.trials).sum::<u64>()
            + waiting.map(|block| self.schedule.block_len(*block)).sum::<u64>()
    }

    /// Number of parts that are finished.
    pub fn part_count(&self) -> u64 {
        self.state().parts.len() as u64
    }

    /// Whether the record of the whole is there.
    pub fn is_sealed(&self) -> bool {
        is_file(&self.dir.join(SUCCESS))
    }

    /// Whether every block is done, and nothing may come after.
    pub fn is_complete(&self) -> bool {
        let plan = &self.manifest.plan;
        let may_go_on = plan.stop.is_some() && self.schedule.repeats() < plan.grid.repeats && !self.is_sealed();
        self.has_all_blocks() && !may_go_on
    }

    /// Whether every block is done; by its rule to stop by a plan may have more.
    pub fn has_all_blocks(&self) -> bool {
        self.done_count() == self.schedule.blocks()
    }

    /// Whether a block is done.
    pub fn has_block(&self, block: u64) -> bool {
        self.state().has(self.schedule.part_of(block), block)
    }

    /// Number of trials that this run has to play.
    pub fn trials_left(&self) -> u64 {
        let lens = |blocks: &mut dyn Iterator<Item = u64>| {
            blocks.filter(|block| !self.has_block(*block)).map(|block| self.schedule.block_len(block)).sum()
        };
        match (&self.share, &self.only) {
            (None, None) => self.schedule.trials() - self.done_trials(),
            (Some(share), _) => lens(&mut (0..self.schedule.blocks()).filter(|block| share.has(*block))),
            (None, Some(parts)) => lens(&mut parts.iter().flat_map(|part| self.schedule.blocks_of(*part))),
        }
    }

    /// Path of a part of a table; there is no file where there is no row.
    pub fn part(&self, table: &str, part: u64) -> PathBuf {
        self.dir.join(table).join(part_name(part))
    }

    /// Whether this is the one who may write parts.
    pub(crate) fn is_writer(&self) -> bool {
        self.lock.is_some() && self.share.is_none()
    }

    /// Blocks that were saved twice.
    pub(crate) fn doubles(&self) -> impl Iterator<Item = &Double> {
        self.doubles.iter()
    }

    /// Where its files are written, and by which right.
    pub(crate) fn work(&self) -> Work {
        self.lock.as_ref().map_or_else(|| Work::free(&self.dir.join(WORK)), |lock| lock.work().clone())
    }

    pub(crate) fn notes(&self, part: Option<u64>) -> FileNotes<'_> {
        FileNotes {
            plan_blake3: &self.manifest.plan_blake3,
            tolley_version: &self.manifest.tolley_version,
            physics_version: self.manifest.physics_version,
            part,
        }
    }

    pub(crate) fn make_table_folder(&self, table: &str) -> Result<(), DatasetError> {
        // not a dataset that was removed in mid-run
        match is_file(&self.dir.join(MANIFEST)) {
            true => make_folder(&self.dir.join(table)),
            false => Err(DatasetError::format(&self.dir, "is no dataset any more: its manifest.json has gone")),
        }
    }

    /// Writes the table of design points, if it has no record yet.
    pub(crate) fn write_points(&self, plan: &Plan) -> Result<(), OpenError> {
        if is_file(&points_record(&self.dir)) { Ok(()) } else { self.make_points(plan) }
    }

    /// Writes the table of design points; where a record is there, it must be that of what is written.
    pub fn make_points(&self, plan: &Plan) -> Result<(), OpenError> {
        let path = points_record(&self.dir);
        let table = &self.manifest.points.name;
        make_folder(&self.dir.join(table))?;
        let (first, varying) = (plan.point(0), plan.varying());
        let point = plan.values_of(&varying);
        let count = self.manifest.plan.grid.points();
        let write = |tee| encode::write_points(tee, &self.manifest, self.notes(None), &first, &varying, point, count);
        let facts = publish::publish(&self.work(), &self.part(table, 0), write)?;
        let file = FileRecord::new(table, count, facts);
        let record = TableRecord { plan_blake3: self.manifest.plan_blake3.clone(), file };
        publish::publish_text(&self.work(), &path, &sealed(&record))?;
        Ok(())
    }

    /// The record of the points.
    pub(crate) fn points(&self) -> Result<TableRecord, String> {
        let (record, _) = record::read::<TableRecord>(&points_record(&self.dir))?;
        let is_ours = record.plan_blake3 == self.manifest.plan_blake3
            && record.file.table == self.manifest.points.name
            && record.file.rows == self.manifest.plan.grid.points();
        if is_ours { Ok(record) } else { Err("is of another plan".to_owned()) }
    }
}

/// The manifest as it is to be: as it is there, grown, or new; refuses another plan.
pub(crate) fn wanted(dir: &Path, found: &Found, manifest: &Manifest, plan: &Plan) -> Result<Manifest, OpenError> {
    let Found::Dataset(there) = found else { return Ok(manifest.clone()) };
    let differences = differences(there, manifest);
    if !differences.is_empty() {
        return Err(OpenError::OtherPlan { path: dir.to_path_buf(), differences });
    }
    look::refuse_links(dir, there)?;
    match plan.grid.repeats > there.plan.grid.repeats {
        true => there.grown(plan.grid.repeats, plan).map_err(|message| OpenError::Unfit { message }),
        false => Ok(Manifest::clone(there)),
    }
}

/// Writes the manifest and makes the folders; what was complete is so no more before it grows.
fn begin(dir: &Path, work: &Work, found: &Found, wanted: &Manifest) -> Result<(), OpenError> {
    let path = dir.join(MANIFEST);
    match found {
        Found::Nothing => drop(publish::publish_text(work, &path, &wanted.text())?),
        Found::Dataset(there) if **there != *wanted => {
            let success = dir.join(SUCCESS);
            if is_file(&success) {
                publish::remove(&success)?;
            }
            // made of what there was; the record goes first
            publish::remove(&estimates_record(dir))?;
            publish::remove(&dir.join(ESTIMATES).join(part_name(0)))?;
            publish::replace_text(work, &path, &wanted.text())?;
        }
        Found::Dataset(_) => {}
    }
    make_folders(dir)?;
    keep_copy(dir, work, wanted)?;
    let (saved, findings) = Saved::all(dir, wanted)?;
    // what is damaged is told, not removed
    if findings.is_empty() { Ok(saved::sweep(dir, saved.iter())?) } else { Ok(()) }
}

/// Makes the second copy of the manifest what the first is, which was written before.
pub(crate) fn keep_copy(dir: &Path, work: &Work, manifest: &Manifest) -> Result<(), DatasetError> {
    let (copy, text) = (manifest_copy(dir), manifest.text());
    let is_there = || is_file(&copy) && disk::read(&copy).is_ok_and(|there| there == text.as_bytes());
    if !manifest.has_copy() || is_there() {
        return Ok(());
    }
    publish::replace_text(work, &copy, &text)
}

/// Makes the folders of records and blocks.
pub(crate) fn make_folders(dir: &Path) -> Result<(), DatasetError> {
    [COMMITS, BLOCKS].into_iter().try_for_each(|folder| make_folder(&dir.join(folder)))
}

pub(crate) fn make_folder(path: &Path) -> Result<(), DatasetError> {
    if path.is_dir() {
        return Ok(());
    }
    // a folder without parent in its path lies in the current one
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // each of them must last, or all below is lost with it
    make_folder(parent)?;
    match disk::make_folder(path) {
        // another run made it meanwhile
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => {}
        made => made.map_err(|error| DatasetError::io("create", path, error))?,
    }
    publish::sync_folder(parent)
}
