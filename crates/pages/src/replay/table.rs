//! Rows of a trial by the names of their columns.

use tolley_experiment::row::{Rows, Values};
use tolley_experiment::table::{ColumnKind, Table};

/// A table of a trial.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    table: &'a Table,
    columns: &'a [Values],
    /// How many rows it has.
    pub count: usize,
}

impl<'a> Told<'a> {
    /// The table of this name; one without rows where there is none.
    pub fn of(tables: &'a [Table], rows: &'a Rows, name: &str) -> Told<'a> {
        let number = tables.iter().position(|table| table.name == name).unwrap_or(0);
        let own = &rows.tables[number];
        let count = if tables[number].name == name { own.trial.len() } else { 0 };
        Told { table: &tables[number], columns: &own.columns, count }
    }

    /// A number, a count, or 1 for true; not a number where there is none.
    pub fn number(&self, row: usize, column: &str) -> f64 {
        match self.table.index(column).map(|index| &self.columns[index]) {
            Some(Values::F64(values)) => values[row],
            Some(Values::U32(values)) => f64::from(values[row]),
            Some(Values::U64(values)) => values[row] as f64,
            Some(Values::Bool(values)) => f64::from(u8::from(values[row])),
            _ => f64::NAN,
        }
    }

    /// A count.
    pub fn count(&self, row: usize, column: &str) -> u32 {
        self.number(row, column) as u32
    }

    /// Whether it is true.
    pub fn is(&self, row: usize, column: &str) -> bool {
        self.number(row, column) == 1.0
    }

    /// A name; empty where there is none.
    pub fn name(&self, row: usize, column: &str) -> &'a str {
        let Some(index) = self.table.index(column) else { return "" };
        match (&self.columns[index], &self.table.columns[index].kind) {
            (Values::Name(values), ColumnKind::Name { names }) => names[usize::from(values[row])].as_ref(),
            _ => "",
        }
    }
}

/// What a name of a type with names means.
pub fn about<T: tolley_experiment::names::Named>(name: &str) -> String {
    let found = T::NAMES.iter().position(|known| *known == name);
    found.and_then(|index| T::ABOUTS.get(index)).map_or_else(String::new, |about| about.trim().to_owned())
}
