//! Records that are gone or broken, found again from their files; files that are not as they were recorded.
//!
//! A file is intact if its record, or the record of the whole, names its hash. A record that is gone is noted again
//! from its files where the record of the whole confirms it; where it does not, its files are made again too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::check::{faults_of, part_number};
use crate::deep::guarded;
use crate::disk;
use crate::error::OpenError;
use crate::layout::{ESTIMATES, estimates_record, part_record, points_record};
use crate::look::is_file;
use crate::manifest::Manifest;
use crate::open::Dataset;
use crate::publish;
use crate::record::{self, ByStatus, FileRecord, PartRecord, Success, TableRecord};
use crate::repair::{NOTED, PLANNED, PLAYED, Repair, SUMMED};
use crate::seal::{hash, sealed};

/// The records of a dataset that are read, or found again.
pub(crate) struct Records {
    pub(crate) points: Option<TableRecord>,
    pub(crate) estimates: Option<TableRecord>,
    pub(crate) parts: BTreeMap<u64, PartRecord>,
}

impl Records {
    /// The record of the whole, if all records are there.
    pub(crate) fn success(&self, manifest: &Manifest) -> Option<Success> {
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

impl Records {
    /// Takes none of them for whole: the record of the whole names others.
    pub(crate) fn disown(&mut self, dir: &Path) -> Faults {
        let parts = std::mem::take(&mut self.parts).into_keys().map(|part| part_record(dir, part));
        let points = self.points.take().map(|_| points_record(dir));
        let estimates = self.estimates.take().map(|_| estimates_record(dir));
        let all = points.into_iter().chain(estimates).chain(parts);
        all.map(|path| (path, "is not what the record of the whole names".to_owned())).collect()
    }
}

/// What is said of a record, by its path.
pub(crate) type Faults = Vec<(PathBuf, String)>;

impl Dataset {
    /// The records that are whole, and what is wrong with those that are not. Where nothing says that the dataset was
    /// whole, a record is only missing if one of its files is there.
    pub(crate) fn read_records(&self, was_whole: bool) -> Result<(Records, Faults), OpenError> {
        let mut faults = Faults::new();
        let points = self.points().map_err(|message| faults.push((points_record(self.dir()), message))).ok();
        let estimates = self.estimates();
        let estimates =
            estimates.map_err(|message| faults.push((estimates_record(self.dir()), message))).ok().flatten();
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
    pub(crate) fn find_again(
        &self,
        records: &mut Records,
        faults: Faults,
        seal: &Option<Result<Success, String>>,
        repair: &mut Repair,
    ) {
        if faults.is_empty() {
            return;
        }
        let number = |path: &Path| part_number(path, ".json").filter(|part| *part < self.schedule().parts());
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
                if disk::read(&path).is_ok_and(|there| there == text.as_bytes()) {
                    continue;
                }
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
    pub(crate) fn look_at_files(&self, records: &Records, repair: &mut Repair) {
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
            let how = match part_number(&finding.path, ".parquet") {
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
}
