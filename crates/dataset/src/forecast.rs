//! How many bytes a dataset will take: a sample of its rows is written as the dataset would write it, to
//! nowhere.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use arrow_array::RecordBatch;
use experiment::plan::Plan;
use experiment::random::Streams;
use experiment::row::{Rows, TableRows, Values};
use experiment::status::Status;
use experiment::table::{Column, ColumnKind, Measure, MeasureKind};
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::encode::{self, Form, Writer};
use crate::error::OpenError;
use crate::estimates;
use crate::manifest::{Manifest, Versions};
use crate::schema::FileNotes;

mod known;
mod rest;
mod told;

use known::{DIGITS, Known, Whose, came_once, len};
use rest::Rest;
use told::Told;

/// Points that are written to see how many bytes they take.
const MOST_POINTS: u64 = 16_384;
/// Bytes of the record of a part, besides its files.
const RECORD_BYTES: f64 = 400.0;
/// Bytes of the record of a file.
const FILE_RECORD_BYTES: f64 = 170.0;
/// Bytes of a measured number in the estimates, and of all else in a row of them.
const ESTIMATE_BYTES: [f64; 2] = [7.5, 0.7];
/// Repeats that are few, and points of a sample by which their estimates are judged.
const FEW_REPEATS: u64 = 64;
const SOME_POINTS: usize = 16;
/// What a trial counts, about, and bytes of a number for each bit of what its counts may sum up to.
const COUNTS: f64 = 4.0;
const BYTES_A_BIT: f64 = 0.45;
/// Trials of a sample that is written as it is, or rows of a table of many rows a trial; a smaller one is enlarged.
const MANY: [usize; 2] = [10_000, 500];
/// Rows of a trial in such a table.
const MANY_A_TRIAL: usize = 8;
/// Trials to which a small sample is enlarged, unless the plan has fewer, and rows of a table.
const ENLARGED: [u64; 2] = [20_000, 300_000];

/// Bytes of the dataset of a plan, judged by some of its trials.
///
/// A row more takes what the second half of the sample adds to the first. Few rows say nothing of how many would
/// pack: they are taken again and again, and numbers that no other repeat has get new digits, which do not pack either,
/// the same at each point: what points share packs.
pub fn forecast(plan: &Plan, versions: Versions<'_>, sample: &[Rows]) -> Result<f64, OpenError> {
    let manifest = Manifest::of(plan, versions)?;
    let notes = FileNotes {
        plan_blake3: &manifest.plan_blake3,
        tolley_version: &manifest.tolley_version,
        physics_version: manifest.physics_version,
        part: Some(0),
    };
    let played = sample.iter().map(|rows| rows.status.len() as u64).sum();
    let mut trials: Vec<(u64, Status)> = sample.iter().flat_map(with_status).collect();
    trials.sort_by_key(|(trial, _)| place(plan, *trial));
    let status = trials.iter().map(|(_, status)| *status).collect();
    let trials = trials.into_iter().map(|(trial, _)| trial).collect();
    let of = Forecast { plan, manifest: &manifest, forms: Form::all(&manifest), notes, sample, played, trials, status };
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
    /// They, in the order in which they are written.
    trials: Vec<u64>,
    status: Vec<Status>,
}

/// By which trials are sorted as a run writes them: neighbours share most.
fn place(plan: &Plan, trial: u64) -> [u64; 3] {
    let (point, repeat) = plan.grid.locate(trial);
    let round = plan.schedule().stretches().first().map_or(1, |stretch| stretch.round_repeats);
    [repeat / round, point, repeat]
}

fn with_status(rows: &Rows) -> impl Iterator<Item = (u64, Status)> {
    // the first table has one row a trial
    rows.tables[0].trial.iter().copied().zip(rows.status.iter().copied())
}

