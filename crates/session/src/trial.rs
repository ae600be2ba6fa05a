//! One trial of a plan played alone; nothing is written. Its rows are those of the dataset, with which they are
//! compared if it is there.

use serde_json::{Map, Value, json};
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::Playable;
use tolley_experiment::row::{Rows, TableRows, Values};
use tolley_experiment::status::Status;
use tolley_experiment::table::{Column, ColumnKind};

use crate::error::SessionError;
use crate::monitor::{Monitor, Note};
use crate::place::{VERSIONS, folder};
use crate::request::PlayRequest;

/// A trial that was played.
pub struct Trial {
    /// Number of its design point.
    pub point: u64,
    /// Which repeat of the point it is.
    pub repeat: u64,
    /// How it ended.
    pub status: Option<Status>,
    /// Its rows by table.
    pub tables: Map<String, Value>,
    /// The tables in which its dataset has other rows; none where there is no dataset that has the trial.
    pub differing: Option<Vec<String>>,
}

/// Plays a trial, and compares it with the dataset of the plan, if there is one.
pub fn play_trial(
    plan: &Plan,
    study: &dyn Playable,
    trial: u64,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<Trial, SessionError> {
    if trial >= plan.grid.trials() {
        let last = plan.grid.trials() - 1;
        let message = format!("the plan has trials 0 to {last}, there is no trial {trial}");
        return Err(SessionError::request("trial", message));
    }
    let rows = study.play_one(plan, trial, request.threads).map_err(SessionError::refused)?;
    let (point, repeat) = plan.grid.locate(trial);
    let (status, tables) = (rows.status.first().copied(), rows_by_table(plan, &rows));
    let differing = differing_tables(plan, trial, rows, request, monitor)?;
    Ok(Trial { point, repeat, status, tables, differing })
}

/// The rows of one trial that was played, in the order of its tables.
pub fn rows_by_table(plan: &Plan, rows: &Rows) -> Map<String, Value> {
    let named = plan.study.tables.iter().zip(&rows.tables);
    named.map(|(table, rows)| (table.name.clone(), table_rows(&table.columns, rows))).collect()
}

/// The tables in which a dataset of the plan, if there is one, has other rows; `None` where it has not that trial.
fn differing_tables(
    plan: &Plan,
    trial: u64,
    rows: Rows,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<Option<Vec<String>>, SessionError> {
    let folder = folder(request).ok().filter(|folder| folder.join("manifest.json").is_file());
    let Some(folder) = folder else { return Ok(None) };
    let dataset = Dataset::load(&folder)?;
    if !dataset.is_of(plan, VERSIONS)? {
        monitor.note(&Note::OtherPlan(&folder));
        return Ok(None);
    }
    Ok(dataset.differing_tables(trial, rows)?)
}

fn table_rows(columns: &[Column], rows: &TableRows) -> Value {
    let cells = |row: usize| columns.iter().zip(&rows.columns).map(move |(column, values)| cell(column, values, row));
    let named = |row| columns.iter().map(|column| column.name.clone()).zip(cells(row)).collect::<Map<_, _>>();
    (0..rows.trial.len()).map(|row| Value::Object(named(row))).collect()
}

/// A number that is not there is null.
fn cell(column: &Column, values: &Values, row: usize) -> Value {
    match (values, &column.kind) {
        (Values::F64(values), _) => json!(values[row]),
        (Values::U32(values), _) => json!(values[row]),
        (Values::U64(values), _) => json!(values[row]),
        (Values::Bool(values), _) => json!(values[row]),
        (Values::Name(values), ColumnKind::Name { names }) => json!(names[usize::from(values[row])]),
        (Values::Name(_), _) => Value::Null,
    }
}
