//! All estimates of an answer as one table, an estimate a row: `measure, quantity`, axes and strata, `estimate,
//! std_error, conf_low, conf_high, n, method, verdict, seed, point`; SI.

use std::path::Path;

use tolley_analysis::Estimate;
use tolley_dataset::sheet::Cells;
use tolley_dataset::{DatasetError, Versions, sheet};
use tolley_experiment::role::Role;
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column as FileColumn, ColumnKind, Table as FileTable};
use tolley_experiment::value::Value;

use crate::answer::{Answer, Cell, ColumnPart, Quantity, Table, Verdict};

/// All estimates of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TidyTable {
    /// The axes and strata of all its tables.
    pub axes: Vec<Quantity>,
    /// One estimate each.
    pub rows: Vec<TidyRow>,
    /// Seed of the trials.
    pub seed: Option<u64>,
}

/// One estimate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TidyRow {
    /// What is measured.
    pub measure: String,
    /// What is estimated of it.
    pub quantity: String,
    /// Its value on each axis; none where it is of several.
    pub values: Vec<Option<Value>>,
    /// The estimate, SI.
    pub estimate: Estimate,
    /// How it was found.
    pub method: String,
    /// What is said of it.
    pub verdict: Option<Verdict>,
    /// Number of the design point.
    pub point: Option<u64>,
}