impl Forecast<'_> {
    fn bytes(&self) -> Result<f64, ParquetError> {
        let parts = self.plan.schedule().parts() as f64;
        // the manifest and its copy
        let mut bytes = 2.0 * self.manifest.text().len() as f64 + self.points()? + parts * RECORD_BYTES;
        bytes += self.estimates()?;
        for table in 0..self.manifest.tables.len() {
            bytes += self.table(table)?;
        }
        Ok(bytes)
    }

    /// Of few repeats numbers come again, and how often is seen in some that the sample makes.
    fn estimates(&self) -> Result<f64, ParquetError> {
        let (points, repeats) = (self.plan.grid.points(), self.plan.grid.repeats);
        let sampled = joined(self.sample, 0, |trial| place(self.plan, trial));
        let told = Told::of(self.plan, &sampled);
        let some = told.points();
        if repeats > FEW_REPEATS || some < SOME_POINTS || self.manifest.measures.is_empty() {
            return Ok(self.estimates_of_many());
        }
        let notes = FileNotes { part: None, ..self.notes };
        let write = |points| estimates::write(Scale::default(), self.manifest, notes, told.rows(points));
        let (half, whole) = (write(some / 2)?.bytes as f64, write(some)?.bytes as f64);
        Ok(whole + (whole - half) / (some - some / 2) as f64 * (points as f64 - some as f64))
    }

    /// A share is one of as many as there are repeats; with one repeat nothing has an interval.
    fn estimates_of_many(&self) -> f64 {
        let repeats = self.plan.grid.repeats as f64;
        let [number, other] = ESTIMATE_BYTES;
        let numbers = if repeats > 1.0 { 4.0 } else { 1.0 };
        let columns = &self.plan.study.tables[0].columns;
        let is_measured = |measure: &Measure| {
            let column = columns.iter().find(|column| column.name == measure.column);
            let is_count =
                |column: &Column| encode::is_of_counts(self.manifest, column) || column.kind != ColumnKind::F64;
            measure.counts.is_none() && !column.is_some_and(is_count)
        };
        // counts of few trials have few sums
        let sums = libm::log2(COUNTS * repeats + 1.0);
        let measure = |measure: &Measure| match measure.kind {
            MeasureKind::Share => other + numbers * number.min(libm::log2(repeats + 1.0) / 8.0),
            _ if is_measured(measure) => other + numbers * number,
            _ => other + numbers * number.min(BYTES_A_BIT * sums),
        };
        self.plan.grid.points() as f64 * self.plan.study.measures.iter().map(measure).sum::<f64>()
    }

    /// Bytes of all files of a table.
    fn table(&self, table: usize) -> Result<f64, ParquetError> {
        let sampled = joined(self.sample, table, |trial| place(self.plan, trial));
        if sampled.trial.is_empty() || self.played == 0 {
            return Ok(0.0);
        }
        let [many_trials, many_rows] = MANY;
        let is_long = sampled.trial.len() >= many_rows.max(MANY_A_TRIAL * self.played as usize);
        let is_enough = self.played >= many_trials as u64 || is_long;
        let (rows, trials, status) = match is_enough || self.played == self.plan.grid.trials() {
            true => (sampled, self.played, self.status.clone()),
            false => self.enlarged(table, &sampled),
        };
        let (count, planned) = (rows.trial.len(), self.plan.grid.trials());
        let expected = match is_enough {
            true => planned as f64 * self.rows_a_trial(&rows.trial),
            false => planned as f64 / trials as f64 * count as f64,
        };
        let trial_of_rows = rows.trial.clone();
        let batch = encode::batch(self.manifest, &self.forms[table], table, rows, &status)?;
        let whole = self.write(table, &batch)?;
        let more = expected - count as f64;
        if more <= 0.0 || trials == planned {
            return Ok(whole + FILE_RECORD_BYTES);
        }
        let [a_row, a_row_more] = Rest::of(self.plan, &trial_of_rows).rows(&batch, |rows| self.write(table, rows))?;
        // what many rows take together with a file itself stands in each part
        let a_file = (whole - a_row * count as f64).max(0.0) + FILE_RECORD_BYTES;
        let parts = (self.plan.schedule().parts() as f64).min(count as f64 + more);
        Ok(whole + FILE_RECORD_BYTES + more * a_row_more + (parts - 1.0) * a_file)
    }

    /// Rows of a trial, the mean over points: a sample has more trials of those whose trials are short.
    fn rows_a_trial(&self, trial_of_rows: &[u64]) -> f64 {
        let mut of_points = BTreeMap::<u64, [f64; 2]>::new();
        let point = |trial: &u64| self.plan.grid.locate(*trial).0;
        self.trials.iter().for_each(|trial| of_points.entry(point(trial)).or_default()[1] += 1.0);
        trial_of_rows.iter().for_each(|trial| of_points.entry(point(trial)).or_default()[0] += 1.0);
        let points = of_points.len().max(1) as f64;
        of_points.values().map(|[rows, trials]| rows / trials).sum::<f64>() / points
    }

    /// As many trials as a sample needs that says how many pack, in the order in which they are played: each as one of
    /// those in the sample.
    fn enlarged(&self, table: usize, sampled: &TableRows) -> (TableRows, u64, Vec<Status>) {
        let [most, most_rows] = ENLARGED;
        let by_rows = most_rows * self.played / sampled.trial.len() as u64;
        let trials = self.plan.grid.trials().min(most).min(by_rows.max(self.played));
        let ranges = ranges(sampled, &self.trials);
        let known = Known::of(self.plan, &self.trials);
        let schedule = self.plan.schedule();
        let mut rows = TableRows { trial: Vec::new(), columns: emptied(&sampled.columns), blank: Vec::new() };
        let mut status = Vec::new();
        let groups: Vec<u64> = sampled.trial.iter().map(|trial| known.group(self.plan, *trial)).collect();
        // ratios of counts come again, however few were played
        let once = |(values, column): (&Values, &Column)| match encode::is_of_counts(self.manifest, column) {
            true => vec![None; len(values)],
            false => came_once(values, &groups),
        };
        let columns = &self.plan.study.tables[table].columns;
        let once: Vec<Vec<Option<Whose>>> = sampled.columns.iter().zip(columns).map(once).collect();
        for trial in (0..schedule.blocks()).flat_map(|block| schedule.trials_of(block)).take(trials as usize) {
            let (source, is_itself) = known.source(self.plan, trial);
            status.push(self.status[source]);
            for row in ranges[source].clone() {
                rows.trial.push(trial);
                for ((column, from), once) in rows.columns.iter_mut().zip(&sampled.columns).zip(&once) {
                    let digits = once[row].filter(|_| !is_itself).map(|whose| match whose {
                        Whose::Group => known.group(self.plan, trial),
                        Whose::Trial => trial,
                    });
                    push(column, from, row, digits);
                }
            }
        }
        (rows, trials, status)
    }

    /// Bytes of a file.
    fn write(&self, table: usize, batch: &RecordBatch) -> Result<f64, ParquetError> {
        let mut writer = Writer::new(Scale::default(), self.manifest, self.notes, table);
        writer.push(batch.clone())?;
        let (scale, _) = writer.finish()?;
        Ok(scale.bytes as f64)
    }

    fn points(&self) -> Result<f64, ParquetError> {
        let points = self.plan.grid.points();
        let written = points.min(MOST_POINTS);
        let (first, varying) = (self.plan.point(0), self.plan.varying());
        let values = self.plan.values_of(&varying);
        let notes = FileNotes { part: None, ..self.notes };
        let write =
            |count| encode::write_points(Scale::default(), self.manifest, notes, &first, &varying, &values, count);
        let (empty, whole) = (write(0)?.bytes as f64, write(written)?.bytes as f64);
        Ok(empty + (whole - empty) / written.max(1) as f64 * points as f64)
    }
}

