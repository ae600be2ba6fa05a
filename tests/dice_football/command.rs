//! `tolley solve`, and the files of dice and board.

use tolley_dice_football::keys::data;

use crate::tool::{files, folder_with, ran};

const SMALL: &str = "\
# Is a short match fair?
study = \"dice-football/solve\"
[time]
half_s = 60
[laws]
champion_die = false
[solve]
score_limit_count = 4
rolls_step_count = 5
";

#[test]
fn a_solution_is_a_dataset_and_a_sheet() {
    let here = folder_with("small.toml", SMALL);
    let first = ran(here.path(), &["solve", "small.toml", "-q", "--details"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    for expected in
        ["assumed", "Winner of the draw", "any die may be rolled", "=GOAL=", "matters most", "exploitability"]
    {
        assert!(first.stdout.contains(expected), "{expected} is not in\n{}", first.stdout);
    }
    // what is solved is exact, and no sample of one
    let json = ran(here.path(), &["solve", "small.toml", "-q", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["headline"]["verdict"], "exact", "{json}");
    assert!(first.stdout.starts_with("Exact, with best play: "), "{}", first.stdout);
    let told = ran(here.path(), &["show", "runs/small", "--json"]).stdout;
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    for (measure, estimate) in told["points"][0]["estimates"].as_object().expect("estimates") {
        assert!(estimate["low"].is_null() && estimate["high"].is_null(), "{measure}: {estimate}");
    }
    let left = files(&here.path().join("runs/small"));
    for table in ["solutions", "positions", "policy", "points"] {
        assert!(left.contains_key(&std::path::PathBuf::from(format!("{table}/part-00000.parquet"))), "{table}");
    }
    let again = ran(here.path(), &["solve", "small.toml", "-q", "--details"]);
    assert_eq!((again.code, &again.stdout), (0, &first.stdout));
    for number in 1..=10 {
        assert!(again.stdout.contains(&format!("\n  {number:>2}. ")), "ten positions: {}", again.stdout);
    }
}

#[test]
fn other_dice_come_from_a_file_and_stand_in_the_manifest() {
    let here = folder_with("small.toml", SMALL);
    let real = data::DICE.replace("\"foul\"]\nkeeper", "\"miss\"]\nkeeper");
    std::fs::write(here.path().join("real.toml"), real).expect("a file");
    let solved = ran(here.path(), &["solve", "small.toml", "-q", "--details", "--dice", "real.toml"]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    assert!(solved.stderr.contains("N8") && solved.stdout.contains("Faces of the dice: given"), "{}", solved.stderr);
    let manifest = std::fs::read_to_string(here.path().join("runs/small/manifest.json")).expect("a manifest");
    assert!(manifest.contains("dice.defend_6"));
    assert!(solved.stdout.contains("Faces: given."), "{}", solved.stdout);
    let other = ran(here.path(), &["solve", "small.toml", "-q"]);
    assert_eq!(other.code, 2, "the assumed faces are another plan");
    assert!(other.stderr.contains("dice.defend_6"), "{}", other.stderr);
}

#[test]
fn faces_of_a_file_that_a_scenario_changes_are_not_given_any_more() {
    let varied = format!("{SMALL}states = false\n[dice]\nkeeper_weight_1 = 2\n");
    let here = folder_with("varied.toml", &varied);
    std::fs::write(here.path().join("real.toml"), data::DICE).expect("a file");
    let solved = ran(here.path(), &["solve", "varied.toml", "-q", "--details", "--dice", "real.toml"]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    assert!(solved.stderr.contains("the scenario is followed, not the file, in: dice.keeper_weight_1"));
    assert!(solved.stdout.contains("Faces: varied."), "{}", solved.stdout);
    std::fs::write(here.path().join("claims.toml"), format!("{SMALL}[dice]\nsource = \"given\"\n")).expect("a file");
    let refused = ran(here.path(), &["solve", "claims.toml"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("dice.source is not for scenarios"), "{}", refused.stderr);
}

#[test]
fn run_summary_and_sheet_tell_the_same_notice() {
    let here = folder_with("small.toml", &SMALL.replace("rolls_step_count = 5", "states = false"));
    let swept = "study = \"dice-football/match\"\nrepeats = 5\n[player_a]\npolicy = \"random\"\n[player_b]\n\
                 policy = \"random\"\n[sweep.axes]\n\"time.roll_s\" = [5, 6]\n\"board.post\" = [\"10-3\", \"9-3\"]\n";
    std::fs::write(here.path().join("swept.toml"), swept).expect("a file");
    let run = ran(here.path(), &["run", "swept.toml", "-q", "--details"]);
    let summary = ran(here.path(), &["show", "runs/swept", "--details"]);
    for told in [&run, &summary] {
        assert_eq!(told.code, 0, "{}", told.stderr);
        let words = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "Faces: assumed. Board: reconstructed, but post (varies). A roll takes (varies) s, assumed.",
            "Clock: halves of 450 s, it counts all_rolls.",
            "last_roll_ends true",
            "champion_windows all",
        ] {
            assert!(words.contains(part), "{part} is not in\n{words}");
        }
    }
    let effects = ran(here.path(), &["show", "runs/swept", "--effects"]);
    assert_eq!(effects.code, 0, "{}", effects.stderr);
    assert!(effects.stdout.contains("what an axis does"), "{}", effects.stdout);
    let is_told =
        |line: &str| line.contains("time.roll_s  5") && line.contains("goal_count") && line.ends_with("bootstrap");
    assert_eq!(effects.stdout.lines().filter(|line| is_told(line)).count(), 1, "{}", effects.stdout);
    let sheet = ran(here.path(), &["solve", "small.toml", "-q", "--details"]);
    let words = sheet.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let notice = "Faces: assumed. Board: as reconstructed. A roll takes 6 s, assumed. Clock: halves of 60 s,";
    assert_eq!(words.matches(notice).count(), 2, "with the answer and with the sheet: {words}");
    let told = ran(here.path(), &["show", "runs/small", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&told.stdout).expect("one JSON object");
    assert!(object["notice"].as_str().is_some_and(|notice| notice.contains("Faces: assumed.")), "{object}");
}

#[test]
fn bad_dice_and_boards_are_refused_with_file_line_and_reason() {
    let here = folder_with("small.toml", SMALL);
    let five = data::DICE.replace("\"F1\", \"F1\", ", "\"F1\", ");
    let double = data::DICE.replace("F2?", "F2?X");
    let unknown = data::DICE.replace("\"recovery\"", "\"miracle\"");
    let board = data::BOARD.replace("centre ", "# centre ");
    let aside = data::BOARD.replace("centre           = [6, 3]", "centre = [6, 2]");
    for (name, text, flag, expected) in [
        ("five.toml", &five, "--dice", "five.toml:6:12: error: control: DF-parts: 5 faces; a die has six"),
        ("double.toml", &double, "--dice", "N1: \"F2?X\" is not a face"),
        (
            "unknown.toml",
            &unknown,
            "--dice",
            "unknown.toml:13:56: error: champion: N9: \"miracle\" is not one of: bomb",
        ),
        ("board.toml", &board, "--board", "board.toml:1:1: error: centre: the field is missing: DF-setup-kickoff"),
        ("aside.toml", &aside, "--board", "aside.toml:6:10: error: centre: DF-parts: (6,2) must lie in column 3"),
        ("missing.toml", &String::new(), "--board", "error: columns: DF-parts: the key is missing"),
    ] {
        std::fs::write(here.path().join(name), text).expect("a file");
        let refused = ran(here.path(), &["solve", "small.toml", flag, name]);
        assert_eq!(refused.code, 2, "{name}: {}", refused.stderr);
        assert!(refused.stderr.contains(expected), "{expected} is not in\n{}", refused.stderr);
    }
    assert!(!here.path().join("runs").exists(), "nothing was written");
}

#[test]
fn only_scenarios_of_solutions_are_solved() {
    let here = folder_with("match.toml", "study = \"dice-football/match\"\nrepeats = 2\n");
    let refused = ran(here.path(), &["solve", "match.toml"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("use `tolley run`"), "{}", refused.stderr);
    let bad = SMALL.replace("half_s = 60", "half_s = 1\nroll_s = 6");
    std::fs::write(here.path().join("bad.toml"), bad).expect("a file");
    let refused = ran(here.path(), &["solve", "bad.toml"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("bad.toml:4:10: error: time.half_s: a half has 0 rolls"), "{}", refused.stderr);
}

/// A scenario, and what it leaves with so many threads.
fn left_by(command: &str, text: &str, threads: &str) -> std::collections::BTreeMap<std::path::PathBuf, Vec<u8>> {
    let here = folder_with("some.toml", text);
    let ran = ran(here.path(), &[command, "some.toml", "-q", "--threads", threads, "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    files(&here.path().join("out"))
}

#[test]
fn bytes_of_solutions_and_matches_never_depend_on_the_number_of_threads() {
    let axes = "[sweep.axes]\n\"laws.boskov\" = [false, true]\n\"dice.keeper_weight_1\" = [1, 2]\n";
    let solve = format!("{SMALL}opponent = \"epsilon\"\n{axes}");
    // several blocks a point, with rows of every step in the second table
    let matches = format!(
        "study = \"dice-football/match\"\nrepeats = 20000\n[match]\nrolls = true\n[time]\nhalf_s = 12\n[players]\n\
         score_limit_count = 2\n[player_a]\npolicy = \"epsilon\"\n[player_b]\npolicy = \"random\"\n{axes}"
    );
    for (command, text) in [("solve", &solve), ("run", &matches)] {
        let one = left_by(command, text, "1");
        assert!(one.keys().filter(|path| path.extension().is_some_and(|kind| kind == "parquet")).count() >= 3);
        for threads in ["2", "7"] {
            assert!(left_by(command, text, threads) == one, "{command} on {threads} threads");
        }
    }
}

#[test]
fn several_scenarios_are_solved_and_matches_among_them_passed_over() {
    let here = folder_with("one.toml", SMALL);
    let random = SMALL.replace("[solve]", "[solve]\nfaces = \"random\"").replace("half_s = 60", "half_s = 30");
    std::fs::write(here.path().join("two.toml"), random).expect("a file");
    std::fs::write(here.path().join("match.toml"), "study = \"dice-football/match\"\n").expect("a file");
    let solved = ran(here.path(), &["solve", "match.toml", "one.toml", "two.toml", "--details"]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    assert!(solved.stderr.contains("skipped: match.toml is not a scenario of the study"), "{}", solved.stderr);
    assert_eq!(solved.stdout.matches("Exact, with best play: ").count(), 2, "{}", solved.stdout);
    assert!(solved.stdout.contains("Faces: assumed.") && solved.stdout.contains("Faces: random."), "{}", solved.stdout);
    assert!(here.path().join("runs/one").exists() && here.path().join("runs/two").exists());
    assert!(!here.path().join("runs/match").exists());
    let refused = ran(here.path(), &["solve", "one.toml", "two.toml", "-o", "x"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--output is for one scenario"), "{}", refused.stderr);
}

#[test]
fn a_solution_can_be_estimated_and_told_as_json() {
    let here = folder_with("small.toml", SMALL);
    let dry = ran(here.path(), &["solve", "small.toml", "--dry-run", "-q"]);
    assert_eq!((dry.code, dry.stdout.contains("nothing was written")), (0, true), "{}", dry.stdout);
    assert!(!here.path().join("runs").exists());
    let told = ran(here.path(), &["solve", "small.toml", "--json", "-q"]);
    let object: serde_json::Value = serde_json::from_str(&told.stdout).expect("one JSON object");
    let columns = object["tables"]["points"]["columns"].as_array().expect("a list");
    let columns: Vec<&str> = columns.iter().filter_map(|column| column["name"].as_str()).collect();
    for column in ["points_share", "win_share", "draw_share", "residual", "cut_bound_share", "exploitability_share"] {
        assert!(columns.contains(&column), "{column} is not in {columns:?}");
    }
}
