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
    let table = |dataset: &str| done(folder, &["data", "export", dataset, "--csv", "shots"]);
    let head = table("two").lines().next().unwrap_or_default().to_owned();
    assert_eq!(head, "trial,point,repeat,player_aim_sd_rad,ball_exit,goal,status");
    let names: Vec<&str> = head.split(',').collect();
    assert_eq!(cells(&table("two"), &names), cells(&table("all"), &names));
    assert!(bytes(&folder.join("two")) * 3 < bytes(&folder.join("all")));
    let goal = |dataset: &str| -> Value {
        let told: Value = serde_json::from_str(&done(folder, &["show", dataset, "--json"])).expect("JSON");
        told["points"].as_array().expect("points").iter().map(|point| point["estimates"]["goal"].clone()).collect()
    };
    assert_eq!(goal("two"), goal("all"));
    done(folder, &["data", "check", "two"]);
    let report = ran(folder, &["show", "two", "--page", "-o", "r.html"]);
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
            done(folder, &["data", "export", dataset, "--csv", "shots"]).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("d"), sorted("fresh"));
    let other = ran(folder, &["run", "s.toml", "-o", "d", "--repeats", "400", "--set", "output.columns=[\"goal\"]"]);
    assert!(other.code != 0 && other.stderr.contains("output.columns"), "{}", other.stderr);
}

#[test]
fn the_scenario_of_a_report_keeps_the_same() {
    let here = folder_with("s.toml", &format!("{SCENARIO}[output]\ncolumns = [\"ball_exit\", \"goal\"]\n"));
    let folder = here.path();
    done(folder, &["run", "s.toml", "-o", "d", "--repeats", "20"]);
    done(folder, &["show", "d", "--page", "-o", "r.html"]);
    let page = std::fs::read_to_string(folder.join("r.html")).expect("a page");
    assert!(page.contains("columns = [&quot;ball_exit&quot;, &quot;goal&quot;]"), "[output] is not in it");
}

#[test]
fn a_report_of_matches_that_do_not_say_who_won_has_no_curve_of_chances() {
    let scenario = "study = \"tinsley-green/match\"\nrepeats = 2\n[match]\nkind = \"individual\"\nplayer_count = 2\n\
                    [output]\ncolumns = [\"first_wins\"]\n";
    let here = folder_with("s.toml", scenario);
    let folder = here.path();
    done(folder, &["run", "s.toml", "-o", "d"]);
    done(folder, &["show", "d", "--page", "-o", "r.html"]);
    let page = std::fs::read_to_string(folder.join("r.html")).expect("a page");
    assert!(page.contains("[output] does not keep winner_side"), "nothing is said of it");
}

#[test]
fn ratings_without_results_are_refused_before_a_match_is_played() {
    let scenario = "study = \"dice-football/match\"\nrepeats = 20\n[player_b]\npolicy = \"random\"\n[sweep.axes]\n\
                    \"player_a.policy\" = [\"greedy\", \"random\"]\n[output]\ncolumns = [\"a_points_share\", \"a_wins\"]\n";
    let here = folder_with("s.toml", scenario);
    let folder = here.path();
    let lacks = "output.columns: is_draw is not kept; ratings are made of a_wins, is_draw, a_won_draw";
    for flags in [&["--dry-run"] as &[&str], &[]] {
        let told = ran(folder, &[&["ask", "rank", "s.toml", "-o", "d"], flags].concat());
        assert!(told.code == 2 && told.stderr.contains(lacks), "{}", told.stderr);
        assert!(!folder.join("d").exists());
    }
    let set = "output.columns=[\"a_points_share\", \"a_wins\", \"is_draw\", \"a_won_draw\"]";
    done(folder, &["ask", "rank", "s.toml", "-o", "d", "--set", set]);
}

#[test]
fn what_is_wrong_with_the_names_is_told() {
    let here = folder_with("s.toml", &format!("{SCENARIO}[output]\ncolumns = [\"goal\",\n  \"gaol\"]\n"));
    let folder = here.path();
    let told = ran(folder, &["run", "s.toml"]);
    let said = ["s.toml:8:3: error: output.columns: \"gaol\" is not one of: aim_error_rad, ", "did you mean \"goal\"?"];
    assert!(told.code == 2 && said.iter().all(|said| told.stderr.contains(said)), "{}", told.stderr);
    for (columns, message) in [
        ("[\"ball_exit\"]", "none of them is what a summary tells; at least one of: goal, "),
        ("[]", "names no column; without [output] all are kept"),
        ("[\"goal\", \"goal\"]", "\"goal\" is named twice"),
        ("[\"goal\", \"trial\"]", "\"trial\" says which row it is and is always kept: leave it out"),
        ("[\"goal\", \"player_aim_sd_rad\"]", "\"player_aim_sd_rad\" says what a key is and is always kept"),
        ("3", "3 is not an array of names of columns"),
        ("[3]", "3 is not the name of a column"),
    ] {
        let set = format!("output.columns={columns}");
        for flags in [&["--dry-run"] as &[&str], &["-o", "d"]] {
            let told = ran(folder, &[&["run", "s.toml", "--set", &set], flags].concat());
            assert!(told.code == 2 && told.stderr.contains(message), "{}", told.stderr);
            assert_eq!(told.stderr.lines().count(), 1, "{}", told.stderr);
        }
    }
    assert!(!folder.join("d").exists());
}

/// A question that is asked of what is not kept, before anything is played and of the dataset.
#[test]
fn what_was_not_kept_cannot_be_asked() {
    let here = folder_with("s.toml", SCENARIO);
    let folder = here.path();
    let asked: [(&[&str], &str); 4] = [
        (
            &["ask", "effect", "--over", "player.aim_sd_rad", "--measure", "own_goal"],
            "own_goal is no number of this study that",
        ),
        (
            &["ask", "effect", "--over", "player.aim_sd_rad", "--measure", "goal[own_goal=true]"],
            "own_goal is no column of",
        ),
        (
            &["ask", "fair", "--measure", "own_goal"],
            "own_goal is no share that [output] keeps; --measure may name goal",
        ),
        (&["ask", "depends", "--measure", "own_goal", "--points", "16"], "own_goal is no measure that [output] keeps"),
    ];
    let refused = |arguments: &[&str], message: &str| {
        let told = ran(folder, arguments);
        assert!(told.code == 2 && told.stderr.contains(message), "{arguments:?}: {}", told.stderr);
    };
    for (command, message) in asked {
        for flags in [&["--dry-run"] as &[&str], &["-o", "d"]] {
            refused(&[command, &["s.toml", "--set", TWO], flags].concat(), message);
        }
    }
    assert!(!folder.join("d").exists());
    done(folder, &["run", "s.toml", "-o", "d", "--set", TWO]);
    for (command, message) in &asked[..3] {
        refused(&[command, &["d"] as &[&str]].concat(), message);
    }
    refused(&["show", "d", "--by", "own_goal"], "own_goal is no measure of this dataset; there are goal");
    let stop = ["stop.metric=\"own_goal\"", "stop.half_width=0.05", "stop.max_repeats=400"];
    let set: Vec<&str> = stop.iter().flat_map(|set| ["--set", set]).collect();
    let message = "stop.metric: \"own_goal\" is not kept by [output]; it may be one of: goal";
    refused(&[&["run", "s.toml", "--dry-run", "--set", TWO], set.as_slice()].concat(), message);
}
