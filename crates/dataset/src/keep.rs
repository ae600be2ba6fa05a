//! Finished blocks become parts: they wait in memory, are saved from time to time, and are written as one when the last
//! of a part is there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, MutexGuard, PoisonError};

use experiment::row;
use experiment::run::Keep;
use experiment::schedule::Schedule;
use experiment::status::StatusCounts;
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::encode::{self, Writer};
use crate::error::DatasetError;
use crate::layout::part_record;
use crate::lock::Lock;
use crate::open::Dataset;
use crate::publish::{self, parquet_error};
use crate::record::{self, ByStatus, FileRecord, PartRecord, by_status};
use crate::saved::{Block, Rows, Saved, Source};
use crate::seal::sealed;
use crate::state::State;

/// Bytes of rows that wait in memory, at most, which bounds it; more are saved at once, while the workers that bring
/// more wait.
pub(crate) const MOST_WAITING_BYTES: usize = 192 << 20;

impl Dataset {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The blocks of a part when all are there, for the one who writes it; they wait until it is written.
    fn complete(&self, part: u64) -> Option<BTreeMap<u64, Source>> {
        // parts are made by who has the whole
        if self.share.is_some() {
            return None;
        }
        let (mut state, blocks) = (self.state(), self.schedule().blocks_of(part));
        let waiting = state.waiting.get(&part)?;
        if (waiting.len() as u64) < blocks.end - blocks.start {
            return None;
        }
        let sources = waiting.clone();
        state.writing.insert(part).then_some(sources)
    }

    /// Writes every part of which all blocks are there, which a run does as it goes.
    pub fn write_parts(&self) -> Result<(), DatasetError> {
        if self.is_writer() { self.write_complete_parts() } else { Ok(()) }
    }

    pub(crate) fn write_complete_parts(&self) -> Result<(), DatasetError> {
        let parts: Vec<u64> = self.state().waiting.keys().copied().collect();
        parts.into_iter().try_for_each(|part| self.write_part_if_complete(part))
    }

    fn write_part_if_complete(&self, part: u64) -> Result<(), DatasetError> {
        let Some(sources) = self.complete(part) else { return Ok(()) };
        let written = self.write_part(part, &sources);
        let record = written.inspect_err(|_| {
            self.state().writing.remove(&part);
        })?;
        let waited = {
            let mut state = self.state();
            let waited = state.waiting.remove(&part).unwrap_or_default();
            state.waiting_bytes -= waited.values().map(bytes_of).sum::<usize>();
            state.parts.insert(part, record);
            state.writing.remove(&part);
            waited
        };
        State::saved_of(&waited).iter().try_for_each(|saved| saved.remove(self.dir()))
    }

    /// Publishes the files of a part, the first table's last, and then its record.
    fn write_part(&self, part: u64, sources: &BTreeMap<u64, Source>) -> Result<PartRecord, DatasetError> {
        let (manifest, blocks) = (self.manifest(), self.schedule().blocks_of(part));
        let mut files = Vec::new();
        for table in (0..manifest.tables.len()).rev() {
            files.extend(self.write_table(part, table, sources)?);
        }
        files.reverse();
        let mut status = ByStatus::new();
        sources.iter().for_each(|(block, source)| record::add(&mut status, status_of(*block, source)));
        let record = PartRecord {
            plan_blake3: manifest.plan_blake3.clone(),
            part,
            first_block: blocks.start,
            block_count: blocks.end - blocks.start,
            trials: self.schedule().part_len(part),
            status,
            files,
        };
        publish::publish_text(&self.work(), &part_record(self.dir(), part), &sealed(&record))?;
        Ok(record)
    }

    /// One file, if there is a row for it.
    fn write_table(
        &self,
        part: u64,
        table: usize,
        sources: &BTreeMap<u64, Source>,
    ) -> Result<Option<FileRecord>, DatasetError> {
        let name = &self.manifest().tables[table].name;
        if sources.iter().all(|(block, source)| len_of(*block, source, table) == 0) {
            return Ok(None);
        }
        self.make_table_folder(name)?;
        let target = self.part(name, part);
        let (mut rows, mut failed) = (0, None);
        let facts = publish::publish(&self.work(), &target, |tee| {
            let mut writer = Writer::new(tee, self.manifest(), self.notes(Some(part)), table);
            match self.each_batch(table, None, sources, |batch| {
                writer.push(batch).map_err(|error| parquet_error("write", &target, error))
            }) {
                Ok(()) => {
                    let (tee, written) = writer.finish()?;
                    rows = written;
                    Ok(tee)
                }
                Err(error) => {
                    failed = Some(error);
                    Err(ParquetError::General("its rows could not be had".to_owned()))
                }
            }
        });
        match (failed, facts) {
            (Some(error), _) | (None, Err(error)) => Err(error),
            (None, Ok(facts)) => Ok(Some(FileRecord::new(name, rows, facts))),
        }
    }

