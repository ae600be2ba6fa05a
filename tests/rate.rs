//! `tolley rate`: strengths from matches, from outside.

use crate::tool::{files, folder_with, ran};
use serde_json::Value;

const DICE: &str = "study = \"dice-football/match\"\nseed = 5\nrepeats = 400\n[players]\nscore_limit_count = 3\n\
                    [time]\nhalf_s = 60\n[laws]\nchampion_die = false\n[sweep.axes]\n\
                    \"player_a.policy\" = [\"optimal\", \"greedy\", \"random\"]\n\
                    \"player_b.policy\" = [\"optimal\", \"random\"]\n";

#[test]
fn policies_of_dice_football_are_ranked() {
    let here = folder_with("dice.toml", DICE);
    let told = ran(here.path(), &["rate", "dice.toml", "--quiet", "--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let place = |name: &str| told.stdout.lines().position(|line| line.trim_start().starts_with(name)).expect("a line");
    assert!(place("optimal") < place("random") && place("greedy") < place("random"), "{}", told.stdout);
    assert!(
        told.stdout.contains("2,400 matches, seed 5") && told.stdout.contains("playing first: "),
        "{}",
        told.stdout
    );
    assert!(told.stdout.contains("points share their random numbers; repeats are left out whole"), "{}", told.stdout);
    // from its files alone, the same, and the same table again
    let written = files(&here.path().join("runs/dice-ratings"));
    let again = ran(here.path(), &["rate", "runs/dice", "--csv"]);
    assert_eq!((again.code, again.stdout), (0, told.stdout));
    assert_eq!(files(&here.path().join("runs/dice-ratings")), written);
    assert_eq!(ran(here.path(), &["check", "runs/dice"]).code, 0, "the dataset holds its own files alone");
    let csv = std::fs::read_to_string(here.path().join("runs/dice-ratings/answer.csv")).expect("a table");
    assert!(csv.starts_with("term,estimate,std_error,conf_low,conf_high,n,method,seed,point\nelo "), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.starts_with("elo ")).count(), 4, "three players, and who plays first");
}

#[test]
fn the_numbers_follow_from_the_rows() {
    // a policy beside another: the score of two players whose order is drawn
    let text = DICE
        .replace("\"optimal\", \"greedy\", \"random\"", "\"greedy\"")
        .replace("\"optimal\", \"random\"", "\"optimal\"");
    let here = folder_with("two.toml", &text);
    let told = ran(here.path(), &["rate", "two.toml", "--quiet", "--json"]);
    let json: Value = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{}", told.stderr));
    let summary = ran(here.path(), &["summary", "runs/two", "--json"]);
    let summary: Value = serde_json::from_str(&summary.stdout).expect("JSON");
    let estimates = &summary["points"][0]["estimates"];
    let [points, ties] = ["a_points_share", "is_draw"].map(|name| estimates[name]["value"].as_f64().expect("a share"));
    assert_eq!(json["n"], 400);
    let elo = |name: &str| {
        let found = json["players"].as_array().expect("players").iter().find(|player| player["player"] == name);
        found.expect("the player")["value"].as_f64().expect("a number")
    };
    // by the model the expected score, halves for ties, averaged over both orders, is that of the matches
    let unit = 400.0 / std::f64::consts::LN_10;
    let (d, first) =
        ((elo("greedy") - elo("optimal")) / unit, json["first_elo"]["value"].as_f64().expect("told") / unit);
    let share = json["tie_share"]["value"].as_f64().expect("ties");
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
        "rate",
        "coin_policies",
        "--quiet",
        "--json",
        "--repeats",
        "30",
        "--set",
        "clock.half_s=60",
        "--sweep",
        "a.policy=random,direct",
        "--set",
        "a.trials_count=8",
    ];
    let told = ran(here.path(), &asked);
    let json: Value = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{} {}", told.stdout, told.stderr));
    let players = json["players"].as_array().expect("players");
    let names: Vec<&str> = players.iter().filter_map(|player| player["player"].as_str()).collect();
    assert_eq!(names, ["direct", "random"], "{json}");
    // pairs of matches: 2 points x 30 x 2; the second is direct against himself
    assert_eq!((&json["n"], &players[1]["n"]), (&Value::from(120), &Value::from(60)));
    assert!(players[0]["low"].as_f64() > players[1]["high"].as_f64(), "{json}");
}

#[test]
fn who_never_lost_has_no_end_above() {
    let text = DICE
        .replace("\"optimal\", \"greedy\", \"random\"", "\"optimal\"")
        .replace("\"optimal\", \"random\"", "\"random\"")
        .replace("repeats = 400", "repeats = 20");
    let here = folder_with("two.toml", &text);
    let told = ran(here.path(), &["rate", "two.toml", "--quiet", "--csv"]);
    assert!(told.code == 0 && told.stdout.contains("separated: yes"), "{} {}", told.stdout, told.stderr);
    let line = |name: &str| told.stdout.lines().find(|line| line.trim_start().starts_with(name)).expect("a line");
    assert!(line("optimal").contains(", at least ") && line("random").contains(", at most -"), "{}", told.stdout);
    let csv = std::fs::read_to_string(here.path().join("runs/two-ratings/answer.csv")).expect("a table");
    let row = csv.lines().find(|line| line.starts_with("elo optimal")).expect("a row");
    let cells: Vec<&str> = row.split(',').collect();
    assert!(cells[3].parse::<f64>().is_ok_and(|low| low > 0.0) && cells[4].is_empty(), "{row}");
    let json = ran(here.path(), &["rate", "runs/two", "--json"]).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["players"][0]["high"].is_null() && json["players"][0]["low"].is_number(), "{json}");
}

