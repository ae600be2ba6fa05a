//! The numbers of a page as a tidy table: `term, estimate, std_error, conf_low, conf_high, n, method`.

use std::path::Path;

use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_dataset::sheet::Cells;
use tolley_dataset::{Dataset, sheet};
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column, ColumnKind, Table};
use tolley_experiment::value::Value;

use super::cube::Cube;
use crate::exit::Stop;
use crate::place::VERSIONS;

/// One estimate, SI.
#[derive(Clone, Debug)]
pub struct Row {
    /// Number of the design point, if it is of one.
    pub point: Option<u64>,
    /// What is estimated.
    pub term: String,
    /// What is known of it.
    pub estimate: Estimate,
    /// How it was found.
    pub method: String,
}

/// All rows, and the value of each axis at each point.
#[derive(Clone, Debug, Default)]
pub struct Tidy {
    /// The columns of the axes.
    pub axes: Vec<String>,
    /// In order.
    pub rows: Vec<Row>,
    /// Of each row the value of each axis as text; empty where it is of no point.
    pub places: Vec<Vec<String>>,
}

impl Tidy {
    /// Of rows that are of no dataset.
    pub fn alone(rows: Vec<Row>) -> Tidy {
        let places = rows.iter().map(|_| Vec::new()).collect();
        Tidy { axes: Vec::new(), rows, places }
    }

    /// Of rows of a dataset.
    pub fn of(cube: Option<&Cube<'_>>, dataset: &Dataset, rows: Vec<Row>) -> Tidy {
        let manifest = dataset.manifest();
        let grid = &manifest.plan.grid;
        let column = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
        let axes = grid.axes.iter().map(|axis| column(&axis.key)).collect();
        let value = |point: u64, axis: usize| match cube {
            Some(cube) => plain(&cube.points[point as usize].values[axis]),
            None => plain(&grid.axis_value(axis, point)),
        };
        let place = |row: &Row| match row.point {
            Some(point) => (0..grid.axes.len()).map(|axis| value(point, axis)).collect(),
            None => vec![String::new(); grid.axes.len()],
        };
        let places = rows.iter().map(place).collect();
        Tidy { axes, rows, places }
    }

    /// As text, comma-separated; numbers with all their digits, SI.
    pub fn csv(&self) -> String {
        let number = |number: Option<f64>| number.map_or_else(String::new, |number| format!("{number:?}"));
        let head = ["term", "estimate", "std_error", "conf_low", "conf_high", "n", "method", "point"];
        let head = head.into_iter().chain(self.axes.iter().map(String::as_str)).collect::<Vec<_>>().join(",");
        let line = |(row, place): (&Row, &Vec<String>)| {
            let Estimate { value, std_error, n, .. } = row.estimate;
            let cells = [
                quoted(&row.term),
                number(value),
                number(std_error),
                number(end(&row.estimate, 0)),
                number(end(&row.estimate, 1)),
                n.to_string(),
                quoted(&row.method),
                row.point.map_or_else(String::new, |point| point.to_string()),
            ];
            cells.into_iter().chain(place.iter().map(|value| quoted(value))).collect::<Vec<_>>().join(",")
        };
        std::iter::once(head).chain(self.rows.iter().zip(&self.places).map(line)).map(|line| line + "\n").collect()
    }

    /// As objects.
    pub fn json(&self) -> Json {
        let object = |(row, place): (&Row, &Vec<String>)| {
            let Estimate { value, std_error, interval, n } = row.estimate;
            let [low, high] = interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
            let mut object = json!({
                "term": row.term, "estimate": value, "std_error": std_error, "conf_low": low, "conf_high": high, "n": n,
                "method": row.method, "point": row.point,
            });
            if row.point.is_some() {
                self.axes.iter().zip(place).for_each(|(axis, value)| object[axis] = typed(value));
            }
            object
        };
        self.rows.iter().zip(&self.places).map(object).collect()
    }

