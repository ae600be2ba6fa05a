//! Every row of the validation tables.

use tolley_physics::validation::{Basis, Expected, Row, Tolerance, rows};

/// How far from a value is still right; 0 for a band.
fn allowed(row: &Row, value: f64) -> f64 {
    match row.tolerance {
        Tolerance::Absolute(by) => by,
        Tolerance::Relative(share) => share * value.abs(),
        Tolerance::Band => 0.0,
    }
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

/// Only what somebody measured may be told as measured, and coefficients put in may not.
#[test]
fn every_row_says_what_it_stands_on() {
    for row in rows() {
        let basis = match row.case {
            "D7" | "D8" => Basis::Coefficient,
            "D18" => Basis::RigidLimit,
            "D38" => Basis::Measured,
            _ => Basis::Theory,
        };
        assert_eq!(row.basis, basis, "{} {}", row.case, row.quantity);
    }
    assert_eq!(rows().filter(|row| row.basis == Basis::Measured).count(), 10);
}

#[test]
fn every_row_can_fail() {
    for row in rows() {
        assert!(!row.source.is_empty() && !row.quantity.is_empty());
        match row.expected {
            Expected::Value(value) => {
                let by = allowed(row, value);
                // slow balls of a fast break, to the tolerance of the fast ones
                let scale = if ["D23", "D25"].contains(&row.case) { 1.0 } else { value.abs().max(0.1) };
                // what was measured scatters
                let share = if row.basis == Basis::Measured { 0.1 } else { 0.01 };
                assert!(by >= 0.0 && by <= share * scale.max(value.abs()), "{} {}: {by}", row.case, row.quantity);
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

/// Rows of coins come from computations to twelve decimals and are held to them.
#[test]
fn a_row_of_coins_refuses_what_differs_in_the_last_digits() {
    for row in rows().filter(|row| row.case.starts_with('C')) {
        let Expected::Value(value) = row.expected else { panic!("{} is a band", row.case) };
        let by = allowed(row, value);
        assert!(by <= 1e-9 * value.abs().max(0.01), "{} {}", row.case, row.quantity);
        let off = (2.0 * by).max(1e-15);
        assert!(row.passes(value) && !row.passes(value + off) && !row.passes(value - off), "{}", row.quantity);
        assert!(!row.passes(f64::INFINITY));
    }
}

#[test]
fn every_case_of_coins_is_there_and_no_row_twice() {
    let missing: Vec<_> =
        (1..=18).map(|number| format!("C{number}")).filter(|case| !rows().any(|row| row.case == case)).collect();
    assert!(missing.is_empty(), "no rows for {missing:?}");
    let coins: Vec<_> = rows().filter(|row| row.case.starts_with('C')).map(|row| (row.case, row.quantity)).collect();
    assert!((1..coins.len()).all(|k| !coins[..k].contains(&coins[k])));
}
