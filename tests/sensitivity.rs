//! `tolley sensitivity` from outside.

use crate::tool::{folder_with, ran};
use serde_json::Value;

const FLICKS: &str = "study = \"cymbergaj/flick\"\nseed = 5\nrepeats = 6\n[sweep.axes]\n\
                      \"strike.speed_m_s\" = { min = 0.5, max = 1.5, num = 2 }\n\
                      \"player.speed_sd_ratio\" = [0.0, 0.02]\n";

fn index(input: &Value, which: &str) -> f64 {
    input[which]["value"].as_f64().expect("an index")
}

#[test]
fn what_matters_comes_first_and_what_does_not_has_no_share() {
    let here = folder_with("flicks.toml", FLICKS);
    let asked = ["sensitivity", "flicks.toml", "--quiet", "--json", "--points", "256", "--measure", "ball_speed_m_s"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let inputs = json["inputs"].as_array().expect("inputs");
    assert_eq!(inputs[0]["key"], "strike.speed_m_s", "{json}");
    assert!(index(&inputs[0], "ST") > 0.8 && index(&inputs[0], "S1") > 0.8, "{json}");
    assert!(index(&inputs[1], "ST").abs() < 0.1 && index(&inputs[1], "S1").abs() < 0.15, "{json}");
    let means = |end: usize| inputs[0]["ends"][end]["mean"]["value"].as_f64().expect("a mean");
    assert!(means(1) > 2.0 * means(0), "{json}");
    assert_eq!(json["dataset"], "runs/flicks-sensitivity");
    assert!(here.path().join("runs/flicks-sensitivity-indices/answer.parquet").is_file());
    // the dataset is judged as it stands
    let again = ran(here.path(), &["sensitivity", "runs/flicks-sensitivity", "--json", "--measure", "ball_speed_m_s"]);
    assert_eq!((again.code, again.stdout), (0, told.stdout));
}

#[test]
fn assumptions_and_clauses_that_the_scenario_does_not_set_are_added() {
    let here =
        folder_with("shot.toml", "study = \"tinsley-green/shot\"\nrepeats = 1\n[player]\nspeed_sd_ratio = 0.1\n");
    let nothing = ran(here.path(), &["sensitivity", "shot.toml", "--dry-run"]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.stderr.starts_with("error: nothing is swept: --assumed, "), "{}", nothing.stderr);
    let told = ran(here.path(), &["sensitivity", "shot.toml", "--assumed", "--dry-run", "--points", "2"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let swept = ran(here.path(), &["sensitivity", "shot.toml", "--assumed", "--quiet", "--json", "--points", "1"]);
    let json: Value = serde_json::from_str(&swept.stdout).expect("JSON");
    let keys: Vec<&str> = json["inputs"].as_array().expect("inputs").iter().filter_map(|i| i["key"].as_str()).collect();
    for (key, is_there) in
        [("surface.rolling_friction_ratio", true), ("player.aim_sd_rad", true), ("player.speed_sd_ratio", false)]
    {
        assert_eq!(keys.contains(&key), is_there, "{key}: {keys:?}");
    }
    // a single row says nothing of the variance
    assert!(json["inputs"][0]["ST"].is_null() || json["inputs"][0]["ST"]["value"].is_number());
}

#[test]
fn what_cannot_be_drawn_together_is_left_out_by_name() {
    let here = tempfile::tempdir().expect("a folder");
    let scenario = |name: &str| format!("{}/scenarios/cymbergaj/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let all_assumed = |name: &str, more: &[&str]| {
        let asked = ["sensitivity", &scenario(name), "--assumed", "--points", "2", "--repeats", "1", "--quiet"];
        let told = ran(here.path(), &[&asked[..], more].concat());
        assert_eq!(told.code, 0, "{name}: {}", told.stderr);
        // an end of 0 is drawn as 1e-17, which nobody typed
        assert!(!told.stderr.contains("is unusual: not 0"), "{name}: {}", told.stderr);
        told
    };
    for name in ["coin_match", "best_flick", "goal_map"] {
        let told = all_assumed(name, &["--dry-run", "-o", name]);
        assert!(told.stderr.contains("left out: "), "{name}: {}", told.stderr);
    }
    let told = all_assumed("goal_map", &["--dry-run"]).stderr;
    assert!(told.contains("left out: player.aim_sd_rad: [best] of the scenario says what it is"), "{told}");

    let json: Value = serde_json::from_str(&all_assumed("open_play_shot", &["--json"]).stdout).expect("JSON");
    let left = json["left_out"].as_array().expect("keys that are left out");
    for (key, said) in [
        ("events.p_hop", "table.tilt_rad: tilt: coins curl and hop on a level table only"),
        ("player.aim_sd_rad", "a preset that is swept says what it is"),
    ] {
        assert!(left.iter().any(|left| left["key"] == key && left["reason"] == said), "{key}: {json}");
    }
    let inputs = json["inputs"].as_array().expect("inputs");
    assert!(inputs.len() > 10 && inputs.iter().all(|input| left.iter().all(|left| left["key"] != input["key"])));
    let text = all_assumed("open_play_shot", &[]).stdout;
    let lines = "Left out, since they cannot be drawn with the others:\n";
    assert!(text.contains(lines) && text.contains("\n  events.p_hop: table.tilt_rad: tilt: "), "{text}");
}

#[test]
fn what_has_no_answer_is_said() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["sensitivity", "flicks.toml", "--quiet", "--points", "2"]).code, 0);
    for (arguments, said) in [
        (&["sensitivity", "flicks.toml", "--measure", "luck", "--quiet", "--points", "2"][..], "luck is no measure"),
        (&["sensitivity", "flicks.toml", "--shard", "0/2"], "--shard: a share of a dataset has no answer"),
        (&["sensitivity", "-"], "reads its scenario twice"),
        (&["sensitivity", "runs/flicks-sensitivity", "--assumed"], "--assumed: a dataset is judged as it stands"),
    ] {
        let told = ran(here.path(), arguments);
        assert!(told.code == 2 && told.stderr.contains(said), "{}: {}", told.code, told.stderr);
    }
    // no name of a folder follows from this one, as for a run
    std::fs::write(here.path().join("a b.toml"), FLICKS).expect("a file");
    let told = ran(here.path(), &["sensitivity", "a b.toml", "--quiet", "--points", "2"]);
    assert!(told.code == 2 && told.stderr.contains("choose one with -o"), "{}", told.stderr);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    let told = ran(here.path(), &["sensitivity", "runs/flicks"]);
    assert!(told.code == 2 && told.stderr.contains("sensitivity is of a saltelli design"), "{}", told.stderr);
}
