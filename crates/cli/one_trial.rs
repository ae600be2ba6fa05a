//! `tolley run --trial`: one trial of a plan played alone; nothing is written. Its rows are those of the dataset.

use serde_json::{Map, Value, json};
use tolley_experiment::plan::Plan;
use tolley_experiment::row::{TableRows, Values};
use tolley_experiment::table::{Column, ColumnKind};

use crate::exit::{self, Stop};
use crate::output;
use crate::studies::AnyStudy;

/// Plays the trial and prints its rows as one JSON object.
pub fn run(plan: &Plan, study: AnyStudy, trial: u64) -> Result<u8, Stop> {
    if trial >= plan.grid.trials() {
        let message = format!("error: the plan has trials 0 to {}, there is no trial {trial}", plan.grid.trials() - 1);
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let rows = study.play(plan, |play| play(&[trial])).map_err(|faults| Stop::refused(&faults))?;
    let (point, repeat) = plan.grid.locate(trial);
    let named = plan.study.tables.iter().zip(&rows.tables);
    let tables: Map<String, Value> =
        named.map(|(table, rows)| (table.name.clone(), table_rows(&table.columns, rows))).collect();
    let status = rows.status.first().map_or("panic", |status| status.name());
    output::json(
        &json!({"study": plan.study.name, "trial": trial, "point": point, "repeat": repeat, "status": status, "tables": tables}),
    )?;
    Ok(if status == "panic" { exit::MISMATCH } else { exit::DONE })
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
