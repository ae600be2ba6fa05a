//! One row of a validation table.

/// What a quantity must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// A value, to the tolerance of the row.
    Value(f64),
    /// Anything from the first to the second.
    Between(f64, f64),
}

/// How far from the expected value is still right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// By so much, in the unit of the quantity.
    Absolute(f64),
    /// By this share of the expected value.
    Relative(f64),
    /// Not at all: what is expected is itself a band.
    Band,
}

/// What an expected value stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The equations themselves: a closed form, a symmetry, another program. Right sums, whatever nature does.
    Theory,
    /// A coefficient that somebody measured and that is put in: what is tested is the sum that it goes into.
    Coefficient,
    /// The limit of rigid bodies of a benchmark, where the measurement itself is of bodies that give way.
    RigidLimit,
    /// What somebody saw or reckons, without a measurement.
    Report,
    /// A motion that somebody measured.
    Measured,
}

impl Basis {
    /// As `tolley verify` prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Theory => "theory",
            Basis::Coefficient => "coefficient",
            Basis::RigidLimit => "rigid limit",
            Basis::Report => "report",
            Basis::Measured => "measured",
        }
    }
}

/// One quantity of one case.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the case, such as `D2`.
    pub case: &'static str,
    /// What is looked at, with its unit.
    pub quantity: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// What the expected value stands on.
    pub basis: Basis,
    /// What it must be.
    pub expected: Expected,
    /// How exactly.
    pub tolerance: Tolerance,
    /// Runs the physics; not a number where something did not even happen.
    pub got: fn() -> f64,
}

impl Row {
    /// The same row, standing on that.
    pub const fn on(self, basis: Basis) -> Row {
        Row { basis, ..self }
    }

    /// Whether what was got is what is expected; never for what is not a number.
    pub fn passes(&self, got: f64) -> bool {
        match (self.expected, self.tolerance) {
            (Expected::Between(low, high), _) => low <= got && got <= high,
            (Expected::Value(value), Tolerance::Absolute(by)) => (got - value).abs() <= by,
            (Expected::Value(value), Tolerance::Relative(share)) => (got - value).abs() <= share * value.abs(),
            (Expected::Value(value), Tolerance::Band) => got == value,
        }
    }
}

/// A row with a value that stands on theory.
pub(super) const fn row(
    case: &'static str,
    quantity: &'static str,
    source: &'static str,
    value: f64,
    tolerance: Tolerance,
    got: fn() -> f64,
) -> Row {
    Row { case, quantity, source, basis: Basis::Theory, expected: Expected::Value(value), tolerance, got }
}

/// Half of the last printed place of an expected value, where its 1e-6 relative is less than that.
pub(super) const fn places(count: u32) -> Tolerance {
    Tolerance::Absolute(0.500_000_1 / 10u64.pow(count) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(expected: Expected, tolerance: Tolerance) -> Row {
        let basis = Basis::Theory;
        Row { case: "T", quantity: "nothing", source: "nobody", basis, expected, tolerance, got: || 0.0 }
    }

    #[test]
    fn passing_and_failing() {
        let absolute = made(Expected::Value(-2.0), Tolerance::Absolute(0.5));
        assert_eq!([-2.5, -1.5, -2.6, -1.4].map(|got| absolute.passes(got)), [true, true, false, false]);
        let relative = made(Expected::Value(-2.0), Tolerance::Relative(0.25));
        assert_eq!([-2.5, -1.5, -2.6, -1.4].map(|got| relative.passes(got)), [true, true, false, false]);
        let band = made(Expected::Between(1.0, 2.0), Tolerance::Band);
        assert_eq!([1.0, 2.0, 0.9, 2.1].map(|got| band.passes(got)), [true, true, false, false]);
        let exact = made(Expected::Value(3.0), Tolerance::Band);
        assert!(exact.passes(3.0) && !exact.passes(3.0f64.next_up()));
        for row in [absolute, relative, band, exact] {
            assert!(!row.passes(f64::NAN) && !row.passes(f64::INFINITY));
        }
    }
}
