//! The numbers of a page as a tidy table: `term, estimate, std_error, conf_low, conf_high, n, method`, seed and place.

use std::path::Path;

use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_dataset::sheet::Cells;
use tolley_dataset::{Dataset, sheet};
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column, ColumnKind, Table};
use tolley_experiment::value::Value;
use tolley_session::place::VERSIONS;

use super::cube::Cube;
use crate::exit::Stop;

/// One estimate, SI.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Number of the design point, if it is of one.
    pub point: Option<u64>,
    /// Where it is of several points: column and value of what these have alike.
    pub values: Vec<(String, Value)>,
    /// What is estimated.
    pub term: String,
    /// What is known of it.
    pub estimate: Estimate,
    /// How it was found.
    pub method: String,
    /// Seed of its trials, where it is not that of the dataset.
    pub seed: Option<u64>,
}

impl Row {
    /// Of all that there is.
    pub fn of(term: impl Into<String>, estimate: Estimate, method: impl Into<String>) -> Row {
        Row { term: term.into(), estimate, method: method.into(), ..Row::default() }
    }

    /// Of one design point.
    pub fn at_point(term: impl Into<String>, estimate: Estimate, method: impl Into<String>, point: u64) -> Row {
        Row { point: Some(point), ..Row::of(term, estimate, method) }
    }

    /// Of all points that have these values, each beside its column.
    #[must_use]
    pub fn at(self, values: &[(String, Value)]) -> Row {
        Row { values: values.to_vec(), ..self }
    }
}

/// All rows, and the value of each axis at each point.
#[derive(Clone, Debug, Default)]
pub struct Tidy {
    /// The columns of the axes, and of what else rows name.
    pub axes: Vec<String>,
    /// In order.
    pub rows: Vec<Row>,
    /// Of each row the value of each axis as text; empty where it is of several.
    pub places: Vec<Vec<String>>,
    /// Seed of the dataset; none of what is of no dataset.
    pub seed: Option<u64>,
}

impl Tidy {
    /// Of rows that are of no dataset.
    pub fn alone(rows: Vec<Row>) -> Tidy {
        let places = rows.iter().map(|_| Vec::new()).collect();
        Tidy { rows, places, ..Tidy::default() }
    }

    /// Of rows of a dataset.
    pub fn of(cube: Option<&Cube<'_>>, dataset: &Dataset, rows: Vec<Row>) -> Tidy {
        let manifest = dataset.manifest();
        let grid = &manifest.plan.grid;
        let column = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
        let mut axes: Vec<String> = grid.axes.iter().map(|axis| column(&axis.key)).collect();
        // what strata set is no axis of the dataset
        for (name, _) in rows.iter().flat_map(|row| &row.values) {
            if !axes.contains(name) {
                axes.push(name.clone());
            }
        }
        let base = &manifest.plan.base;
        let own = |name: &str| {
            base.iter().find(|(key, _)| column(key) == name).map_or_else(String::new, |(_, own)| plain(own))
        };
        let owned: Vec<String> = axes[grid.axes.len()..].iter().map(|name| own(name)).collect();
        let value = |point: u64, axis: usize| match cube {
            Some(cube) => plain(&cube.points[point as usize].values[axis]),
            None => plain(&grid.axis_value(axis, point)),
        };
        let cell = |row: &Row, axis: usize| {
            let said = row.values.iter().find(|(name, _)| *name == axes[axis]).map(|(_, value)| plain(value));
            match (said, row.point, axis.checked_sub(grid.axes.len())) {
                (Some(said), ..) => said,
                (None, _, Some(other)) => owned[other].clone(),
                (None, Some(point), None) => value(point, axis),
                (None, None, None) => String::new(),
            }
        };
        let places = rows.iter().map(|row| (0..axes.len()).map(|axis| cell(row, axis)).collect()).collect();
        Tidy { axes, rows, places, seed: Some(manifest.plan.seed) }
    }

    /// Of a row, where there is one at all.
    fn seed_of(&self, row: &Row) -> Option<u64> {
        self.seed.map(|seed| row.seed.unwrap_or(seed))
    }

    /// As text, comma-separated; numbers with all their digits, SI.
    pub fn csv(&self) -> String {
        let number = |number: Option<f64>| number.map_or_else(String::new, |number| format!("{number:?}"));
        let head = ["term", "estimate", "std_error", "conf_low", "conf_high", "n", "method"];
        let head = head
            .into_iter()
            .chain(self.seed.map(|_| "seed"))
            .chain(["point"])
            .chain(self.axes.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(",");
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
            ];
            let seed = self.seed_of(row).map(|seed| seed.to_string());
            let point = row.point.map_or_else(String::new, |point| point.to_string());
            cells
                .into_iter()
                .chain(seed)
                .chain([point])
                .chain(place.iter().map(|value| quoted(value)))
                .collect::<Vec<_>>()
                .join(",")
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
                "method": row.method, "seed": self.seed_of(row), "point": row.point,
            });
            let said = self.axes.iter().zip(place).filter(|(_, value)| !value.is_empty());
            said.for_each(|(axis, value)| object[axis] = typed(value));
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
        if self.seed.is_some() {
            let seeds = Values::U64(self.rows.iter().filter_map(|row| self.seed_of(row)).collect());
            columns.push((Column::always("seed", ColumnKind::U64, "Seed of the trials."), Cells::Values(seeds)));
        }
        // one that has no point is told by a text that is empty
        let point = |row: &Row| row.point.map_or_else(String::new, |point| point.to_string());
        columns.push(texts("point", "Number of the design point; empty where it is of none.", row_texts(&point)));
        for (axis, column) in self.axes.iter().enumerate() {
            let values = self.places.iter().map(|place| place[axis].clone()).collect();
            columns.push(texts(column, "Value of the axis there, SI; empty where it is of several.", values));
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
        let row = Row::at_point("=goal, \"all\"", estimate, "wilson", 2);
        let other = Row { point: None, seed: Some(8), ..row.clone() };
        let places = vec![vec!["-0.5".to_owned(), "comb".to_owned()], vec![String::new(); 2]];
        let axes = vec!["speed".to_owned(), "by".to_owned()];
        let tidy = Tidy { axes, rows: vec![row, other], places, seed: Some(7) };
        assert_eq!(
            tidy.csv(),
            "term,estimate,std_error,conf_low,conf_high,n,method,seed,point,speed,by\n\
             \"'=goal, \"\"all\"\"\",0.30000000000000004,,-1.0,1e-7,3,wilson,7,2,-0.5,comb\n\
             \"'=goal, \"\"all\"\"\",0.30000000000000004,,-1.0,1e-7,3,wilson,8,,,\n"
        );
        let json = tidy.json();
        assert_eq!((&json[0]["seed"], &json[1]["seed"]), (&json!(7), &json!(8)));
        assert_eq!((&json[0]["speed"], &json[0]["by"], &json[1]["speed"]), (&json!(-0.5), &json!("comb"), &Json::Null));
    }
}
