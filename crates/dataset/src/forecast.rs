//! How many bytes a dataset will take: a sample of its rows is written as the dataset would write it, to
//! nowhere.

use std::io::{self, Write};
use std::ops::Range;

use arrow_array::RecordBatch;
use experiment::plan::Plan;
use experiment::random::{Purpose, Streams};
use experiment::row::{Rows, TableRows, Values};
use experiment::status::Status;
use experiment::table::{Column, Measure, MeasureKind};
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::encode::{self, Form, Writer};
use crate::error::OpenError;
use crate::manifest::{Manifest, Versions};
use crate::schema::FileNotes;

/// Digits that do not pack.
const DIGITS: Purpose = Purpose::named("digits");
/// Points that are written to see how many bytes they take.
const MOST_POINTS: u64 = 16_384;
/// Bytes of the record of a part, besides its files.
const RECORD_BYTES: f64 = 400.0;
/// Bytes of the record of a file.
const FILE_RECORD_BYTES: f64 = 170.0;
/// Bytes of a measured number in the estimates, and of all else in a row of them.
const ESTIMATE_BYTES: [f64; 2] = [7.5, 0.7];
/// Trials of a sample that is written as it is, or rows of a table; a smaller one is enlarged.
const MANY: [usize; 2] = [10_000, 2_000];
/// Trials to which a small sample is enlarged, unless the plan has fewer, and rows of a table.
const ENLARGED: [u64; 2] = [20_000, 300_000];

/// Bytes of the dataset of a plan, judged by some of its trials.
///
/// A row more takes what the second half of the sample adds to the first. Few rows say nothing of how many would
/// pack: they are taken again and again, and numbers that came once get new digits, which do not pack either.
pub fn forecast(plan: &Plan, versions: Versions<'_>, sample: &[Rows]) -> Result<f64, OpenError> {
    let manifest = Manifest::of(plan, versions)?;
    let notes = FileNotes {
        plan_blake3: &manifest.plan_blake3,
        tolley_version: &manifest.tolley_version,
        physics_version: manifest.physics_version,
        part: Some(0),
    };
    let played = sample.iter().map(|rows| rows.status.len() as u64).sum();
    let status = sample.iter().flat_map(|rows| rows.status.iter().copied()).collect();
    let of = Forecast { plan, manifest: &manifest, forms: Form::all(&manifest), notes, sample, played, status };
    of.bytes().map_err(|error| OpenError::Unfit { message: format!("the sample cannot be written: {error}") })
}

struct Forecast<'a> {
    plan: &'a Plan,
    manifest: &'a Manifest,
    forms: Vec<Form>,
    notes: FileNotes<'a>,
    sample: &'a [Rows],
    /// Trials of the sample.
    played: u64,
    status: Vec<Status>,
}

