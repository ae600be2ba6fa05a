//! Answers and their strata of what nobody has measured, from outside.

use std::collections::BTreeSet;

use arrow_array::StringArray;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::tool::ran;
use serde_json::Value;
use tempfile::TempDir;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// What nobody has measured, of each key the values of which a finding should hold (docs/questions.md).
const UNMEASURED: [(&str, &str, [f64; 3]); 3] = [
    ("tinsley_green/", "surface.rolling_friction_ratio", [0.06, 0.1, 0.2]),
    ("tinsley_green/", "rack.gap_mean_m", [0.0, 60e-6, 200e-6]),
    ("cymbergaj/", "surface.sliding_friction_ratio", [0.12, 0.2, 0.35]),
];

/// Every part has every stratum that the document names, as the scenario is, as an axis of it or played beside it, and
/// everything that is asked of it is asked in each of these and said to be robust or not.
pub fn has_its_strata(id: &str, told: &Value, text: &str) {
    let numbers = |values: &Value| values.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let strata = told["strata"].as_array().expect("strata");
    let mut sets = Vec::new();
    for stratum in strata {
        let [scenario, key] = ["scenario", "key"].map(|name| stratum[name].as_str().expect("a name"));
        let is_it = |(folder, of, _): &&(&str, &str, [f64; 3])| scenario.starts_with(folder) && *of == key;
        let (_, _, wanted) = UNMEASURED.iter().find(is_it).expect("a key that nobody has measured");
        let (swept, mut has): (Vec<f64>, Vec<f64>) = (numbers(&stratum["swept"]), numbers(&stratum["strata"]));
        if stratum["swept"].is_array() {
            let is_told = told["not_asked"].as_str().is_some_and(|open| open.contains(key));
            assert!(is_told || wanted.iter().all(|value| swept.contains(value)), "{id}: {stratum}");
            continue;
        }
        sets.extend(has.iter().map(|value| (scenario.to_owned(), format!("{key}={value}"))));
        has.push(stratum["own"].as_f64().expect("a number"));
        assert!(wanted.iter().all(|value| has.contains(value)), "{id}: {stratum}");
    }
    let game = if id.starts_with("TGQ") { 0..2 } else { 2..3 };
    let (folder, keys) = (UNMEASURED[game.start].0, game.map(|at| UNMEASURED[at].1));
    for key in keys {
        let of_key = strata.iter().filter(|stratum| stratum["key"] == key);
        assert!(of_key.clone().count() > 0, "{id}: {key} of {folder}");
    }
    if sets.is_empty() {
        return;
    }
    let mut played = Vec::new();
    for answer in told["answers"].as_array().expect("answers") {
        let beside = &answer["in_strata"];
        let Some(strata) = beside["strata"].as_array() else { continue };
        let robust = beside["robust"].as_str().expect("a line");
        assert!(robust.starts_with("robust: "), "{id}: {robust}");
        assert!(text.is_empty() || text.contains(&format!("    {robust}\n")), "{id}: {robust}: {text}");
        for stratum in strata {
            assert!(stratum["found"].is_object() || stratum["not_asked"].is_string(), "{id}: {stratum}");
            played.push(stratum["set"].as_str().expect("a key and a value").to_owned());
        }
        for finding in beside["findings"].as_array().expect("findings") {
            let signs = finding["signs"].as_array().expect("signs");
            let is_robust = signs.iter().all(|sign| sign == "same");
            assert_eq!(finding["is_robust"], is_robust, "{id}: {finding}");
            let there = finding["is_resolved_in"].as_array().expect("a stratum each");
            assert_eq!(there.len(), signs.len(), "{id}: {finding}");
        }
    }
    for (scenario, set) in sets {
        assert!(played.contains(&set), "{id}: {set} of {scenario} is played: {played:?}");
    }
}

/// A column of texts of a Parquet file.
fn texts(path: &std::path::Path, name: &str) -> BTreeSet<String> {
    let file = std::fs::File::open(path).expect("a table");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a table").build().expect("a table");
    let mut found = BTreeSet::new();
    for batch in reader.map(|batch| batch.expect("rows")) {
        let column = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
        let column = column.as_any().downcast_ref::<StringArray>().expect("texts");
        found.extend(column.iter().flatten().map(str::to_owned));
    }
    found
}

