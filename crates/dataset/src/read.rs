//! Columns of a table, part after part, without Arrow in sight.

use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::errors::ParquetError;
use tolley_experiment::table::{Column, ColumnKind};
use tolley_experiment::{file, run};

use crate::error::{DatasetError, Finding};
use crate::layout::{BLOCKS, ESTIMATES, estimates_record, points_record};
use crate::open::Dataset;
use crate::publish::parquet_error;
use crate::record::{FileRecord, PartRecord};
use crate::schema::{PART_NOTE, PLAN_NOTE, data_type};

/// Rows of a [`Batch`], at most.
const BATCH_ROWS: usize = 32_768;

/// The values of a column in a batch; where a row has none, NaN, 0 or false stands.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnData {
    /// Measurements and numbers.
    F64(Vec<f64>),
    /// Counts and identifiers.
    U64(Vec<u64>),
    /// Flags.
    Bool(Vec<bool>),
    /// Indices into the names of the [`Column`].
    Name(Vec<u8>),
}

/// Some rows of a table, in order: the columns that were asked for, in the order of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    len: usize,
    columns: Vec<(ColumnData, Option<Vec<bool>>)>,
}

impl Batch {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values of a column.
    pub fn column(&self, column: usize) -> &ColumnData {
        &self.columns[column].0
    }

    /// Whether a row has a value.
    pub fn has_value(&self, column: usize, row: usize) -> bool {
        self.columns[column].1.as_ref().is_none_or(|valid| valid[row])
    }

    /// The values of a column of counts; empty for another kind.
    pub fn u64(&self, column: usize) -> &[u64] {
        if let ColumnData::U64(values) = self.column(column) { values } else { &[] }
    }

    /// The values of a column of names; empty for another kind.
    pub fn names(&self, column: usize) -> &[u8] {
        if let ColumnData::Name(values) = self.column(column) { values } else { &[] }
    }
}

