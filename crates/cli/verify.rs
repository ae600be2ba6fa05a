//! `tolley verify`: the physics against its validation tables.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tolley_answers::columns::{self, TextColumn};
use tolley_physics::validation::{Basis, Expected, Tolerance};
use tolley_session::verify::{CheckedRow, verify};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Runs every row and prints the table; a mismatch is an exit code of its own.
pub fn run(args: &args::Verify) -> Result<u8, Stop> {
    let checked = verify();
    let failed = checked.iter().filter(|checked| !checked.passes).count();
    if args.json {
        output::json(&object(&checked, failed))?;
    } else {
        output::result(&table(&checked, failed))?;
    }
    outcome(checked.len(), failed)
}

fn outcome(count: usize, failed: usize) -> Result<u8, Stop> {
    match failed {
        0 => Ok(exit::DONE),
        _ => Err(Stop::new(exit::MISMATCH, format!("error: {failed} of {count} rows fail"))),
    }
}

fn verdict(passes: bool) -> &'static str {
    if passes { "pass" } else { "FAIL" }
}

fn object(checked: &[CheckedRow], failed: usize) -> Value {
    let row = |checked: &CheckedRow| {
        let CheckedRow { row, got, passes } = checked;
        json!({
            "case": row.case,
            "quantity": row.quantity,
            "source": row.source,
            "basis": row.basis.name(),
            "expected": match row.expected {
                Expected::Value(value) => json!(value),
                Expected::Between(low, high) => json!([low, high]),
            },
            "tolerance": match row.tolerance {
                Tolerance::Absolute(by) => json!({"absolute": by}),
                Tolerance::Relative(share) => json!({"relative": share}),
                Tolerance::Band => json!("exact"),
            },
            // what is not a number has no form in JSON and is null
            "got": got,
            "verdict": verdict(*passes).to_lowercase(),
        })
    };
    json!({
        "rows": checked.iter().map(row).collect::<Vec<_>>(),
        "passed": checked.len() - failed,
        "failed": failed,
        "measured": measured(checked),
    })
}

/// How many rows compare with a motion that somebody measured.
fn measured(checked: &[CheckedRow]) -> usize {
    checked.iter().filter(|checked| checked.row.basis == Basis::Measured).count()
}

const TITLES: [&str; 8] = ["case", "quantity", "expected", "got", "tolerance", "verdict", "basis", "source"];

/// The table for people: one line a row, the source last because it is long.
fn table(checked: &[CheckedRow], failed: usize) -> String {
    let lines: Vec<[String; 8]> = std::iter::once(TITLES.map(str::to_owned)).chain(checked.iter().map(cells)).collect();
    let column = |at: usize| {
        let cells = lines.iter().map(|line| line[at].clone());
        // numbers: expected, got, tolerance
        if (2..=4).contains(&at) { TextColumn::right(cells) } else { TextColumn::left(cells) }
    };
    let columns: Vec<TextColumn> = (0..TITLES.len()).map(column).collect();
    let mut out = columns::rows(&columns).join("\n") + "\n";
    let _ = write!(
        out,
        "\n{} rows pass, {failed} fail; {} compare with a measured motion\n",
        checked.len() - failed,
        measured(checked)
    );
    out
}

fn cells(checked: &CheckedRow) -> [String; 8] {
    let CheckedRow { row, got, passes } = checked;
    let expected = match row.expected {
        Expected::Value(value) => value.to_string(),
        Expected::Between(low, high) => format!("{low} ... {high}"),
    };
    let tolerance = match (row.tolerance, row.expected) {
        (Tolerance::Band, Expected::Between(..)) => "band".to_owned(),
        (Tolerance::Band | Tolerance::Absolute(0.0), _) => "exact".to_owned(),
        (Tolerance::Absolute(by), _) => format!("{by:.1e}"),
        (Tolerance::Relative(share), _) => format!("{:.1e} %", 100.0 * share),
    };
    [
        row.case.to_owned(),
        row.quantity.to_owned(),
        expected,
        digits(*got),
        tolerance,
        verdict(*passes).to_owned(),
        row.basis.name().to_owned(),
        row.source.to_owned(),
    ]
}

/// Twelve significant digits, plain where that is readable.
fn digits(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    if !(1e-4..1e7).contains(&size) {
        return format!("{number:.11e}");
    }
    // the logarithm only chooses how many places are shown
    let places = (11.0 - libm::log10(size).floor()).clamp(0.0, 15.0) as usize;
    format!("{number:.places$}")
}

#[cfg(test)]
mod tests {
    use tolley_physics::validation::Row;

    use super::*;

    const ROW: Row = Row {
        case: "T1",
        quantity: "a time, s",
        source: "somebody",
        basis: Basis::Measured,
        expected: Expected::Value(0.5),
        tolerance: Tolerance::Absolute(0.1),
        got: || 0.55,
    };

    #[test]
    fn the_verdict_is_that_of_the_row() {
        let wrong: &'static Row = &Row { got: || f64::NAN, ..ROW };
        let checked = [&ROW, wrong].map(CheckedRow::new);
        let text = table(&checked, 1);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "case  quantity   expected             got  tolerance  verdict  basis     source");
        assert_eq!(lines[1], "T1    a time, s       0.5  0.550000000000     1.0e-1  pass     measured  somebody");
        assert_eq!(lines[2], "T1    a time, s       0.5             NaN     1.0e-1  FAIL     measured  somebody");
        assert_eq!(lines[4], "1 rows pass, 1 fail; 2 compare with a measured motion");
        let object = object(&checked, 1);
        assert_eq!(object["rows"][0]["verdict"], "pass");
        assert_eq!(object["rows"][1]["verdict"], "fail");
        assert_eq!((&object["rows"][1]["got"], &object["failed"]), (&Value::Null, &json!(1)));
    }

    #[test]
    fn a_mismatch_exits_with_4() {
        assert!(matches!(outcome(2, 0), Ok(exit::DONE)));
        let Err(stop) = outcome(2, 1) else { panic!("one row fails") };
        assert_eq!((stop.code, stop.message.as_str()), (exit::MISMATCH, "error: 1 of 2 rows fail"));
    }

    #[test]
    fn numbers_are_readable() {
        let shown = [0.0, 1.0, -0.194165140999, 502.353000001, 1.5e-9, 2e8].map(digits);
        assert_eq!(
            shown,
            ["0", "1.00000000000", "-0.194165140999", "502.353000001", "1.50000000000e-9", "2.00000000000e8"]
        );
    }
}
