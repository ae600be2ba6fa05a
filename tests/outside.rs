//! The command where there is no repository, and what it says to those who mistype.

use tempfile::TempDir;

use crate::tool::{folder_with, ran, tolley};

#[test]
fn a_scenario_of_ours_is_written_with_all_its_keys_and_plays() {
    let folder = TempDir::new().expect("a folder");
    let wrote = ran(folder.path(), &["new", "first_shot"]);
    assert_eq!((wrote.code, wrote.stderr.as_str()), (0, ""), "{}", wrote.stdout);
    let text = std::fs::read_to_string(folder.path().join("first_shot.toml")).expect("the scenario");
    assert!(text.contains("# [surface]\n") && text.contains("# sliding_friction_ratio = "), "{text}");
    let dry = ran(folder.path(), &["run", "first_shot.toml", "--dry-run", "--json", "--repeats", "1"]);
    assert_eq!(dry.code, 0, "{}", dry.stderr);
    assert_eq!(ran(folder.path(), &["new", "first_shot"]).code, 2, "a file that is there stays");
    let study = ran(folder.path(), &["new", "cymbergaj/flick", "-o", "mine.toml"]);
    assert_eq!(study.code, 0, "{}", study.stderr);
    // every key that is told there is one, and its default is a value of it
    let mine = std::fs::read_to_string(folder.path().join("mine.toml")).expect("the scenario");
    let all: String = mine.lines().filter_map(uncommented).map(|line| format!("{line}\n")).collect();
    let folder = folder_with("all.toml", &all);
    let dry = ran(folder.path(), &["run", "all.toml", "--dry-run", "--repeats", "1"]);
    assert!(!dry.stderr.contains("error"), "{}", dry.stderr);
}

/// A line that says something, with its `#` taken away where it says it as a comment.
fn uncommented(line: &str) -> Option<&str> {
    let Some(told) = line.strip_prefix("# ") else { return Some(line) };
    (told.starts_with('[') || told.contains(" = ")).then_some(told)
}

#[test]
fn scenarios_and_scenes_are_found_by_name_anywhere() {
    let folder = TempDir::new().expect("a folder");
    let listed = ran(folder.path(), &["list"]);
    assert!(listed.stdout.contains("knuckling_down") && listed.stdout.contains("head_on"), "{}", listed.stdout);
    for name in ["coin_weight", "scenarios/cymbergaj/coin_weight.toml"] {
        let dry = ran(folder.path(), &["run", name, "--repeats", "1", "--dry-run"]);
        assert_eq!((dry.code, dry.stderr.as_str()), (0, ""), "{name}");
    }
    assert_eq!(ran(folder.path(), &["scene", "head_on", "--json"]).code, 0);
    for (arguments, hint) in [
        (["run", "knuckling_dwn"], "did you mean knuckling_down"),
        (["scene", "haed_on"], "did you mean head_on"),
        (["new", "knuckling_dwn"], "did you mean knuckling_down"),
        (["ask", "TGQ44"], "did you mean TGQ4?"),
    ] {
        let told = ran(folder.path(), &arguments);
        assert!(told.code == 2 && told.stderr.contains(hint), "{}", told.stderr);
    }
}

