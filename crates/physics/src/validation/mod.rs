//! Cases with a known answer: what `tolley verify` prints and the tests assert.
//!
//! Expected values are literals, from published tables or from computations outside this program; nothing in the crate
//! computes them. What is got comes from the public interface of the physics.

mod discs;
mod discs_cases;

/// The known answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// One number.
    Value(f64),
    /// A band, its ends included.
    Between(f64, f64),
}

/// How far the number got may be from the one expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// In the unit of the quantity.
    Absolute(f64),
    /// As a share of the expected value.
    Relative(f64),
    /// What is expected is a band already.
    Band,
}

/// One quantity of one case.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The case, such as `"C5"`.
    pub case: &'static str,
    /// What is compared, with its unit.
    pub quantity: &'static str,
    /// Where the expected value comes from.
    pub source: &'static str,
    /// The known answer.
    pub expected: Expected,
    /// How far off is allowed.
    pub tolerance: Tolerance,
    /// Runs the physics.
    pub got: fn() -> f64,
}

impl Row {
    /// Whether a number meets the row; one that is not finite never does.
    pub fn passes(&self, got: f64) -> bool {
        match (self.expected, self.tolerance) {
            (Expected::Between(low, high), _) => (low..=high).contains(&got),
            (Expected::Value(value), Tolerance::Absolute(allowed)) => (got - value).abs() <= allowed,
            (Expected::Value(value), Tolerance::Relative(allowed)) => (got - value).abs() <= allowed * value.abs(),
            (Expected::Value(value), Tolerance::Band) => got == value,
        }
    }
}

/// Every row: spheres, then discs.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    discs::ROWS.iter()
}
