//! The rows of one match as numbers, by the names of tables and columns.

use std::collections::BTreeMap;

use tolley_experiment::row::Values;
use tolley_experiment::table::ColumnKind;

use crate::tinsley_green::played::Played;

/// The rows of a table that belong to one match.
#[derive(Clone, Debug)]
pub struct Part {
    pub columns: Vec<(String, ColumnKind)>,
    pub rows: Vec<Vec<f64>>,
}

/// All rows of one match.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub parts: BTreeMap<String, Part>,
}

fn cell(values: &Values, i: usize) -> f64 {
    match values {
        Values::F64(v) => v[i],
        Values::U32(v) => f64::from(v[i]),
        Values::U64(v) => v[i] as f64,
        Values::Bool(v) => f64::from(u8::from(v[i])),
        Values::Name(v) => f64::from(v[i]),
    }
}

impl Sheet {
    /// Of one match among those that were played.
    pub fn of(played: &Played, trial: u64) -> Sheet {
        let part = |table: &tolley_experiment::table::Table| {
            let given = played.table(&table.name);
            let own = (0..given.trial.len()).filter(|i| given.trial[*i] == trial);
            let rows = own.map(|i| given.columns.iter().map(|values| cell(values, i)).collect()).collect();
            let columns = table.columns.iter().map(|column| (column.name.clone(), column.kind.clone())).collect();
            (table.name.clone(), Part { columns, rows })
        };
        Sheet { parts: played.tables().iter().map(part).collect() }
    }

    /// A table.
    pub fn part(&self, table: &str) -> &Part {
        &self.parts[table]
    }
}

impl Part {
    /// A number, or what is wrong where there is no such row.
    pub fn at(&self, row: usize, name: &str) -> Result<f64, String> {
        let column = self.column(name);
        self.rows.get(row).map(|cells| cells[column]).ok_or_else(|| format!("no row {row} with {name}"))
    }

    fn column(&self, name: &str) -> usize {
        let column = self.columns.iter().position(|(known, _)| known == name);
        column.unwrap_or_else(|| panic!("no column {name}"))
    }

    /// The rows whose numbers in some columns are these.
    pub fn those<const N: usize>(&self, wanted: [(&str, u32); N]) -> Vec<usize> {
        let wanted = wanted.map(|(name, value)| (self.column(name), f64::from(value)));
        let is_it = |row: &usize| wanted.iter().all(|(column, value)| self.rows[*row][*column] == *value);
        (0..self.rows.len()).filter(is_it).collect()
    }
}

/// A row that was found, by the names of its columns.
pub type Told = Vec<(&'static str, f64)>;

/// Changes a cell of a row that was found.
pub fn set(row: &mut Told, name: &str, value: f64) {
    let cell = row.iter_mut().find(|(known, _)| *known == name);
    cell.unwrap_or_else(|| panic!("no cell {name}")).1 = value;
}

/// A cell of a row that was found.
pub fn get(row: &Told, name: &str) -> f64 {
    row.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no cell {name}")).1
}

/// The rows that the referee finds, table by table.
#[derive(Clone, Debug, Default)]
pub struct Found(pub BTreeMap<&'static str, Vec<Told>>);

impl Found {
    /// The rows of a table so far.
    pub fn rows(&mut self, table: &'static str) -> &mut Vec<Told> {
        self.0.entry(table).or_default()
    }

    /// Number of rows of a table so far.
    pub fn count(&self, table: &str) -> usize {
        self.0.get(table).map_or(0, Vec::len)
    }

    /// What of the rows given is otherwise than it was found.
    pub fn differs(&self, sheet: &Sheet) -> Result<(), String> {
        for (table, part) in &sheet.parts {
            let Some(rows) = self.0.get(table.as_str()) else {
                if part.rows.is_empty() || table == "rests" {
                    continue;
                }
                return Err(format!("{table}: {} rows, none found", part.rows.len()));
            };
            if rows.len() != part.rows.len() {
                return Err(format!("{table}: {} rows, {} found", part.rows.len(), rows.len()));
            }
            for (i, row) in rows.iter().enumerate() {
                for (name, found) in row {
                    let given = part.at(i, name)?;
                    if given != *found && !(given.is_nan() && found.is_nan()) {
                        return Err(format!("{table} row {i}: {name} is {given}, found {found}"));
                    }
                }
            }
        }
        Ok(())
    }
}
