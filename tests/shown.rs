//! What was played, as it is shown: by name, as a table, as a sheet, and at a glance.

use serde_json::Value;

use crate::tool::{files, folder_with, ran};

const FLICKS: &str = "\
# How hard should a flick be?
study = \"cymbergaj/flick\"
seed = 7
repeats = 40
[sweep.axes]
\"strike.speed_m_s\" = [0.5, 1.0, 2.0]
";

#[test]
fn a_dataset_is_found_by_the_name_of_its_scenario() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    let by_path = ran(here.path(), &["show", "runs/flicks", "--json"]);
    assert_eq!(ran(here.path(), &["show", "flicks", "--json"]).stdout, by_path.stdout);
    assert_eq!(ran(here.path(), &["data", "check", "flicks"]).code, 0);
    let page = ran(here.path(), &["show", "flicks", "--page"]);
    assert!(page.code == 0 && here.path().join("runs/flicks-report.html").is_file(), "{page:?}");
    let recording = ran(here.path(), &["show", "flicks", "--recording", "5"]);
    assert!(recording.code == 0 && here.path().join("runs/flicks-trial-5.html").is_file(), "{recording:?}");
}

#[test]
fn the_first_rows_of_a_table_are_shown_and_all_of_them_as_csv() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    let shown = ran(here.path(), &["show", "flicks", "--table", "shots", "--top", "3"]).stdout;
    assert!(shown.lines().count() == 4 && shown.lines().all(|line| line.contains("  ")), "{shown}");
    let all = ran(here.path(), &["show", "flicks", "--table", "shots", "--csv"]).stdout;
    assert_eq!(all, ran(here.path(), &["data", "export", "flicks", "shots", "--csv"]).stdout);
    assert_eq!(all.lines().count(), 121);
    let two = ran(here.path(), &["show", "flicks", "--table", "shots", "--csv", "--top", "2"]).stdout;
    assert!(two.lines().count() == 3 && all.starts_with(&two), "{two}");
    let objects = ran(here.path(), &["show", "flicks", "--table", "points", "--json"]).stdout;
    assert!(objects.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{objects}");
    let unknown = ran(here.path(), &["show", "flicks", "--table", "shot"]);
    assert!(unknown.code == 2 && unknown.stderr.contains("there are shots, points, estimates"), "{unknown:?}");
}

#[test]
fn what_does_not_go_together_is_refused_by_the_flag() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    let before = files(here.path()).len();
    for (flags, said) in [
        (&["--page", "--by", "goal"][..], "--by: it is of the text, and not of a page"),
        (&["--recording", "1", "--csv"], "--csv: it is of the text, and not of a recording"),
        (&["--table", "shots", "--raw"], "--raw: it is of the text, and not of a table"),
        (&["--sheet", "--top", "2"], "--top: it is of the text, and not of a sheet"),
        (&["--open"], "--open: it is of a page: add --page, or --recording TRIAL"),
        (&["-o", "page.html"], "--output: it is of a page: add --page, or --recording TRIAL"),
    ] {
        let told = ran(here.path(), &[&["show", "flicks"], flags].concat());
        assert!(told.code == 2 && told.stderr.contains(said), "{flags:?}: {}", told.stderr);
    }
    assert_eq!(files(here.path()).len(), before);
}

#[test]
fn a_sheet_says_what_holds_what_it_rests_on_and_where_it_comes_from() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    let sheet = ran(here.path(), &["show", "flicks", "--sheet"]);
    let answer = ran(here.path(), &["show", "flicks"]).stdout;
    let first = answer.lines().next().expect("a sentence").to_owned();
    assert!(sheet.code == 0 && sheet.stdout.starts_with("How hard should a flick be?\n===="), "{sheet:?}");
    let text = sheet.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&first) && text.contains("120 trials of cymbergaj/flick, seed 7"), "{first}: {text}");
    assert!(sheet.stdout.lines().all(|line| line.chars().count() <= 80), "{}", sheet.stdout);
}

#[test]
fn runs_are_seen_at_a_glance() {
    let here = folder_with("flicks.toml", FLICKS);
    let none = ran(here.path(), &["data"]);
    assert!(none.code == 0 && none.stdout.contains("no folder runs/ here yet"), "{none:?}");
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet", "-o", "runs/part", "--blocks", "0-0"]).code, 0);
    std::fs::create_dir_all(here.path().join("runs/letters")).expect("a folder");
    std::fs::create_dir_all(here.path().join("runs/broken")).expect("a folder");
    std::fs::write(here.path().join("runs/broken/manifest.json"), "{").expect("a file");
    let told = ran(here.path(), &["data"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    for said in [
        "runs/flicks\n  How hard should a flick be?\n  120 trials, complete\n",
        "tolley show runs/flicks\n",
        "runs/broken\n  cannot be read: ",
        "tolley data repair runs/broken\n",
        "runs/part\n  How hard should a flick be?\n",
    ] {
        assert!(told.stdout.contains(said), "{said}: {}", told.stdout);
    }
    assert!(!told.stdout.contains("letters"), "{}", told.stdout);
    let objects: Value = serde_json::from_str(&ran(here.path(), &["data", "--json"]).stdout).expect("JSON");
    assert_eq!(objects.as_array().map(Vec::len), Some(3), "{objects}");
    let whole = objects.as_array().and_then(|all| all.iter().find(|one| one["dataset"] == "runs/flicks"));
    assert_eq!(whole.map(|whole| whole["complete"] == true && whole["says"].is_string()), Some(true), "{objects}");
    assert_eq!(ran(here.path(), &["data", "nowhere"]).code, 2);
}

#[test]
fn an_answer_that_was_kept_is_shown_again() {
    let best = "study = \"cymbergaj/flick\"\nseed = 3\nrepeats = 1\n[best]\nobjective = \"goal\"\nskills = [\"club\"]\n\
                shots = 1000\n[best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n";
    let here = folder_with("flick.toml", best);
    let found = ran(here.path(), &["ask", "best", "flick.toml", "--quiet"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    let first = found.stdout.lines().next().expect("a sentence");
    let shown = ran(here.path(), &["show", "flick-best"]);
    assert!(shown.code == 0 && shown.stdout.contains(first), "{shown:?}");
    assert!(shown.stdout.contains("Again: tolley ask best flick.toml\nanswer: runs/flick-best\n"), "{shown:?}");
    let told = ran(here.path(), &["data"]);
    let is_told = told.stdout.contains("runs/flick-best\n") && told.stdout.contains("tolley show runs/flick-best\n");
    assert!(is_told, "{told:?}");
    let object: Value =
        serde_json::from_str(&ran(here.path(), &["show", "flick-best", "--json"]).stdout).expect("JSON");
    assert_eq!(object[0]["headline"]["sentence"].as_str(), Some(first), "{object}");
    let page = ran(here.path(), &["show", "flick-best", "--page"]);
    assert!(page.code == 0 && page.stdout.contains(first), "{page:?}");
}
