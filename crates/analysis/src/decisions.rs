//! Which decision is best in how many situations of each design point: rows of a table that names it.

use tolley_dataset::{ColumnData, Dataset, Manifest};
use tolley_experiment::table::{ColumnKind, Table};

use crate::error::AnalysisError;
use crate::measured::{Comparand, MeasureText, column_of, holds, measure_text, table_of, test};
use crate::missing::Missing;
use crate::values::values_of;

/// Decisions of all design points.
#[derive(Clone, Debug, PartialEq)]
pub struct Decisions {
    /// The names that a decision may have.
    pub names: Vec<String>,
    /// Of each point, by its number, how many rows have each name.
    pub counts: Vec<Vec<u64>>,
    /// Trials that are left out.
    pub missing: Missing,
}

/// Whether what is asked is a column of names, `TABLE.COLUMN[COLUMN=VALUE]`, and not how often it is one of them; an
/// error where the rows that count are none that the table can have.
pub fn names_decisions(manifest: &Manifest, measure: &str) -> Result<bool, AnalysisError> {
    let Some((table, text, _)) = column(manifest, measure) else { return Ok(false) };
    text.only.map(|only| test(table, only, &mut Vec::new())).transpose()?;
    Ok(true)
}

fn column<'m>(manifest: &'m Manifest, measure: &'m str) -> Option<(&'m Table, MeasureText<'m>, &'m [String])> {
    let text = measure_text(measure).filter(|text| text.beside == Comparand::Nothing)?;
    let table = table_of(manifest, text.table).ok()?;
    match &table.columns[table.index(text.column)?].kind {
        ColumnKind::Name { names } => Some((table, text, names)),
        _ => None,
    }
}

/// Counts the decisions of a dataset, as far as it goes.
pub fn decisions(dataset: &Dataset, measure: &str) -> Result<Decisions, AnalysisError> {
    let manifest = dataset.manifest();
    let Some((table, text, names)) = column(manifest, measure) else {
        return Err(AnalysisError::Question(format!("{measure} is no column of names")));
    };
    column_of(table, "point")?;
    let mut read = vec!["point", text.column];
    let only = text.only.map(|only| test(table, only, &mut read)).transpose()?;
    let points = manifest.plan.grid.points();
    let mut counts = vec![vec![0; names.len()]; points as usize];
    let mut is_stray = false;
    dataset.scan(&table.name, &read, |batch| {
        let ColumnData::Name(named) = batch.column(1) else { return };
        for (row, point) in batch.u64(0).iter().enumerate() {
            if !batch.has_value(1, row) || only.as_ref().is_some_and(|only| holds(only, batch, row) != Some(true)) {
                continue;
            }
            match counts.get_mut(*point as usize).and_then(|of| of.get_mut(usize::from(named[row]))) {
                Some(count) => *count += 1,
                None => is_stray = true,
            }
        }
    })?;
    if is_stray {
        return Err(AnalysisError::Measure("a row belongs to a point that is not planned".to_owned()));
    }
    Ok(Decisions { names: names.to_vec(), counts, missing: values_of(dataset, "trial")?.missing })
}
