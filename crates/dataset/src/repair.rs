//! What of a dataset is gone or broken, and what it takes to have it again; nothing is changed by looking.
//!
//! A file is intact if its record, or the record of the whole, names its hash. A record that is gone is noted again
//! from its files where the record of the whole confirms it; where it does not, its files are made again too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::check::faults_of;
use crate::deep::guarded;
use crate::error::OpenError;
use crate::layout::{
    BLOCKS, ESTIMATES, MANIFEST, SUCCESS, estimates_record, manifest_copy, part_record, points_record,
};
use crate::look::{self, is_file, kind_of, manifest_at};
use crate::manifest::Manifest;
use crate::mend::LostBlocks;
use crate::open::Dataset;
use crate::publish;
use crate::record::{self, ByStatus, FileRecord, PartRecord, Success, TableRecord};
use crate::saved::{self, Saved};
use crate::schema::TRIAL;
use crate::seal::{hash, sealed};

/// A file that is made again, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: String,
    /// How it is made again.
    pub how: &'static str,
}

const COPIED: &str = "copied from the other manifest";
const NOTED: &str = "noted again from its files, which the record of the whole confirms";
const PLANNED: &str = "made again from the plan";
const PLAYED: &str = "its trials are played again";
const SUMMED: &str = "summed up again from the rows";
const SEALED: &str = "written again when all files are there";
const DROPPED: &str = "removed; the run that continues plays its blocks";

/// What is to be done to have all files of a dataset again.
#[derive(Debug, Default)]
pub struct Repair {
    /// File by file; empty where nothing is to be done.
    pub mends: Vec<Mend>,
    /// Trials that are played again.
    pub trials: u64,
    /// Blocks that wait for the others of their part and are played again.
    pub blocks: Vec<LostBlocks>,
    /// Whether the table of design points is written again.
    pub needs_points: bool,
    /// Whether the table of estimates is written again.
    pub needs_estimates: bool,
    /// Whether every block is there in the end, so that the dataset is closed.
    pub closes: bool,
    /// Parts that are played again.
    pub(crate) parts: BTreeSet<u64>,
    /// What is removed before anything is made.
    pub(crate) broken: Vec<PathBuf>,
    /// Records that are known, with their texts.
    pub(crate) noted: Vec<(PathBuf, String)>,
}

impl Repair {
    /// Notes a file that is made again.
    fn mend(&mut self, path: PathBuf, fault: impl Into<String>, how: &'static str) {
        self.mends.push(Mend { path, fault: fault.into(), how });
    }

    /// Notes a file that is made again, and that what is there goes first.
    fn remake(&mut self, path: PathBuf, fault: impl Into<String>, how: &'static str) {
        self.broken.push(path.clone());
        self.mend(path, fault, how);
    }
}

/// The records of a dataset that are read, or found again.
struct Records {
    points: Option<TableRecord>,
    estimates: Option<TableRecord>,
    parts: BTreeMap<u64, PartRecord>,
}

impl Records {
    /// The record of the whole, if all records are there.
    fn success(&self, manifest: &Manifest) -> Option<Success> {
        let mut commits = sealed(self.points.as_ref()?);
        self.estimates.iter().for_each(|record| commits += &sealed(record));
        let mut status = ByStatus::new();
        for record in self.parts.values() {
            commits += &sealed(record);
            record::add(&mut status, &record.status);
        }
        Some(Success {
            manifest_blake3: hash(manifest.text().as_bytes()),
            commits_blake3: hash(commits.as_bytes()),
            parts: self.parts.len() as u64,
            trials: self.parts.values().fold(0, |sum, part| sum.saturating_add(part.trials)),
            status,
        })
    }
}

/// What is said of a record, by its path.
type Faults = Vec<(PathBuf, String)>;

