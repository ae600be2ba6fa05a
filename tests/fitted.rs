//! What `tolley answer` fits, beside the rows from which it is fitted.

use serde_json::Value;
use tempfile::TempDir;
use tolley_analysis::statistics::regression::{Cell, Family, fit};

use crate::tool::ran;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn goals_of_both_sides_are_fitted_in_pairs() {
    let here = TempDir::new().expect("a folder");
    let told = ran(here.path(), &["answer", "CGQ3", "--repeats", "30", "--quiet", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let answers = json(&told.stdout)["answers"].as_array().expect("answers").clone();
    let is_paired = |answer: &&Value| answer["found"]["beside"] == "matches.other_first_half_count";
    let found = answers.iter().find(is_paired).expect("a regression in pairs")["found"].clone();
    let rows = |table: &str| {
        let told = ran(here.path(), &["export", "runs/CGQ3", table, "--json"]);
        told.stdout.lines().map(json).collect::<Vec<Value>>()
    };
    let (points, matches) = (rows("points"), rows("matches"));
    let number = |row: &Value, column: &str| row[column].as_f64().expect(column);
    let cells = |column: &str, first: f64| {
        let cell = |point: &Value| {
            let [half, step] = [("clock_half_s", 150.0), ("clock_move_s", 10.0)]
                .map(|(column, control)| (number(point, column) / control).log2());
            let of: Vec<&Value> = matches.iter().filter(|row| row["point"] == point["point"]).collect();
            let clusters = of.iter().map(|row| [number(row, column), 1.0]).collect();
            Cell { covariates: vec![first, half, step, first * half, first * step], clusters }
        };
        points.iter().map(cell).collect::<Vec<Cell>>()
    };
    let all = [cells("starter_first_half_count", 1.0), cells("other_first_half_count", 0.0)].concat();
    let wanted = fit(Family::Log, &all).expect("a fit");
    let terms = found["terms"].as_array().expect("terms");
    assert_eq!(terms.len(), 5);
    for (term, wanted) in terms.iter().zip(&wanted.terms[1..]) {
        let [low, high] = wanted.interval.map_or([None; 2], |ends| ends.map(Some));
        for (name, wanted) in [("value", wanted.value), ("low", low), ("high", high)] {
            let found = term["slope"][name].as_f64();
            let is_near = found.zip(wanted).is_some_and(|(found, wanted)| (found - wanted).abs() < 1e-9);
            assert!(is_near, "{name}: {found:?} and from the rows {wanted:?}");
        }
    }
}