    /// As a Parquet file.
    pub fn write(&self, folder: &Path, name: &str) -> Result<(), Stop> {
        let mut columns = Vec::new();
        let texts = |name: &str, about: &str, texts: Vec<String>| {
            (Column::always(name, ColumnKind::of_names(&[]), about), Cells::Texts(texts))
        };
        let number = |name: &str, about: &str, of: &dyn Fn(&Estimate) -> Option<f64>| {
            let values = self.rows.iter().map(|row| of(&row.estimate).unwrap_or(f64::NAN)).collect();
            (Column::measured(name, ColumnKind::F64, about), Cells::Values(Values::F64(values)))
        };
        let row_texts = |of: &dyn Fn(&Row) -> String| self.rows.iter().map(of).collect::<Vec<String>>();
        columns.push(texts("term", "What is estimated.", row_texts(&|row| row.term.clone())));
        columns.push(number("estimate", "The estimate, SI.", &|estimate| estimate.value));
        columns.push(number("std_error", "Its standard error.", &|estimate| estimate.std_error));
        columns.push(number("conf_low", "Lower end of its 95 % interval.", &|estimate| end(estimate, 0)));
        columns.push(number("conf_high", "Upper end of its 95 % interval.", &|estimate| end(estimate, 1)));
        let n = Values::U64(self.rows.iter().map(|row| row.estimate.n).collect());
        columns.push((Column::always("n", ColumnKind::U64, "Of how many values it is made."), Cells::Values(n)));
        columns.push(texts("method", "How it was found.", row_texts(&|row| row.method.clone())));
        // one that has no point is told by a text that is empty
        let point = |row: &Row| row.point.map_or_else(String::new, |point| point.to_string());
        columns.push(texts("point", "Number of the design point; empty where it is of none.", row_texts(&point)));
        for (axis, column) in self.axes.iter().enumerate() {
            let values = self.places.iter().map(|place| place[axis].clone()).collect();
            columns.push(texts(column, "Value of the axis at that point, SI.", values));
        }
        let (columns, cells): (Vec<Column>, Vec<Cells>) = columns.into_iter().unzip();
        let table = Table { name: "report".to_owned(), about: "one estimate of a report".to_owned(), columns };
        Ok(sheet::write_cells(folder, name, &table, cells, VERSIONS)?)
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

/// The same as JSON: a number, a flag, or a text.
fn typed(text: &str) -> Json {
    serde_json::from_str(text)
        .ok()
        .filter(|value: &Json| value.is_number() || value.is_boolean())
        .unwrap_or(json!(text))
}

/// A text as a cell, quoted where it must be; no formula to a spreadsheet.
fn quoted(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '@']) || (text.starts_with('-') && text.parse::<f64>().is_err());
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_all_its_digits_and_names_stay_cells() {
        let estimate = Estimate { n: 3, value: Some(0.1 + 0.2), std_error: None, interval: Some([-1.0, 1e-7]) };
        let row = Row { point: Some(2), term: "=goal, \"all\"".to_owned(), estimate, method: "wilson".to_owned() };
        let other = Row { point: None, ..row.clone() };
        let places = vec![vec!["-0.5".to_owned(), "comb".to_owned()], vec![String::new(); 2]];
        let axes = vec!["speed".to_owned(), "by".to_owned()];
        let tidy = Tidy { axes, rows: vec![row, other], places };
        assert_eq!(
            tidy.csv(),
            "term,estimate,std_error,conf_low,conf_high,n,method,point,speed,by\n\
             \"'=goal, \"\"all\"\"\",0.30000000000000004,,-1.0,1e-7,3,wilson,2,-0.5,comb\n\
             \"'=goal, \"\"all\"\"\",0.30000000000000004,,-1.0,1e-7,3,wilson,,,\n"
        );
        let json = tidy.json();
        assert_eq!((&json[0]["speed"], &json[0]["by"], &json[1]["speed"]), (&json!(-0.5), &json!("comb"), &Json::Null));
    }
}