impl Forecast<'_> {
    fn bytes(&self) -> Result<f64, ParquetError> {
        let parts = self.plan.schedule().parts() as f64;
        let mut bytes = self.manifest.text().len() as f64 + self.points()? + parts * RECORD_BYTES;
        bytes += self.estimates();
        for table in 0..self.manifest.tables.len() {
            bytes += self.table(table)?;
        }
        Ok(bytes)
    }

    /// A share is one of as many as there are repeats; with one repeat nothing has an interval.
    fn estimates(&self) -> f64 {
        let repeats = self.plan.grid.repeats as f64;
        let [number, other] = ESTIMATE_BYTES;
        let numbers = if repeats > 1.0 { 4.0 } else { 1.0 };
        let measure = |measure: &Measure| match measure.kind {
            MeasureKind::Share => other + numbers * number.min((repeats + 1.0).log2() / 8.0),
            _ => other + numbers * number,
        };
        self.plan.grid.points() as f64 * self.plan.study.measures.iter().map(measure).sum::<f64>()
    }

    /// Bytes of all files of a table.
    fn table(&self, table: usize) -> Result<f64, ParquetError> {
        let sampled = joined(self.sample, table);
        if sampled.trial.is_empty() || self.played == 0 {
            return Ok(0.0);
        }
        let [many_trials, many_rows] = MANY;
        let is_enough = self.played >= many_trials as u64 || sampled.trial.len() >= many_rows;
        let (rows, trials, status) = match is_enough || self.played == self.plan.grid.trials() {
            true => (sampled, self.played, self.status.clone()),
            false => self.enlarged(table, &sampled),
        };
        let (count, planned) = (rows.trial.len(), self.plan.grid.trials());
        let batch = encode::batch(self.manifest, &self.forms[table], table, rows, &status)?;
        let whole = self.write(table, &batch)?;
        let more = planned as f64 / trials as f64 * count as f64 - count as f64;
        if more <= 0.0 {
            return Ok(whole + FILE_RECORD_BYTES);
        }
        let half = self.write(table, &batch.slice(0, count / 2))?;
        let a_row = (whole - half) / (count - count / 2) as f64;
        // what many rows take together with a file itself stands in each part
        let a_file = (whole - a_row * count as f64).max(0.0) + FILE_RECORD_BYTES;
        let parts = (self.plan.schedule().parts() as f64).min(count as f64 + more);
        Ok(whole + FILE_RECORD_BYTES + more * a_row + (parts - 1.0) * a_file)
    }

    /// As many trials as a sample needs that says how many pack, in the order in which they are played: each as one of
    /// those in the sample.
    fn enlarged(&self, table: usize, sampled: &TableRows) -> (TableRows, u64, Vec<Status>) {
        let [most, most_rows] = ENLARGED;
        let by_rows = most_rows * self.played / sampled.trial.len() as u64;
        let trials = self.plan.grid.trials().min(most).min(by_rows.max(self.played));
        let ranges = ranges(sampled, self.sample);
        let schedule = self.plan.schedule();
        let mut rows = TableRows { trial: Vec::new(), columns: emptied(&sampled.columns), blank: Vec::new() };
        let mut status = Vec::new();
        // ratios of counts come again, however few were played
        let once = |(values, column): (&Values, &Column)| match encode::is_of_counts(self.manifest, column) {
            true => vec![false; len(values)],
            false => came_once(values),
        };
        let columns = &self.plan.study.tables[table].columns;
        let once: Vec<Vec<bool>> = sampled.columns.iter().zip(columns).map(once).collect();
        for trial in (0..schedule.blocks()).flat_map(|block| schedule.trials_of(block)).take(trials as usize) {
            let mut digits = Streams::new(0, trial, None).open(DIGITS);
            let source = digits.below(self.played) as usize;
            status.push(self.status[source]);
            for row in ranges[source].clone() {
                rows.trial.push(trial);
                for ((column, from), once) in rows.columns.iter_mut().zip(&sampled.columns).zip(&once) {
                    push(column, from, row, once[row].then(|| digits.bits()));
                }
            }
        }
        (rows, trials, status)
    }

    /// Bytes of a file.
    fn write(&self, table: usize, batch: &RecordBatch) -> Result<f64, ParquetError> {
        let mut writer = Writer::new(Scale::default(), self.manifest, self.notes, table)?;
        writer.push(batch.clone())?;
        let (scale, _) = writer.finish()?;
        Ok(scale.bytes as f64)
    }

    fn points(&self) -> Result<f64, ParquetError> {
        let points = self.plan.grid.points();
        let written = points.min(MOST_POINTS);
        let (first, varying) = (self.plan.point(0), self.plan.varying());
        let values = |point| self.plan.values_at(&varying, point);
        let notes = FileNotes { part: None, ..self.notes };
        let write =
            |count| encode::write_points(Scale::default(), self.manifest, notes, &first, &varying, values, count);
        let (empty, whole) = (write(0)?.bytes as f64, write(written)?.bytes as f64);
        Ok(empty + (whole - empty) / written.max(1) as f64 * points as f64)
    }
}