#[test]
fn keys_are_searched_picked_out_and_told_as_json() {
    let folder = TempDir::new().expect("a folder");
    let found = ran(folder.path(), &["list", "tinsley-green/shot", "sinkage"]);
    assert!(found.code == 0 && found.stdout.contains("surface.sinkage_m"), "{}", found.stdout);
    assert!(!found.stdout.contains("shot.speed_m_s"), "{}", found.stdout);
    assert_eq!(ran(folder.path(), &["list", "tinsley-green/shot", "banana"]).code, 2);
    let assumed = ran(folder.path(), &["list", "tinsley-green/shot", "--assumed", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&assumed.stdout).expect("JSON");
    let keys = object["keys"].as_array().expect("keys");
    assert!(keys.len() > 10 && keys.iter().all(|key| key["assumption"].is_string()), "{}", keys.len());
    let everything = ran(folder.path(), &["list", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&everything.stdout).expect("JSON");
    assert_eq!(object["studies"].as_array().map(Vec::len), Some(7));
}

#[test]
fn what_is_meant_is_guessed() {
    let text =
        "study = \"cymbergaj/flick\"\nseed = 1\n[strike]\nposition_rad = 30\n[sweep.axes]\naim_offset_m = [0, 1]\n";
    let once = folder_with("once.toml", "study = \"cymbergaj/flick\"\nseed = 1\n");
    assert!(ran(once.path(), &["run", "once.toml", "--dry-run"]).stderr.contains("repeats: is missing"));
    let folder = folder_with("odd.toml", text);
    let told = ran(folder.path(), &["run", "odd.toml", "--dry-run"]).stderr;
    for hint in ["did you mean \"30 deg\"?", "with its table: \"strike.aim_offset_m\""] {
        assert!(told.contains(hint), "{hint}: {told}");
    }
}

#[test]
fn a_coin_a_miss_and_millimetres_are_understood_or_asked_for() {
    let told = |text: &str| {
        let folder = folder_with("odd.toml", text);
        ran(folder.path(), &["run", "odd.toml", "--dry-run"])
    };
    let flick = "study = \"cymbergaj/flick\"\nseed = 1\nrepeats = 2\n";
    let coin = told(&format!("{flick}[striker]\ncoin = \"PL-2zl\"\n"));
    assert!(coin.code == 2 && coin.stderr.contains("did you mean \"PL-2zl-1994\"?"), "{}", coin.stderr);
    let toley = told("study = \"tinsley-green/shot\"\nseed = 1\nrepeats = 2\n[toley]\ndiameter_m = 19\n");
    assert!(toley.code == 2 && toley.stderr.contains("did you mean \"19 mm\"?"), "{}", toley.stderr);
    for miss in ["3cm at 1m", "3 cm at 1 m", "1.718358001605524 deg"] {
        let player = told(&format!("{flick}[player]\naim_sd_rad = \"{miss}\"\n"));
        assert_eq!(player.code, 0, "{miss}: {}", player.stderr);
    }
    let none = told(&format!("{flick}[player]\naim_sd_rad = \"3 cm at 0 m\"\n"));
    assert!(none.code == 2 && none.stderr.contains("is not more than 0 m"), "{}", none.stderr);
}

#[test]
fn shells_and_manuals_know_every_command() {
    let folder = TempDir::new().expect("a folder");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ran(folder.path(), &["completions", shell]);
        assert!(script.code == 0 && script.stdout.contains("COMPLETE"), "{shell}");
    }
    for (line, known) in [
        (&["tolley", ""][..], "ask"),
        (&["tolley", "ask", ""], "depends"),
        (&["tolley", "ask", "TGQ"], "TGQ12"),
        (&["tolley", "run", "knuck"], "knuckling_down"),
        (&["tolley", "run", "knuckling_down", "--set", "toley.diam"], "toley.diameter_m="),
        (&["tolley", "run", "knuckling_down", "--design", "so"], "sobol"),
        (&["tolley", "list", "coins", "PL-1"], "PL-1zl-1990"),
    ] {
        let mut command = tolley(folder.path(), &[&["--"], line].concat());
        command.env("COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", (line.len() - 1).to_string());
        command.env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "false");
        let told = command.output().expect("it runs");
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        assert!(told.lines().any(|name| name == known), "{line:?}: {told}");
    }
    let page = ran(folder.path(), &["man"]).stdout;
    assert!(page.starts_with(".ie") || page.contains(".TH tolley"), "{page}");
    assert!(ran(folder.path(), &["man", "run"]).stdout.contains("repeats"));
    assert_eq!(ran(folder.path(), &["man", "fly"]).code, 2);
}
