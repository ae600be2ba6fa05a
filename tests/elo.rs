//! `tolley ask fair --elo`: which of two Elos, while it is played and again from the rows.

use std::fs::File;
use std::path::Path;

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use tolley_analysis::dataset::{Batch, ColumnData, Dataset};
use tolley_analysis::statistics::sequential::bernoulli_llr;
use tolley_analysis::statistics::support::Counts;

use crate::tool::{Ran, files, folder_with, ran};

/// Matches of unlike players; draws stand.
const DICE: &str = "study = \"dice-football/match\"\nseed = 5\nrepeats = 20000\n[time]\nhalf_s = 150\n[player_a]\n\
                    policy = \"greedy\"\n[player_b]\npolicy = \"random\"\n";

fn json(told: &Ran) -> Value {
    assert_eq!(told.code, 0, "{}", told.stderr);
    serde_json::from_str(&told.stdout).expect("JSON")
}

/// How many draws have which score.
fn counts(row: &Value) -> Vec<u64> {
    let counts = row["counts"].as_str().expect("counts");
    counts.split(' ').map(|count| count.parse().expect("a count")).collect()
}

/// Of each trial that is ok, by point and repeat, a column of the first table.
fn column(folder: &Path, name: &str) -> Vec<Vec<f64>> {
    let dataset = Dataset::load(folder).expect("a dataset");
    let grid = &dataset.manifest().plan.grid;
    let mut values = vec![vec![f64::NAN; grid.repeats as usize]; grid.points() as usize];
    let table = dataset.manifest().tables[0].name.clone();
    dataset
        .scan(&table, &["point", "repeat", name], |batch: &Batch| {
            let ColumnData::F64(shares) = batch.column(2) else { panic!("{name} is no share") };
            for (row, share) in shares.iter().enumerate().filter(|(row, _)| batch.has_value(2, *row)) {
                values[batch.u64(0)[row] as usize][batch.u64(1)[row] as usize] = *share;
            }
        })
        .expect("rows");
    values
}

/// Number of draws and logarithm of each look, as they are kept.
fn looks(folder: &Path) -> Vec<(u64, f64)> {
    let file = File::open(folder.join("looks.parquet")).expect("looks");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build().expect("a reader");
    let mut looks = Vec::new();
    for batch in reader {
        let batch = batch.expect("a batch");
        let of = |name: &str| batch.column_by_name(name).expect("a column").clone();
        let n = of("n").as_any().downcast_ref::<arrow_array::Int64Array>().expect("counts").values().to_vec();
        let llr = of("llr").as_any().downcast_ref::<arrow_array::Float64Array>().expect("numbers").values().to_vec();
        looks.extend(n.into_iter().map(|n| n as u64).zip(llr));
    }
    looks
}

/// Normalised Elo as a distance of pairs or of matches.
fn distance(elo: f64, matches: f64) -> f64 {
    elo / (800.0 / libm::log(10.0)) * matches.sqrt()
}

/// What the looks must say of these draws.
fn recomputed(scores: &[f64], draws: &[f64], n: u64, [zero, one]: [f64; 2]) -> f64 {
    let seen: Vec<u64> =
        scores.iter().map(|score| draws[..n as usize].iter().filter(|draw| *draw == score).count() as u64).collect();
    Counts::seen(scores, &seen).llr_of_distances(0.5, one, zero).expect("within the scores")
}

#[test]
fn a_side_that_is_stronger_ends_the_run_and_the_rows_say_so_again() {
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 4000\n[clock]\nhalf_s = 60\n[a]\npolicy = \"direct\"\npreset = \"club\"\n\
                    [b]\npolicy = \"direct\"\npreset = \"novice\"\n";
    let here = folder_with("coins.toml", scenario);
    let asked = ["--sequential", "--elo", "0,20", "--json"];
    let told = ran(here.path(), &[&["ask", "fair", "coins.toml"], &asked[..]].concat());
    let live = told.stderr.lines().rfind(|line| line.starts_with("LLR ")).expect("a line").to_owned();
    assert!(live.contains(" of [-2.94, +2.94] after ") && live.ends_with("0 of 1 points not decided"), "{live}");
    let found = json(&told);
    let last = &found["tables"]["points"]["rows"][0];
    assert!(last["says"] == "H1: at least elo1" && last["llr"].as_f64() >= Some(2.944_4), "{found}");
    assert!(found["trials"]["done"].as_u64() < Some(1000) && last["to_come_as_seen"].is_null(), "{found}");
    assert_eq!(found["headline"]["verdict"], "effect", "{found}");
    // offline the same, and the same looks again
    let kept = || {
        // the command that makes the answer again is another one
        let mut kept = files(&here.path().join("runs/coins-verdicts"));
        kept.retain(|name, _| !name.ends_with("answer.json"));
        kept
    };
    let before = kept();
    let again = json(&ran(here.path(), &[&["ask", "fair", "runs/coins"], &asked[..]].concat()));
    assert_eq!((&again["headline"], &again["tables"]), (&found["headline"], &found["tables"]));
    assert_eq!(kept(), before);
    // every look follows from the rows: pairs of matches that a trial holds
    let pairs: Vec<f64> = column(&here.path().join("runs/coins"), "a_win_share").concat();
    let pairs: Vec<f64> = pairs.into_iter().filter(|share| !share.is_nan()).collect();
    let looks = looks(&here.path().join("runs/coins-verdicts"));
    assert_eq!(looks.len() as u64 * 4, last["n"].as_u64().expect("a number"));
    for (n, llr) in &looks {
        let exact = recomputed(&[0.0, 0.25, 0.5, 0.75, 1.0], &pairs, *n, [0.0, distance(20.0, 2.0)]);
        assert!((llr - exact).abs() < 1e-9, "{n}: {llr} {exact}");
        assert!((*n == last["n"]) == (*llr >= 2.944_4), "it ends at the first look beyond a bound: {n} {llr}");
    }
    // the other side is weaker
    let weaker =
        folder_with("coins.toml", &scenario.replace("club", "x").replace("novice", "club").replace('x', "novice"));
    let found = json(&ran(weaker.path(), &[&["ask", "fair", "coins.toml", "--quiet"], &asked[..]].concat()));
    assert_eq!(found["tables"]["points"]["rows"][0]["says"], "H0: at most elo0", "{found}");
}