impl TidyTable {
    /// Of all tables of an answer; an estimate that two tables have in common stands there once.
    pub fn from_answer(answer: &Answer) -> TidyTable {
        let mut axes: Vec<Quantity> = Vec::new();
        for table in &answer.tables {
            for column in table.columns.iter().filter(|column| column.part == ColumnPart::Axis) {
                if !axes.iter().any(|axis| axis.name == column.quantity.name) {
                    axes.push(column.quantity.clone());
                }
            }
        }
        let mut rows: Vec<TidyRow> = Vec::new();
        for row in answer.tables.iter().flat_map(|table| rows_of(table, &axes)) {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        TidyTable { axes, rows, seed: answer.about.seed }
    }

    /// As comma-separated text.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = self.axes.iter().map(|axis| axis.name.as_str());
        let last = ["estimate", "std_error", "conf_low", "conf_high", "n", "method", "verdict", "seed", "point"];
        writer.write_record(["measure", "quantity"].into_iter().chain(names).chain(last))?;
        let number = |number: Option<f64>| number.map_or_else(String::new, |number| format!("{number:?}"));
        for row in &self.rows {
            let Estimate { value, std_error, n, .. } = row.estimate;
            let values = row.values.iter().map(|value| value.as_ref().map_or_else(String::new, plain));
            let own = [
                number(value),
                number(std_error),
                number(end(&row.estimate, 0)),
                number(end(&row.estimate, 1)),
                n.to_string(),
                row.method.clone(),
                row.verdict.map_or_else(String::new, |verdict| verdict.name().to_owned()),
                self.seed.map_or_else(String::new, |seed| seed.to_string()),
                row.point.map_or_else(String::new, |point| point.to_string()),
            ];
            let all = [row.measure.clone(), row.quantity.clone()].into_iter().chain(values).chain(own);
            writer.write_record(all.map(|cell| no_formula(&cell)))?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// As a Parquet file that records these versions.
    pub fn write(&self, folder: &Path, name: &str, versions: Versions<'_>) -> Result<(), DatasetError> {
        let (table, cells) = self.sheet();
        sheet::write_cells(folder, name, &table, cells, versions)
    }

    /// Its columns, as the file has them.
    pub fn sheet(&self) -> (FileTable, Vec<Cells>) {
        let text = |name: &str, about: &str, of: &dyn Fn(&TidyRow) -> String| {
            let column = FileColumn::always(name, ColumnKind::of_names(&[]), about);
            (column.labelled(Role::Bookkeeping, about), Cells::Texts(self.rows.iter().map(of).collect()))
        };
        let number = |name: &str, about: &str, of: &dyn Fn(&TidyRow) -> Option<f64>| {
            let values = self.rows.iter().map(|row| of(row).unwrap_or(f64::NAN)).collect();
            (FileColumn::measured(name, ColumnKind::F64, about), Cells::Values(Values::F64(values)))
        };
        let mut columns = vec![
            text("measure", "What is measured.", &|row| row.measure.clone()),
            text("quantity", "What is estimated of it.", &|row| row.quantity.clone()),
        ];
        for (at, axis) in self.axes.iter().enumerate() {
            let about = "Value of the axis, SI; empty where the estimate is of several.";
            let is_number =
                self.rows.iter().filter_map(|row| row.values[at].as_ref()).all(|value| number_of(value).is_some());
            let name = axis.name.replace('.', "_");
            columns.push(if is_number {
                number(&name, about, &|row| row.values[at].as_ref().and_then(number_of))
            } else {
                text(&name, about, &|row| row.values[at].as_ref().map_or_else(String::new, plain))
            });
        }
        columns.extend([
            number("estimate", "The estimate, SI.", &|row| row.estimate.value),
            number("std_error", "Its standard error.", &|row| row.estimate.std_error),
            number("conf_low", "Lower end of its 95 % interval.", &|row| end(&row.estimate, 0)),
            number("conf_high", "Upper end of its 95 % interval.", &|row| end(&row.estimate, 1)),
        ]);
        let n = Values::U64(self.rows.iter().map(|row| row.estimate.n).collect());
        columns.push((FileColumn::always("n", ColumnKind::U64, "Of how many values it is made."), Cells::Values(n)));
        columns.push(text("method", "How it was found.", &|row| row.method.clone()));
        columns.push(text("verdict", "What is said of it; empty where nothing is.", &|row| {
            row.verdict.map_or_else(String::new, |verdict| verdict.name().to_owned())
        }));
        if let Some(seed) = self.seed {
            let seeds = Values::U64(vec![seed; self.rows.len()]);
            columns.push((FileColumn::always("seed", ColumnKind::U64, "Seed of the trials."), Cells::Values(seeds)));
        }
        columns.push(number("point", "Number of the design point, where it is of one.", &|row| {
            row.point.map(|point| point as f64)
        }));
        let (columns, cells): (Vec<FileColumn>, Vec<Cells>) = columns.into_iter().unzip();
        let table = FileTable { name: "answer".to_owned(), about: "one estimate of an answer".to_owned(), columns };
        (table, cells)
    }
}

/// The estimates of a table, each with the verdict that follows it.
fn rows_of(table: &Table, axes: &[Quantity]) -> Vec<TidyRow> {
    let mut rows = Vec::new();
    for cells in &table.rows {
        let cell_of = |part: &ColumnPart| {
            table.columns.iter().position(|column| column.part == *part).and_then(|at| cells.get(at))
        };
        let point = match cell_of(&ColumnPart::Point) {
            Some(Cell::Count(point)) => Some(*point),
            _ => None,
        };
        let value = |axis: &Quantity| {
            let is_it = |(column, _): &(&crate::answer::Column, &Cell)| {
                column.part == ColumnPart::Axis && column.quantity.name == axis.name
            };
            match table.columns.iter().zip(cells).find(is_it) {
                Some((_, Cell::Value(value))) => Some(value.clone()),
                _ => None,
            }
        };
        let values: Vec<Option<Value>> = axes.iter().map(value).collect();
        for (at, column) in table.columns.iter().enumerate() {
            let (ColumnPart::Result { measure, quantity, method }, Some(Cell::Estimate(estimate))) =
                (&column.part, cells.get(at))
            else {
                continue;
            };
            let verdict = cells[at + 1..]
                .iter()
                .find_map(|cell| if let Cell::Verdict(verdict, _) = cell { Some(*verdict) } else { None });
            let (measure, quantity, method) = (measure.clone(), (*quantity).to_owned(), method.clone());
            let values = values.clone();
            // as in the object: only text is cut off at what is possible
            rows.push(TidyRow { measure, quantity, values, estimate: *estimate, method, verdict, point });
        }
    }
    rows
}

/// A number or a count.
fn number_of(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    }
}

/// An end of an interval; none to a side that is open.
fn end(estimate: &Estimate, end: usize) -> Option<f64> {
    estimate.interval.map(|ends| ends[end]).filter(|end| end.is_finite())
}

/// A value without quotes.
fn plain(value: &Value) -> String {
    if let Value::Choice(choice) = value { choice.to_string() } else { value.to_string() }
}

/// Text that no spreadsheet takes for a formula.
fn no_formula(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '@']) || (text.starts_with('-') && text.parse::<f64>().is_err());
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{About, Certainty, Column, Headline, Sentence};
    use crate::render::json;

    #[test]
    fn files_have_the_same_numbers_as_the_object() {
        let share = Quantity { range: [0.0, 1.0], ..Quantity::plain("share", "share of wins") };
        let estimate = Estimate { n: 9, value: Some(0.9), std_error: Some(0.1), interval: Some([0.67, 1.13]) };
        let table = Table {
            name: "values",
            columns: vec![Column::result(share, "share", "mean", "student-t")],
            rows: vec![vec![Cell::Estimate(estimate)]],
            ..Table::default()
        };
        let headline = Headline {
            verdict: Verdict::Described,
            certainty: Certainty::Clearly,
            sentence: Sentence::default(),
            amount: Vec::new(),
            depends_on: Vec::new(),
        };
        let (about, findings, notes, next) = (About::default(), Vec::new(), Vec::new(), Vec::new());
        let answer = Answer { about, headline, findings, tables: vec![table], notes, next };
        assert_eq!(TidyTable::from_answer(&answer).rows[0].estimate, estimate);
        let object = json::object(&answer).to_string();
        let csv = TidyTable::from_answer(&answer).csv().expect("text");
        assert!(object.contains("1.13") && csv.contains(",0.67,1.13,"), "{object}\n{csv}");
    }
}