/// Looks at a whole dataset: as much of it as is intact, and what is to be done about the rest.
pub(crate) fn diagnose(dir: &Path) -> Result<(Dataset, Repair), OpenError> {
    kind_of(dir)?.ok_or_else(|| OpenError::not_a_dataset(dir, "does not exist"))?;
    let mut repair = Repair::default();
    let success = dir.join(SUCCESS);
    let seal = kind_of(&success)?.map(|_| record::read::<Success>(&success).map(|(seal, _)| seal));
    let manifest = whole_manifest(dir, seal.as_ref().and_then(|seal| seal.as_ref().ok()), &mut repair)?;
    look::refuse_links(dir, &manifest)?;
    let mut dataset = Dataset::without_state(dir, manifest)?;

    let was_whole = seal.is_some();
    let (mut records, faults) = dataset.read_records(was_whole)?;
    dataset.find_again(&mut records, faults, &seal, &mut repair);
    dataset.look_at_files(&records, &mut repair);
    let lacks_estimates = records.estimates.is_none() && !dataset.manifest().measures.is_empty();
    match (&seal, records.success(dataset.manifest())) {
        (Some(Err(message)), _) => repair.remake(success, message, SEALED),
        // all records are whole, so that it is the seal that is not theirs
        (Some(Ok(seal)), Some(of_records)) if repair.parts.iter().all(|part| records.parts.contains_key(part)) => {
            if *seal != of_records && !lacks_estimates {
                repair.remake(success, "does not fit the records", SEALED);
            }
        }
        _ => {}
    }

    let was_closed = was_whole || records.estimates.is_some() || dataset.manifest().plan.stop.is_none();
    let parts = records.parts.into_iter().filter(|(part, _)| !repair.parts.contains(part)).collect();
    dataset.look_at_blocks(parts, &mut repair)?;
    dataset.only = Some(repair.parts.clone());
    let again = dataset.trials_left();
    let done = dataset.done_trials();
    repair.trials = again + repair.blocks.iter().map(|lost| lost.trials(dataset.schedule())).sum::<u64>();
    repair.closes = was_closed && done + again == dataset.schedule().trials();
    if repair.closes && !was_whole {
        repair.mend(dir.join(SUCCESS), "is missing", SEALED);
    }
    repair.needs_estimates = repair.closes && (repair.needs_estimates || lacks_estimates);
    Ok((dataset, repair))
}

/// The manifest that is whole, that which the seal names if one does.
fn whole_manifest(dir: &Path, seal: Option<&Success>, repair: &mut Repair) -> Result<Manifest, OpenError> {
    let paths = [dir.join(MANIFEST), manifest_copy(dir)];
    let read = [manifest_at(&paths[0]), manifest_at(&paths[1])];
    let is_named = |read: &&Result<Manifest, String>| {
        let names = |manifest: &Manifest| seal.is_some_and(|seal| seal.manifest_blake3 == hash(manifest.text().as_bytes()));
        read.as_ref().is_ok_and(names)
    };
    let Some(Ok(whole)) = read.iter().find(is_named).or_else(|| read.iter().find(|read| read.is_ok())) else {
        let [first, second] = read.map(|read| read.err().unwrap_or_default());
        let message = format!(
            "cannot be repaired: manifest.json {first}, and its copy {second}, so that nothing says what was played; \
             play the scenario into a new folder"
        );
        return Err(OpenError::not_a_dataset(dir, message));
    };
    let whole = whole.clone();
    for (path, read) in paths.into_iter().zip(read) {
        let fault = match read {
            Ok(same) if same == whole => continue,
            Ok(_) => "is not what the record of the whole or the other manifest says".to_owned(),
            Err(_) if !whole.has_copy() && path == manifest_copy(dir) => continue,
            Err(message) => message,
        };
        repair.mend(path, fault, COPIED);
    }
    Ok(whole)
}

impl Dataset {
    /// The records that are whole, and what is wrong with those that are not. Where nothing says that the dataset was
    /// whole, a record is only missing if one of its files is there.
    fn read_records(&self, was_whole: bool) -> Result<(Records, Faults), OpenError> {
        let mut faults = Faults::new();
        let points = self.points().map_err(|message| faults.push((points_record(self.dir()), message))).ok();
        let estimates = self.estimates();
        let estimates = estimates.map_err(|message| faults.push((estimates_record(self.dir()), message))).ok().flatten();
        let record = estimates_record(self.dir());
        let is_told = faults.iter().any(|(path, _)| *path == record);
        let is_due = !self.manifest().measures.is_empty() && (was_whole || is_file(&self.part(ESTIMATES, 0)));
        if estimates.is_none() && is_due && !is_told {
            faults.push((record, "is missing".to_owned()));
        }
        let (parts, findings) = self.records()?;
        let mut told: BTreeMap<PathBuf, String> =
            findings.into_iter().map(|finding| (finding.path, finding.message)).collect();
        for part in (0..self.schedule().parts()).filter(|part| !parts.contains_key(part)) {
            let path = part_record(self.dir(), part);
            let has_file = || self.manifest().tables.iter().any(|table| is_file(&self.part(&table.name, part)));
            match told.remove(&path) {
                Some(message) => faults.push((path, message)),
                None if was_whole || has_file() => faults.push((path, "is missing".to_owned())),
                None => {}
            }
        }
        // of parts that are not planned
        faults.extend(told);
        Ok((Records { points, estimates, parts }, faults))
    }