#[test]
fn strata_are_played_one_at_a_time_beside_the_scenario_and_told() {
    let here = TempDir::new().expect("a folder");
    let asked = |more: &[&str]| ran(here.path(), &[&["answer", "CGQ9", "--repeats", "24", "--quiet"], more].concat());
    let told = asked(&["--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    for (value, name) in [(0.12, "0.12"), (0.35, "0.35")] {
        let folder = format!("runs/CGQ9-strata/surface.sliding_friction_ratio-{name}");
        let stratum = found["answers"][1]["in_strata"]["strata"].as_array().expect("strata");
        let stratum = stratum.iter().find(|stratum| stratum["value"] == value).expect("a stratum");
        // all strata together half of the repeats
        assert_eq!((&stratum["repeats"], &stratum["dataset"]), (&6.into(), &folder.as_str().into()));
        // the same as by the command that is printed
        let over = ["--over", "laws.series_order=ABAB", "--measure", "first_kicker_win_share", "--margin", "0.01"];
        let alone = ran(here.path(), &[&["compare", &folder, "--json"], &over[..]].concat());
        let there = stratum["found"]["arms"].clone();
        let alone = json(&alone.stdout)["tables"]["arms"]["rows"][1]["first_kicker_win_share difference"].clone();
        assert!(alone["value"].is_number(), "{alone}");
        assert_eq!(there[1]["difference"]["value"], alone["value"], "{there} and {alone}");
        let whole = &found["answers"][1]["found"]["arms"];
        assert!(*whole != there, "{value}: the stratum is another table");
    }
    // the value of each stratum stands in the column of its key, that of the scenario too, and not in what is estimated
    let table = here.path().join("runs/CGQ9-answer/answer.parquet");
    let values: Vec<String> = texts(&table, "surface_sliding_friction_ratio").into_iter().collect();
    assert_eq!(values, ["0.12", "0.2", "0.35"]);
    assert!(texts(&table, "laws_series_order").contains("ABBA"));
    let terms = texts(&table, "term");
    assert!(terms.contains("first_kicker_win_share less that of laws_series_order \"ABAB\""), "{terms:?}");
    assert!(terms.iter().all(|term| !term.contains("stratum")), "{terms:?}");
    let text = asked(&[]).stdout;
    for said in
        ["    robust: ", "in strata, n 6 each beside 24: robust: ", "A finding is robust if its sign agrees in all"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    let without = asked(&["--no-strata"]).stdout;
    assert!(
        !without.contains("robust: ") && without.contains("at 0.12, 0.35 (cgq09_tie_break, by --no-strata)"),
        "{without}"
    );
    let first = without.lines().nth(1).expect("a line");
    assert!(text.contains(first), "what is said of the scenario as it is stays: {first}");
}

#[test]
fn an_answer_says_what_it_hangs_on_and_a_stranger_is_told_the_questions() {
    let here = TempDir::new().expect("a folder");
    let told = ran(here.path(), &["answer", "cgq9", "--repeats", "50", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    for said in [
        "CGQ9: Is the tie-break fair",
        "beside one half, of 24 points:",
        "> tolley fair scenarios/cymbergaj/cgq09",
        "> tolley compare scenarios/cymbergaj/cgq09_tie_break.toml --repeats 50 --over laws.series_order=ABAB",
        "dataset: runs/CGQ9",
    ] {
        assert!(told.stdout.contains(said), "{said}: {}", told.stdout);
    }
    let unknown = ran(here.path(), &["answer", "TGQ13"]);
    assert!(unknown.code == 2 && unknown.stderr.contains("there are TGQ1, TGQ2, "), "{}", unknown.stderr);
    // by the flag that was given, before anything is played
    let few = ran(here.path(), &["answer", "TGQ1", "--repeats", "40"]);
    assert!(few.code == 2 && few.stderr.contains("--repeats: 40 is not from 1000 to 20000000"), "{}", few.stderr);
}
