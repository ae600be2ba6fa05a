//! `tolley solve`, and the files of dice and board.

use tolley_dice_football::data;

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
    let first = ran(here.path(), &["solve", "small.toml", "-q"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    for expected in
        ["assumed", "Winner of the draw", "any die may be rolled", "=GOAL=", "matters most", "exploitability"]
    {
        assert!(first.stdout.contains(expected), "{expected} is not in\n{}", first.stdout);
    }
    let left = files(&here.path().join("runs/small"));
    for table in ["solutions", "values", "policy", "points"] {
        assert!(left.contains_key(&std::path::PathBuf::from(format!("{table}/part-00000.parquet"))), "{table}");
    }
    let again = ran(here.path(), &["solve", "small.toml", "-q"]);
    assert_eq!((again.code, again.stdout), (0, first.stdout));
}

#[test]
fn other_dice_come_from_a_file_and_stand_in_the_manifest() {
    let here = folder_with("small.toml", SMALL);
    let real = data::DICE.replace("\"foul\"]\nkeeper", "\"miss\"]\nkeeper");
    std::fs::write(here.path().join("real.toml"), real).expect("a file");
    let solved = ran(here.path(), &["solve", "small.toml", "-q", "--dice", "real.toml"]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    assert!(solved.stderr.contains("N8") && solved.stdout.contains("Faces of the dice: given"), "{}", solved.stderr);
    let manifest = std::fs::read_to_string(here.path().join("runs/small/manifest.json")).expect("a manifest");
    assert!(manifest.contains("dice.defend_6"));
    let other = ran(here.path(), &["solve", "small.toml", "-q"]);
    assert_eq!(other.code, 2, "the assumed faces are another plan");
    assert!(other.stderr.contains("dice.defend_6"), "{}", other.stderr);
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
        ("double.toml", &double, "--dice", "N1: \"F2?X\" is no face"),
        (
            "unknown.toml",
            &unknown,
            "--dice",
            "unknown.toml:13:61: error: champion: N9: \"miracle\" is not one of: bomb",
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