    /// Notes records that are gone again from their files, if the record of the whole names what comes of it; otherwise
    /// the files are not known, and are made again with their records.
    fn find_again(
        &self,
        records: &mut Records,
        faults: Faults,
        seal: &Option<Result<Success, String>>,
        repair: &mut Repair,
    ) {
        if faults.is_empty() {
            return;
        }
        let number = |path: &Path| crate::check::part_number(path, ".json").filter(|part| *part < self.schedule().parts());
        let [points, estimates] = [points_record(self.dir()), estimates_record(self.dir())];
        let mut found = Records {
            points: records.points.clone().or_else(|| self.noted(&self.manifest().points.name)),
            estimates: records.estimates.clone(),
            parts: records.parts.clone(),
        };
        if faults.iter().any(|(path, _)| *path == estimates) {
            found.estimates = self.noted(ESTIMATES);
        }
        if let Some(Ok(_)) = seal {
            let lost = faults.iter().filter_map(|(path, _)| number(path));
            let again = lost.filter_map(|part| Some((part, guarded(|| self.noted_part(part)).ok().flatten()?)));
            found.parts.extend(again);
        }
        let is_confirmed = matches!((seal, found.success(self.manifest())), (Some(Ok(seal)), Some(of)) if *seal == of);
        for (path, message) in faults {
            let part = number(&path);
            let text = match part {
                _ if !is_confirmed => None,
                _ if path == points => found.points.as_ref().map(sealed),
                _ if path == estimates => found.estimates.as_ref().map(sealed),
                Some(part) => found.parts.get(&part).map(sealed),
                None => None,
            };
            if let Some(text) = text {
                repair.noted.push((path.clone(), text));
                repair.remake(path, message, NOTED);
                continue;
            }
            let how = match part {
                _ if path == points => PLANNED,
                _ if path == estimates => SUMMED,
                Some(_) => PLAYED,
                None => "removed: no such part is planned",
            };
            repair.needs_estimates |= path == estimates;
            repair.needs_points |= path == points;
            repair.remake(path.clone(), message, how);
            self.forget_files(&path, part, repair);
        }
        if is_confirmed {
            *records = found;
        }
    }

    /// Files whose record is gone are known by nothing.
    fn forget_files(&self, record: &Path, part: Option<u64>, repair: &mut Repair) {
        let (manifest, dir) = (self.manifest(), self.dir());
        match part {
            Some(part) => {
                repair.parts.insert(part);
                repair.broken.extend(manifest.tables.iter().map(|table| self.part(&table.name, part)));
            }
            None if record == points_record(dir) => repair.broken.push(self.part(&manifest.points.name, 0)),
            None if record == estimates_record(dir) => repair.broken.push(self.part(ESTIMATES, 0)),
            None => {}
        }
    }

    /// What the record of the points or the estimates says, if their file is as it was.
    fn noted(&self, table: &str) -> Option<TableRecord> {
        let manifest = self.manifest();
        let points = manifest.plan.grid.points();
        let rows = if table == ESTIMATES { points.checked_mul(manifest.measures.len() as u64)? } else { points };
        let facts = publish::facts_of(&self.part(table, 0)).ok()?;
        Some(TableRecord { plan_blake3: manifest.plan_blake3.clone(), file: FileRecord::new(table, rows, facts) })
    }

    /// What the record of a part says, if its files are as they were.
    fn noted_part(&self, part: u64) -> Option<PartRecord> {
        let (manifest, blocks) = (self.manifest(), self.schedule().blocks_of(part));
        let (mut files, mut status) = (Vec::new(), ByStatus::new());
        for (number, table) in manifest.tables.iter().enumerate() {
            let path = self.part(&table.name, part);
            if !is_file(&path) {
                continue;
            }
            let rows = self.rows_in(&path, Some(part)).ok()?;
            let file = FileRecord::new(&table.name, rows, publish::facts_of(&path).ok()?);
            if number == 0 {
                status = self.statuses_of(&path, &file, Some(part), table).ok()?;
            }
            files.push(file);
        }
        let record = PartRecord {
            plan_blake3: manifest.plan_blake3.clone(),
            part,
            first_block: blocks.start,
            block_count: blocks.end - blocks.start,
            trials: self.schedule().part_len(part),
            status,
            files,
        };
        self.fitting(record, part).ok()
    }