/// The rows of a table in all of a sample, by the places of their trials.
fn joined(sample: &[Rows], table: usize, place: impl Fn(u64) -> [u64; 3]) -> TableRows {
    let mut all = TableRows { trial: Vec::new(), columns: Vec::new(), blank: Vec::new() };
    let of_rows = |(number, rows): (usize, &Rows)| {
        let trials = rows.tables[table].trial.clone();
        trials.into_iter().enumerate().map(move |(row, trial)| (trial, number, row))
    };
    let mut rows: Vec<(u64, usize, usize)> = sample.iter().enumerate().flat_map(of_rows).collect();
    rows.sort_by_cached_key(|(trial, ..)| place(*trial));
    for (trial, number, row) in rows {
        let from = &sample[number].tables[table];
        if all.columns.is_empty() {
            all.columns = emptied(&from.columns);
        }
        if from.blank.binary_search(&row).is_ok() {
            all.blank.push(all.trial.len());
        }
        all.trial.push(trial);
        for (column, from) in all.columns.iter_mut().zip(&from.columns) {
            push(column, from, row, None);
        }
    }
    all
}

/// Which rows of a table belong to each of these trials, whose order is that of the rows.
fn ranges(rows: &TableRows, trials: &[u64]) -> Vec<Range<usize>> {
    let mut next = 0;
    let of_trial = |trial: &u64| {
        let start = next;
        while rows.trial.get(next) == Some(trial) {
            next += 1;
        }
        start..next
    };
    trials.iter().map(of_trial).collect()
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

/// Appends the value of a row; a number with other digits if they have a number.
fn push(column: &mut Values, from: &Values, row: usize, digits: Option<u64>) {
    match (column, from) {
        (Values::F64(column), Values::F64(from)) => {
            let bits = from[row].to_bits();
            // a number that comes again in its trial does so here
            let digits = digits.map(|number| Streams::new(bits, number, None).open(DIGITS).bits());
            column.push(f64::from_bits(digits.map_or(bits, |digits| bits & !LAST_DIGITS | digits & LAST_DIGITS)));
        }
        (Values::U32(column), Values::U32(from)) => column.push(from[row]),
        (Values::U64(column), Values::U64(from)) => column.push(from[row]),
        (Values::Bool(column), Values::Bool(from)) => column.push(from[row]),
        (Values::Name(column), Values::Name(from)) => column.push(from[row]),
        _ => unreachable!("a column keeps its kind"),
    }
}

/// Bits of a number behind its first decimal or two.
const LAST_DIGITS: u64 = (1 << 48) - 1;

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
