//! The rows of any table of a dataset, as numbers.

use tolley_dataset::{Batch, ColumnData, Dataset};
use tolley_experiment::table::ColumnKind;

use crate::column::ok_of;
use crate::error::AnalysisError;

/// One row, of a trial that can be trusted as far as the table says which those are.
pub(crate) struct Row<'b> {
    /// Design point of its trial.
    pub point: u64,
    /// Repeat of its trial.
    pub repeat: u64,
    /// The rows around it.
    pub batch: &'b Batch,
    /// Its number in there.
    pub row: usize,
    /// Number of the first column that was asked for.
    pub columns: usize,
}

impl Row<'_> {
    /// Whether it has the column, counted from the first that was asked for.
    pub fn has(&self, column: usize) -> bool {
        self.batch.has_value(self.columns + column, self.row)
    }

    /// Its value.
    pub fn number(&self, column: usize) -> f64 {
        let column = self.columns + column;
        match self.batch.column(column) {
            ColumnData::F64(values) => values[self.row],
            ColumnData::U64(values) => values[self.row] as f64,
            ColumnData::Bool(values) => f64::from(u8::from(values[self.row])),
            ColumnData::Name(_) => f64::NAN,
        }
    }
}

/// Refuses columns that the table has not, or that are no numbers or flags.
pub(crate) fn refuse_others(dataset: &Dataset, table: &str, columns: &[&str]) -> Result<(), AnalysisError> {
    let found = dataset.manifest().tables.iter().find(|found| found.name == table);
    let found = found.ok_or_else(|| AnalysisError::Question(format!("{table}: there is no such table")))?;
    let is_number = |name: &str| {
        found.columns.iter().any(|column| column.name == name && !matches!(column.kind, ColumnKind::Name { .. }))
    };
    match columns.iter().find(|name| !is_number(name)) {
        Some(name) => Err(AnalysisError::Question(format!("{name} is no number of the table {table}"))),
        None => Ok(()),
    }
}

/// Calls for every row, with its columns.
pub(crate) fn each(
    dataset: &Dataset,
    table: &str,
    columns: &[&str],
    mut call: impl FnMut(&Row<'_>),
) -> Result<(), AnalysisError> {
    refuse_others(dataset, table, columns)?;
    let manifest = dataset.manifest();
    let ok = ok_of(manifest)?;
    let mut read = vec!["point", "repeat"];
    // the table of trials alone says which are ok
    let has_status = manifest.tables[0].name == table;
    if has_status {
        read.push("status");
    }
    let first = read.len();
    read.extend_from_slice(columns);
    dataset.scan(table, &read, |batch| {
        let (points, repeats) = (batch.u64(0), batch.u64(1));
        let status = if has_status { batch.names(2) } else { &[] };
        for row in (0..batch.len()).filter(|row| status.get(*row).is_none_or(|status| *status == ok)) {
            call(&Row { point: points[row], repeat: repeats[row], batch, row, columns: first });
        }
    })?;
    Ok(())
}
