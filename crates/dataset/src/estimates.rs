//! The table of what the rows say in the end: what is summed up, point by point. It is made of the other tables, and
//! made anew when they grow.

use std::io::{ErrorKind, Write};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use experiment::row::Values;
use experiment::table::{ColumnKind, Table};
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::encode::{measured_column, name_column, signed};
use crate::error::DatasetError;
use crate::layout::{ESTIMATES, estimates_record};
use crate::look::is_file;
use crate::manifest::Manifest;
use crate::open::Dataset;
use crate::publish;
use crate::record::{self, FileRecord, TableRecord};
use crate::schema::{Coding, FileNotes, Method, arrow_schema};
use crate::seal::sealed;
use crate::table_file::TableFile;

/// Rows that are written at once.
const CHUNK_ROWS: usize = 65_536;
/// Number of the column of what is estimated; those after it say how well.
const ESTIMATE: usize = 2;

/// What one measure is at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateRow {
    /// Number of the point.
    pub point: u64,
    /// Number of the measure.
    pub term: usize,
    /// The estimate; NaN where there is none, as in the next three.
    pub estimate: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Lower end of its interval.
    pub conf_low: f64,
    /// Upper end of its interval.
    pub conf_high: f64,
    /// Of how many values it is made.
    pub n: u64,
    /// How the interval is found.
    pub method: Method,
}

impl Dataset {
    /// Writes the table, by who may, in the place of one that a smaller dataset had.
    pub fn write_estimates(&self, rows: impl Iterator<Item = EstimateRow>) -> Result<(), DatasetError> {
        if !self.is_writer() || self.manifest().measures.is_empty() {
            return Ok(());
        }
        let path = self.part(ESTIMATES, 0);
        if !is_file(&estimates_record(self.dir())) {
            publish::remove(&path)?;
        }
        self.make_table_folder(ESTIMATES)?;
        let mut count = 0;
        let rows = rows.inspect(|_| count += 1);
        let facts = publish::publish(&self.work(), &path, |tee| write(tee, self.manifest(), self.notes(None), rows))?;
        let record = TableRecord {
            plan_blake3: self.manifest().plan_blake3.clone(),
            file: FileRecord::new(ESTIMATES, count, facts),
        };
        publish::publish_text(&self.work(), &estimates_record(self.dir()), &sealed(&record))?;
        Ok(())
    }

    /// The record of the table, if there is one.
    pub(crate) fn estimates(&self) -> Result<Option<TableRecord>, String> {
        let path = estimates_record(self.dir());
        if path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        let (record, _) = record::read::<TableRecord>(&path)?;
        let measures = self.manifest().measures.len() as u64;
        let is_ours = record.plan_blake3 == self.manifest().plan_blake3
            && record.file.table == ESTIMATES
            && Some(record.file.rows) == self.manifest().plan.grid.points().checked_mul(measures);
        if is_ours { Ok(Some(record)) } else { Err("is of another plan".to_owned()) }
    }
}

/// Writes the table to a new file.
pub(crate) fn write<W: Write + Send>(
    out: W,
    manifest: &Manifest,
    notes: FileNotes<'_>,
    mut rows: impl Iterator<Item = EstimateRow>,
) -> Result<W, ParquetError> {
    let table = &manifest.estimates;
    let schema = arrow_schema(table);
    // one trial is one of a few shares, and has no interval about its mean
    let is_single = manifest.plan.grid.repeats == 1;
    let coding = |column: usize| match table.columns[column].kind {
        _ if column == 0 => Coding::Sought,
        ColumnKind::Name { .. } => Coding::Plain,
        _ if is_single && column > ESTIMATE => Coding::Plain,
        _ => Coding::Split,
    };
    let mut writer = TableFile::new(out, table, notes, coding)?;
    loop {
        let chunk: Vec<EstimateRow> = rows.by_ref().take(CHUNK_ROWS).collect();
        if chunk.is_empty() {
            return writer.finish();
        }
        writer.write(&RecordBatch::try_new(schema.clone(), columns(&chunk, table))?)?;
    }
}

fn columns(rows: &[EstimateRow], table: &Table) -> Vec<ArrayRef> {
    let number = |of: fn(&EstimateRow) -> f64| {
        measured_column(Values::F64(rows.iter().map(of).collect()), &ColumnKind::F64, &None)
    };
    let count = |of: fn(&EstimateRow) -> u64| Arc::new(rows.iter().map(|row| signed(of(row))).collect::<Int64Array>());
    let names = |column: usize| match &table.columns[column].kind {
        ColumnKind::Name { names } => names.as_slice(),
        _ => &[],
    };
    vec![
        count(|row| row.point),
        name_column(rows.iter().map(|row| row.term as i8).collect(), None, names(1)),
        number(|row| row.estimate),
        number(|row| row.std_error),
        number(|row| row.conf_low),
        number(|row| row.conf_high),
        count(|row| row.n),
        name_column(rows.iter().map(|row| row.method as i8).collect(), None, names(7)),
    ]
}
