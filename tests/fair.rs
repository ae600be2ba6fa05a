//! `tolley fair`: verdicts and tolerances from outside.

use crate::tool::{Ran, files, folder_with, ran};
use serde_json::Value;
use tempfile::TempDir;
use tolley_analysis::dataset::Dataset;
use tolley_analysis::fair::fairness;
use tolley_analysis::statistics::equivalence::{PValues, Verdict};
use tolley_analysis::verdict::{PointVerdict, Question};

const PAIRS: &str = "study = \"cymbergaj/match\"\nseed = 4\nrepeats = 60\n[sweep.axes]\n\
                     \"a.mass_ratio\" = [0.9, 1.0, 1.05, 1.1]\n";

fn asked(arguments: &[&str]) -> (TempDir, Ran) {
    let here = folder_with("pairs.toml", PAIRS);
    let told = ran(here.path(), &[&["fair", "pairs.toml", "--quiet"], arguments].concat());
    (here, told)
}

#[test]
fn a_scenario_is_played_and_judged_point_by_point() {
    let (here, told) = asked(&[]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let line = |value: &str| told.stdout.lines().find(|line| line.trim_start().starts_with(value)).expect("a line");
    assert!(line("1 ").ends_with("identical"), "{}", told.stdout);
    assert!(line("1.1 ").contains("not resolved, about"), "{}", told.stdout);
    assert!(told.stdout.contains("corrected for 3 verdicts"), "{}", told.stdout);
    assert!(told.stdout.contains("How far may a.mass_ratio be from 1?"), "{}", told.stdout);
    // from its files alone, the same, and the same tables again
    let written = files(&here.path().join("runs/pairs-verdicts"));
    let again = ran(here.path(), &["fair", "runs/pairs"]);
    assert_eq!((again.code, again.stdout), (0, told.stdout));
    assert_eq!(files(&here.path().join("runs/pairs-verdicts")), written);
    assert_eq!(ran(here.path(), &["check", "runs/pairs"]).code, 0, "the dataset holds its own files alone");
}

/// A share that is off by other things than what is asked about is no answer: what sides have unlike is said first.
#[test]
fn what_the_sides_have_unlike_is_said_first() {
    let first = |keys: &str, arguments: &[&str]| {
        let here = folder_with("m.toml", &format!("study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4\n{keys}"));
        let told = ran(here.path(), &[&["fair", "m.toml", "--quiet"], arguments].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        told.stdout
    };
    let line = |keys: &str| first(keys, &[]).lines().next().expect("a line").to_owned();
    assert_eq!(line(""), "Both sides are set alike.");
    let swept = "[sweep.axes]\n\"a.mass_ratio\" = [0.9, 1.0, 1.1]\n";
    let alone = "Both sides are set alike but for what is swept: mass_ratio: 0.9 to 1.1 against 1.";
    assert_eq!(line(swept), alone);
    let unlike = "[a]\npolicy = \"cautious\"\n[b]\nmass_kg = \"5 g\"\n";
    let keys = "mass_kg: 5.21 against 5 g; policy: cautious against direct.";
    assert_eq!(line(unlike), format!("The scenario sets the two sides differently: {keys}"));
    let more = format!("The scenario sets the two sides differently in more than mass_ratio, which is swept: {keys}");
    assert_eq!(line(&format!("{unlike}{swept}")), more);
    let json: Value = serde_json::from_str(&first(&format!("{unlike}{swept}"), &["--json"])).expect("JSON");
    let told: Vec<(&str, bool)> = json["sides_differ"]
        .as_array()
        .expect("keys")
        .iter()
        .filter_map(|key| Some((key["key"].as_str()?, key["swept"].as_bool()?)))
        .collect();
    assert_eq!(told, [("mass_kg", false), ("mass_ratio", true), ("policy", false)], "{json}");
    assert_eq!(json["sides_differ"][2]["values"], serde_json::json!([["cautious"], ["direct"]]));
}

#[test]
fn the_numbers_follow_from_the_rows() {
    let (here, told) = asked(&["--json", "--margin", "0.2"]);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let summary: Value =
        serde_json::from_str(&ran(here.path(), &["summary", "runs/pairs", "--json"]).stdout).expect("JSON");
    for point in json["points"].as_array().expect("points") {
        let same = |other: &&Value| other["point"] == point["point"];
        let summed = summary["points"].as_array().expect("points").iter().find(same).expect("the same point");
        let estimate = &summed["estimates"]["a_win_share"];
        for key in ["n", "value", "low", "high"] {
            assert_eq!(point[key], estimate[key], "{point}");
        }
    }
    // 60 pairs are enough for a margin of a fifth
    let says: Vec<&str> =
        json["points"].as_array().expect("points").iter().filter_map(|p| p["says"].as_str()).collect();
    assert_eq!(says, ["fair"; 3]);
    let tolerance = &json["tolerance"];
    assert_eq!(tolerance["whole"]["column"], "a_mass_kg");
    assert_eq!(tolerance["strata"][0]["degree"], 2);
    // so is all that was tried on either side
    assert!((tolerance["above"].as_f64().expect("a bound") - 0.1).abs() < 1e-12, "{tolerance}");
    assert!((tolerance["below"].as_f64().expect("a bound") + 0.1).abs() < 1e-12, "{tolerance}");
}

#[test]
fn what_is_printed_is_a_tidy_table_too() {
    let (here, told) = asked(&["--json", "--csv"]);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let csv = std::fs::read_to_string(here.path().join("runs/pairs-verdicts/answer.csv")).expect("a table");
    assert!(csv.starts_with("term,estimate,std_error,conf_low,conf_high,n,method,seed,point,a_mass_ratio\n"), "{csv}");
    assert_eq!((&json["seed"], &json["repeats"]), (&4.into(), &60.into()), "{json}");
    let count = |what: &str| csv.lines().filter(|line| line.starts_with(what)).count();
    for (what, wanted) in
        [("a_win_share,", 4), ("p of equality,", 3), ("trials needed as seen,", 3), ("says identical,", 1)]
    {
        assert_eq!(count(what), wanted, "{what}: {csv}");
    }
    assert_eq!(count("says "), 4, "{csv}");
    let needed = json["points"][3]["needed"]["as_seen"].as_u64().expect("a number");
    assert!(
        csv.contains(&format!("trials needed as seen,{needed}.0,,,,60,\"two one-sided tests, Holm\",4,3,1.1")),
        "{csv}"
    );
    assert!(csv.contains("\"p of the curve over a.mass_ratio\"") || csv.contains("p of the curve over a.mass_ratio,"));
    // a run that ends early says so, and whoever judges it by other tests is told
    let told = ran(here.path(), &["run", "pairs.toml", "--repeats", "80", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let told = ran(here.path(), &["fair", "runs/pairs"]);
    assert!(told.stdout.contains("The dataset grew in 2 steps: these tests hold if"), "{}", told.stdout);
    assert_eq!(ran(here.path(), &["report", "runs/pairs"]).code, 0);
    let page = std::fs::read_to_string(here.path().join("runs/pairs-report.html")).expect("a page");
    assert!(page.contains("The dataset grew in 2 steps"));
    let told = ran(here.path(), &["report", "runs/pairs-verdicts"]);
    assert!(told.code == 2 && told.stderr.contains("is an answer about the dataset runs/pairs"), "{}", told.stderr);
}

/// The cells of a line; those in quotes may hold commas.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for sign in line.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            sign => cells.last_mut().expect("a cell").push(sign),
        }
    }
    cells
}

#[test]
fn every_row_says_its_trials_its_seed_and_where_it_holds() {
    let here = folder_with("pairs.toml", &format!("{PAIRS}\"contest.error_ratio\" = [1.0, 2.0]\n"));
    let told = ran(here.path(), &["fair", "pairs.toml", "--margin", "0.2", "--quiet", "--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = std::fs::read_to_string(here.path().join("runs/pairs-verdicts/answer.csv")).expect("a table");
    let mut lines = csv.lines().map(cells);
    let head = lines.next().expect("a head");
    assert_eq!(head[5..], ["n", "method", "seed", "point", "a_mass_ratio", "contest_error_ratio"]);
    let rows: Vec<Vec<String>> = lines.collect();
    for row in &rows {
        let n: u64 = row[5].parse().expect("a count");
        assert!(n >= 60 && row[7] == "4", "{row:?}");
    }
    // 60 pairs at three masses that are not equal, by the level of play, and both together
    let of = |term: &str| {
        rows.iter().filter(|row| row[0] == term).map(|row| [&row[5], &row[9], &row[10]].map(String::as_str)).collect()
    };
    let curves: Vec<[&str; 3]> = of("tolerance of a.mass_ratio above 1");
    assert_eq!(curves, [["180", "", "1"], ["180", "", "2"]]);
    let robust: Vec<[&str; 3]> = of("tolerance of a.mass_ratio above 1, in every stratum");
    assert_eq!(robust, [["360", "", ""]]);
    // the furthest value that is within the margin with all nearer ones, whatever the curve
    let tried: Vec<[&str; 3]> = of("tolerance of a.mass_ratio above 1 by values alone");
    assert_eq!(tried, [["180", "", "1"], ["180", "", "2"]]);
    assert!(told.stdout.contains("; by values alone: +"), "{}", told.stdout);
}

#[test]
fn sizes_are_planned_before_anything_is_played() {
    let here = folder_with("pairs.toml", PAIRS);
    let told = ran(here.path(), &["fair", "--plan"]);
    assert!(told.code == 0 && told.stdout.contains("27,060 single matches"), "{}", told.stdout);
    assert!(ran(here.path(), &["fair", "--plan", "--margin", "0.02"]).stdout.contains("6,770 single matches"));
}

#[test]
fn a_scenario_is_planned_by_a_pilot_of_bounded_size() {
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 1000000\n[clock]\nhalf_s = 30\n[sweep.axes]\n\
                    \"a.mass_ratio\" = [1.0, 1.1]\n";
    let here = folder_with("pairs.toml", scenario);
    let asked = ["fair", "pairs.toml", "--plan"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stderr.contains("512 trials at 2 points into runs/pairs-pilot"), "{}", told.stderr);
    assert!(told.stdout.contains("mass_ratio 1.1: ") && told.stdout.contains("each, from 256"), "{}", told.stdout);
    let again = ran(here.path(), &asked);
    assert_eq!((again.code, again.stdout), (0, told.stdout));
    assert!(!again.stderr.contains("trials at"), "nothing is played twice: {}", again.stderr);
    assert!(!here.path().join("runs/pairs").exists(), "the scenario itself is still to be played");
}

#[test]
fn what_cannot_be_answered_is_refused_before_it_is_played() {
    for arguments in [
        &["--margin", "0.7"][..],
        &["--margin", "-0.1"],
        &["--equal", "nan"],
        &["--equal", "-inf"],
        &["--over", "a.mass_ratio", "--equal", "2"],
        &["--sweep", "a.mass_ratio=1,2", "--equal", "1"],
        &["--over", "a.mass_kg"],
        &["--measure", "goal_count"],
        &["--sweep", "a.mass_ratio=1,2", "--over", "a.mass_ratio"],
        &["--sweep", "clock.half_s=60,90,120", "--set", "a.mass_ratio=1.1", "--over", "clock.half_s"],
        &["--repeats", "1"],
    ] {
        let (here, told) = asked(arguments);
        assert_eq!(told.code, 2, "{arguments:?}: {}", told.stderr);
        assert!(!here.path().join("runs").exists(), "{arguments:?}: nothing is played");
        assert_eq!(asked(&[arguments, &["--dry-run"]].concat()).1.code, 2, "{arguments:?}");
    }
    let (here, _) = asked(&[]);
    assert_eq!(ran(here.path(), &["fair", "runs/pairs", "--repeats", "90"]).code, 2);
    let here = folder_with("toy.toml", "study = \"tinsley-green/shot\"\nrepeats = 2\n");
    assert_eq!(ran(here.path(), &["fair", "toy.toml", "--quiet"]).code, 2);
    let solved = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/dice_football/fair_match.toml");
    assert_eq!(ran(here.path(), &["fair", solved, "--quiet"]).code, 2);
}

#[test]
fn sides_that_differ_are_not_identical_where_few_pairs_show_nothing() {
    // coins nearly alike: of few pairs of short matches none or hardly one comes out otherwise
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4\n[clock]\nhalf_s = 30\n[sweep.axes]\n\
                    \"a.mass_ratio\" = [1.0, 1.0001, 1.0002]\n";
    let here = folder_with("near.toml", scenario);
    let told = ran(here.path(), &["fair", "near.toml", "--quiet", "--json"]);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let points = json["points"].as_array().expect("points");
    let identical: Vec<bool> = points.iter().map(|point| point["identical"] == true).collect();
    assert_eq!(identical, [true, false, false], "{json}");
    assert_eq!((&points[1]["value"], &points[1]["says"]), (&0.5.into(), &"not resolved".into()), "{json}");
    assert_eq!(json["corrected_for"], 2);
    assert_eq!([0, 1].map(|at| &points[at]["never_differed"]), [false, true], "{json}");
    // two values and two powers: the curve meets them whatever they are
    assert!(json["tolerance"]["strata"][0]["p_fit"].is_null(), "{json}");
    let told = ran(here.path(), &["fair", "runs/near"]);
    assert!(told.stdout.contains("power 2, not tested") && told.stdout.contains("always meets them"), "{told:?}");
    let never = told.stdout.matches("not resolved, never differed").count();
    assert!(never > 0 && told.stdout.contains("never differed: in none of these"), "{told:?}");
    // looked at one after the other
    let told = ran(here.path(), &["fair", "runs/near", "--sequential", "--json"]);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let course = &json["sequential"]["points"][1];
    let [low, high] = ["low", "high"].map(|end| course[end].as_f64().expect("an interval"));
    // ln 20 / 4 x 1/2 to either side
    assert!((low - 0.1255).abs() < 1e-4 && (high - 0.8745).abs() < 1e-4, "{course}");
}

#[test]
fn nothing_is_played_where_only_the_cost_is_asked() {
    let (here, told) = asked(&["--dry-run"]);
    assert!(told.code == 0 && told.stdout.contains("trials  240 (60 a point)"), "{} {}", told.stdout, told.stderr);
    assert!(!here.path().join("runs").exists());
    let (here, told) = asked(&["--shard", "0/2"]);
    assert!(told.code == 2 && told.stderr.contains("--shard: a share of a dataset has no answer"), "{}", told.stderr);
    assert!(!here.path().join("runs").exists());
}

#[test]
fn a_verdict_that_comes_early_ends_the_run() {
    // coins that differ by half, and equal ones: both are known long before the last of 4,000 pairs
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4000\n[clock]\nhalf_s = 150\n[sweep.axes]\n\
                    \"b.preset\" = [\"club\", \"novice\"]\n";
    let here = folder_with("pairs.toml", scenario);
    let asked = ["fair", "pairs.toml", "--sequential", "--margin", "0.1", "--json", "--quiet", "--csv"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let points = json["sequential"]["points"].as_array().expect("points");
    assert!(points[0].is_null() && json["points"][0]["identical"] == true, "{json}");
    // decided: equality is refuted, and whether the margin is passed is said if the interval of all looks says it, at
    // the look that decided, and by all trials; tests of a fixed number do not hold, and said "fair" beside it
    let said = |of: &Value| {
        let [low, high] = ["low", "high"].map(|end| of[end].as_f64().expect("an interval"));
        let says = if low > 0.6 || high < 0.4 { "unfair" } else { "different, perhaps within the margin" };
        assert_eq!(of["says"], says, "{json}");
        (says, high - low)
    };
    let ((_, at_look), (says, of_all)) = (said(&points[1]), said(&json["points"][1]));
    assert!(of_all <= at_look, "{json}");
    assert!(json["points"][1]["p_corrected"].is_null() && json["tolerance"].is_null(), "{json}");
    let played = json["points"][1]["n"].as_u64().expect("trials");
    assert!(played < 1000 && points[1]["n"].as_u64().is_some_and(|n| n <= played && n % 4 == 0), "{json}");
    // every look is a row, up to the one that decided, and what is said at that is what is said in the end
    let looks = std::fs::read_to_string(here.path().join("runs/pairs-verdicts/looks.csv")).expect("looks");
    let rows: Vec<Vec<&str>> = looks.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let decided = points[1]["n"].as_u64().expect("a number");
    assert_eq!(rows.len() as u64, decided / 4, "{looks}");
    let n = |row: &Vec<&str>| row[1].parse::<u64>().expect("trials");
    assert!(rows.iter().zip(1..).all(|(row, look)| row[0] == "1" && n(row) == 4 * look), "{looks}");
    let [open, last] = [&rows[rows.len() - 2], &rows[rows.len() - 1]];
    assert!(open[6] == "\"not resolved\"" && ["\"different", "\"unfair\""].contains(&last[6]), "{looks}");
    for (column, key) in [(2, "llr"), (4, "low"), (5, "high")] {
        assert_eq!(last[column].parse::<f64>().ok(), points[1][key].as_f64(), "{key}: {looks}");
    }
    // the looks follow from the rows: asked again nothing is played, and the same is said
    let again = ran(here.path(), &asked);
    assert_eq!((again.code, &again.stdout), (0, &told.stdout));
    let text = ran(here.path(), &["fair", "runs/pairs", "--sequential", "--margin", "0.1"]).stdout;
    assert!(text.contains(&format!("{says} after ")) && text.contains("1 points together (Bonferroni)"), "{text}");
    // a test of a fixed number has no looks
    assert!(here.path().join("runs/pairs-verdicts/looks.parquet").is_file());
    assert_eq!(ran(here.path(), &["fair", "runs/pairs", "--margin", "0.1"]).code, 0);
    assert!(!here.path().join("runs/pairs-verdicts/looks.parquet").exists());
}

/// The chance of a largest distance like this between `n` draws and their distribution (N. Smirnov, Ann. Math. Stat. 19
/// (1948) 279, with M. A. Stephens's correction, J. R. Stat. Soc. B 32 (1970) 115).
fn kolmogorov(distance: f64, n: f64) -> f64 {
    let x = distance * (n.sqrt() + 0.12 + 0.11 / n.sqrt());
    let term = |k: i32| f64::from(1 - 2 * ((k - 1) % 2)) * libm::exp(-2.0 * f64::from(k * k) * x * x);
    (2.0 * (1..100).map(term).sum::<f64>()).clamp(0.0, 1.0)
}

#[test]
fn played_matches_of_equals_are_called_different_in_3_to_7_of_100_runs() {
    // strategy test T21 by played matches: two players who roll at random, 2,000 runs of 1,000 matches each. A run is a
    // point of two axes that mean nothing there, with random numbers of its own, and is judged alone. Which of the
    // verdicts can be false of equals hangs on the margin: within a wide one a difference that is seen is "different
    // but within the margin", of which 5 % are wanted; "unfair" is a claim about the margin, and so much the rarer
    let scenario = "study = \"dice-football/match\"\nseed = 21\nrepeats = 1000\nstreams = \"independent\"\n[time]\nhalf_s = 60\n[player_a]\npolicy \
                    = \"random\"\n[player_b]\npolicy = \"random\"\n[sweep.axes]\n\
                    \"match.series_count\" = { min = 1, max = 100, step = 1 }\n\
                    \"players.score_limit_count\" = { min = 1, max = 20, step = 1 }\n";
    let here = folder_with("equals.toml", scenario);
    let told = ran(here.path(), &["run", "equals.toml", "--quiet", "--allow-large"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let dataset = Dataset::load(&here.path().join("runs/equals")).expect("a dataset");
    let judged = |margin: f64| {
        let question = Question { measure: None, margin, over: None, equal: None, sequential: false, confidence: 0.95 };
        let found = fairness(&dataset, &question).expect("verdicts");
        assert!(found.points.len() == 2000 && found.points.iter().all(|point| point.estimate.n == 1000));
        let of = |point: &PointVerdict| {
            let comparison = point.comparison.expect("matches");
            (comparison.off.abs(), comparison.p_values())
        };
        found.points.iter().map(of).collect::<Vec<(f64, PValues)>>()
    };
    let said = |runs: &[(f64, PValues)], wanted: &[Verdict]| {
        runs.iter().filter(|(_, p)| wanted.contains(&Verdict::of(p))).count() as f64 / runs.len() as f64
    };
    let mut wide = judged(0.25);
    let different = said(&wide, &[Verdict::Different, Verdict::Unfair]);
    assert!((0.03..=0.07).contains(&different), "{different}");
    // shares lie on a lattice, and a chance by a smooth law is that of the middle of its step: there they are compared,
    // which takes at most half a step, 1.5 %, off the distance
    wide.sort_by(|one, other| other.0.total_cmp(&one.0));
    let n = wide.len() as f64;
    let mut before = 0.0;
    let mut distance = 0.0_f64;
    for step in wide.chunk_by(|one, other| (one.0 - other.0).abs() < 1e-9) {
        let (of, p) = (step.len() as f64, step.iter().map(|(_, p)| p.differs).sum::<f64>() / step.len() as f64);
        distance = distance.max(((before + of / 2.0) / n - p).abs());
        before += of;
    }
    let chance = kolmogorov(distance, n);
    assert!(chance > 0.01, "{distance} {chance}");
    // what is called by the margin of a coin is unfair, and false ones are no more than the test errs
    let unfair = said(&judged(0.01), &[Verdict::Unfair]);
    assert!(unfair <= different && unfair > 0.0, "{unfair} {different}");
}

#[test]
fn the_chance_of_a_distance_is_the_tabulated_one() {
    // 1.358 and 1.628 over sqrt n are the points of 5 and 1 %
    for (times, chance) in [(1.358, 0.05), (1.628, 0.01)] {
        assert!((kolmogorov(times / 1e3, 1e6) - chance).abs() < 2e-4, "{times}");
    }
}
