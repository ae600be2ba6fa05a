//! `tolley verify` from outside, and the rows that need a rack or a hand.

use tolley_physics::validation::{self, Expected, Row, Tolerance};
use tolley_tinsley_green::validation as marbles;

use crate::tool::ran;

#[test]
fn every_row_of_the_game_can_fail() {
    for row in marbles::rows() {
        assert!(!row.source.is_empty() && !row.quantity.is_empty() && !row.passes(f64::NAN));
        match (row.expected, row.tolerance) {
            (Expected::Value(value), Tolerance::Absolute(by)) => refuses(row, value, by),
            (Expected::Value(value), Tolerance::Relative(share)) => refuses(row, value, share * value.abs()),
            (Expected::Value(value), Tolerance::Band) => refuses(row, value, 0.0),
            (Expected::Between(low, high), tolerance) => {
                assert!(low < high && tolerance == Tolerance::Band);
                assert!(low.is_finite() || high.is_finite(), "{} {} takes anything", row.case, row.quantity);
            }
        }
    }
}

fn refuses(row: &Row, value: f64, by: f64) {
    assert!(by >= 0.0 && by <= 0.01 * value.abs().max(0.1), "{} {}: {by}", row.case, row.quantity);
    assert!(!row.passes(value + 1.1 * by + 1e-6) && !row.passes(value - 1.1 * by - 1e-6));
}

#[test]
fn the_cases_of_balls_are_there() {
    let is_there = |case: &str| validation::rows().chain(marbles::rows()).any(|row| row.case == case);
    let missing: Vec<_> = (1..=36).map(|number| format!("D{number}")).filter(|case| !is_there(case)).collect();
    assert!(missing.is_empty(), "no rows for {missing:?}");
}

#[test]
fn the_table_has_every_row_and_all_pass() {
    let here = tempfile::TempDir::new().expect("a temporary folder");
    let text = ran(here.path(), &["verify"]);
    assert_eq!(text.code, 0, "{}{}", text.stdout, text.stderr);
    let lines: Vec<&str> = text.stdout.lines().collect();
    for title in ["case", "quantity", "expected", "got", "tolerance", "verdict", "basis", "source"] {
        assert!(lines[0].contains(title), "{}", lines[0]);
    }
    let d2 = lines.iter().find(|line| line.starts_with("D2 ")).expect("a row");
    for part in ["time until rolling, s", "0.194165 ", "0.19416533178", "pass", "Leckie and Greenspan"] {
        assert!(d2.contains(part), "{part}: {d2}");
    }
    let json = ran(here.path(), &["verify", "--json"]);
    assert_eq!(json.code, 0);
    let object: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let rows = object["rows"].as_array().expect("rows");
    let count = rows.len();
    let tables = [validation::rows().count(), marbles::rows().count()];
    assert_eq!(count, tables[0] + tables[1]);
    assert_eq!((object["passed"].as_u64(), object["failed"].as_u64()), (Some(count as u64), Some(0)));
    assert_eq!(
        lines.last().copied(),
        Some(format!("{count} rows pass, 0 fail; 10 compare with a measured motion").as_str())
    );
    assert_eq!(rows.iter().filter(|row| row["basis"] == "measured").count(), 10);
    for row in rows {
        assert_eq!(row["verdict"], "pass");
        assert!(row["got"].is_number() && !row["source"].as_str().expect("text").is_empty(), "{row}");
    }
    assert!(std::fs::read_dir(here.path()).expect("a folder").next().is_none(), "nothing is written");
}
