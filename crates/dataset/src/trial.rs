//! One trial of a dataset: where its rows stand, and whether they are those that were played anew.

use arrow_array::{Int64Array, RecordBatch};
use experiment::file;
use experiment::plan::Plan;
use experiment::row::Rows;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::difference::differences;
use crate::encode;
use crate::error::{DatasetError, OpenError};
use crate::manifest::{Manifest, Versions};
use crate::open::Dataset;
use crate::publish::parquet_error;
use crate::read::damaged;
use crate::schema::TRIAL;

impl Dataset {
    /// Whether it is a dataset of this plan, of as many repeats or fewer.
    pub fn is_of(&self, plan: &Plan, versions: Versions<'_>) -> Result<bool, OpenError> {
        Ok(differences(self.manifest(), &Manifest::of(plan, versions)?).is_empty())
    }

    /// The tables whose rows of a trial are not these; `None` where its part is not finished.
    pub fn differing_tables(&self, trial: u64, played: Rows) -> Result<Option<Vec<String>>, DatasetError> {
        let Some(block) = self.schedule().block_of(trial) else { return Ok(None) };
        let part = self.schedule().part_of(block);
        let Some(record) = self.state().parts.get(&part).cloned() else { return Ok(None) };
        let Rows { tables, status, .. } = played;
        let mut differing = Vec::new();
        for (number, rows) in tables.into_iter().enumerate() {
            let name = &self.manifest().tables[number].name;
            let encoded = encode::batch(self.manifest(), &self.forms[number], number, rows, &status);
            let encoded = encoded.map_err(|error| parquet_error("encode", self.dir(), error))?;
            // what is recorded and cannot be read is no longer what was written
            let unread = |error| match error {
                DatasetError::Format { path, message } => damaged(&path, message),
                error => error,
            };
            let file = record.files.iter().find(|file| file.table == *name);
            // a file that is not as it was written is not read
            file.map_or(Ok(()), |file| self.look_once(file, &self.part(name, part)))?;
            let stored = file.map(|_| self.stored_rows(name, part, trial).map_err(unread)).transpose()?;
            let stored = stored.unwrap_or_default();
            let mut at = 0;
            let is_same = stored.iter().all(|batch| {
                let same = at + batch.num_rows() <= encoded.num_rows() && *batch == encoded.slice(at, batch.num_rows());
                at += batch.num_rows();
                same
            });
            if !is_same || at != encoded.num_rows() {
                differing.push(name.clone());
            }
        }
        Ok(Some(differing))
    }

    /// The rows of a trial in a part, which stand one behind the other.
    fn stored_rows(&self, table: &str, part: u64, trial: u64) -> Result<Vec<RecordBatch>, DatasetError> {
        let path = self.part(table, part);
        let failed = |error: ParquetError| parquet_error("read", &path, error);
        let open = || {
            let file = file::open(&path).map_err(|error| DatasetError::io("open", &path, error))?;
            ParquetRecordBatchReaderBuilder::try_new(file).map_err(failed)
        };
        let builder = open()?;
        let mask = ProjectionMask::columns(builder.parquet_schema(), [TRIAL]);
        let (mut before, mut count) = (0, 0);
        for batch in builder.with_projection(mask).build().map_err(failed)? {
            let batch = batch.map_err(|error| DatasetError::format(&path, format!("cannot read it: {error}")))?;
            let trials = batch.column(0).as_any().downcast_ref::<Int64Array>();
            let trials = trials.ok_or_else(|| DatasetError::format(&path, "its trials are no numbers"))?;
            for found in trials.values() {
                let is_it = u64::try_from(*found) == Ok(trial);
                count += usize::from(is_it);
                before += usize::from(!is_it && count == 0);
            }
        }
        let rows = open()?.with_offset(before).with_limit(count).build().map_err(failed)?;
        let rows: Result<Vec<RecordBatch>, _> = rows.collect();
        rows.map_err(|error| DatasetError::format(&path, format!("cannot read it: {error}")))
    }
}