/// The rows of a table in all of a sample.
fn joined(sample: &[Rows], table: usize) -> TableRows {
    let mut all = TableRows { trial: Vec::new(), columns: Vec::new(), blank: Vec::new() };
    for rows in sample.iter().map(|rows| &rows.tables[table]) {
        if all.columns.is_empty() {
            all.columns = emptied(&rows.columns);
        }
        all.blank.extend(rows.blank.iter().map(|row| row + all.trial.len()));
        all.trial.extend(&rows.trial);
        for (column, from) in all.columns.iter_mut().zip(&rows.columns) {
            (0..rows.trial.len()).for_each(|row| push(column, from, row, None));
        }
    }
    all
}

/// Which rows of a table belong to each trial of the sample, in the order of the trials' statuses.
fn ranges(rows: &TableRows, sample: &[Rows]) -> Vec<Range<usize>> {
    let mut next = 0;
    let of_trial = |trial: &u64| {
        let start = next;
        while rows.trial.get(next) == Some(trial) {
            next += 1;
        }
        start..next
    };
    // the first table has one row a trial
    sample.iter().flat_map(|rows| &rows.tables[0].trial).map(of_trial).collect()
}

fn emptied(columns: &[Values]) -> Vec<Values> {
    let empty = |column: &Values| match column {
        Values::F64(_) => Values::F64(Vec::new()),
        Values::U32(_) => Values::U32(Vec::new()),
        Values::U64(_) => Values::U64(Vec::new()),
        Values::Bool(_) => Values::Bool(Vec::new()),
        Values::Name(_) => Values::Name(Vec::new()),
    };
    columns.iter().map(empty).collect()
}

/// Appends the value of a row; a number with other digits if there are some.
fn push(column: &mut Values, from: &Values, row: usize, digits: Option<u64>) {
    match (column, from) {
        (Values::F64(column), Values::F64(from)) => {
            let bits = from[row].to_bits();
            column.push(f64::from_bits(digits.map_or(bits, |digits| bits & !LAST_DIGITS | digits & LAST_DIGITS)));
        }
        (Values::U32(column), Values::U32(from)) => column.push(from[row]),
        (Values::U64(column), Values::U64(from)) => column.push(from[row]),
        (Values::Bool(column), Values::Bool(from)) => column.push(from[row]),
        (Values::Name(column), Values::Name(from)) => column.push(from[row]),
        _ => unreachable!("a column keeps its kind"),
    }
}

/// Numbers that came twice over those that came once, from which on a column is one of counts over counts.
const AGAIN: f64 = 0.02;

/// Bits of a number behind its first decimal or two.
const LAST_DIGITS: u64 = (1 << 48) - 1;

/// Whether the value of each row is a number of many digits that no other row has, nor ever will.
fn came_once(column: &Values) -> Vec<bool> {
    let Values::F64(values) = column else { return vec![false; len(column)] };
    let has_digits = |value: &f64| value.is_finite() && value.to_bits() & 0xffff != 0;
    let mut sorted: Vec<u64> = values.iter().filter(|value| has_digits(value)).map(|value| value.to_bits()).collect();
    sorted.sort_unstable();
    let of_size = |size: usize| sorted.chunk_by(|a, b| a == b).filter(|same| same.len() == size).count();
    // of what is measured none comes again; of what is counted, such as 3 of 7, some do, and so will others
    if of_size(2) as f64 > AGAIN * of_size(1) as f64 {
        return vec![false; values.len()];
    }
    let count = |bits: u64| sorted.partition_point(|b| *b <= bits) - sorted.partition_point(|b| *b < bits);
    values.iter().map(|value| has_digits(value) && count(value.to_bits()) == 1).collect()
}

fn len(column: &Values) -> usize {
    match column {
        Values::F64(values) => values.len(),
        Values::U32(values) => values.len(),
        Values::U64(values) => values.len(),
        Values::Bool(values) => values.len(),
        Values::Name(values) => values.len(),
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
