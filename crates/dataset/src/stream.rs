//! Tables as streams of Arrow batches, for readers in the same process.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, Field, Schema};
use experiment::row::TableRows;
use experiment::status::Status;
use experiment::table::Table;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tolley_experiment as experiment;

use crate::encode::{blank_mask, measured_column, name_column, signed};
use crate::error::DatasetError;
use crate::layout::ESTIMATES;
use crate::open::Dataset;
use crate::schema::{STATUS, TRIAL, arrow_schema};

/// Batches of one table, in the order of its rows.
pub type Stream = Box<dyn RecordBatchReader + Send>;

impl Dataset {
    /// All rows of a table of finished parts, read as they are asked for, with units and meanings in the schema.
    pub fn stream(&self, table: &str) -> Result<Stream, DatasetError> {
        let manifest = self.manifest();
        let all = || manifest.tables.iter().chain([&manifest.points, &manifest.estimates]);
        let Some(entry) = all().find(|entry| entry.name == table) else {
            let names: Vec<&str> = all().map(|entry| entry.name.as_str()).collect();
            let message = format!("has no table {table}; there are {}", names.join(", "));
            return Err(DatasetError::format(self.dir(), message));
        };
        let is_single = [manifest.points.name.as_str(), ESTIMATES].contains(&table);
        let parts: Vec<u64> = if is_single { vec![0] } else { self.parts_with(table) };
        let files: Vec<PathBuf> = parts.into_iter().map(|part| self.part(table, part)).collect();
        let schema = arrow_schema(entry);
        let batches = files.into_iter().flat_map(|path| {
            let reader = std::fs::File::open(&path)
                .map_err(|error| ArrowError::IoError(path.display().to_string(), error))
                .and_then(|file| Ok(ParquetRecordBatchReaderBuilder::try_new(file)?.build()?));
            let (batches, failed) = match reader {
                Ok(batches) => (Some(batches), None),
                Err(error) => (None, Some(Err(error))),
            };
            batches.into_iter().flatten().chain(failed)
        });
        let fitting = schema.clone();
        let batches = batches.map(move |batch| batch.and_then(|batch| batch.with_schema(fitting.clone())));
        Ok(Box::new(RecordBatchIterator::new(batches, schema)))
    }

    /// Finished parts in which a table has rows; one without has no file.
    fn parts_with(&self, table: &str) -> Vec<u64> {
        let state = self.state();
        let has_rows = |part: &&u64| state.parts[*part].files.iter().any(|file| file.table == table);
        state.parts.keys().filter(has_rows).copied().collect()
    }
}

/// Rows that were played in memory, as one batch: the number of the trial, given columns of numbers, those of the
/// study, and how the trial ended.
pub fn batch_of(
    table: &Table,
    rows: TableRows,
    given: Vec<(String, Vec<f64>)>,
    status: &[Status],
) -> Result<RecordBatch, DatasetError> {
    let len = rows.trial.len();
    let mut fields = vec![Arc::new(Field::new(TRIAL, arrow_schema::DataType::Int64, false))];
    let mut columns: Vec<ArrayRef> = vec![Arc::new(rows.trial.iter().copied().map(signed).collect::<Int64Array>())];
    for (name, values) in given {
        fields.push(Arc::new(Field::new(name, arrow_schema::DataType::Float64, false)));
        columns.push(Arc::new(Float64Array::from(values)));
    }
    let blank = blank_mask(&rows.blank, len);
    let study = arrow_schema(table);
    for ((values, column), field) in rows.columns.into_iter().zip(&table.columns).zip(study.fields()) {
        // a trial that failed has no value, whatever the column
        fields.push(Arc::new(field.as_ref().clone().with_nullable(true)));
        columns.push(measured_column(values, &column.kind, &blank));
    }
    if status.len() == len {
        let names: Vec<String> = Status::NAMES.iter().map(|name| (*name).to_owned()).collect();
        let column = name_column(status.iter().map(|status| *status as i8).collect(), None, &names);
        fields.push(Arc::new(Field::new(STATUS, column.data_type().clone(), false)));
        columns.push(column);
    }
    let schema = Arc::new(Schema::new(fields));
    RecordBatch::try_new(schema, columns)
        .map_err(|error| DatasetError::format(Path::new(&table.name), error.to_string()))
}