#[test]
fn two_points_are_the_matches_of_a_pair_where_an_axis_exchanges_the_seats() {
    let here = folder_with("dice.toml", &format!("{DICE}[sweep.axes]\n\"match.p_draw\" = [0.0, 1.0]\n"));
    let asked = ["--sequential", "--elo=-5,5", "--pair", "match.p_draw", "--json", "--quiet"];
    let found = json(&ran(here.path(), &[&["ask", "fair", "dice.toml"], &asked[..]].concat()));
    let last = &found["tables"]["points"]["rows"][0];
    assert!(
        found["tables"]["points"]["rows"].as_array().is_some_and(|points| points.len() == 1) && last["matches"] == 2,
        "{found}"
    );
    assert_eq!(last["says"], "H1: at least elo1", "{found}");
    let counts: Vec<u64> = counts(last);
    // draws stand, so that pairs of 1/2 and 3/2 points are there
    assert!(counts.len() == 5 && counts[3] > 0 && counts.iter().sum::<u64>() == last["n"], "{found}");
    let shares = column(&here.path().join("runs/dice"), "a_points_share");
    let pairs: Vec<f64> = shares[0].iter().zip(&shares[1]).map(|(one, other)| (one + other) / 2.0).collect();
    for (n, llr) in looks(&here.path().join("runs/dice-verdicts")) {
        let distances = [-5.0, 5.0].map(|elo| distance(elo, 2.0));
        let exact = recomputed(&[0.0, 0.25, 0.5, 0.75, 1.0], &pairs, n, distances);
        assert!((llr - exact).abs() < 1e-9, "{n}: {llr} {exact}");
    }
    // a pair whose sides are alike is no evidence
    let alike = folder_with(
        "dice.toml",
        &format!("{}[sweep.axes]\n\"match.p_draw\" = [0.0, 1.0]\n", DICE.replace("greedy", "random")),
    );
    let found = json(&ran(alike.path(), &[&["ask", "fair", "dice.toml"], &asked[..]].concat()));
    assert_eq!(found["tables"]["points"]["rows"][0]["verdict"]["verdict"], "identical", "{found}");
    assert_eq!(found["headline"]["verdict"], "identical", "{found}");
}

#[test]
fn single_matches_are_judged_with_draws_and_without() {
    let equals = DICE.replace("random", "greedy");
    for (draws, scores) in [(true, &[0.0, 0.5, 1.0][..]), (false, &[0.0, 1.0])] {
        let here = folder_with("dice.toml", &format!("{equals}[match]\ndraw_allowed = {draws}\n"));
        let asked = ["ask", "fair", "dice.toml", "--sequential", "--elo=-5,5", "--json", "--quiet", "--repeats", "256"];
        let found = json(&ran(here.path(), &asked));
        let last = &found["tables"]["points"]["rows"][0];
        assert!(last["matches"] == 1 && (counts(last)[1] == 0) != draws, "{found}");
        // equals: neither is known after so few
        assert!(
            last["says"] == "not decided"
                && last["to_come_as_seen"].as_f64() > Some(0.0)
                && found["headline"]["verdict"] == "cannot tell yet",
            "{found}"
        );
        let shares = column(&here.path().join("runs/dice"), "a_points_share").concat();
        for (n, llr) in looks(&here.path().join("runs/dice-verdicts")) {
            let exact = if draws {
                recomputed(scores, &shares, n, [-5.0, 5.0].map(|elo| distance(elo, 1.0)))
            } else {
                // chances of which the mean is so many deviations above one half
                let of =
                    |elo: f64| 0.5 + 0.5 * elo / (elo * elo + 800.0 * 800.0 / libm::pow(libm::log(10.0), 2.0)).sqrt();
                let won = shares[..n as usize].iter().sum::<f64>() as u64;
                bernoulli_llr(won, n, of(5.0), of(-5.0))
            };
            assert!((llr - exact).abs() < 1e-9, "{n}: {llr} {exact}");
        }
    }
}

