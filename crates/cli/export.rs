//! `tolley data export`: a table as CSV or as JSON, row by row; and the first rows of one for people.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};
use tolley_dataset::{Batch, ColumnData, Dataset};
use tolley_experiment::table::{Column, ColumnKind, Table};

use crate::args;
use crate::exit::{self, Stop};

/// Writes a table of a dataset to stdout, or to a file that is not there yet.
pub fn run(args: &args::Export) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let table = table(&dataset, &args.table)?;
    let Some(path) = &args.output else {
        return first_rows(args, usize::MAX);
    };
    let failed = |error: io::Error| Stop::unwritten(path, &error);
    let mut file = BufWriter::new(File::create_new(path).map_err(failed)?);
    let written = write(&dataset, table, (args.json, usize::MAX), &mut file).map_err(|error| match error {
        Failure::Out(error) => failed(error),
        other => other.into(),
    });
    let synced = written.and_then(|()| file.get_ref().sync_all().map_err(failed));
    if synced.is_err() {
        // half a table must not be taken for one
        let _ = std::fs::remove_file(path);
    }
    synced.map(|()| code(&dataset))
}

/// Writes so many rows of a table to stdout.
pub fn first_rows(args: &args::Export, most: usize) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let table = table(&dataset, &args.table)?;
    write(&dataset, table, (args.json, most), &mut BufWriter::new(io::stdout().lock()))?;
    Ok(code(&dataset))
}

/// The first rows of a table, as texts.
pub struct FirstRows {
    /// Names of the columns.
    pub titles: Vec<String>,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
    /// The exit code: whether the dataset is complete.
    pub code: u8,
}

/// The first rows of a table.
pub fn cells(path: &Path, name: &str, most: usize) -> Result<FirstRows, Stop> {
    let dataset = Dataset::load(path)?;
    let table = table(&dataset, name)?;
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let mut rows = Vec::new();
    dataset.scan(&table.name, &names, |batch| {
        for row in 0..batch.len().min(most - rows.len()) {
            let text = |(index, column)| text_of(column, batch, index, row).map_or("-".to_owned(), |text| text.into());
            rows.push(table.columns.iter().enumerate().map(text).collect());
        }
    })?;
    let titles = names.into_iter().map(str::to_owned).collect();
    Ok(FirstRows { titles, rows, code: code(&dataset) })
}

/// As that of a summary.
fn code(dataset: &Dataset) -> u8 {
    if dataset.is_complete() { exit::DONE } else { exit::INCOMPLETE }
}

fn table<'a>(dataset: &'a Dataset, name: &str) -> Result<&'a Table, Stop> {
    let manifest = dataset.manifest();
    let all = || manifest.tables.iter().chain([&manifest.points, &manifest.estimates]);
    all().find(|table| table.name == name).ok_or_else(|| {
        let names: Vec<&str> = all().map(|table| table.name.as_str()).collect();
        Stop::new(exit::BAD_INPUT, format!("error: there is no table {name}; there are {}", names.join(", ")))
    })
}

/// Why a table could not be written.
enum Failure {
    In(Stop),
    Out(io::Error),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        match failure {
            Failure::In(stop) => stop,
            Failure::Out(error) => error.into(),
        }
    }
}

fn write(
    dataset: &Dataset,
    table: &Table,
    (as_json, most): (bool, usize),
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut left = most;
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let mut written = if as_json { Ok(()) } else { writeln!(out, "{}", names.join(",")) };
    let scanned = dataset.scan(&table.name, &names, |batch| {
        for row in 0..batch.len().min(left) {
            if written.is_ok() {
                left -= 1;
                written = if as_json { json_row(out, table, batch, row) } else { csv_row(out, table, batch, row) };
            }
        }
    });
    // who reads no more is no failure of the dataset
    written.and_then(|()| out.flush()).map_err(Failure::Out)?;
    scanned.map_err(|error| Failure::In(error.into()))
}

/// Numbers have all their digits, in SI; what is absent is an empty cell.
fn csv_row(out: &mut impl Write, table: &Table, batch: &Batch, row: usize) -> io::Result<()> {
    for (index, column) in table.columns.iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        if let Some(text) = text_of(column, batch, index, row) {
            let is_name = matches!(column.kind, ColumnKind::Name { .. });
            let text = if is_name { cell(&text) } else { text.into_owned() };
            out.write_all(text.as_bytes())?;
        }
    }
    out.write_all(b"\n")
}

/// A value with all its digits, in SI; `None` of what is absent.
fn text_of<'c>(column: &'c Column, batch: &Batch, index: usize, row: usize) -> Option<Cow<'c, str>> {
    batch.has_value(index, row).then(|| match batch.column(index) {
        ColumnData::F64(values) => format!("{:?}", values[row]).into(),
        ColumnData::U64(values) => values[row].to_string().into(),
        ColumnData::Bool(values) => values[row].to_string().into(),
        ColumnData::Name(values) => name(column, values[row]).into(),
    })
}

/// A text as a cell: quoted where it must be, and no formula to a spreadsheet.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    let plain: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let text = if is_formula { format!("'{plain}") } else { plain };
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// An object a line.
fn json_row(out: &mut impl Write, table: &Table, batch: &Batch, row: usize) -> io::Result<()> {
    let value = |(index, column): (usize, &Column)| {
        let value = match batch.column(index) {
            _ if !batch.has_value(index, row) => Value::Null,
            ColumnData::F64(values) => json!(values[row]),
            ColumnData::U64(values) => json!(values[row]),
            ColumnData::Bool(values) => json!(values[row]),
            ColumnData::Name(values) => json!(name(column, values[row])),
        };
        (column.name.clone(), value)
    };
    let object: serde_json::Map<String, Value> = table.columns.iter().enumerate().map(value).collect();
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

fn name(column: &Column, index: u8) -> &str {
    match &column.kind {
        ColumnKind::Name { names } => names.get(usize::from(index)).map_or("", String::as_str),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_text_is_one_cell_and_no_formula() {
        let cells = ["edge", "a,b", "say \"x\"", "=1+1", "-sum", "two\nlines"].map(cell);
        assert_eq!(cells, ["edge", "\"a,b\"", "\"say \"\"x\"\"\"", "'=1+1", "'-sum", "two\u{fffd}lines"]);
    }
}
