//! Columns of a table that has a line a design point.

use tolley_experiment::value::Value;

use crate::columns::TextColumn;
use crate::number::{self, Shown};

/// How each axis is shown, and its cells.
pub fn axis_columns(rows: &[&[(String, Value)]]) -> Vec<TextColumn> {
    let count = rows.first().map_or(0, |row| row.len());
    let column = |axis: usize| {
        let name = &rows[0][axis].0;
        let shown = Shown::of_column(name);
        let cells = rows.iter().map(|row| number::value(&row[axis].1, shown.factor));
        let head = [shown.name.clone(), shown.unit.clone()];
        let mut column = TextColumn::right(head.into_iter().chain(cells));
        column.is_left = !column.cells[2..].iter().all(|cell| cell.parse::<f64>().is_ok());
        column
    };
    (0..count).map(column).collect()
}

/// A column under its name and unit, to the right.
pub fn headed(name: &str, unit: &str, cells: impl Iterator<Item = String>) -> TextColumn {
    TextColumn::right([name.to_owned(), unit.to_owned()].into_iter().chain(cells))
}
