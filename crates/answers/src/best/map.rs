//! What every choice of a grid is worth to each skill, as a table: one row a choice.

use tolley_dataset::sheet::Cells;
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column, ColumnKind, Table};
use tolley_experiment::value::Value;
use tolley_search::best::Cell;
use tolley_search::sweep::Worth;

use super::answers::{Answers, Stratum};

/// One choice of one skill.
struct Row<'a> {
    stratum: &'a Stratum,
    skill: usize,
    cell: &'a Cell,
}

/// The table and its columns.
pub fn table(answers: &Answers<'_>) -> (Table, Vec<Cells>) {
    let mut rows = Vec::new();
    for stratum in &answers.strata {
        for (skill, cells) in stratum.answer.maps.iter().enumerate() {
            rows.extend(cells.iter().map(|cell| Row { stratum, skill, cell }));
        }
    }
    let mut columns: Vec<(Column, Cells)> = Vec::new();
    for (axis, key) in answers.plan.axis_keys().iter().enumerate() {
        let column = Column::of_key(&answers.plan.study.schema.keys[*key]);
        let values = axis_values(&column, rows.iter().map(|row| &row.stratum.values[axis].1));
        columns.push((column, Cells::Values(values)));
    }
    let names: Vec<&str> = answers.best.skills.iter().map(|skill| skill.name.as_str()).collect();
    columns.push(named("skill", &names, "Whose errors.", rows.iter().map(|row| row.skill)));
    columns.extend(decided(answers, &rows));
    columns.extend(worths(&rows));
    let seed = Column::always("seed", ColumnKind::U64, "Seed of the experiment.");
    columns.push((seed, Cells::Values(Values::U64(vec![answers.plan.seed; rows.len()]))));
    let (columns, values) = columns.into_iter().unzip();
    (Table { name: "map".to_owned(), about: "one choice of one skill".to_owned(), columns }, values)
}

/// What is aimed at.
fn decided(answers: &Answers<'_>, rows: &[Row<'_>]) -> Vec<(Column, Cells)> {
    let of_aim = |key: usize| {
        let at = |row: &Row<'_>| {
            let number = row.stratum.asked.keys.iter().position(|other| *other == key);
            number.map_or(f64::NAN, |number| row.cell.at[number])
        };
        let column = Column::of_key(&answers.plan.study.schema.keys[key]);
        (column, Cells::Values(Values::F64(rows.iter().map(at).collect())))
    };
    answers.best.aims.iter().map(|aim| of_aim(aim.key)).collect()
}

/// What it is worth, and how well that is known.
fn worths(rows: &[Row<'_>]) -> Vec<(Column, Cells)> {
    let number = |name: &str, about: &str, of: fn(&Worth) -> f64| {
        let values = rows.iter().map(|row| row.cell.worth.as_ref().map_or(f64::NAN, of)).collect();
        (Column::measured(name, ColumnKind::F64, about), Cells::Values(Values::F64(values)))
    };
    vec![
        number(
            "value",
            "What it is worth; null, as the next three, where less than 0.9 of the executions are swept, and to who errs in nothing.",
            |worth| worth.value,
        ),
        number("std_error", "Its standard error, by the spread between states of the world.", |worth| worth.std_error),
        number("shots", "Shots of the sweep that it amounts to (Kish).", |worth| worth.shots),
        number("inside", "Share of the executions that lie in what was swept.", |worth| worth.inside),
    ]
}

fn named(name: &str, names: &[&str], about: &str, of: impl Iterator<Item = usize>) -> (Column, Cells) {
    let column = Column::always(name, ColumnKind::of_names(names), about);
    (column, Cells::Values(Values::Name(of.map(|index| index as u8).collect())))
}

fn axis_values<'a>(column: &Column, cells: impl Iterator<Item = &'a Value>) -> Values {
    match &column.kind {
        ColumnKind::F64 => {
            Values::F64(cells.map(|cell| if let Value::Number(x) = cell { *x } else { f64::NAN }).collect())
        }
        ColumnKind::Bool => Values::Bool(cells.map(|cell| *cell == Value::Flag(true)).collect()),
        ColumnKind::Name { names } => {
            let index =
                |cell: &Value| names.iter().position(|name| matches!(cell, Value::Choice(choice) if choice == name));
            Values::Name(cells.map(|cell| index(cell).unwrap_or(0) as u8).collect())
        }
        ColumnKind::U32 | ColumnKind::U64 => {
            Values::U64(cells.map(|cell| if let Value::Count(count) = cell { *count } else { 0 }).collect())
        }
    }
}
