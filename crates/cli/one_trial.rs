//! `tolley run --trial`: one trial of a plan played alone; nothing is written. Its rows are those of the dataset, with
//! which they are compared if it is there.

use std::path::Path;

use serde_json::{Map, Value, json};
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::row::{Rows, TableRows, Values};
use tolley_experiment::table::{Column, ColumnKind};
use tolley_session::studies::AnyStudy;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::place;

/// The rows of one trial that was played, in the order of its tables.
pub fn told(plan: &Plan, rows: &Rows) -> Map<String, Value> {
    let named = plan.study.tables.iter().zip(&rows.tables);
    named.map(|(table, rows)| (table.name.clone(), table_rows(&table.columns, rows))).collect()
}

/// Plays the trial and prints its rows as one JSON object.
pub(crate) fn run(plan: &Plan, study: AnyStudy, trial: u64, args: &args::Run) -> Result<u8, Stop> {
    if trial >= plan.grid.trials() {
        let message = format!("error: the plan has trials 0 to {}, there is no trial {trial}", plan.grid.trials() - 1);
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let rows =
        study.play_one(plan, trial, args.flags.threads.map(usize::from)).map_err(|faults| Stop::refused(&faults))?;
    let (point, repeat) = plan.grid.locate(trial);
    let tables = told(plan, &rows);
    let status = rows.status.first().map_or("panic", |status| status.name());
    let differing = compared(plan, trial, rows, args)?;
    let stored = differing.as_ref().map(|tables| if tables.is_empty() { "same" } else { "differs" });
    output::json(&json!({
        "study": plan.study.name, "trial": trial, "point": point, "repeat": repeat, "status": status,
        "stored": stored, "tables": tables,
    }))?;
    if let Some(tables) = differing.filter(|tables| !tables.is_empty()) {
        let tables = tables.join(", ");
        return Err(Stop::new(
            exit::MISMATCH,
            format!("error: the dataset has other rows of trial {trial} in {tables}"),
        ));
    }
    Ok(if status == "panic" { exit::MISMATCH } else { exit::DONE })
}

/// The tables in which a dataset of the plan, if there is one, has other rows; `None` where it has not that trial.
fn compared(plan: &Plan, trial: u64, rows: Rows, args: &args::Run) -> Result<Option<Vec<String>>, Stop> {
    let folder = place::folder(args.scenario.as_deref().unwrap_or(Path::new("")), args);
    let Some(folder) = folder.ok().filter(|folder| folder.join("manifest.json").is_file()) else { return Ok(None) };
    let dataset = Dataset::load(&folder)?;
    if !dataset.is_of(plan, place::VERSIONS)? {
        output::say(&format!("note: {} is the dataset of another plan; nothing is compared", folder.display()));
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
