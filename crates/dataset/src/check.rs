//! Whether a dataset is what was written: records, hashes, rows, gaps, and what does not belong there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use experiment::run;
use tolley_experiment as experiment;

use crate::disk;
use crate::error::{DatasetError, Finding, STRAY};
use crate::layout::{
    BLOCKS, COMMITS, ESTIMATES, FOLDERS, MANIFEST, SUCCESS, estimates_record, manifest_copy, part_name, part_record,
    points_record,
};
use crate::look::{is_file, kind_of, manifest_at};
use crate::manifest::Manifest;
use crate::open::Dataset;
use crate::publish;
use crate::record::{self, ByStatus, FileRecord, PartRecord, Success};
use crate::saved;
use crate::schema::TRIAL;
use crate::seal::{hash, sealed};
use crate::state::State;

/// What a look at a whole dataset found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Files that are not as they were written, or do not belong there.
    pub findings: Vec<Finding>,
    /// Files that were looked at.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Rows of each table.
    pub rows: Vec<(String, u64)>,
    /// Runs of blocks that are missing: first, and the one after the last.
    pub gaps: Vec<[u64; 2]>,
    /// Whether the record of the whole is there and fits.
    pub is_sealed: bool,
}

impl Dataset {
    /// The records of finished parts, and those that are not as they were written.
    pub(crate) fn records(&self) -> Result<(BTreeMap<u64, PartRecord>, Vec<Finding>), DatasetError> {
        let folder = self.dir().join(COMMITS);
        let (mut parts, mut findings) = (BTreeMap::new(), Vec::new());
        if !folder.is_dir() {
            return Ok((parts, findings));
        }
        for path in publish::entries(&folder)? {
            let Some(number) = part_number(&path, ".json") else { continue };
            match record::read::<PartRecord>(&path).and_then(|(record, _)| self.fitting(record, number)) {
                Ok(record) => drop(parts.insert(number, record)),
                Err(message) => findings.push(Finding::new(&path, message)),
            }
        }
        Ok((parts, findings))
    }

    /// The record of a part, if it is that part of this plan.
    pub(crate) fn fitting(&self, record: PartRecord, part: u64) -> Result<PartRecord, String> {
        if record.plan_blake3 != self.manifest().plan_blake3 {
            return Err("is of another plan".to_owned());
        }
        if record.part != part {
            return Err(format!("is the record of part {}", record.part));
        }
        if part >= self.schedule().parts() {
            return Err("is of a part that is not planned".to_owned());
        }
        let (blocks, trials) = (self.schedule().blocks_of(part), self.schedule().part_len(part));
        let status = record.status.values().fold(0_u64, |sum, count| sum.saturating_add(*count));
        let first = record.files.iter().find(|file| file.table == self.manifest().tables[0].name);
        let names: BTreeSet<&str> = record.files.iter().map(|file| file.table.as_str()).collect();
        let fits = (record.first_block, record.block_count) == (blocks.start, blocks.end - blocks.start)
            && [record.trials, status, first.map_or(0, |file| file.rows)] == [trials; 3]
            && names.len() == record.files.len()
            && names.iter().all(|name| self.manifest().tables.iter().any(|table| table.name == **name));
        if fits { Ok(record) } else { Err("does not fit the plan".to_owned()) }
    }

    /// Every file that records speak of: where it is, and its record.
    pub(crate) fn recorded(&self) -> Result<Vec<(PathBuf, FileRecord)>, Finding> {
        let points = self.points().map_err(|message| Finding::new(&points_record(self.dir()), message))?;
        let estimates = self.estimates().map_err(|message| Finding::new(&estimates_record(self.dir()), message))?;
        let state = self.state();
        let mut files = vec![(self.part(&points.file.table, 0), points.file)];
        files.extend(estimates.map(|record| (self.part(&record.file.table, 0), record.file)));
        for (part, record) in &state.parts {
            files.extend(record.files.iter().map(|file| (self.part(&file.table, *part), file.clone())));
        }
        for saved in state.waiting.values().flat_map(State::saved_of) {
            let files_of = saved.record.files.iter();
            files.extend(files_of.map(|file| (saved.path(self.dir(), &file.table), file.clone())));
        }
        Ok(files)
    }

    /// Reads every file once; the first that is not as it was written.
    pub(crate) fn faults_of_files(&self) -> Result<Vec<(PathBuf, FileRecord)>, DatasetError> {
        let damaged = |findings| DatasetError::Damaged { findings };
        let files = self.recorded().map_err(|finding| damaged(vec![finding]))?;
        let findings = faults_of(&files);
        if findings.is_empty() { Ok(files) } else { Err(damaged(findings)) }
    }

