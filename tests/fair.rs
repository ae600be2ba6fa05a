//! `tolley ask fair`: verdicts and tolerances from outside.

use crate::tool::{Ran, files, folder_with, ran};
use serde_json::Value;
use tempfile::TempDir;
use tolley_analysis::dataset::Dataset;
use tolley_analysis::fair::fairness;
use tolley_analysis::statistics::equivalence::{PValues, Verdict};
use tolley_analysis::verdict::{PointVerdict, Question};

const PAIRS: &str = "study = \"cymbergaj/match\"\nseed = 4\nrepeats = 60\n\
                     [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                     \"a.mass_ratio\" = [0.9, 1.0, 1.05, 1.1]\n";

fn asked(arguments: &[&str]) -> (TempDir, Ran) {
    let here = folder_with("pairs.toml", PAIRS);
    let told = ran(here.path(), &[&["ask", "fair", "pairs.toml", "--quiet"], arguments].concat());
    (here, told)
}

/// The answer as an object.
fn object(told: &Ran) -> Value {
    assert_eq!(told.code, 0, "{}", told.stderr);
    serde_json::from_str(&told.stdout).expect("JSON")
}

/// The verdict of each row of a table.
fn verdicts(answer: &Value) -> Vec<&str> {
    let rows = answer["tables"]["points"]["rows"].as_array().expect("points");
    rows.iter().map(|row| row["verdict"]["verdict"].as_str().expect("a verdict")).collect()
}

fn limit(answer: &Value, side: &str) -> Option<f64> {
    answer["tables"]["limits"]["rows"][0][format!("a_win_share limit shown {side}")].as_f64()
}

