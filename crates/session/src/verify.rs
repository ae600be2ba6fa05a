//! The physics against its validation tables.

use tolley_physics::validation::{Row, rows};
use tolley_tinsley_green::validation as marbles;

/// A row, and what the physics gave.
pub struct CheckedRow {
    /// The row.
    pub row: &'static Row,
    /// What the physics gave.
    pub got: f64,
    /// Whether that is what the row expects.
    pub passes: bool,
}

impl CheckedRow {
    /// Plays a row.
    pub fn new(row: &'static Row) -> CheckedRow {
        let got = (row.got)();
        CheckedRow { row, got, passes: row.passes(got) }
    }
}

/// Plays every row.
pub fn verify() -> Vec<CheckedRow> {
    rows().chain(marbles::rows()).map(CheckedRow::new).collect()
}