    /// What the record of the whole has to say.
    fn success(&self) -> Result<Success, Finding> {
        let read =
            |path: PathBuf| disk::read(&path).map_err(|error| Finding::new(&path, format!("cannot be read: {error}")));
        let manifest_path = self.dir().join(MANIFEST);
        let manifest = read(manifest_path.clone())?;
        if manifest != self.manifest().text().into_bytes() {
            return Err(Finding::new(&manifest_path, "was replaced meanwhile"));
        }
        let copy = manifest_copy(self.dir());
        match manifest_at(&copy) {
            _ if !self.manifest().has_copy() => {}
            Ok(_) if read(copy.clone())? == manifest => {}
            Ok(_) => return Err(Finding::new(&copy, "is not as manifest.json is")),
            Err(message) => return Err(Finding::new(&copy, message)),
        }
        let state = self.state();
        let mut commits = read(points_record(self.dir()))?;
        let estimates = estimates_record(self.dir());
        if is_file(&estimates) {
            commits.extend(read(estimates)?);
        }
        let mut status = ByStatus::new();
        for (part, record) in &state.parts {
            commits.extend(read(part_record(self.dir(), *part))?);
            record::add(&mut status, &record.status);
        }
        Ok(Success {
            manifest_blake3: hash(&manifest),
            commits_blake3: hash(&commits),
            parts: state.parts.len() as u64,
            trials: state.parts.values().map(|part| part.trials).sum(),
            status,
        })
    }

    /// Closes a dataset of which every block is done: looks at every file once more, then writes the record of the
    /// whole.
    pub fn finish(&self) -> Result<(), DatasetError> {
        if !self.is_writer() {
            return Ok(());
        }
        self.look_at_records()?;
        self.faults_of_files()?;
        let success = self.success().map_err(|finding| DatasetError::Damaged { findings: vec![finding] })?;
        if success.trials != self.schedule().trials() || success.status.values().sum::<u64>() != success.trials {
            let message = format!("has {} of {} trials", success.trials, self.schedule().trials());
            return Err(DatasetError::format(self.dir(), message));
        }
        publish::publish_text(&self.work(), &self.dir().join(SUCCESS), &sealed(&success))?;
        Ok(())
    }

    /// Whether the records on disk are still those that were written.
    fn look_at_records(&self) -> Result<(), DatasetError> {
        let (parts, mut findings) = self.records()?;
        for (part, record) in &self.state().parts {
            if parts.get(part) != Some(record) {
                findings.push(Finding::new(&part_record(self.dir(), *part), "was changed meanwhile"));
            }
        }
        if findings.is_empty() { Ok(()) } else { Err(DatasetError::Damaged { findings }) }
    }

    /// Looks at every file of a complete dataset.
    pub(crate) fn look_again(&self) -> Result<(), DatasetError> {
        let told = self.told_success().map_err(|finding| DatasetError::Damaged { findings: vec![finding] });
        self.faults_of_files().and(told)
    }

    /// Whether the record of the whole is that of what is there.
    fn told_success(&self) -> Result<(), Finding> {
        let path = self.dir().join(SUCCESS);
        let (told, _) = record::read::<Success>(&path).map_err(|message| Finding::new(&path, message))?;
        if told == self.success()? && told.trials == self.schedule().trials() {
            return Ok(());
        }
        Err(Finding::new(&path, "does not fit the records of the parts: one is missing or was changed"))
    }

    /// Looks at everything.
    pub fn check(&self) -> Result<Report, DatasetError> {
        let mut report = Report::default();
        let files = match self.recorded() {
            Ok(files) => files,
            // killed when it had hardly begun
            Err(_) if self.done_count() == 0 && !points_record(self.dir()).exists() => Vec::new(),
            Err(finding) => {
                report.findings.push(finding);
                Vec::new()
            }
        };
        let mut rows: BTreeMap<&str, u64> = BTreeMap::new();
        for (_, file) in &files {
            report.files += 1;
            report.bytes += file.bytes;
            *rows.entry(&file.table).or_insert(0) += file.rows;
        }
        report.findings.extend(faults_of(&files));
        report.rows = rows.into_iter().map(|(table, rows)| (table.to_owned(), rows)).collect();
        report.gaps = self.gaps();
        let success = self.dir().join(SUCCESS);
        if is_file(&success) {
            let told = self.told_success();
            report.is_sealed = told.is_ok();
            report.findings.extend(told.err());
        } else if kind_of(&success)?.is_some() {
            report.findings.push(Finding::new(&success, "is not a regular file"));
        } else {
            report.findings.extend(self.copy_fault());
        }
        report.findings.extend(self.strangers(&files)?);
        if report.findings.is_empty() {
            report.findings.extend(self.trials_amiss()?);
        }
        Ok(report)
    }