#[test]
fn a_scenario_is_played_and_judged_and_its_files_say_the_same_again() {
    let (here, told) = asked(&["--margin", "0.2"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.lines().count() <= 12, "{}", told.stdout);
    assert!(told.stdout.starts_with("It is fair while the mass of player A's coin is at most"), "{}", told.stdout);
    let written = files(&here.path().join("runs/pairs-verdicts"));
    let again = ran(here.path(), &["ask", "fair", "runs/pairs", "--margin", "0.2", "--json"]);
    let answer = object(&again);
    assert_eq!(verdicts(&answer)[1], "identical", "{answer}");
    assert_eq!(answer["headline"]["verdict"], "limit");
    let kept = files(&here.path().join("runs/pairs-verdicts"));
    let told = ran(here.path(), &["ask", "fair", "runs/pairs", "--margin", "0.2"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(files(&here.path().join("runs/pairs-verdicts")), kept);
    assert_eq!(kept.len(), written.len());
    assert_eq!(ran(here.path(), &["data", "check", "runs/pairs"]).code, 0, "the dataset holds its own files alone");
}

/// A share that is off by other things than what is asked about is no answer: what sides have unlike is said with it.
#[test]
fn what_the_sides_have_unlike_is_said_with_the_answer() {
    let of = |keys: &str| {
        let here = folder_with("m.toml", &format!("study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4\n{keys}"));
        let answer = object(&ran(here.path(), &["ask", "fair", "m.toml", "--quiet", "--json"]));
        let amount = answer["headline"]["amount"].as_array().cloned().unwrap_or_default();
        let lines = amount.iter().filter_map(|line| line.as_str());
        lines.filter(|line| line.starts_with("The sides")).collect::<String>()
    };
    let swept = "[sweep.axes]\n\"a.mass_ratio\" = [0.9, 1.0, 1.1]\n";
    let unlike = "[a]\npolicy = \"cautious\"\n[b]\nmass_kg = \"5 g\"\n";
    assert!(of("").is_empty() && of(swept).is_empty());
    let labels = "nominal mass of the coin, the way to decide";
    assert_eq!(of(unlike), format!("The sides differ in {labels}"));
    assert_eq!(of(&format!("{unlike}{swept}")), format!("The sides also differ in {labels}"));
}

#[test]
fn the_numbers_follow_from_the_rows() {
    let (here, told) = asked(&["--json", "--margin", "0.2"]);
    let answer = object(&told);
    let summary: Value =
        serde_json::from_str(&ran(here.path(), &["show", "runs/pairs", "--json"]).stdout).expect("JSON");
    for point in answer["tables"]["points"]["rows"].as_array().expect("points") {
        let same = |other: &&Value| other["point"] == point["point"];
        let summed = summary["points"].as_array().expect("points").iter().find(same).expect("the same point");
        for key in ["n", "value", "low", "high"] {
            assert_eq!(point["a_win_share mean"][key], summed["estimates"]["a_win_share"][key], "{point}");
        }
    }
    // 60 pairs are enough for a margin of a fifth, and so is all that was tried on either side
    assert_eq!(verdicts(&answer), ["fair", "identical", "fair", "fair"]);
    let [below, above] = ["below", "above"].map(|side| limit(&answer, side).expect("a limit"));
    // a tenth of 5.21 g, cut off
    assert!((above - 0.000_52).abs() < 1e-9 && (below + 0.000_52).abs() < 1e-9, "{below} {above}");
    // a margin of 0.03 is met on one side alone, and nearer; one of a thousandth is beyond so few
    let of = |margin: &str| object(&ran(here.path(), &["ask", "fair", "runs/pairs", "--json", "--margin", margin]));
    let narrow = of("0.03");
    assert!(limit(&narrow, "above").is_some_and(|limit| 0.0 < limit && limit < above), "{narrow}");
    let narrower = of("0.001");
    for (answer, side) in [(&narrow, "below"), (&narrower, "below"), (&narrower, "above")] {
        assert_eq!(answer["tables"]["limits"]["rows"][0][format!("a_win_share limit shown {side}")], "none shown");
    }
}

#[test]
fn few_pairs_cannot_tell_and_say_how_many_would() {
    let (_, told) = asked(&["--repeats", "2", "--json"]);
    let answer = object(&told);
    assert_eq!(answer["headline"]["verdict"], "cannot tell yet", "{answer}");
    assert!(
        answer["headline"]["sentence"].as_str().is_some_and(|text| text.starts_with("Cannot tell yet")),
        "{answer}"
    );
    let next = &answer["next"][0];
    let needed: u64 = next["text"]
        .as_str()
        .and_then(|text| text.strip_suffix(" trials at each point would probably settle it"))
        .and_then(|count| count.replace(',', "").parse().ok())
        .expect("a number");
    // equal sides take 27,060 matches, two of a pair each
    assert!((27_060 / 4..27_060).contains(&needed), "{needed}");
    let command = next["command"].as_array().expect("a command");
    assert_eq!(command[command.len() - 2..], ["--repeats".to_owned(), needed.to_string()], "{next}");
}

#[test]
fn what_is_printed_is_a_tidy_table_too() {
    let (here, told) = asked(&["--json", "--csv"]);
    let answer = object(&told);
    assert_eq!(answer["seed"], 4);
    let csv = std::fs::read_to_string(here.path().join("runs/pairs-verdicts/answer.csv")).expect("a table");
    let head = "measure,quantity,a.mass_ratio,estimate,std_error,conf_low,conf_high,n,method,verdict,seed,point\n";
    assert!(csv.starts_with(head), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.starts_with("a_win_share,mean,")).count(), 4, "{csv}");
    // a run that ends early says so, and whoever judges it by other tests is told
    let told = ran(here.path(), &["run", "pairs.toml", "--repeats", "80", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let told = ran(here.path(), &["ask", "fair", "runs/pairs", "--details"]);
    assert!(told.stdout.contains("The dataset grew in 2 steps: these tests hold if"), "{}", told.stdout);
    assert_eq!(ran(here.path(), &["show", "runs/pairs", "--page"]).code, 0);
    let page = std::fs::read_to_string(here.path().join("runs/pairs-report.html")).expect("a page");
    assert!(page.contains("The dataset grew in 2 steps"));
    let told = ran(here.path(), &["show", "runs/pairs-verdicts", "--page"]);
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
    let told = ran(here.path(), &["ask", "fair", "pairs.toml", "--margin", "0.2", "--quiet", "--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = std::fs::read_to_string(here.path().join("runs/pairs-verdicts/answer.csv")).expect("a table");
    let mut lines = csv.lines().map(cells);
    let head = lines.next().expect("a head");
    let names = ["measure", "quantity", "contest.error_ratio", "a.mass_ratio", "estimate", "std_error", "conf_low"];
    assert_eq!(head[..7], names);
    assert_eq!(head[7..], ["conf_high", "n", "method", "verdict", "seed", "point"]);
    let rows: Vec<Vec<String>> = lines.collect();
    for row in &rows {
        assert!(row.len() == head.len() && row[0] == "a_win_share" && !row[9].is_empty(), "{row:?}");
        let n: u64 = row[8].parse().expect("a count");
        assert!(n >= 60 && row[11] == "4", "{row:?}");
    }
    let of = |quantity: &str| -> Vec<[&str; 3]> {
        let of = rows.iter().filter(|row| row[1] == quantity);
        of.map(|row| [&row[2], &row[3], &row[8]].map(String::as_str)).collect()
    };
    // 60 pairs at each of four masses, by the level of play
    let places = ["0.9", "1", "1.05", "1.1"];
    let mut means: Vec<[&str; 3]> = of("mean");
    means.sort_unstable();
    let wanted: Vec<[&str; 3]> =
        ["1", "2"].into_iter().flat_map(|level| places.map(|mass| [level, mass, "60"])).collect();
    assert_eq!(means, wanted);
    // a limit for each level, at no single mass
    for side in ["shown below", "shown above"] {
        let limits = of(side);
        assert!(limits.iter().map(|row| [row[0], row[1]]).eq([["1", ""], ["2", ""]]), "{side}: {limits:?}");
    }
    let is_of_both = told.stdout.starts_with("It is fair while the mass of player A's coin is at most 520 mg below");
    assert!(is_of_both, "{}", told.stdout);
}

#[test]
fn sizes_are_planned_before_anything_is_played() {
    let here = folder_with("pairs.toml", PAIRS);
    let told = ran(here.path(), &["ask", "fair", "--plan"]);
    assert!(told.code == 0 && told.stdout.contains("27,060 single matches"), "{}", told.stdout);
    assert!(ran(here.path(), &["ask", "fair", "--plan", "--margin", "0.02"]).stdout.contains("6,770 single matches"));
}

#[test]
fn a_scenario_is_planned_by_a_pilot_of_bounded_size() {
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 1000000\n[clock]\nhalf_s = 30\n\
                    [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                    \"a.mass_ratio\" = [1.0, 1.1]\n";
    let here = folder_with("pairs.toml", scenario);
    let asked = ["ask", "fair", "pairs.toml", "--plan"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stderr.contains("512 trials at 2 points into runs/pairs-pilot"), "{}", told.stderr);
    assert!(told.stdout.contains(" (1.1), from 256"), "{}", told.stdout);
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
        &["--along", "a.mass_ratio", "--equal", "2"],
        &["--sweep", "a.mass_ratio=1,2", "--equal", "1"],
        &["--along", "a.mass_kg"],
        &["--measure", "goal_count"],
        &["--sweep", "a.mass_ratio=1,2", "--along", "a.mass_ratio"],
        &["--sweep", "clock.half_s=60,90,120", "--set", "a.mass_ratio=1.1", "--along", "clock.half_s"],
        &["--repeats", "1"],
    ] {
        let (here, told) = asked(arguments);
        assert_eq!(told.code, 2, "{arguments:?}: {}", told.stderr);
        assert!(!here.path().join("runs").exists(), "{arguments:?}: nothing is played");
        assert_eq!(asked(&[arguments, &["--dry-run"]].concat()).1.code, 2, "{arguments:?}");
    }
    let (here, _) = asked(&[]);
    assert_eq!(ran(here.path(), &["ask", "fair", "runs/pairs", "--repeats", "90"]).code, 2);
    let here = folder_with("toy.toml", "study = \"tinsley-green/shot\"\nrepeats = 2\n");
    assert_eq!(ran(here.path(), &["ask", "fair", "toy.toml", "--quiet"]).code, 2);
}

#[test]
fn an_exact_solution_is_judged_without_chance() {
    let here = folder_with("toy.toml", "");
    let solved = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/dice_football/fair_match.toml");
    let answer = object(&ran(here.path(), &["ask", "fair", solved, "--quiet", "--json"]));
    assert_eq!(answer["headline"]["verdict"], "unfair", "{answer}");
    assert_eq!(verdicts(&answer), ["unfair", "unfair", "fair", "fair"], "{answer}");
    let goals = ["ask", "fair", solved, "--quiet", "--measure", "goal_count_mean"];
    assert_eq!(ran(here.path(), &goals).code, 2);
}

#[test]
fn sides_that_differ_are_not_identical_where_few_pairs_show_nothing() {
    // coins nearly alike: of few pairs of short matches none or hardly one comes out otherwise
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4\n[clock]\nhalf_s = 30\n\
                    [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                    \"a.mass_ratio\" = [1.0, 1.0001, 1.0002]\n";
    let here = folder_with("near.toml", scenario);
    let answer = object(&ran(here.path(), &["ask", "fair", "near.toml", "--quiet", "--json"]));
    assert_eq!(verdicts(&answer), ["identical", "cannot tell yet", "cannot tell yet"], "{answer}");
    let points = &answer["tables"]["points"]["rows"];
    assert_eq!(points[1]["never_differed"], "yes", "{answer}");
    assert_eq!(points[1]["a_win_share mean"]["value"], 0.5);
    // looked at one after the other
    let answer = object(&ran(here.path(), &["ask", "fair", "runs/near", "--sequential", "--json"]));
    let share = &answer["tables"]["points"]["rows"][1]["a_win_share mean"];
    let [low, high] = ["low", "high"].map(|end| share[end].as_f64().expect("an interval"));
    // ln 20 / 4 x 1/2 to either side
    assert!((low - 0.1255).abs() < 1e-4 && (high - 0.8745).abs() < 1e-4, "{share}");
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
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4000\n[clock]\nhalf_s = 150\n\
                    [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                    \"b.preset\" = [\"club\", \"novice\"]\n";
    let here = folder_with("pairs.toml", scenario);
    let asked = ["ask", "fair", "pairs.toml", "--sequential", "--margin", "0.1", "--json", "--quiet", "--csv"];
    let told = ran(here.path(), &asked);
    let answer = object(&told);
    assert_eq!(verdicts(&answer)[0], "identical", "{answer}");
    // equality is refuted, and that the margin is passed is said where the interval of all looks says it
    let point = &answer["tables"]["points"]["rows"][1];
    let [low, high] = ["low", "high"].map(|end| point["a_win_share mean"][end].as_f64().expect("an interval"));
    let says = if low > 0.6 || high < 0.4 { "unfair" } else { "effect" };
    assert_eq!(point["verdict"]["verdict"], says, "{answer}");
    assert!(point["p_differs"].is_null() && answer["tables"]["limits"].is_null(), "{answer}");
    let (played, decided) = (point["n"].as_u64().expect("trials"), point["look_n"].as_u64().expect("a look"));
    assert!(played < 1000 && decided <= played && decided % 4 == 0, "{answer}");
    // every look is a row, up to the one that decided
    let looks = std::fs::read_to_string(here.path().join("runs/pairs-verdicts/looks.csv")).expect("looks");
    let rows: Vec<Vec<&str>> = looks.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len() as u64, decided / 4, "{looks}");
    let n = |row: &Vec<&str>| row[1].parse::<u64>().expect("trials");
    assert!(rows.iter().zip(1..).all(|(row, look)| row[0] == "1" && n(row) == 4 * look), "{looks}");
    let [open, last] = [&rows[rows.len() - 2], &rows[rows.len() - 1]];
    assert!(open[6] == "\"not resolved\"" && ["\"different", "\"unfair\""].contains(&last[6]), "{looks}");
    assert_eq!(last[2].parse::<f64>().ok(), point["look_llr"].as_f64(), "{looks}");
    // the looks follow from the rows: asked again nothing is played, and the same is said
    let again = ran(here.path(), &asked);
    assert_eq!((again.code, &again.stdout), (0, &told.stdout));
    // a test of a fixed number has no looks
    assert!(here.path().join("runs/pairs-verdicts/looks.parquet").is_file());
    assert_eq!(ran(here.path(), &["ask", "fair", "runs/pairs", "--margin", "0.1"]).code, 0);
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
