//! Every row of the validation tables, of the physics and of the game.

use tolley_physics::validation::{self, Expected, Row, Tolerance};
use tolley_tinsley_green::validation as marbles;

fn rows() -> impl Iterator<Item = &'static Row> {
    validation::rows().chain(marbles::rows())
}

#[test]
fn every_row_passes() {
    let mut wrong = Vec::new();
    for row in rows() {
        let got = (row.got)();
        if !row.passes(got) {
            wrong.push(format!("{} {}: {got:?} is not {:?} {:?}", row.case, row.quantity, row.expected, row.tolerance));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_row_can_fail() {
    for row in rows() {
        assert!(!row.source.is_empty() && !row.quantity.is_empty());
        match row.expected {
            Expected::Value(value) => {
                let by = match row.tolerance {
                    Tolerance::Absolute(by) => by,
                    Tolerance::Relative(share) => share * value.abs(),
                    Tolerance::Band => 0.0,
                };
                // slow balls of a fast break, to the tolerance of the fast ones
                let scale = if ["D23", "D25"].contains(&row.case) { 1.0 } else { value.abs().max(0.1) };
                assert!(by >= 0.0 && by <= 0.01 * scale.max(value.abs()), "{} {}: {by}", row.case, row.quantity);
                assert!(!row.passes(value + 1.1 * by + 1e-6) && !row.passes(value - 1.1 * by - 1e-6));
            }
            Expected::Between(low, high) => {
                assert!(low < high && row.tolerance == Tolerance::Band);
                assert!(low.is_finite() || high.is_finite(), "{} {} takes anything", row.case, row.quantity);
            }
        }
        assert!(!row.passes(f64::NAN));
    }
}

#[test]
fn the_cases_of_the_table_are_there() {
    let missing: Vec<_> =
        (1..=36).map(|number| format!("D{number}")).filter(|case| !rows().any(|row| row.case == case)).collect();
    assert!(missing.is_empty(), "no rows for {missing:?}");
}