    /// Compares every file of points, estimates and parts with its record.
    fn look_at_files(&self, records: &Records, repair: &mut Repair) {
        let mut files = Vec::new();
        for record in records.points.iter().chain(&records.estimates) {
            files.push((self.part(&record.file.table, 0), record.file.clone()));
        }
        for (part, record) in &records.parts {
            files.extend(record.files.iter().map(|file| (self.part(&file.table, *part), file.clone())));
        }
        for finding in faults_of(&files) {
            let table = finding.path.parent().and_then(Path::file_name);
            let is_in = |name: &str| table.is_some_and(|table| table == name);
            let how = match crate::check::part_number(&finding.path, ".parquet") {
                _ if is_in(&self.manifest().points.name) => PLANNED,
                _ if is_in(ESTIMATES) => SUMMED,
                part => {
                    repair.parts.extend(part);
                    PLAYED
                }
            };
            repair.needs_estimates |= how == SUMMED;
            repair.needs_points |= how == PLANNED;
            repair.remake(finding.path, finding.message, how);
        }
    }

    /// Takes the blocks that wait, and looks for those that do so no more.
    fn look_at_blocks(&mut self, parts: BTreeMap<u64, PartRecord>, repair: &mut Repair) -> Result<(), OpenError> {
        let dir = self.dir().to_path_buf();
        let (all, findings) = Saved::all(&dir, self.manifest())?;
        let (mut whole, mut seen) = (Vec::new(), BTreeSet::new());
        for saved in all.into_iter().filter(|saved| !parts.contains_key(&saved.record.part)) {
            let files: Vec<_> =
                saved.record.files.iter().map(|file| (saved.path(&dir, &file.table), file.clone())).collect();
            let faults = faults_of(&files);
            seen.insert(saved.name.clone());
            if faults.is_empty() {
                whole.push(saved);
                continue;
            }
            let blocks = saved.record.blocks.iter().map(|record| record.block).collect();
            repair.blocks.push(LostBlocks { name: saved.name, part: saved.record.part, blocks });
            faults.into_iter().for_each(|finding| repair.remake(finding.path, finding.message, PLAYED));
        }
        let is_part_there = |part: u64| parts.contains_key(&part);
        let (mut names, mut needless) = (BTreeMap::new(), BTreeSet::new());
        for path in saved::files(&dir)? {
            let Some(name) = saved::name_of(&path).filter(|name| !seen.contains(name)) else { continue };
            match saved::part_of(&name) {
                Some(part) if is_part_there(part) => drop(needless.insert(name)),
                _ => names.entry(name).or_insert_with(Vec::new).push(path),
            }
        }
        self.take_state(parts, whole);
        for (name, files) in names {
            let json = dir.join(BLOCKS).join(format!("{name}.json"));
            let fault = findings.iter().find(|finding| finding.path == json);
            let message = fault.map_or("is missing", |finding| finding.message.as_str());
            match self.lost_blocks(&name) {
                Some(lost) => {
                    repair.broken.extend(files);
                    repair.remake(json, message, PLAYED);
                    repair.blocks.push(lost);
                }
                None if fault.is_some() => {
                    repair.broken.extend(files);
                    repair.remake(json, message, DROPPED);
                }
                // a leftover, as of a run that was killed
                None => {}
            }
        }
        // records that are broken stop who reads, also where a part has what they speak of
        for finding in findings.into_iter().filter(|finding| is_needless(&finding.path, &needless)) {
            repair.remake(finding.path, finding.message, "removed: its blocks stand in a part");
        }
        Ok(())
    }

    /// Which blocks wait in files whose record is gone, as the rows of the first table say; none that waits elsewhere.
    fn lost_blocks(&self, name: &str) -> Option<LostBlocks> {
        let (part, table) = (saved::part_of(name)?, &self.manifest().tables[0]);
        if part >= self.schedule().parts() {
            return None;
        }
        let path = self.dir().join(BLOCKS).join(crate::layout::saved_name(name, &table.name));
        let read = || -> Option<BTreeSet<u64>> {
            let file = FileRecord::new(&table.name, self.rows_in(&path, None).ok()?, publish::facts_of(&path).ok()?);
            let mut blocks = BTreeSet::new();
            let mut is_planned = true;
            let each = &mut |batch: &crate::read::Batch| {
                for trial in batch.u64(0) {
                    let block = self.schedule().block_of(*trial);
                    is_planned &= block.is_some();
                    blocks.extend(block);
                }
            };
            self.scan_file(&file, &path, None, &[TRIAL], each).ok()?;
            is_planned.then_some(blocks)
        };
        let blocks = guarded(read).ok().flatten()?;
        let planned = self.schedule().blocks_of(part);
        let is_lost = |block: &u64| planned.contains(block) && !self.has_block(*block);
        let is_all_lost = !blocks.is_empty() && blocks.iter().all(is_lost);
        is_all_lost.then(|| LostBlocks { name: name.to_owned(), part, blocks: blocks.into_iter().collect() })
    }
}

fn is_needless(path: &Path, names: &BTreeSet<String>) -> bool {
    saved::name_of(path).is_some_and(|name| names.contains(&name))
}