    /// What is wrong with the second copy of the manifest of a dataset that is not closed. It may be older by one step,
    /// or not be there yet: a run was killed before it wrote it.
    fn copy_fault(&self) -> Option<Finding> {
        let path = manifest_copy(self.dir());
        let is_foreign = |copy: &Manifest| copy.plan_blake3 != self.manifest().plan_blake3;
        let message = match manifest_at(&path) {
            _ if !self.manifest().has_copy() => return None,
            Ok(copy) if is_foreign(&copy) => "is of another plan".to_owned(),
            Ok(_) => return None,
            Err(_) if self.done_count() == 0 && !path.exists() => return None,
            Err(message) => message,
        };
        Some(Finding::new(&path, message))
    }

    /// Between what is there, so that a plan of any size takes no longer than its files.
    fn gaps(&self) -> Vec<[u64; 2]> {
        let state = self.state();
        let waiting = state.waiting.values().flat_map(|blocks| blocks.keys().map(|block| *block..block + 1));
        let mut there: Vec<_> =
            state.parts.keys().map(|part| self.schedule().blocks_of(*part)).chain(waiting).collect();
        there.sort_by_key(|blocks| blocks.start);
        let end = self.schedule().blocks();
        let (mut gaps, mut next) = (Vec::new(), 0);
        for blocks in there.into_iter().chain(std::iter::once(end..end)) {
            if next < blocks.start {
                gaps.push([next, blocks.start]);
            }
            next = blocks.end;
        }
        gaps
    }

    /// Files that no record speaks of.
    fn strangers(&self, files: &[(PathBuf, FileRecord)]) -> Result<Vec<Finding>, DatasetError> {
        let dir = self.dir();
        let known: BTreeSet<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
        let tables: Vec<&str> = self.manifest().tables.iter().map(|table| table.name.as_str()).collect();
        let (mut strangers, state) = (Vec::new(), self.state());
        for path in publish::entries(dir)? {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_table = tables.contains(&name) || [&self.manifest().points.name, ESTIMATES].contains(&name);
            if is_table || [COMMITS, BLOCKS].contains(&name) {
                for file in publish::entries(&path)? {
                    let is_record = match name {
                        COMMITS => {
                            [points_record(dir), estimates_record(dir), manifest_copy(dir)].contains(&file)
                                || part_number(&file, ".json").is_some_and(|part| state.parts.contains_key(&part))
                        }
                        // of a run that was killed, or of one that is at it
                        BLOCKS => saved::is_ours(&file),
                        _ => known.contains(file.as_path()),
                    };
                    // a part whose record was not written before its run was killed is looked at by the next one
                    let is_next = |part| match name {
                        ESTIMATES => part == 0 && !is_file(&estimates_record(dir)),
                        _ => part < self.schedule().parts() && !state.parts.contains_key(&part),
                    };
                    if !is_record && !part_number(&file, ".parquet").is_some_and(is_next) {
                        strangers.push(Finding::new(&file, STRAY));
                    }
                }
            } else if ![MANIFEST, SUCCESS].contains(&name) && !FOLDERS.contains(&name) {
                strangers.push(Finding::new(&path, STRAY));
            }
        }
        Ok(strangers)
    }

    /// Rows that are not those of the trials that the part should have, in their order.
    fn trials_amiss(&self) -> Result<Vec<Finding>, DatasetError> {
        let table = self.manifest().tables[0].name.clone();
        let parts: Vec<u64> = self.state().parts.keys().copied().collect();
        let mut findings = Vec::new();
        for part in parts {
            let mut planned = self.schedule().blocks_of(part).flat_map(|block| self.schedule().trials_of(block));
            let mut is_right = true;
            self.scan_part(&table, part, &[TRIAL], |batch| {
                is_right &= batch.u64(0).iter().all(|trial| planned.next() == Some(*trial));
            })?;
            if !is_right || planned.next().is_some() {
                findings.push(Finding::new(&self.part(&table, part), "has not the rows of its trials"));
            }
        }
        Ok(findings)
    }
}

/// Reads every file once, at the same time where workers are free; those that are not as they were written.
pub(crate) fn faults_of(files: &[(PathBuf, FileRecord)]) -> Vec<Finding> {
    let fault = |(path, file): &(PathBuf, FileRecord)| file.fault(path).map(|message| Finding::new(path, message));
    run::each(files, fault).into_iter().flatten().collect()
}

/// The number in the name of a part or of its record.
pub(crate) fn part_number(path: &Path, extension: &str) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let number: u64 = name.strip_prefix("part-")?.strip_suffix(extension)?.parse().ok()?;
    // no other way to write it
    (part_name(number).trim_end_matches(".parquet") == name.trim_end_matches(extension)).then_some(number)
}