#[test]
fn what_cannot_be_asked_is_refused_before_anything_is_played() {
    let here = folder_with("dice.toml", DICE);
    for (arguments, said) in [
        (&["--elo", "0,5"][..], "--elo: the test looks while it is played; add --sequential"),
        (&["--sequential", "--elo", "5,0"], "--elo 5, 0: the lesser Elo stands first"),
        (&["--sequential", "--elo", "0"], "two numbers with a comma between them"),
        (&["--sequential", "--elo", "0,5", "--alpha", "0.6"], "--alpha 0.6 is impossible; allowed: 0.0001 to 0.4"),
        (&["--sequential", "--elo", "0,5", "--margin", "0.1"], "cannot be used with"),
        (&["--sequential", "--beta", "0.1"], "--beta: it is of the test of two Elos"),
        (&["--sequential", "--elo", "0,5", "--pair", "match.p_draw"], "match.p_draw is no axis of this dataset"),
    ] {
        let told = ran(here.path(), &[&["ask", "fair", "dice.toml"], arguments].concat());
        assert!(told.code == 2 && told.stderr.contains(said), "{arguments:?}: {} {}", told.code, told.stderr);
        assert!(!here.path().join("runs").exists(), "{arguments:?}: nothing is played");
    }
}

#[test]
fn a_table_asks_for_it_as_flags_do() {
    let table = "[sweep.axes]\n\"match.p_draw\" = [0.0, 1.0]\n[[ask]]\nkind = \"fair\"\nsequential = true\nelo = [-5, 5]\nalpha = 0.1\n\
                 beta = 0.02\npair = \"match.p_draw\"\n";
    let told = |text: &str, flags: &[&str]| {
        let here = folder_with("dice.toml", text);
        let told = ran(here.path(), &[&["ask", "fair", "dice.toml", "--quiet"], flags].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        told.stdout
    };
    let by_table = told(&format!("{DICE}{table}"), &["--json"]);
    let by_table: Value = serde_json::from_str(&by_table).expect("JSON");
    let flags = ["--sequential", "--elo=-5,5", "--alpha", "0.1", "--beta", "0.02", "--pair", "match.p_draw", "--json"];
    let by_flags = told(&format!("{DICE}[sweep.axes]\n\"match.p_draw\" = [0.0, 1.0]\n"), &flags);
    let by_flags: Value = serde_json::from_str(&by_flags).expect("JSON");
    assert_eq!(by_table["tables"], by_flags["tables"]);
    assert_eq!(by_table["headline"]["verdict"], "effect", "{by_table}");
    let row = &by_table["tables"]["points"]["rows"][0];
    let bounds = ["lower", "upper"].map(|end| row[end].as_f64().expect("a bound"));
    assert!((bounds[0] + 3.81).abs() < 0.01 && (bounds[1] - 2.28).abs() < 0.01, "{row}");
    // flags win, and who wants no sequential test has that of a fixed number
    assert!(told(&format!("{DICE}{table}"), &["--elo=-5,20"]).contains("at least 20 normalised Elo"));
    let fixed = told(&format!("{DICE}{table}"), &["--sequential=false", "--repeats", "50", "--details"]);
    assert!(fixed.to_lowercase().contains("two one-sided tests"), "{fixed}");
    for (keys, said) in [
        ("elo = [0, 5]\n", "ask[1].elo: two hypotheses are told apart by the sequential test: sequential = true"),
        ("sequential = true\nelo = [5, 0]\n", "ask[1].elo: 5, 0: the lesser Elo stands first"),
        ("sequential = true\nelo = 5\n", "ask[1].elo: 5 is no array of two numbers"),
        ("sequential = true\nalpha = 0.1\n", "ask[1].alpha: it is of the test of elo, which is missing"),
        ("sequential = true\nelo = [0, 5]\nalpha = 0.9\n", "ask[1].alpha: 0.9 is impossible"),
        ("sequential = true\nelo = [0, 5]\npair = \"match.draw\"\n", "ask[1].pair: \"match.draw\" is no axis"),
    ] {
        let here = folder_with("dice.toml", &format!("{DICE}[[ask]]\nkind = \"fair\"\n{keys}"));
        let told = ran(here.path(), &["run", "dice.toml", "--dry-run"]);
        assert!(told.code == 2 && told.stderr.contains(said), "{keys}: {} {}", told.code, told.stderr);
    }
}
