//! Where things end: counts over the cells of a plane, while rows pass by.

use tolley_dataset::{Batch, ColumnData, Dataset};

use crate::column::ok_of;
use crate::error::AnalysisError;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The table.
    pub table: &'q str,
    /// The columns of both coordinates.
    pub at: [&'q str; 2],
    /// A column of flags whose share is wanted in each cell, or by which rows are chosen.
    pub flag: Option<&'q str>,
    /// Whether rows without the flag are left out, instead of counted as those of which it is not true.
    pub only_flagged: bool,
    /// The lowest corner.
    pub low: [f64; 2],
    /// Side of a cell.
    pub side: f64,
    /// Cells along both coordinates.
    pub cells: [usize; 2],
}

/// What was counted, cell by cell, the first coordinate fastest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Rows in each cell, and those of them whose flag is true.
    pub cells: Vec<[u64; 2]>,
    /// Rows that were counted, those beyond the cells too.
    pub n: u64,
    /// Rows beyond the cells.
    pub beyond: u64,
}

/// Counts the rows of trials that can be trusted, as far as the table says which those are.
pub fn places(dataset: &Dataset, asked: &Asked<'_>) -> Result<Places, AnalysisError> {
    let manifest = dataset.manifest();
    let is_first = manifest.tables[0].name == asked.table;
    let ok = ok_of(manifest)?;
    let mut columns = asked.at.to_vec();
    columns.extend(asked.flag);
    if is_first {
        columns.push("status");
    }
    let mut found = Places { cells: vec![[0; 2]; asked.cells[0] * asked.cells[1]], ..Places::default() };
    dataset.scan(asked.table, &columns, |batch| {
        let status = if is_first { batch.names(columns.len() - 1) } else { &[] };
        for row in (0..batch.len()).filter(|row| status.get(*row).is_none_or(|status| *status == ok)) {
            found.add(asked, batch, row);
        }
    })?;
    Ok(found)
}

impl Places {
    fn add(&mut self, asked: &Asked<'_>, batch: &Batch, row: usize) {
        let is_true = asked.flag.is_some()
            && batch.has_value(2, row)
            && matches!(batch.column(2), ColumnData::Bool(flags) if flags[row]);
        let there = batch.has_value(0, row) && batch.has_value(1, row);
        if !there || (asked.only_flagged && !is_true) {
            return;
        }
        self.n += 1;
        let cell = |axis: usize| {
            let ColumnData::F64(values) = batch.column(axis) else { return None };
            let cell = ((values[row] - asked.low[axis]) / asked.side).floor();
            (cell >= 0.0 && cell < asked.cells[axis] as f64).then_some(cell as usize)
        };
        match (cell(0), cell(1)) {
            (Some(x), Some(y)) => {
                let [count, flagged] = &mut self.cells[y * asked.cells[0] + x];
                *count += 1;
                *flagged += u64::from(is_true);
            }
            _ => self.beyond += 1,
        }
    }
}