impl Dataset {
    /// Reads columns of a table, `"points"` included: every block that is done, those of finished parts first.
    pub fn scan(&self, table: &str, columns: &[&str], mut each: impl FnMut(&Batch)) -> Result<(), DatasetError> {
        if table == self.manifest().points.name {
            let record = self.points().map_err(|message| damaged(&points_record(self.dir()), message))?;
            return self.scan_file(&record.file, &self.part(table, 0), None, columns, &mut each);
        }
        if table == ESTIMATES {
            let record = self.estimates().map_err(|message| damaged(&estimates_record(self.dir()), message))?;
            let record = record.ok_or_else(|| DatasetError::format(self.dir(), "has no estimates yet"))?;
            return self.scan_file(&record.file, &self.part(table, 0), None, columns, &mut each);
        }
        let (parts, waiting) = {
            let state = self.state();
            (state.parts.keys().copied().collect::<Vec<_>>(), state.waiting.values().cloned().collect::<Vec<_>>())
        };
        for part in parts {
            self.scan_part(table, part, columns, &mut each)?;
        }
        let number = self.manifest().tables.iter().position(|entry| entry.name == table);
        let number = number.ok_or_else(|| DatasetError::format(self.dir(), format!("has no table {table}")))?;
        let wanted = self.columns(table, columns)?;
        for sources in waiting {
            self.each_batch(number, Some(columns), &sources, |batch| {
                each(&read_batch(&self.dir().join(BLOCKS), &batch, &wanted)?);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Reads columns of a table in a finished part.
    pub(crate) fn scan_part(
        &self,
        table: &str,
        part: u64,
        columns: &[&str],
        mut each: impl FnMut(&Batch),
    ) -> Result<(), DatasetError> {
        let record = {
            let state = self.state();
            let files = state.parts.get(&part).map_or(&[][..], |record| &record.files);
            files.iter().find(|file| file.table == table).cloned()
        };
        match record {
            Some(record) => self.scan_file(&record, &self.part(table, part), Some(part), columns, &mut each),
            // no row, no file; but the columns must be there
            None => self.columns(table, columns).map(|_| ()),
        }
    }

    pub(crate) fn scan_file(
        &self,
        record: &FileRecord,
        path: &Path,
        part: Option<u64>,
        columns: &[&str],
        each: &mut impl FnMut(&Batch),
    ) -> Result<(), DatasetError> {
        let wanted = self.columns(&record.table, columns)?;
        self.look_once(record, path)?;
        let mut rows = 0;
        for batch in select(path, self.open_part(path, part)?, &wanted)? {
            let batch = batch.map_err(|error| DatasetError::format(path, format!("cannot read it: {error}")))?;
            rows += batch.num_rows() as u64;
            each(&read_batch(path, &batch, &wanted)?);
        }
        let told = || damaged(path, format!("has {rows} rows, {} were recorded", record.rows));
        if rows == record.rows { Ok(()) } else { Err(told()) }
    }

    /// The columns of these names.
    fn columns(&self, table: &str, names: &[&str]) -> Result<Vec<&Column>, DatasetError> {
        let manifest = self.manifest();
        let entry =
            manifest.tables.iter().chain([&manifest.points, &manifest.estimates]).find(|entry| entry.name == table);
        let entry = entry.ok_or_else(|| DatasetError::format(self.dir(), format!("has no table {table}")))?;
        let find = |name: &&str| {
            let column = entry.columns.iter().find(|column| column.name == *name);
            let kept = if manifest.plan.columns.is_some() { ": [output] columns did not keep it" } else { "" };
            column.ok_or_else(|| DatasetError::format(self.dir(), format!("table {table} has no column {name}{kept}")))
        };
        names.iter().map(find).collect()
    }

    /// Compares all files of a table with their records, at the same time where workers are free, before several read
    /// them.
    pub fn look_at(&self, table: &str) -> Result<(), DatasetError> {
        let single = match table {
            _ if table == self.manifest().points.name => {
                Some(self.points().map_err(|message| damaged(&points_record(self.dir()), message))?)
            }
            ESTIMATES => self.estimates().map_err(|message| damaged(&estimates_record(self.dir()), message))?,
            _ => None,
        };
        single.map_or(Ok(()), |record| self.look_once(&record.file, &self.part(table, 0)))?;
        let files: Vec<(PathBuf, FileRecord)> = {
            let state = self.state();
            let of_table = |record: &PartRecord| record.files.iter().find(|file| file.table == table).cloned();
            let files = state.parts.iter().filter_map(|(part, record)| Some((*part, of_table(record)?)));
            files.map(|(part, file)| (self.part(table, part), file)).collect()
        };
        run::each(&files, |(path, file)| self.look_once(file, path)).into_iter().collect()
    }

    /// A file is compared with its record before it is read for the first time.
    pub(crate) fn look_once(&self, record: &FileRecord, path: &Path) -> Result<(), DatasetError> {
        if self.state().looked_at.contains(path) {
            return Ok(());
        }
        match record.fault(path) {
            Some(message) => Err(damaged(path, message)),
            None => {
                self.state().looked_at.insert(path.to_path_buf());
                Ok(())
            }
        }
    }

    /// How many rows a file says that it has.
    pub(crate) fn rows_in(&self, path: &Path, part: Option<u64>) -> Result<u64, DatasetError> {
        let rows = self.open_part(path, part)?.metadata().file_metadata().num_rows();
        u64::try_from(rows).map_err(|_| damaged(path, format!("says that it has {rows} rows")))
    }

    fn open_part(&self, path: &Path, part: Option<u64>) -> Result<ParquetRecordBatchReaderBuilder<File>, DatasetError> {
        let file = file::open(path).map_err(|error| DatasetError::io("open", path, error))?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| match error {
            ParquetError::External(_) => parquet_error("read", path, error),
            error => damaged(path, format!("is not a whole Parquet file ({error})")),
        })?;
        let notes = builder.metadata().file_metadata().key_value_metadata();
        let note = |key: &str| notes?.iter().find(|note| note.key == key)?.value.as_deref();
        if note(PLAN_NOTE) != Some(&self.manifest().plan_blake3) {
            return Err(damaged(path, "is a part of another plan"));
        }
        if note(PART_NOTE) != part.map(|part| part.to_string()).as_deref() {
            return Err(damaged(path, format!("is part {}", note(PART_NOTE).unwrap_or("none"))));
        }
        Ok(builder)
    }
}

pub(crate) fn damaged(path: &Path, message: impl Into<String>) -> DatasetError {
    DatasetError::Damaged { findings: vec![Finding::new(path, message)] }
}

fn select(
    path: &Path,
    builder: ParquetRecordBatchReaderBuilder<File>,
    wanted: &[&Column],
) -> Result<ParquetRecordBatchReader, DatasetError> {
    for column in wanted {
        let field = builder.schema().field_with_name(&column.name);
        let field = field.map_err(|_| DatasetError::format(path, format!("has no column {}", column.name)))?;
        if *field.data_type() != data_type(&column.kind) {
            let message = format!("column {} holds {}, not what the manifest says", column.name, field.data_type());
            return Err(DatasetError::format(path, message));
        }
    }
    let mask = ProjectionMask::columns(builder.parquet_schema(), wanted.iter().map(|column| column.name.as_str()));
    builder
        .with_projection(mask)
        .with_batch_size(BATCH_ROWS)
        .build()
        .map_err(|error| parquet_error("read", path, error))
}

fn read_batch(path: &Path, batch: &RecordBatch, wanted: &[&Column]) -> Result<Batch, DatasetError> {
    let column = |entry: &&Column| {
        let array = batch.column_by_name(&entry.name);
        let data = array.and_then(|array| Some((read_column(array, &entry.kind)?, valid_rows(array))));
        data.ok_or_else(|| DatasetError::format(path, format!("column {} is not what the manifest says", entry.name)))
    };
    Ok(Batch { len: batch.num_rows(), columns: wanted.iter().map(column).collect::<Result<_, _>>()? })
}

fn valid_rows(array: &ArrayRef) -> Option<Vec<bool>> {
    (array.null_count() > 0).then(|| (0..array.len()).map(|row| array.is_valid(row)).collect())
}

fn read_column(array: &ArrayRef, kind: &ColumnKind) -> Option<ColumnData> {
    Some(match kind {
        ColumnKind::F64 => {
            let array = array.as_primitive_opt::<Float64Type>()?;
            ColumnData::F64(array.iter().map(|value| value.unwrap_or(f64::NAN)).collect())
        }
        ColumnKind::U32 | ColumnKind::U64 => {
            let counts = array.as_primitive_opt::<Int64Type>()?.iter();
            ColumnData::U64(counts.map(|value| u64::try_from(value.unwrap_or(0)).ok()).collect::<Option<_>>()?)
        }
        ColumnKind::Bool => {
            ColumnData::Bool(array.as_boolean_opt()?.iter().map(|value| value.unwrap_or(false)).collect())
        }
        ColumnKind::Name { names } => ColumnData::Name(read_names(array, names)?),
    })
}

/// A part's dictionary is in the order in which its names occur; the manifest's order is the one that counts.
fn read_names(array: &ArrayRef, names: &[String]) -> Option<Vec<u8>> {
    let array = array.as_dictionary_opt::<Int8Type>()?;
    let texts = array.values().as_string_opt::<i32>()?;
    let index = |text: Option<&str>| names.iter().position(|name| Some(name.as_str()) == text).map(|index| index as u8);
    let indices: Vec<u8> = texts.iter().map(index).collect::<Option<_>>()?;
    array.keys().iter().map(|key| key.map_or(Some(0), |key| indices.get(key as usize).copied())).collect()
}
