//! A column of every trial, in memory, as it is written; and which trials are ok.

use tolley_dataset::{Batch, ColumnData, Dataset, Manifest};
use tolley_experiment::table::ColumnKind;

use crate::error::AnalysisError;
use crate::missing::{Missing, OK};

/// Trials of a dataset whose values are held at once.
pub(crate) const MOST_TRIALS: u64 = 50_000_000;

/// A column of the first table.
pub struct Values {
    /// For each trial that is ok, by number; NaN where there is none.
    pub of_trials: Vec<f64>,
    /// The others.
    pub missing: Missing,
}

/// Reads a column of the first table as it is.
pub(crate) fn as_written(dataset: &Dataset, column: &str) -> Result<Values, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let mut values = unknown(manifest)?;
    let ok = ok_of(manifest)?;
    let names = status_names(manifest)?;
    let mut by_status = vec![0; names.len()];
    let mut stray = false;
    dataset.scan(&manifest.tables[0].name, &["point", "repeat", "status", column], |batch: &Batch| {
        let (points, repeat, status) = (batch.u64(0), batch.u64(1), batch.names(2));
        status.iter().for_each(|status| by_status[*status as usize] += 1);
        for row in (0..batch.len()).filter(|&row| status[row] == ok && batch.has_value(3, row)) {
            let is_planned = points[row] < grid.points() && repeat[row] < grid.repeats;
            let place = is_planned.then(|| grid.trial(points[row], repeat[row]) as usize);
            match place.and_then(|place| values.get_mut(place)) {
                Some(value) => *value = number(batch, 3, row),
                None => stray = true,
            }
        }
    })?;
    told(stray)?;
    let by_status: Vec<(String, u64)> = names.iter().cloned().zip(by_status).collect();
    Ok(Values { of_trials: values, missing: Missing::of(&by_status) })
}

/// A value for each trial that is planned, none known yet.
fn unknown(manifest: &Manifest) -> Result<Vec<f64>, AnalysisError> {
    let trials = manifest.plan.grid.trials();
    if trials > MOST_TRIALS {
        let message = format!("trials are paired of at most {MOST_TRIALS} trials; this dataset has {trials}");
        return Err(AnalysisError::Measure(message));
    }
    Ok(vec![f64::NAN; trials as usize])
}

fn number(batch: &Batch, column: usize, row: usize) -> f64 {
    match batch.column(column) {
        ColumnData::F64(values) => values[row],
        ColumnData::U64(values) => values[row] as f64,
        ColumnData::Bool(values) => f64::from(u8::from(values[row])),
        ColumnData::Name(_) => f64::NAN,
    }
}

fn told(stray: bool) -> Result<(), AnalysisError> {
    if stray { Err(AnalysisError::Measure("a row belongs to a trial that is not planned".to_owned())) } else { Ok(()) }
}

/// The names of the statuses of trials.
pub(crate) fn status_names(manifest: &Manifest) -> Result<&[String], AnalysisError> {
    let table = &manifest.tables[0];
    match table.index("status").map(|index| &table.columns[index].kind) {
        Some(ColumnKind::Name { names }) => Ok(names),
        _ => Err(AnalysisError::Measure(format!("table {} has no column of statuses", table.name))),
    }
}

/// Number of the status of trials that can be trusted.
pub(crate) fn ok_of(manifest: &Manifest) -> Result<u8, AnalysisError> {
    let ok = status_names(manifest)?.iter().position(|name| name == OK);
    ok.map(|ok| ok as u8).ok_or_else(|| AnalysisError::Measure("no status is named ok".to_owned()))
}
