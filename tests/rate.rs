//! `tolley ask rank`: strengths from matches, from outside.

use crate::tool::{files, folder_with, ran, tolley};
use serde_json::Value;

const DICE: &str = "study = \"dice-football/match\"\nseed = 5\nrepeats = 400\n[players]\nscore_limit_count = 3\n\
                    [time]\nhalf_s = 60\n[laws]\nchampion_die = false\n[sweep.axes]\n\
                    \"player_a.policy\" = [\"optimal\", \"greedy\", \"random\"]\n\
                    \"player_b.policy\" = [\"optimal\", \"random\"]\n";

/// What `tolley ask rank` says of a scenario.
fn rated(here: &std::path::Path, arguments: &[&str]) -> Value {
    let told = ran(here, &[&["ask", "rank"], arguments, &["--json"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    serde_json::from_str(&told.stdout).expect("JSON")
}

/// Players with their Elo points, the strongest first.
fn players(json: &Value) -> Vec<(&str, &Value)> {
    let rows = json["tables"]["players"]["rows"].as_array().expect("rows").iter();
    rows.map(|row| (row["player"].as_str().expect("a name"), &row["matches Elo"])).collect()
}

/// What else the model says.
fn figure<'j>(json: &'j Value, name: &str) -> &'j Value {
    let mut rows = json["tables"]["model"]["rows"].as_array().expect("rows").iter();
    rows.find(|row| row["figure"] == name).map_or(&Value::Null, |row| &row["matches of the model"])
}

fn has_note(json: &Value, said: &str) -> bool {
    json["notes"]
        .as_array()
        .expect("notes")
        .iter()
        .any(|note| note["text"].as_str().is_some_and(|text| text.contains(said)))
}

#[test]
fn policies_of_dice_football_are_ranked() {
    let here = folder_with("dice.toml", DICE);
    let json = rated(here.path(), &["dice.toml", "--quiet", "--csv"]);
    let names: Vec<&str> = players(&json).into_iter().map(|(name, _)| name).collect();
    assert!(names.len() == 3 && names[2] == "random", "{json}");
    assert!(figure(&json, "Elo of beginning")["value"].is_number(), "{json}");
    assert_eq!((&json["trials"]["done"], &json["seed"]), (&2400.into(), &5.into()));
    assert!(has_note(&json, "Points share their random numbers; repeats are left out whole."), "{json}");
    // from its files alone, the same, and the same table again
    let written = files(&here.path().join("runs/dice-ratings"));
    let again = rated(here.path(), &["runs/dice", "--csv"]);
    assert_eq!((&again["headline"], &again["tables"]), (&json["headline"], &json["tables"]));
    let table = |files: &std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>| {
        files[std::path::Path::new("answer.csv")].clone()
    };
    assert_eq!(table(&files(&here.path().join("runs/dice-ratings"))), table(&written));
    assert_eq!(ran(here.path(), &["data", "check", "runs/dice"]).code, 0, "the dataset holds its own files alone");
    let narrow = tolley(here.path(), &["ask", "rank", "runs/dice"]).env("COLUMNS", "80").output().expect("it runs");
    let text = String::from_utf8(narrow.stdout).expect("text");
    let first = text.lines().next().expect("a line");
    assert_eq!(json["headline"]["sentence"], first, "{text}");
    assert!(text.lines().count() <= 12 && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_numbers_follow_from_the_rows() {
    // a policy beside another: the score of two players whose order is drawn
    let text = DICE
        .replace("\"optimal\", \"greedy\", \"random\"", "\"greedy\"")
        .replace("\"optimal\", \"random\"", "\"optimal\"");
    let here = folder_with("two.toml", &text);
    let json = rated(here.path(), &["two.toml", "--quiet"]);
    let summary = ran(here.path(), &["show", "runs/two", "--json"]);
    let summary: Value = serde_json::from_str(&summary.stdout).expect("JSON");
    let estimates = &summary["points"][0]["estimates"];
    let [points, ties] = ["a_points_share", "is_draw"].map(|name| estimates[name]["value"].as_f64().expect("a share"));
    assert_eq!(json["trials"]["done"], 400);
    let elo = |name: &str| {
        let found = players(&json).into_iter().find(|(player, _)| *player == name);
        found.and_then(|(_, elo)| elo["value"].as_f64()).expect("a number")
    };
    // by the model the expected score, halves for ties, averaged over both orders, is that of the matches
    let unit = 400.0 / std::f64::consts::LN_10;
    let (d, first) = (
        (elo("greedy") - elo("optimal")) / unit,
        figure(&json, "Elo of beginning")["value"].as_f64().expect("told") / unit,
    );
    let share = figure(&json, "share of ties among equals")["value"].as_f64().expect("ties");
    let tie = (2.0 * share / (1.0 - share)).ln();
    let score = |worth: [f64; 2]| {
        let [won, tied, lost] = [d / 2.0 + worth[0], tie, worth[1] - d / 2.0].map(f64::exp);
        [won + tied / 2.0, tied].map(|part| part / (won + tied + lost))
    };
    // half of the matches in either order, but for chance
    let told: [f64; 2] = [0, 1].map(|k| (score([first, 0.0])[k] + score([0.0, first])[k]) / 2.0);
    assert!((told[0] - points).abs() < 0.01 && (told[1] - ties).abs() < 0.01, "{told:?} {points} {ties}");
}

#[test]
fn coins_in_exchanged_seats_are_rated_beside_the_other_side() {
    // the shipped question, at a size of seconds
    let here = tempfile::TempDir::new().expect("a folder");
    let asked = [
        "coin_policies",
        "--quiet",
        "--repeats",
        "30",
        "--set",
        "clock.half_s=60",
        "--sweep",
        "a.policy=random,direct",
        "--set",
        "b.policy=direct",
    ];
    let json = rated(here.path(), &asked);
    let found = players(&json);
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["direct", "random"], "{json}");
    // pairs of matches: 2 points x 30 x 2; the second is direct against himself
    assert_eq!(found[1].1["n"], 60);
    assert!(found[0].1["low"].as_f64() > found[1].1["high"].as_f64(), "{json}");
    let sentence = json["headline"]["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("Direct is clearly stronger than random: "), "{sentence}");
}

#[test]
fn who_never_lost_has_no_end_above() {
    let text = DICE
        .replace("\"optimal\", \"greedy\", \"random\"", "\"optimal\"")
        .replace("\"optimal\", \"random\"", "\"random\"")
        .replace("repeats = 400", "repeats = 20");
    let here = folder_with("two.toml", &text);
    let json = rated(here.path(), &["two.toml", "--quiet", "--csv"]);
    let [(best, of_best), (_, of_worst)] = players(&json)[..] else { panic!("{json}") };
    assert!(best == "optimal" && of_best["high"].is_null() && of_best["low"].as_f64() > Some(0.0), "{json}");
    assert!(of_worst["low"].is_null() && of_worst["high"].as_f64() < Some(0.0), "{json}");
    assert!(has_note(&json, "never lost: half a match was added"), "{json}");
    let sentence = json["headline"]["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("Optimal is clearly stronger than random: at least "), "{sentence}");
}

#[test]
fn who_would_never_lose_without_a_repeat_has_the_interval_of_the_likelihood() {
    let text = DICE
        .replace("\"optimal\", \"greedy\", \"random\"", "\"optimal\"")
        .replace("\"optimal\", \"random\"", "\"random\"")
        .replace("repeats = 400", "repeats = 60");
    let here = folder_with("two.toml", &text);
    let json = rated(here.path(), &["two.toml", "--quiet"]);
    let best = players(&json)[0].1;
    let [low, value, high] = ["low", "value", "high"].map(|name| best[name].as_f64().expect("a number"));
    // further up than down, and no standard error that would say otherwise
    assert!(low > 0.0 && high - value > 1.2 * (value - low) && best["std_error"].is_null(), "{json}");
    assert!(has_note(&json, "Without one group of repeats somebody, or who begins, never lost"), "{json}");
    let method = json["tables"]["players"]["columns"][1]["method"].as_str().expect("a method");
    assert!(method.contains("profile likelihood"), "{method}");
}

#[test]
fn what_cannot_be_rated_is_said_before_it_is_played() {
    let refused = |text: &str, said: &str| {
        let here = folder_with("no.toml", text);
        let told = ran(here.path(), &["ask", "rank", "no.toml", "--quiet"]);
        assert!(told.code == 2 && told.stderr.contains(said), "{}: {}", told.code, told.stderr);
        assert!(!here.path().join("runs").exists(), "nothing is played");
    };
    refused(
        "study = \"tinsley-green/shot\"\nrepeats = 2\n",
        "error: tinsley-green/shot has no matches of two sides; rated are",
    );
    let head = "study = \"cymbergaj/match\"\nrepeats = 2\n[sweep.axes]\n";
    refused(
        &format!("{head}\"clock.half_s\" = [60, 90]\n"),
        "error: no axis says who plays: sweep keys of a or b, such as a.policy",
    );
    refused(
        &format!("{head}\"a.trials_count\" = [4]\n\"b.policy\" = [\"direct\"]\n\"a.policy\" = [\"direct\"]\n")
            .replace("\"a.trials_count\" = [4]\n", ""),
        "error: all points have the same player on both sides",
    );
    let list = "study = \"cymbergaj/match\"\nrepeats = 2\n[sweep]\ndesign = \"list\"\nrows = [\n\
                { \"a.policy\" = \"random\", \"b.policy\" = \"direct\" },\n\
                { \"a.policy\" = \"cautious\", \"b.policy\" = \"sampled\" } ]\n";
    refused(list, "error: players are not joined by matches: (random; direct) met nobody of (cautious; sampled)");
}

/// The share of pairs of coins that are unfair, in the first stratum.
fn unfair(json: &Value) -> &Value {
    &json["tables"]["strata"]["rows"][0]["pairs share off by more"]
}

#[test]
fn pairs_of_coins_are_drawn_over_what_was_played() {
    let grid = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 60\n[clock]\nhalf_s = 60\n[sweep.axes]\n\
                \"a.mass_ratio\" = [1.0, 1.04, 1.08]\n\"a.diameter_m\" = [\"21.5 mm\", \"21.61 mm\"]\n";
    let here = folder_with("grid.toml", grid);
    assert_eq!(ran(here.path(), &["run", "grid.toml", "--quiet"]).code, 0);
    let asked = ["list", "coins", "--pairs", "runs/grid", "--json"];
    let told = ran(here.path(), &asked);
    let json: Value = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{}", told.stderr));
    let [low, share, high] = ["low", "value", "high"].map(|key| unfair(&json)[key].as_f64().expect("a share"));
    assert!((0.0..=1.0).contains(&low) && low <= high && (0.0..=1.0).contains(&share), "{json}");
    assert!(has_note(&json, "a standard deviation of 0.007 of the mass"), "{json}");
    assert!(json["headline"]["sentence"].as_str().is_some_and(|text| text.contains("of 2 zl coins are off")), "{json}");
    assert_eq!(ran(here.path(), &asked).stdout, told.stdout);
    assert!(here.path().join("runs/grid-pairs/answer.parquet").is_file());
    // coins that do not differ are never unfair
    let equal = ran(here.path(), &[&asked[..], &["--mass-sd", "0", "--wear", "0", "--diameter-sd", "0"]].concat());
    let equal: Value = serde_json::from_str(&equal.stdout).expect("JSON");
    assert_eq!([&unfair(&equal)["value"], &unfair(&equal)["high"]], [&Value::from(0.0); 2]);
    let told = ran(here.path(), &["list", "coins", "--pairs", "runs/grid", "--wear", "0.7"]);
    assert!(told.code == 2 && told.stderr.contains("--wear 0.7 is impossible; allowed: 0 to 0.5"), "{}", told.stderr);
    let text = grid.replace("\"a.diameter_m\" = [\"21.5 mm\", \"21.61 mm\"]\n", "");
    std::fs::write(here.path().join("one.toml"), text).expect("a file");
    assert_eq!(ran(here.path(), &["run", "one.toml", "--quiet", "--repeats", "2"]).code, 0);
    let told = ran(here.path(), &["list", "coins", "--pairs", "runs/one"]);
    assert!(told.code == 2 && told.stderr.contains("a.diameter_m is no axis of this dataset"), "{}", told.stderr);
}

/// Coins of two denominations could not be asked about.
#[test]
fn pairs_of_kinds_are_told_from_matches_of_each() {
    let text = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 100\n[clock]\nhalf_s = 60\n[laws]\n\
                match_kind = \"friendly\"\n[sweep.axes]\n\"a.coin\" = [\"PL-1gr-2013\", \"PL-5zl-1994\"]\n\
                \"b.coin\" = [\"PL-1gr-2013\", \"PL-5zl-1994\"]\n";
    let here = folder_with("kinds.toml", text);
    let told = ran(here.path(), &["run", "kinds.toml", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    // a mixture is remarked on once, however many there are
    assert_eq!(told.stderr.matches("of two denominations").count(), 1, "{}", told.stderr);
    let told = ran(here.path(), &["list", "coins", "--pairs", "runs/kinds", "--more", "0.05", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    // equal coins never differ, and coins of which one has four times the mass of the other do by far
    let each = &json["tables"]["pairs"];
    let column = each["columns"][2]["name"].as_str().expect("a name");
    let wins = |point: usize| each["rows"][point][column]["value"].as_f64().expect("a share");
    assert_eq!([wins(0), wins(3)], [0.5; 2], "{json}");
    assert!((wins(1) - 0.5).abs() > 0.05 && (wins(1) + wins(2) - 1.0).abs() < 0.1, "{json}");
    assert_eq!((&unfair(&json)["n"], &unfair(&json)["value"]), (&4.into(), &0.5.into()), "{json}");
    let [low, high] = ["low", "high"].map(|end| unfair(&json)[end].as_f64().expect("a share"));
    assert!(low <= 0.5 && high == 0.5, "{json}");
    let amount = json["headline"]["amount"][1].as_str().expect("the pair that is off most");
    assert!(amount.contains("PL-1gr-2013 with PL-5zl-1994") || amount.contains("PL-5zl-1994 with"), "{amount}");
    assert!(here.path().join("runs/kinds-pairs/answer.parquet").is_file());
}
