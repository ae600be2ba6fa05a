//! Blocks that wait for the others of their part: files of their own in `blocks/`, each with its record.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use tolley_experiment::file;

use crate::concat;
use crate::disk;
use crate::encode::Writer;
use crate::error::{DatasetError, Finding};
use crate::layout::{BLOCKS, saved_name};
use crate::manifest::Manifest;
use crate::publish::{self, parquet_error};
use crate::record::{self, BlockRecord, ByStatus, FileRecord, SavedRecord};
use crate::schema::FileNotes;
use crate::seal::sealed;
use crate::work::Work;

/// A block that was played.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Its rows in each table.
    pub(crate) tables: Vec<RecordBatch>,
    pub(crate) status: ByStatus,
}

impl Block {
    /// How much memory its rows take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(RecordBatch::get_array_memory_size).sum()
    }
}

/// Blocks that were saved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Saved {
    /// How its files begin.
    pub(crate) name: String,
    pub(crate) record: SavedRecord,
}

/// A block that was saved by two runs.
#[derive(Clone, Debug)]
pub(crate) struct Double {
    pub(crate) block: u64,
    pub(crate) first: Arc<Saved>,
    pub(crate) second: Arc<Saved>,
}

impl Double {
    /// How the files of both begin.
    pub(crate) fn names(&self) -> [String; 2] {
        [self.first.name.clone(), self.second.name.clone()]
    }

    /// Both must have the same rows.
    pub(crate) fn compare(&self, dir: &Path, manifest: &Manifest) -> Result<(), DatasetError> {
        for (table, entry) in manifest.tables.iter().enumerate() {
            let rows = |saved: &Saved| saved.rows_of(self.block, table, dir, &entry.name);
            let (first, second) = (rows(&self.first)?, rows(&self.second)?);
            if first != second {
                return Err(DatasetError::Determinism { path: self.second.path(dir, &entry.name) });
            }
        }
        Ok(())
    }
}

/// Where the rows of a block are.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Memory(Arc<Block>),
    Saved(Arc<Saved>),
}

impl Saved {
    /// A name for blocks of one part, which no other has.
    pub(crate) fn new_name(part: u64, blocks: &[(u64, Arc<Block>)]) -> String {
        let first = blocks.first().map_or(0, |(block, _)| *block);
        format!("{part:05}-{first:08}-{}", &crate::here::token()[..16])
    }

    /// Writes blocks of one part, ascending; the record comes last.
    pub(crate) fn write(
        dir: &Path,
        work: &Work,
        name: String,
        manifest: &Manifest,
        notes: FileNotes<'_>,
        part: u64,
        blocks: &[(u64, Arc<Block>)],
    ) -> Result<Saved, DatasetError> {
        let mut files = Vec::new();
        for (table, entry) in manifest.tables.iter().enumerate() {
            let batches = || blocks.iter().map(|(_, block)| &block.tables[table]);
            let rows: usize = batches().map(RecordBatch::num_rows).sum();
            if rows == 0 {
                continue;
            }
            let target = dir.join(BLOCKS).join(saved_name(&name, &entry.name));
            let facts = publish::publish(work, &target, |tee| {
                let mut writer = Writer::new(tee, manifest, notes, table);
                batches().try_for_each(|batch| writer.push(batch.clone()))?;
                Ok(writer.finish()?.0)
            })?;
            files.push(FileRecord::new(&entry.name, rows as u64, facts));
        }
        let record = |(number, block): &(u64, Arc<Block>)| BlockRecord {
            block: *number,
            rows: block.tables.iter().map(|batch| batch.num_rows() as u64).collect(),
            status: block.status.clone(),
        };
        let blocks = blocks.iter().map(record).collect();
        let record = SavedRecord { plan_blake3: manifest.plan_blake3.clone(), part, blocks, files };
        publish::publish_text(work, &dir.join(BLOCKS).join(format!("{name}.json")), &sealed(&record))?;
        Ok(Saved { name, record })
    }

    /// What was saved of this dataset, and what is not as it was written. Files without a record are leftovers.
    pub(crate) fn all(dir: &Path, manifest: &Manifest) -> Result<(Vec<Saved>, Vec<Finding>), DatasetError> {
        let folder = dir.join(BLOCKS);
        let (mut all, mut findings) = (Vec::new(), Vec::new());
        if !folder.is_dir() {
            return Ok((all, findings));
        }
        for path in publish::entries(&folder)? {
            let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".json")) else { continue };
            match record::read::<SavedRecord>(&path) {
                Ok((record, _)) => match fault(&record, manifest) {
                    None => all.push(Saved { name: name.to_owned(), record }),
                    Some(message) => findings.push(Finding::new(&path, message)),
                },
                Err(message) => findings.push(Finding::new(&path, message)),
            }
        }
        Ok((all, findings))
    }

    /// Its file of a table.
    pub(crate) fn path(&self, dir: &Path, table: &str) -> PathBuf {
        dir.join(BLOCKS).join(saved_name(&self.name, table))
    }

    pub(crate) fn block(&self, block: u64) -> Option<&BlockRecord> {
        self.record.blocks.iter().find(|record| record.block == block)
    }

    /// Which rows of table number `table` are those of a block.
    pub(crate) fn rows_at(&self, block: u64, table: usize) -> Range<usize> {
        let len = |record: &BlockRecord| record.rows.get(table).copied().unwrap_or(0) as usize;
        let start = self.record.blocks.iter().take_while(|record| record.block < block).map(len).sum();
        start..start + self.block(block).map_or(0, len)
    }

    /// The rows of one block in table number `table`.
    fn rows_of(&self, block: u64, table: usize, dir: &Path, name: &str) -> Result<Option<RecordBatch>, DatasetError> {
        let rows = self.rows_at(block, table);
        let mut open = Rows::open(self, dir, name, None)?;
        open.take(rows.start, &mut |_| Ok(()))?;
        let mut batches = Vec::new();
        open.take(rows.end - rows.start, &mut |batch| {
            batches.push(batch);
            Ok(())
        })?;
        concat::batches(&batches).map_err(|error| DatasetError::format(&open.path, error.to_string()))
    }

    /// Removes its files, the record first.
    pub(crate) fn remove(&self, dir: &Path) -> Result<(), DatasetError> {
        // for good: a record that came back after a power cut would speak of files that have gone
        publish::remove(&dir.join(BLOCKS).join(format!("{}.json", self.name)))?;
        for file in &self.record.files {
            let path = self.path(dir, &file.table);
            disk::remove(&path).map_err(|error| DatasetError::io("remove", &path, error))?;
        }
        Ok(())
    }
}