#[test]
fn who_would_never_lose_without_a_repeat_has_the_interval_of_the_likelihood() {
    let text = DICE
        .replace("\"optimal\", \"greedy\", \"random\"", "\"optimal\"")
        .replace("\"optimal\", \"random\"", "\"random\"")
        .replace("repeats = 400", "repeats = 60");
    let here = folder_with("two.toml", &text);
    let told = ran(here.path(), &["rate", "two.toml", "--quiet", "--csv"]);
    assert!(told.stdout.contains("separated: none, but without one group of repeats somebody"), "{}", told.stdout);
    assert!(told.stdout.contains("profile likelihood, since without one of 60 groups"), "{}", told.stdout);
    let csv = std::fs::read_to_string(here.path().join("runs/two-ratings/answer.csv")).expect("a table");
    let row = csv.lines().find(|line| line.starts_with("elo optimal")).expect("a row");
    assert!(row.contains("profile likelihood"), "{row}");
    let json = ran(here.path(), &["rate", "runs/two", "--json"]).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let best = &json["players"][0];
    let [low, value, high] = ["low", "value", "high"].map(|name| best[name].as_f64().expect("a number"));
    // further up than down, and no standard error that would say otherwise
    assert!(low > 0.0 && high - value > 1.2 * (value - low) && best["std_error"].is_null(), "{json}");
    assert_eq!(json["is_nearly_separated"], true);
}

#[test]
fn what_cannot_be_rated_is_said_before_it_is_played() {
    let refused = |text: &str, said: &str| {
        let here = folder_with("no.toml", text);
        let told = ran(here.path(), &["rate", "no.toml", "--quiet"]);
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

#[test]
fn pairs_of_coins_are_drawn_over_what_was_played() {
    let grid = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 60\n[clock]\nhalf_s = 60\n[sweep.axes]\n\
                \"a.mass_ratio\" = [1.0, 1.04, 1.08]\n\"a.diameter_m\" = [\"21.5 mm\", \"21.61 mm\"]\n";
    let here = folder_with("grid.toml", grid);
    assert_eq!(ran(here.path(), &["run", "grid.toml", "--quiet"]).code, 0);
    let asked = ["coins", "--pairs", "runs/grid", "--json"];
    let told = ran(here.path(), &asked);
    let json: Value = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("{}", told.stderr));
    let stratum = &json["strata"][0];
    let [low, share, high] = ["low", "share", "high"].map(|key| stratum[key].as_f64().expect("a share"));
    assert!((0.0..=1.0).contains(&low) && low <= high && (0.0..=1.0).contains(&share), "{json}");
    assert_eq!(stratum["terms"], serde_json::json!([[1, 0], [2, 0], [0, 1]]));
    assert_eq!((&json["coin"], &json["assumed"]["coins.mass_sd_ratio"]), (&"PL-2zl-1994".into(), &0.007.into()));
    assert_eq!(ran(here.path(), &asked).stdout, told.stdout);
    assert!(here.path().join("runs/grid-pairs/answer.parquet").is_file());
    // coins that do not differ are never unfair
    let equal = ran(here.path(), &[&asked[..], &["--mass-sd", "0", "--wear", "0", "--diameter-sd", "0"]].concat());
    let equal: Value = serde_json::from_str(&equal.stdout).expect("JSON");
    assert_eq!([&equal["strata"][0]["share"], &equal["strata"][0]["high"]], [&Value::from(0.0); 2]);
    let told = ran(here.path(), &["coins", "--pairs", "runs/grid", "--wear", "0.7"]);
    assert!(told.code == 2 && told.stderr.contains("--wear 0.7 is impossible; allowed: 0 to 0.5"), "{}", told.stderr);
    let text = grid.replace("\"a.diameter_m\" = [\"21.5 mm\", \"21.61 mm\"]\n", "");
    std::fs::write(here.path().join("one.toml"), text).expect("a file");
    assert_eq!(ran(here.path(), &["run", "one.toml", "--quiet", "--repeats", "2"]).code, 0);
    let told = ran(here.path(), &["coins", "--pairs", "runs/one"]);
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
    let told = ran(here.path(), &["coins", "--pairs", "runs/kinds", "--more", "0.05", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let stratum = &json["strata"][0];
    // equal coins never differ, and coins of which one has four times the mass of the other do by far
    let wins = |point: usize| json["points"][point]["value"].as_f64().expect("a share");
    assert_eq!([wins(0), wins(3)], [0.5; 2], "{json}");
    assert!((wins(1) - 0.5).abs() > 0.05 && (wins(1) + wins(2) - 1.0).abs() < 0.1, "{json}");
    assert_eq!((&stratum["pairs"], &stratum["share"]), (&4.into(), &0.5.into()), "{json}");
    let [low, high] = ["low", "high"].map(|end| stratum[end].as_f64().expect("a share"));
    assert!(low <= 0.5 && high == 0.5, "{json}");
    assert!(here.path().join("runs/kinds-pairs/answer.parquet").is_file());
    let told = ran(here.path(), &["coins", "--pairs", "runs/kinds"]);
    assert!(
        told.stdout.contains("PL-1gr-2013 beside PL-5zl-1994") || told.stdout.contains("PL-5zl-1994 beside"),
        "{}",
        told.stdout
    );
}