    /// The rows of a table, block by block, wherever they wait; of those in files only some columns, where they are
    /// named.
    pub(crate) fn each_batch(
        &self,
        table: usize,
        columns: Option<&[&str]>,
        sources: &BTreeMap<u64, Source>,
        mut each: impl FnMut(arrow_array::RecordBatch) -> Result<(), DatasetError>,
    ) -> Result<(), DatasetError> {
        let name = &self.manifest().tables[table].name;
        let last = last_blocks(sources);
        // each with the number of its next row; an open file holds a page of each column
        let mut open: BTreeMap<&str, (Rows, usize)> = BTreeMap::new();
        for (block, source) in sources {
            match source {
                Source::Memory(block) => each(block.tables[table].clone())?,
                Source::Saved(saved) => {
                    if !open.contains_key(saved.name.as_str()) {
                        open.insert(&saved.name, (Rows::open(saved, self.dir(), name, columns)?, 0));
                    }
                    if let Some((open, next)) = open.get_mut(saved.name.as_str()) {
                        let rows = saved.rows_at(*block, table);
                        // blocks that another run saved, too, may have been taken from there
                        open.take(rows.start - *next, &mut |_| Ok(()))?;
                        open.take(rows.end - rows.start, &mut each)?;
                        *next = rows.end;
                    }
                    if last.get(saved.name.as_str()) == Some(block) {
                        open.remove(saved.name.as_str());
                    }
                }
            }
        }
        Ok(())
    }
}

fn bytes_of(source: &Source) -> usize {
    match source {
        Source::Memory(block) => block.bytes(),
        Source::Saved(_) => 0,
    }
}

/// The last block that is taken from each file.
fn last_blocks(sources: &BTreeMap<u64, Source>) -> BTreeMap<&str, u64> {
    // of several blocks of one file the last one stays
    let saved = sources.iter().filter_map(|(block, source)| match source {
        Source::Memory(_) => None,
        Source::Saved(saved) => Some((saved.name.as_str(), *block)),
    });
    saved.collect()
}

fn len_of(block: u64, source: &Source, table: usize) -> u64 {
    match source {
        Source::Memory(block) => block.tables[table].num_rows() as u64,
        Source::Saved(saved) => saved.block(block).and_then(|record| record.rows.get(table).copied()).unwrap_or(0),
    }
}

fn status_of(block: u64, source: &Source) -> &ByStatus {
    static NONE: ByStatus = ByStatus::new();
    match source {
        Source::Memory(block) => &block.status,
        Source::Saved(saved) => saved.block(block).map_or(&NONE, |record| &record.status),
    }
}

impl Dataset {
    /// Saves what was taken so far and gives the lock back, for who exits while others are still playing; what they
    /// finish from now on is lost.
    pub fn leave(&self) -> Result<(), DatasetError> {
        // those too of a part that somebody is writing, who may not come to its end
        let saved = self.save_but(&BTreeSet::new());
        self.lock.iter().for_each(Lock::give_back);
        saved
    }
}

impl Keep for Dataset {
    type Error = DatasetError;

    fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    fn has(&self, block: u64) -> bool {
        self.has_block(block)
            || self.share.as_ref().is_some_and(|share| !share.has(block))
            || self.only.as_ref().is_some_and(|parts| !parts.contains(&self.schedule.part_of(block)))
    }

    fn keep(&self, block: u64, rows: row::Rows) -> Result<(), DatasetError> {
        let part = self.schedule.part_of(block);
        let played = self.encoded(rows)?;
        let is_too_much = {
            let mut state = self.state();
            if !state.has(part, block) {
                state.waiting_bytes += played.bytes();
                state.waiting.entry(part).or_default().insert(block, Source::Memory(Arc::new(played)));
            }
            state.waiting_bytes > MOST_WAITING_BYTES
        };
        self.write_part_if_complete(part)?;
        if is_too_much { self.save() } else { Ok(()) }
    }

    fn save(&self) -> Result<(), DatasetError> {
        let writing = self.state().writing.clone();
        self.save_but(&writing)
    }
}

impl Dataset {
    /// A block as it stands in files.
    pub(crate) fn encoded(&self, rows: row::Rows) -> Result<Block, DatasetError> {
        let row::Rows { tables, status, .. } = rows;
        let encode = |(table, rows)| encode::batch(self.manifest(), &self.forms[table], table, rows, &status);
        let tables: Result<Vec<_>, ParquetError> = tables.into_iter().enumerate().map(encode).collect();
        let tables = tables.map_err(|error| parquet_error("encode", self.dir(), error))?;
        Ok(Block { tables, status: by_status(&StatusCounts::of(&status)) })
    }

    /// Saves the blocks that wait in memory, but for those of some parts.
    fn save_but(&self, parts: &BTreeSet<u64>) -> Result<(), DatasetError> {
        let _one_at_a_time = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let in_memory = |(part, blocks): (&u64, &BTreeMap<u64, Source>)| {
            let of_memory = |(number, source): (&u64, &Source)| match source {
                Source::Memory(block) => Some((*number, block.clone())),
                Source::Saved(_) => None,
            };
            (*part, blocks.iter().filter_map(of_memory).collect::<Vec<_>>())
        };
        let state = self.state();
        let waiting: Vec<_> = state.waiting.iter().filter(|(part, _)| !parts.contains(part)).map(in_memory).collect();
        drop(state);
        for (part, blocks) in waiting.into_iter().filter(|(_, blocks)| !blocks.is_empty()) {
            let name = Saved::new_name(part, &blocks);
            let saved = Saved::write(self.dir(), &self.work(), name, self.manifest(), self.notes(None), part, &blocks)?;
            let saved = Arc::new(saved);
            let numbers: BTreeSet<u64> = blocks.iter().map(|(number, _)| *number).collect();
            let mut state = self.state();
            let Some(waiting) = state.waiting.get_mut(&part) else {
                // the part was written meanwhile
                drop(state);
                saved.remove(self.dir())?;
                continue;
            };
            numbers.into_iter().for_each(|number| drop(waiting.insert(number, Source::Saved(saved.clone()))));
            state.waiting_bytes -= blocks.iter().map(|(_, block)| block.bytes()).sum::<usize>();
        }
        Ok(())
    }
}
