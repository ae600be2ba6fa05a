//! Tables as streams of Arrow batches, for readers in the same process.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use experiment::file;
use experiment::row::{TableRows, Values};
use experiment::status::Status;
use experiment::table::{Column, ColumnKind, Table};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tolley_experiment as experiment;

use crate::encode::{blank_mask, measured_column, name_array, named, signed};
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
        self.look_at(table)?;
        let schema = arrow_schema(entry);
        let batches = files.into_iter().flat_map(|path| {
            let reader = file::open(&path)
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

/// Rows that are played in memory as batches: the number of the trial, given columns of numbers, those of a study's
/// first table, and how the trial ended. What is the same for all batches is made once.
pub struct Batches {
    table: Table,
    schema: SchemaRef,
    /// The names of each column of the study that has names, and those of the last one.
    names: Vec<Option<ArrayRef>>,
    status_names: ArrayRef,
}

impl Batches {
    /// Of a study's first table, with given columns of these names.
    pub fn new(table: &Table, given: &[String]) -> Batches {
        let names_of = |column: &Column| match &column.kind {
            ColumnKind::Name { names } => Some(name_array(names)),
            _ => None,
        };
        let status_names = name_array(Status::NAMES);
        let given = given.iter().map(|name| Arc::new(Field::new(name, DataType::Float64, false)));
        // a trial that failed has no value, whatever the column
        let of_study = arrow_schema(table);
        let study = of_study.fields().iter().map(|field| Arc::new(field.as_ref().clone().with_nullable(true)));
        let status = named(Vec::new(), None, &status_names).data_type().clone();
        let all = [Arc::new(Field::new(TRIAL, DataType::Int64, false))].into_iter().chain(given).chain(study);
        let schema = Schema::new(all.chain([Arc::new(Field::new(STATUS, status, false))]).collect::<Vec<_>>());
        let names = table.columns.iter().map(names_of).collect();
        Batches { table: table.clone(), schema: Arc::new(schema), names, status_names }
    }

    /// Of all batches.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// One batch; `given` are the given columns, `status` how each trial ended.
    pub fn batch(&self, rows: TableRows, given: Vec<Vec<f64>>, status: &[Status]) -> Result<RecordBatch, DatasetError> {
        let blank = blank_mask(&rows.blank, rows.trial.len());
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(self.schema.fields().len());
        columns.push(Arc::new(rows.trial.into_iter().map(signed).collect::<Int64Array>()));
        columns.extend(given.into_iter().map(|values| Arc::new(Float64Array::from(values)) as ArrayRef));
        let of_study = rows.columns.into_iter().zip(&self.table.columns).zip(&self.names);
        columns.extend(of_study.map(|((values, column), names)| match (values, names) {
            (Values::Name(values), Some(names)) => {
                named(values.into_iter().map(|index| index as i8).collect(), blank.clone(), names)
            }
            (values, _) => measured_column(values, &column.kind, &blank),
        }));
        columns.push(named(status.iter().map(|status| *status as i8).collect(), None, &self.status_names));
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .map_err(|error| DatasetError::format(Path::new(&self.table.name), error.to_string()))
    }
}
