//! `tolley verify` from outside.

use crate::tool::ran;

#[test]
fn the_table_has_every_row_and_all_pass() {
    let here = tempfile::TempDir::new().expect("a temporary folder");
    let text = ran(here.path(), &["verify"]);
    assert_eq!(text.code, 0, "{}{}", text.stdout, text.stderr);
    let lines: Vec<&str> = text.stdout.lines().collect();
    for title in ["case", "quantity", "expected", "got", "tolerance", "verdict", "source"] {
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
    let tables = [tolley_physics::validation::rows().count(), tolley_tinsley_green::validation::rows().count()];
    assert_eq!(count, tables[0] + tables[1]);
    assert_eq!((object["passed"].as_u64(), object["failed"].as_u64()), (Some(count as u64), Some(0)));
    assert_eq!(lines.last().copied(), Some(format!("{count} rows pass, 0 fail").as_str()));
    for row in rows {
        assert_eq!(row["verdict"], "pass");
        assert!(row["got"].is_number() && !row["source"].as_str().expect("text").is_empty(), "{row}");
    }
    assert!(std::fs::read_dir(here.path()).expect("a folder").next().is_none(), "nothing is written");
}
