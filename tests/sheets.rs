//! Tables of a study as a second referee reads them: columns by name, and one value changed at a time.

use std::collections::HashMap;

use tolley_experiment::names::Named;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::table::{ColumnKind, Table};

/// The rows of one table.
#[derive(Clone)]
pub struct Sheet {
    /// Trial of each row.
    pub trial: Vec<u64>,
    /// Columns with how many names they know, 0 where they hold none.
    columns: HashMap<String, (Values, usize)>,
    names: Vec<String>,
}

impl Sheet {
    /// All tables of a study, in their order.
    pub fn all(tables: &[Table], rows: &Rows) -> Vec<Sheet> {
        tables
            .iter()
            .zip(&rows.tables)
            .map(|(table, rows)| {
                let known = |kind: &ColumnKind| if let ColumnKind::Name { names } = kind { names.len() } else { 0 };
                let columns = table.columns.iter().zip(&rows.columns);
                let columns =
                    columns.map(|(column, values)| (column.name.clone(), (values.clone(), known(&column.kind))));
                let names = table.columns.iter().map(|column| column.name.clone()).collect();
                Sheet { trial: rows.trial.clone(), columns: columns.collect(), names }
            })
            .collect()
    }

    /// The names of its columns, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether it holds the same rows, where "there is none" is the same as itself.
    pub fn is_same(&self, other: &Sheet) -> bool {
        self.names == other.names && format!("{:?}", self.in_order()) == format!("{:?}", other.in_order())
    }

    fn in_order(&self) -> Vec<&Values> {
        self.names.iter().map(|name| self.values(name)).collect()
    }

    fn values(&self, name: &str) -> &Values {
        &self.columns.get(name).unwrap_or_else(|| panic!("no column {name}")).0
    }

    pub fn number(&self, row: usize, name: &str) -> f64 {
        if let Values::F64(values) = self.values(name) { values[row] } else { panic!("{name} holds no numbers") }
    }

    pub fn count(&self, row: usize, name: &str) -> u32 {
        if let Values::U32(values) = self.values(name) { values[row] } else { panic!("{name} holds no counts") }
    }

    pub fn is(&self, row: usize, name: &str) -> bool {
        if let Values::Bool(values) = self.values(name) { values[row] } else { panic!("{name} holds no flags") }
    }

    pub fn name<T: Named>(&self, row: usize, name: &str) -> T {
        let Values::Name(values) = self.values(name) else { panic!("{name} holds no names") };
        T::at(usize::from(values[row])).unwrap_or_else(|| panic!("{name}: no such name"))
    }

    /// Another value in one place; the old one comes back, for [`Sheet::restore`]. A number is shifted or, if `blanks`,
    /// taken away; `None` where there is nothing to change.
    pub fn change(&mut self, row: usize, name: &str, blanks: bool) -> Option<Values> {
        let (values, known) = self.columns.get_mut(name).unwrap_or_else(|| panic!("no column {name}"));
        match values {
            Values::F64(numbers) => {
                let old = numbers[row];
                numbers[row] = match (old.is_nan(), blanks) {
                    (true, false) => 0.05,
                    (true, true) => return None,
                    (false, false) => old + 0.01,
                    (false, true) => f64::NAN,
                };
                Some(Values::F64(vec![old]))
            }
            _ if blanks => None,
            Values::U32(counts) => {
                counts[row] += 1;
                Some(Values::U32(vec![counts[row] - 1]))
            }
            Values::Bool(flags) => {
                flags[row] = !flags[row];
                Some(Values::Bool(vec![!flags[row]]))
            }
            Values::Name(names) => {
                let old = names[row];
                names[row] = ((usize::from(old) + 1) % *known) as u8;
                Some(Values::Name(vec![old]))
            }
            Values::U64(_) => panic!("{name} is an identifier"),
        }
    }

    /// Undoes a change.
    pub fn restore(&mut self, row: usize, name: &str, old: &Values) {
        let values = self.columns.get_mut(name).map(|(values, _)| values);
        match (values, old) {
            (Some(Values::F64(values)), Values::F64(old)) => values[row] = old[0],
            (Some(Values::U32(values)), Values::U32(old)) => values[row] = old[0],
            (Some(Values::Bool(values)), Values::Bool(old)) => values[row] = old[0],
            (Some(Values::Name(values)), Values::Name(old)) => values[row] = old[0],
            _ => panic!("{name} keeps its kind"),
        }
    }
}

/// What somebody finds who reads rows: nothing, or the first thing that differs.
pub type Found = Result<(), String>;

/// Compares what he makes of it with what stands there.
pub fn agree<T: PartialEq + std::fmt::Debug>(what: &str, own: T, stands: T) -> Found {
    if own == stands { Ok(()) } else { Err(format!("{what}: {own:?} by the laws, {stands:?} in the row")) }
}

/// The same of numbers, where "there is none" is one.
pub fn agree_on(what: &str, own: f64, stands: f64) -> Found {
    if own == stands || (own.is_nan() && stands.is_nan()) { Ok(()) } else { agree(what, own, stands) }
}

/// Which of these columns nobody misses when a value of theirs is changed: in any of the rows, `every` one of them or
/// at least one.
pub fn unnoticed(
    sheets: &mut [Sheet],
    (table, names): (usize, &[&str]),
    rows: &[usize],
    every: bool,
    referee: impl Fn(&[Sheet], usize) -> Found,
) -> Vec<String> {
    let mut missed = Vec::new();
    for name in names {
        let mut noticed = 0;
        for row in rows {
            let is_noticed = [false, true].into_iter().any(|blanks| {
                let Some(old) = sheets[table].change(*row, name, blanks) else { return false };
                let found = referee(sheets, *row);
                sheets[table].restore(*row, name, &old);
                found.is_err()
            });
            noticed += usize::from(is_noticed);
            if is_noticed != every {
                break;
            }
        }
        let is_missed = if every { noticed < rows.len() } else { noticed == 0 };
        if is_missed {
            missed.push((*name).to_owned());
        }
    }
    missed
}
