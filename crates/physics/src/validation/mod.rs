//! What the physics must give: rows of a validation table, each with its source, for `tolley verify` and the tests.
//!
//! Expected values are data: literals from closed forms, other people's measurements and independent programs, computed
//! by nothing in this crate; the basis of a row says which. What is got comes from the public interface of this crate
//! and nothing else.

mod chances;
mod clusters;
mod discs;
mod discs_cases;
mod impacts;
mod motions;
pub mod published;
mod row;
mod sand;
mod stage;
mod times;

pub use row::{Basis, Expected, Row, Tolerance};

const TABLES: &[&[Row]] = &[
    motions::ROWS,
    impacts::ROWS,
    times::ROWS,
    sand::ROWS,
    clusters::ROWS,
    chances::ROWS,
    discs::ROWS,
    published::ROWS,
];

/// Every row: spheres, discs, cases of the literature.
///
/// ```
/// let row = tolley_physics::validation::rows().find(|row| row.case == "D6").expect("a roll to rest");
/// assert!(row.passes((row.got)()), "{} by {}", row.quantity, row.source);
/// ```
pub fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().flat_map(|table| table.iter())
}