/// What a record says that cannot be of this dataset.
fn fault(record: &SavedRecord, manifest: &Manifest) -> Option<String> {
    if record.plan_blake3 != manifest.plan_blake3 {
        return Some("is of another plan".to_owned());
    }
    let Ok(schedule) = manifest.schedule() else { return Some("has no plan".to_owned()) };
    let is_of_part = record.part < schedule.parts() && {
        let blocks = schedule.blocks_of(record.part);
        record.blocks.iter().all(|block| blocks.contains(&block.block))
    };
    let ascends = record.blocks.windows(2).all(|pair| pair[0].block < pair[1].block);
    let is_sound = |(table, entry): (usize, &tolley_experiment::table::Table)| {
        let told = record.blocks.iter().try_fold(0_u64, |sum, block| sum.checked_add(*block.rows.get(table)?));
        let file = record.files.iter().find(|file| file.table == entry.name).map_or(0, |file| file.rows);
        told == Some(file)
    };
    let has_tables = record.blocks.iter().all(|block| block.rows.len() == manifest.tables.len());
    let is_ours = is_of_part && ascends && has_tables && manifest.tables.iter().enumerate().all(is_sound);
    (!is_ours).then(|| "does not fit the plan".to_owned())
}

/// Removes from `blocks/` what belongs to none of these; only who holds the lock may.
pub(crate) fn sweep<'s>(dir: &Path, all: impl Iterator<Item = &'s Saved>) -> Result<(), DatasetError> {
    let names: BTreeSet<&str> = all.map(|saved| saved.name.as_str()).collect();
    for path in publish::entries(&dir.join(BLOCKS))? {
        if name_of(&path).is_some_and(|name| !names.contains(name.as_str())) {
            disk::remove(&path).map_err(|error| DatasetError::io("remove", &path, error))?;
        }
    }
    Ok(())
}

/// Whether a file has a name that only saving gives.
pub(crate) fn is_ours(path: &Path) -> bool {
    name_of(path).is_some()
}

/// How the names of files that were saved together begin: part, block, token.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    let words: Vec<&str> = path.file_stem()?.to_str()?.splitn(4, '-').collect();
    let is_ours = words.len() >= 3 && words[..3].iter().all(|word| word.bytes().all(|c| c.is_ascii_hexdigit()));
    is_ours.then(|| words[..3].join("-"))
}

/// The part of blocks that were saved under a name.
pub(crate) fn part_of(name: &str) -> Option<u64> {
    name.split('-').next()?.parse().ok()
}

/// The paths in the folder of saved blocks, if there is one.
pub(crate) fn files(dir: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let folder = dir.join(BLOCKS);
    if folder.is_dir() { publish::entries(&folder) } else { Ok(Vec::new()) }
}

/// Rows of one table of saved blocks, taken in order.
pub(crate) struct Rows {
    path: PathBuf,
    reader: Option<ParquetRecordBatchReader>,
    rest: Option<RecordBatch>,
}

impl Rows {
    /// From the first, all columns or those that are named; the file is looked through first.
    pub(crate) fn open(saved: &Saved, dir: &Path, table: &str, columns: Option<&[&str]>) -> Result<Rows, DatasetError> {
        let path = saved.path(dir, table);
        let Some(record) = saved.record.files.iter().find(|file| file.table == table) else {
            return Ok(Rows { path, reader: None, rest: None });
        };
        if let Some(message) = record.fault(&path) {
            return Err(DatasetError::Damaged { findings: vec![Finding::new(&path, message)] });
        }
        let file = file::open(&path).map_err(|error| DatasetError::io("open", &path, error))?;
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).and_then(|builder| match columns {
            None => builder.build(),
            Some(names) => {
                let mask = ProjectionMask::columns(builder.parquet_schema(), names.iter().copied());
                builder.with_projection(mask).build()
            }
        });
        let reader = reader.map_err(|error| parquet_error("read", &path, error))?;
        Ok(Rows { path, reader: Some(reader), rest: None })
    }

    /// Hands over the next so many rows.
    pub(crate) fn take(
        &mut self,
        mut rows: usize,
        each: &mut impl FnMut(RecordBatch) -> Result<(), DatasetError>,
    ) -> Result<(), DatasetError> {
        let format = |message: String| DatasetError::format(&self.path, message);
        while rows > 0 {
            let batch = match self.rest.take() {
                Some(rest) => rest,
                None => match self.reader.as_mut().and_then(Iterator::next) {
                    Some(batch) => batch.map_err(|error| format(format!("cannot read it: {error}")))?,
                    None => return Err(format("has fewer rows than were recorded".to_owned())),
                },
            };
            let head = rows.min(batch.num_rows());
            if head < batch.num_rows() {
                self.rest = Some(batch.slice(head, batch.num_rows() - head));
            }
            rows -= head;
            each(batch.slice(0, head))?;
        }
        Ok(())
    }
}
