//! The command from outside: exit codes, messages, what it writes and what it leaves alone.

use tolley_experiment::schema::Schema;

use crate::tool::{files, folder_with, ran, tolley};
use std::process::Stdio;

const SMALL: &str = "\
# What does one marble do?
study = \"tinsley-green/shot\"
seed = 7
repeats = 20
[rack]
count = 1
[sweep.axes]
\"shot.speed_m_s\" = [1.0, 2.0]
";

#[test]
fn help_teaches_and_versions_exit_with_0() {
    let here = folder_with("small.toml", SMALL);
    for (arguments, expected) in [
        (vec!["--help"], "Exit codes:"),
        (vec!["run", "--help"], "--dry-run"),
        (vec!["scene", "--help"], "position_m = [-0.5, 0.0]"),
        (vec!["list", "--help"], "STUDY"),
        (vec!["summary", "--help"], "--json"),
        (vec!["--version"], env!("CARGO_PKG_VERSION")),
    ] {
        let ran = ran(here.path(), &arguments);
        assert_eq!(ran.code, 0, "{arguments:?}");
        assert!(ran.stdout.contains(expected), "{arguments:?}: {}", ran.stdout);
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let here = folder_with("small.toml", SMALL);
    for arguments in [
        vec![],
        vec!["fly"],
        vec!["run", "small.toml", "--repeats", "0"],
        vec!["run", "small.toml", "--threads", "0"],
        vec!["run", "small.toml", "--seed", "-1"],
        vec!["run", "small.toml", "--fast"],
        vec!["run", "missing.toml"],
        vec!["run", "."],
        vec!["list", "tinsley-green/shoot"],
        vec!["summary", "missing"],
        vec!["summary", "."],
    ] {
        let ran = ran(here.path(), &arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{arguments:?}");
    }
    assert!(ran(here.path(), &["list", "tinsley-green/shoot"]).stderr.contains("did you mean tinsley-green/shot?"));
    assert_eq!(files(here.path()).len(), 1, "nothing was written");
}

#[test]
fn run_without_arguments_says_which_scenarios_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = ran(root, &["run"]);
    assert_eq!(ran.code, 0);
    let marbles = ran.stdout.lines().find(|line| line.contains("scenarios/tinsley_green/knuckling_down.toml "));
    assert!(marbles.is_some_and(|line| line.contains("  Where around the ring")), "{}", ran.stdout);
    assert!(ran.stdout.contains("scenarios/cymbergaj/coin_weight.toml"));
    assert!(ran.stdout.contains("scenarios/scenes/head_on.toml"));
    let nowhere = folder_with("small.toml", SMALL);
    let ran = crate::tool::ran(nowhere.path(), &["run"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("no scenario"), "{}", ran.stdout);
}

#[test]
fn list_of_a_study_names_every_key_with_its_default_and_assumption() {
    let here = folder_with("small.toml", SMALL);
    let ran = ran(here.path(), &["list", "tinsley-green/shot"]);
    assert_eq!(ran.code, 0);
    for key in Schema::of::<tolley_tinsley_green::shot::ShotKeys>().keys {
        assert!(ran.stdout.contains(&format!("\n  {}\n      {}", key.path, key.about)), "{}", key.path);
        assert!(key.assumption.is_none_or(|why| ran.stdout.contains(why)), "{}", key.path);
    }
    assert!(ran.stdout.contains("default 1.8288 m"));
    assert!(ran.stdout.contains("marbles_off_count"));
}

#[test]
fn a_run_writes_a_dataset_and_prints_its_summary_again_when_repeated() {
    let here = folder_with("small.toml", SMALL);
    let first = ran(here.path(), &["run", "small.toml"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let written = files(&here.path().join("runs/small"));
    assert!(written.contains_key(std::path::Path::new("shots/part-00000.parquet")), "{:?}", written.keys());
    let again = ran(here.path(), &["run", "small.toml", "--quiet"]);
    assert_eq!((again.code, &again.stdout), (0, &first.stdout));
    assert_eq!(again.stderr, "");
    assert_eq!(files(&here.path().join("runs/small")), written);
    let summary = ran(here.path(), &["summary", "runs/small"]);
    assert_eq!((summary.code, summary.stdout), (0, first.stdout));
}

#[test]
fn json_is_one_object_with_every_point_and_the_path() {
    let here = folder_with("small.toml", SMALL);
    let ran = ran(here.path(), &["run", "small.toml", "--json", "-o", "out"]);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    assert_eq!(object["dataset"], "out");
    assert_eq!(object["complete"], true);
    assert_eq!(object["points"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["trials"]["done"], 40);
}

#[test]
fn another_plan_is_refused_and_names_what_differs() {
    let here = folder_with("small.toml", SMALL);
    assert_eq!(ran(here.path(), &["run", "small.toml", "-o", "out", "-q"]).code, 0);
    let before = files(&here.path().join("out"));
    for (flag, name) in [("--seed", "seed"), ("--repeats", "repeats")] {
        let refused = ran(here.path(), &["run", "small.toml", "-o", "out", flag, "19"]);
        assert_eq!(refused.code, 2);
        assert!(
            refused.stderr.contains(&format!("\n  {name}: ")) && refused.stderr.contains("19"),
            "{}",
            refused.stderr
        );
    }
    let other = SMALL.replace("count = 1", "count = 2");
    std::fs::write(here.path().join("other.toml"), other).expect("a file");
    let refused = ran(here.path(), &["run", "other.toml", "-o", "out"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("rack.count: 1 in the dataset, 2 now"), "{}", refused.stderr);
    assert_eq!(files(&here.path().join("out")), before, "nothing was changed");
}

#[test]
fn a_dry_run_tells_the_size_and_writes_nothing() {
    let here = folder_with("small.toml", SMALL);
    let ran = ran(here.path(), &["run", "small.toml", "--dry-run", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    assert_eq!((&object["points"], &object["trials"], &object["blocks"]), (&2.into(), &40.into(), &40.into()));
    assert!(object["estimated_bytes"].as_f64().is_some_and(|bytes| bytes > 0.0));
    assert_eq!(files(here.path()).len(), 1);
}

#[test]
fn a_plan_of_10_to_the_12_trials_is_refused() {
    let here = folder_with("small.toml", SMALL);
    for (repeats, allow) in
        [("500000000000", ""), ("500000000000", "--allow-large"), ("18446744073709551615", "--allow-large")]
    {
        let mut arguments = vec!["run", "small.toml", "--repeats", repeats];
        arguments.extend(Some(allow).filter(|flag| !flag.is_empty()));
        let ran = ran(here.path(), &arguments);
        assert_eq!(ran.code, 2, "{repeats}");
        assert!(ran.stderr.contains("trials; allowed:"), "{}", ran.stderr);
    }
    assert_eq!(files(here.path()).len(), 1);
}

#[test]
fn all_that_is_wrong_with_a_scenario_is_told_at_once() {
    let text = SMALL
        .replace("count = 1", "count = 900\ncolour = 3")
        .replace("seed = 7", "seed = -7")
        .replace("[1.0, 2.0]", "[1.0, \"2 kg\"]");
    let here = folder_with("bad.toml", &text);
    let ran = ran(here.path(), &["run", "bad.toml"]);
    assert_eq!(ran.code, 2);
    for expected in [
        "bad.toml:3:8: error: seed: ",
        "bad.toml:6:9: error: rack.count: ",
        "bad.toml:7:1: error: rack.colour: unknown key",
        "bad.toml:9:26: error: shot.speed_m_s: ",
    ] {
        assert!(ran.stderr.contains(expected), "{expected} is not in\n{}", ran.stderr);
    }
}

#[test]
fn bad_output_places_are_refused_and_left_alone() {
    let here = folder_with("small.toml", SMALL);
    std::fs::create_dir(here.path().join("full")).expect("a folder");
    std::fs::write(here.path().join("full/letter.txt"), "dear").expect("a file");
    for place in ["small.toml", "full", "small.toml/below"] {
        let ran = ran(here.path(), &["run", "small.toml", "-o", place]);
        assert!([1, 2].contains(&ran.code), "{place}: {} {}", ran.code, ran.stderr);
        assert!(ran.stderr.contains(place), "{place}: {}", ran.stderr);
    }
    let left = files(here.path());
    assert_eq!(left.len(), 2, "{:?}", left.keys());
    assert_eq!(left[std::path::Path::new("small.toml")], SMALL.as_bytes());
}

#[test]
fn a_name_that_is_none_of_a_folder_is_refused() {
    for name in ["...toml", "a b.toml", "\u{1b}[2J.toml", "\u{17c}.toml"] {
        let here = folder_with(name, SMALL);
        let refused = ran(here.path(), &["run", name]);
        assert_eq!(refused.code, 2, "{name:?}: {}", refused.stderr);
        assert!(
            refused.stderr.contains("choose one with -o") && !refused.stderr.contains('\u{1b}'),
            "{}",
            refused.stderr
        );
        assert_eq!(files(here.path()).len(), 1);
    }
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = tolley(root, &["list", "tinsley-green/shot"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
