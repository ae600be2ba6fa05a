//! `[stop]`: each point ends when its interval is narrow enough, whoever plays, and however often he is killed.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::tool::{files, folder_with, ran, tolley};

const SCENARIO: &str = "\
study = \"cymbergaj/flick\"
seed = 20261121
[sweep.axes]
\"player.aim_sd_rad\" = [\"0.2 deg\", \"1 deg\", \"3 deg\", \"6 deg\"]
[stop]
metric = \"goal\"
half_width = 0.02
min_repeats = 200
max_repeats = 20000
";

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let told = ran(folder, arguments);
    serde_json::from_str(&told.stdout).unwrap_or_else(|error| panic!("{error}: {}", told.stderr))
}

/// Trials and half the width of the interval, at each point by number.
fn known(folder: &Path, dataset: &str) -> Vec<(u64, f64)> {
    let summary = json(folder, &["show", dataset, "--json"]);
    assert_eq!(summary["complete"], true);
    let mut points: Vec<_> = summary["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|point| {
            let estimate = &point["estimates"]["goal"];
            let half = (estimate["high"].as_f64().expect("an end") - estimate["low"].as_f64().expect("an end")) / 2.0;
            (point["point"].as_u64().expect("a number"), point["trial_count"].as_u64().expect("a count"), half)
        })
        .collect();
    points.sort_by_key(|point| point.0);
    points.into_iter().map(|(_, count, half)| (count, half)).collect()
}

#[test]
fn each_point_ends_when_it_is_known_well_enough() {
    let here = folder_with("s.toml", SCENARIO);
    let done = ran(here.path(), &["run", "s.toml", "-o", "one", "--threads", "1"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(
        done.stderr.contains("at most 80,000 trials") && done.stderr.contains("points go on, to"),
        "{}",
        done.stderr
    );
    assert!(done.stdout.contains("points end when goal is within 0.02 (95 %); 0 go on"), "{}", done.stdout);
    let points = known(here.path(), "one");
    assert!(points.iter().all(|(count, half)| *half <= 0.02 && (200..20_000).contains(count)), "{points:?}");
    // as many as each needs: a share near 0 or 1 is known sooner
    let counts: Vec<u64> = points.iter().map(|(count, _)| *count).collect();
    assert!(counts.iter().any(|count| *count != counts[0]), "{counts:?}");
    // with a fifth fewer it was not known yet: the round before it did not end
    for (count, half) in points.iter().filter(|(count, _)| *count > 200) {
        assert!(half * (1.27_f64).sqrt() > 0.02, "{count} trials, {half}");
    }
    assert_eq!(ran(here.path(), &["data", "check", "one"]).code, 0);
    // threads and kills change nothing
    assert_eq!(ran(here.path(), &["run", "s.toml", "-q", "-o", "two", "--threads", "3"]).code, 0);
    let whole = files(&here.path().join("one"));
    assert!(whole == files(&here.path().join("two")));
    for kill in 0..8 {
        let mut run = tolley(here.path(), &["run", "s.toml", "-q", "-o", "cut"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(20 + 25 * kill));
        run.kill().expect("SIGKILL");
        run.wait().expect("it ends");
    }
    assert_eq!(ran(here.path(), &["run", "s.toml", "-q", "-o", "cut"]).code, 0);
    assert!(whole == files(&here.path().join("cut")));
    // what is there is printed again, and another rule is another plan
    let again = ran(here.path(), &["run", "s.toml", "-o", "one"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
    let other = ran(here.path(), &["run", "s.toml", "-o", "one", "--set", "stop.half_width=0.01"]);
    assert!(
        other.code == 2 && other.stderr.contains("stop.half_width: 0.02 in the dataset, 0.01 now"),
        "{}",
        other.stderr
    );
    let other = ran(here.path(), &["run", "s.toml", "-o", "one", "--repeats", "30000"]);
    assert!(other.code == 2 && other.stderr.contains("stop.max_repeats: 20000"), "{}", other.stderr);
    assert!(whole == files(&here.path().join("one")));
}

#[test]
fn nobody_plays_more_than_the_most_and_what_cannot_be_is_refused() {
    let here = folder_with("s.toml", SCENARIO);
    // a width that nothing reaches
    let arguments =
        ["run", "s.toml", "-q", "-o", "most", "--set", "stop.half_width=1e-6", "--repeats", "300", "--json"];
    let most = json(here.path(), &arguments);
    assert_eq!((&most["trials"]["planned"], &most["complete"]), (&1200.into(), &true.into()));
    assert_eq!((&most["stop"]["max_repeats"], &most["stop"]["half_width"]), (&300.into(), &1e-6.into()));
    let plan = json(here.path(), &["run", "s.toml", "--dry-run", "--json"]);
    assert_eq!((&plan["trials"], &plan["at_most"]), (&80_000.into(), &true.into()));
    let shard = ran(here.path(), &["run", "s.toml", "-o", "shared", "--shard", "0/2"]);
    assert!(shard.code == 2 && shard.stderr.contains("without --shard and --blocks"), "{}", shard.stderr);
    assert!(!here.path().join("shared").exists());
    for (text, told) in [
        ("metric = \"goals\"", "is not one of: goal"),
        ("half_width = 0", "0 is not more than 0"),
        ("confidence = 95", "95 is impossible; allowed: 0.5 to 0.9999"),
        ("min_repeats = 1", "1 is not a whole number from 2 on"),
        ("min_repeats = 30000", "30000 is more than max_repeats, 20000"),
        ("half_widht = 1", "did you mean half_width?"),
    ] {
        let key = text.split(' ').next().expect("a key");
        let mut lines: Vec<&str> = SCENARIO.lines().filter(|line| !line.starts_with(key)).collect();
        lines.push(text);
        std::fs::write(here.path().join("wrong.toml"), lines.join("\n")).expect("a file");
        let refused = ran(here.path(), &["run", "wrong.toml", "--dry-run"]);
        assert!(refused.code == 2 && refused.stderr.contains(told), "{text}: {}", refused.stderr);
    }
    for line in ["metric", "half_width", "max_repeats"] {
        let text: Vec<&str> = SCENARIO.lines().filter(|other| !other.starts_with(line)).collect();
        std::fs::write(here.path().join("wrong.toml"), text.join("\n")).expect("a file");
        let refused = ran(here.path(), &["run", "wrong.toml", "--dry-run"]);
        assert!(refused.code == 2 && refused.stderr.contains("the key is missing"), "{line}: {}", refused.stderr);
    }
    let both = SCENARIO.replace("seed =", "repeats = 5\nseed =");
    std::fs::write(here.path().join("wrong.toml"), both).expect("a file");
    let refused = ran(here.path(), &["run", "wrong.toml", "--dry-run"]);
    assert!(refused.code == 2 && refused.stderr.contains("stop.min_repeats and stop.max_repeats instead"));
}
