//! How many bytes a dataset will take: a sample of its rows is written as the dataset would write it, to nowhere.

use std::io::{self, Write};

use experiment::plan::Plan;
use experiment::row::Rows;
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::encode::{self, Writer};
use crate::error::OpenError;
use crate::manifest::{Manifest, Versions};
use crate::schema::FileNotes;

/// Points that are written to see how many bytes they take.
const MOST_POINTS: u64 = 16_384;
/// Bytes of the record of a part, besides its files.
const RECORD_BYTES: f64 = 400.0;
/// Bytes of the record of a file.
const FILE_RECORD_BYTES: f64 = 170.0;
/// Bytes of a row of the estimates.
const ESTIMATE_BYTES: f64 = 32.0;
/// With fewer rows in either half of a sample what the second half adds says little of a row.
const FEW_ROWS: usize = 1000;

/// Bytes of the dataset of a plan, judged by some of its trials in the order in which they are played.
///
/// What many rows take is more than a file of few rows times their number: the second half of the sample says what a
/// row more takes, an empty file what comes once a part.
pub fn forecast(plan: &Plan, versions: Versions<'_>, sample: &[Rows]) -> Result<f64, OpenError> {
    let manifest = Manifest::of(plan, versions)?;
    let notes = FileNotes {
        plan_blake3: &manifest.plan_blake3,
        tolley_version: &manifest.tolley_version,
        physics_version: manifest.physics_version,
        part: Some(0),
    };
    let of = Forecast { manifest: &manifest, notes, sample };
    of.bytes(plan).map_err(|error| OpenError::Unfit { message: format!("the sample cannot be written: {error}") })
}

struct Forecast<'a> {
    manifest: &'a Manifest,
    notes: FileNotes<'a>,
    sample: &'a [Rows],
}

impl Forecast<'_> {
    fn bytes(&self, plan: &Plan) -> Result<f64, ParquetError> {
        let played: usize = self.sample.iter().map(|rows| rows.status.len()).sum();
        let parts = plan.schedule().parts() as f64;
        let mut bytes = self.manifest.text().len() as f64 + self.points(plan)? + parts * RECORD_BYTES;
        bytes += (plan.grid.points() * plan.study.measures.len() as u64) as f64 * ESTIMATE_BYTES;
        for table in 0..self.manifest.tables.len() {
            let rows: usize = self.sample.iter().map(|rows| rows.tables[table].trial.len()).sum();
            if rows > 0 {
                let [a_file, a_row] = self.table(table, rows)?;
                let all = plan.grid.trials() as f64 * rows as f64 / played as f64;
                bytes += parts.min(all) * (a_file + FILE_RECORD_BYTES) + all * a_row;
            }
        }
        Ok(bytes)
    }

    /// Bytes of a file without rows, and of a row more.
    fn table(&self, table: usize, rows: usize) -> Result<[f64; 2], ParquetError> {
        let empty = self.write(table, 0)?;
        let whole = self.write(table, rows)?;
        let half = rows / 2;
        let a_row = match half >= FEW_ROWS {
            true => (whole - self.write(table, half)?) / (rows - half) as f64,
            false => (whole - empty) / rows as f64,
        };
        Ok([empty, a_row])
    }

    /// Bytes of a file with the first rows of the sample.
    fn write(&self, table: usize, most_rows: usize) -> Result<f64, ParquetError> {
        let mut writer = Writer::new(Scale::default(), self.manifest, self.notes, table)?;
        let mut left = most_rows;
        for rows in self.sample {
            if left == 0 {
                break;
            }
            let batch = encode::batch(self.manifest, table, rows.tables[table].clone(), &rows.status)?;
            let taken = left.min(batch.num_rows());
            writer.push(batch.slice(0, taken))?;
            left -= taken;
        }
        let (scale, _) = writer.finish()?;
        Ok(scale.bytes as f64)
    }

    fn points(&self, plan: &Plan) -> Result<f64, ParquetError> {
        let points = plan.grid.points();
        let written = points.min(MOST_POINTS);
        let (first, varying) = (plan.point(0), plan.varying());
        let values = |point| plan.values_at(&varying, point);
        let notes = FileNotes { part: None, ..self.notes };
        let write =
            |count| encode::write_points(Scale::default(), self.manifest, notes, &first, &varying, values, count);
        let (empty, whole) = (write(0)?.bytes as f64, write(written)?.bytes as f64);
        Ok(empty + (whole - empty) / written.max(1) as f64 * points as f64)
    }
}

/// Weighs what is written.
#[derive(Default)]
struct Scale {
    bytes: u64,
}

impl Write for Scale {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.bytes += buffer.len() as u64;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
