//! How the rows of this game are written.

use tolley_physics::validation::{Basis, Expected, Row, Tolerance};

/// A row whose expected value is a band.
pub(super) const fn band(
    case: &'static str,
    quantity: &'static str,
    source: &'static str,
    [low, high]: [f64; 2],
    got: fn() -> f64,
) -> Row {
    let expected = Expected::Between(low, high);
    Row { case, quantity, source, basis: Basis::Theory, expected, tolerance: Tolerance::Band, got }
}
