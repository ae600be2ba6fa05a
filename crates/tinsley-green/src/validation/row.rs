//! How the rows of this game are written.

use tolley_physics::validation::{Expected, Row, Tolerance};

/// A row whose expected value is a band.
pub(super) const fn band(
    case: &'static str,
    quantity: &'static str,
    source: &'static str,
    [low, high]: [f64; 2],
    got: fn() -> f64,
) -> Row {
    Row { case, quantity, source, expected: Expected::Between(low, high), tolerance: Tolerance::Band, got }
}
