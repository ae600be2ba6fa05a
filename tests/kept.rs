//! `[output] columns`: what nobody asked for is not kept, and what is kept is the same.

use std::path::Path;

use serde_json::Value;

use crate::tool::{files, folder_with, ran};

const SCENARIO: &str = "\
study = \"cymbergaj/flick\"
seed = 20261121
repeats = 300
[sweep.axes]
\"player.aim_sd_rad\" = [\"1 deg\", \"3 deg\"]
";
const TWO: &str = "output.columns=[\"goal\", \"ball_exit\"]";

fn done(folder: &Path, arguments: &[&str]) -> String {
    let told = ran(folder, arguments);
    assert_eq!(told.code, 0, "{arguments:?}: {}", told.stderr);
    told.stdout
}

fn bytes(folder: &Path) -> usize {
    files(folder).iter().filter(|(name, _)| name.starts_with("shots")).map(|(_, bytes)| bytes.len()).sum()
}

/// Lines of a table as texts, of these columns.
fn cells(csv: &str, names: &[&str]) -> Vec<Vec<String>> {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let places: Vec<usize> = names.iter().filter_map(|name| head.iter().position(|other| other == name)).collect();
    assert_eq!(places.len(), names.len(), "{head:?}");
    lines.map(|line| places.iter().map(|place| line[*place].clone()).collect()).collect()
}

#[test]
fn columns_that_are_kept_are_those_of_all() {
    let here = folder_with("s.toml", SCENARIO);
    let folder = here.path();
    done(folder, &["run", "s.toml", "-o", "all"]);
    done(folder, &["run", "s.toml", "-o", "two", "--set", TWO]);
    let table = |dataset: &str| done(folder, &["export", dataset, "--csv", "shots"]);
    let head = table("two").lines().next().unwrap_or_default().to_owned();
    assert_eq!(head, "trial,point,repeat,player_aim_sd_rad,ball_exit,goal,status");
    let names: Vec<&str> = head.split(',').collect();
    assert_eq!(cells(&table("two"), &names), cells(&table("all"), &names));
    assert!(bytes(&folder.join("two")) * 3 < bytes(&folder.join("all")));
    let goal = |dataset: &str| -> Value {
        let told: Value = serde_json::from_str(&done(folder, &["summary", dataset, "--json"])).expect("JSON");
        told["points"].as_array().expect("points").iter().map(|point| point["estimates"]["goal"].clone()).collect()
    };
    assert_eq!(goal("two"), goal("all"));
    done(folder, &["check", "two"]);
    let report = ran(folder, &["report", "two", "-o", "r.html"]);
    assert_eq!(report.code, 0, "{}", report.stderr);
}

#[test]
fn a_trial_is_played_again_and_repeats_grow() {
    let here = folder_with("s.toml", &format!("{SCENARIO}[output]\ncolumns = [\"ball_exit\", \"goal\"]\n"));
    let folder = here.path();
    done(folder, &["run", "s.toml", "-o", "d"]);
    let told: Value = serde_json::from_str(&done(folder, &["run", "s.toml", "-o", "d", "--trial", "7"])).expect("JSON");
    assert_eq!(
        (&told["stored"], told["tables"]["shots"][0].as_object().map(serde_json::Map::len)),
        (&"same".into(), Some(2))
    );
    done(folder, &["run", "s.toml", "-o", "d", "--repeats", "400"]);
    done(folder, &["run", "s.toml", "-o", "fresh", "--repeats", "400"]);
    let sorted = |dataset: &str| {
        let mut lines: Vec<String> =
            done(folder, &["export", dataset, "--csv", "shots"]).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("d"), sorted("fresh"));
    let other = ran(folder, &["run", "s.toml", "-o", "d", "--repeats", "400", "--set", "output.columns=[\"goal\"]"]);
    assert!(other.code != 0 && other.stderr.contains("output.columns"), "{}", other.stderr);
}

#[test]
fn what_is_no_column_or_was_not_kept_is_told() {
    let here = folder_with("s.toml", &format!("{SCENARIO}[output]\ncolumns = [\"gaol\"]\n"));
    let folder = here.path();
    let told = ran(folder, &["run", "s.toml"]);
    assert!(
        told.code == 2 && told.stderr.contains("s.toml:7:12") && told.stderr.contains("did you mean \"goal\"?"),
        "{}",
        told.stderr
    );
    for (set, message) in
        [("output.columns=[\"ball_exit\"]", "at least one of"), ("output.columns=3", "an array of names")]
    {
        let told = ran(folder, &["run", "s.toml", "--set", set]);
        assert!(told.code == 2 && told.stderr.contains(message), "{}", told.stderr);
    }
    done(folder, &["run", "s.toml", "-o", "d", "--set", TWO]);
    let told = ran(folder, &["summary", "d", "--quantiles", "ball_travel_m"]);
    assert!(told.code != 0 && told.stderr.contains("ball_travel_m"), "{}", told.stderr);
}
