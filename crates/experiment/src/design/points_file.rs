//! The points of a list in a CSV file: a column a key, named by its path, a row a point.

use std::path::Path;

use crate::declare::problem::{nearest, shortened};
use crate::declare::schema::Schema;
use crate::declare::value::Value;
use crate::design::axis::{self, MAX_VALUES};
use crate::design::grid::Axis;
use crate::document::Node;

/// Mistakes that are told of one file.
const TOLD: usize = 20;

/// A line of the file: its number and its cells.
type Line = (u64, Vec<String>);

/// What the columns of the file name, and its lines; or what is wrong.
pub(crate) fn rows(path: &Path) -> Result<(Vec<String>, Vec<Line>), String> {
    let failed = |error: csv::Error| error.to_string();
    let mut reader = open(path)?;
    let names = reader.headers().map_err(failed)?.iter().map(str::to_owned).collect();
    let mut lines = Vec::new();
    for row in reader.records() {
        let row = row.map_err(failed)?;
        if lines.len() as u64 >= MAX_VALUES {
            return Err(format!("has more than {MAX_VALUES} rows"));
        }
        let line = row.position().map_or(0, csv::Position::line);
        lines.push((line, row.iter().map(str::to_owned).collect()));
    }
    if lines.is_empty() { Err("has no row".to_owned()) } else { Ok((names, lines)) }
}

fn open(path: &Path) -> Result<csv::Reader<std::fs::File>, String> {
    let opened = crate::file::open(path).map_err(|error| crate::file::why(&error))?;
    Ok(csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(opened))
}

/// The axes of the file, each with the number of its key; or what is wrong, with the line.
pub(crate) fn read(path: &Path, schema: &Schema) -> Result<Vec<(usize, Axis)>, Vec<String>> {
    let name = path.display();
    let failed = |error: csv::Error| vec![format!("{name}: {error}")];
    let mut reader = open(path).map_err(|message| vec![format!("{name}: {message}")])?;
    let header = reader.headers().map_err(failed)?.clone();
    let mut axes: Vec<(usize, Axis)> = Vec::new();
    for column in &header {
        let Some(key) = schema.index(column) else {
            let known: Vec<String> = schema.keys.iter().map(|key| key.path.to_string()).collect();
            let hint = nearest(column, known.iter().map(String::as_str));
            let hint = hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
            return Err(vec![format!("{name}: column {} is no key of the study{hint}", shortened(column))]);
        };
        if axes.iter().any(|(other, _)| *other == key) {
            return Err(vec![format!("{name}: column {column} stands there twice")]);
        }
        axes.push((key, Axis::of_values(column, Vec::new())));
    }
    let mut wrong = Vec::new();
    for row in reader.records() {
        let row = row.map_err(failed)?;
        if axes.first().is_some_and(|(_, axis)| axis.values.len() as u64 >= MAX_VALUES) {
            return Err(vec![format!("{name} has more than {MAX_VALUES} rows")]);
        }
        for ((key, axis), cell) in axes.iter_mut().zip(&row) {
            match axis::value(&schema.keys[*key], &Node::of_text(cell)) {
                Ok(value) => axis.values.push(value),
                Err(message) if wrong.len() < TOLD => {
                    let line = row.position().map_or(0, csv::Position::line);
                    wrong.push(format!("{name}:{line}: {}: {message}", axis.key));
                    // the others are looked at too
                    axis.values.push(Value::Flag(false));
                }
                Err(_) => return Err(wrong),
            }
        }
    }
    match axes.first() {
        _ if !wrong.is_empty() => Err(wrong),
        Some((_, axis)) if !axis.values.is_empty() => Ok(axes),
        _ => Err(vec![format!("{name} has no row")]),
    }
}
