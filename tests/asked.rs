//! What `tolley ask fair` and `tolley ask depends` take from a scenario: what is read, refused and said over by flags.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::tool::{files, folder_with, ran};

const PAIRS: &str = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 40\n[clock]\nhalf_s = 60\n\
                     [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                     \"a.mass_ratio\" = [0.9, 1.0, 1.1]\n\"surface.sliding_friction_ratio\" = [0.15, 0.25]\n";

/// The files of rows alone: a manifest keeps what is asked.
fn rows(all: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<(&PathBuf, &Vec<u8>)> {
    all.iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "parquet")).collect()
}

#[test]
fn a_table_and_flags_say_the_same_to_the_byte() {
    let table = format!(
        "{PAIRS}[[ask]]\nkind = \"fair\"\nmeasure = \"starter_win_share\"\nmargin = 0.2\nover = \"a.mass_ratio\"\n\
         equal = 1.0\nstrata = [\"surface.sliding_friction_ratio\"]\nconfidence = 0.9\n"
    );
    let told = |text: &str, flags: &[&str]| {
        let here = folder_with("pairs.toml", text);
        let told = ran(here.path(), &[&["ask", "fair", "pairs.toml", "--quiet"], flags].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        (told.stdout, files(&here.path().join("runs/pairs")))
    };
    let flags = [
        "--measure",
        "starter_win_share",
        "--margin",
        "0.2",
        "--along",
        "a.mass_ratio",
        "--equal",
        "1",
        "--confidence",
        "0.9",
    ];
    let by_table = told(&table, &[]);
    let by_flags = told(PAIRS, &flags);
    assert_eq!(by_table.0, by_flags.0);
    assert_eq!(rows(&by_table.1), rows(&by_flags.1));
    let json = |text: &str, flags: &[&str]| -> serde_json::Value {
        serde_json::from_str(&told(text, &[&["--json"], flags].concat()).0).expect("JSON")
    };
    let of = json(&table, &[]);
    let has_note = |of: &serde_json::Value, part: &str| of.to_string().contains(part);
    assert!(has_note(&of, "90 %"), "{of}");
    // flags win
    let flags = ["--margin", "0.3", "--measure", "a_win_share", "--confidence", "0.95"];
    let (other, of_flags) = (told(&table, &flags), json(&table, &flags));
    assert!(has_note(&of_flags, "95 %") && !has_note(&of_flags, "90 %"), "{of_flags}");
    assert!(of_flags["tables"].to_string().contains("\"measure\":\"a_win_share\""), "{of_flags}");
    // what is played does not hang on it
    let here = folder_with("pairs.toml", &table);
    let run = ran(here.path(), &["run", "pairs.toml", "--quiet"]);
    assert_eq!((run.code, files(&here.path().join("runs/pairs"))), (0, other.1));
}

#[test]
fn a_table_may_ask_for_early_verdicts_and_a_flag_may_not_want_them() {
    let here =
        folder_with("pairs.toml", &format!("{PAIRS}[[ask]]\nkind = \"fair\"\nsequential = true\nmargin = 0.1\n"));
    let notes = |flags: &[&str]| {
        let told =
            ran(here.path(), &[&["ask", "fair", "pairs.toml", "--quiet", "--repeats", "64", "--json"], flags].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        let object: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON");
        object["notes"].to_string()
    };
    assert!(notes(&[]).contains("every 4 trials"), "{}", notes(&[]));
    let fixed = notes(&["--sequential=false"]);
    assert!(fixed.contains("Holm") && !fixed.contains("every 4 trials"), "{fixed}");
}

#[test]
fn what_a_table_cannot_ask_is_told_with_its_place() {
    for (table, said) in [
        (
            "[[ask]]\nkind = \"fair\"\nmargn = 0.02\n",
            "pairs.toml:15:1: error: ask[1].margn: unknown key; did you mean margin?",
        ),
        (
            "[[ask]]\nkind = \"fair\"\nmargin = 0.5\n",
            "ask[1].margin: 0.5 is impossible; a margin lies between 0 and 0.5, both left out",
        ),
        ("[[ask]]\nkind = \"fair\"\nmargin = \"wide\"\n", "ask[1].margin: "),
        ("[[ask]]\nkind = \"fair\"\nmeasure = \"goal_count\"\n", "ask[1].measure: "),
        (
            "[[ask]]\nkind = \"fair\"\nconfidence = 0.3\n",
            "ask[1].confidence: 0.3 is impossible; allowed: 0.5 to 0.9999",
        ),
        ("[sensitivity]\nassume = true\n", "sensitivity.assume: unknown key; did you mean assumed?"),
        (
            "[sensitivity]\nkeys = [\"table.lenth_m\"]\n",
            "\"table.lenth_m\" is no key of the study; did you mean table.length_m?",
        ),
        ("[sensitivity]\nkeys = [\"clock.half_s\"]\n", "\"clock.half_s\" is set or swept by the scenario"),
        ("[sensitivity]\npoints = 0\n", "sensitivity.points: 0 is not a whole number from 1 on"),
    ] {
        let here = folder_with("pairs.toml", &format!("{PAIRS}{table}"));
        for command in [&["run"][..], &["ask", "fair"]] {
            let told = ran(here.path(), &[command, &["pairs.toml", "--dry-run"]].concat());
            assert!(told.code == 2 && told.stderr.contains(said), "{table}: {} {}", told.code, told.stderr);
        }
    }
    let here = folder_with("shot.toml", "study = \"tinsley-green/shot\"\nrepeats = 2\n[[ask]]\nkind = \"fair\"\n");
    let told = ran(here.path(), &["run", "shot.toml", "--dry-run"]);
    assert!(
        told.code == 2 && told.stderr.contains("ask[1].measure: the key is missing: a share of the study"),
        "{}",
        told.stderr
    );
}

#[test]
fn a_table_of_sensitivity_is_what_its_flags_are() {
    let head = "study = \"tinsley-green/shot\"\nseed = 4\nrepeats = 2\n[rack]\ncount = 7\n";
    let table = "[sensitivity]\nmeasure = \"toley_stays\"\npoints = 16\nkeys = [\"surface.sliding_friction_ratio\", \"player.aim_sd_rad\"]\n";
    let told = |text: &str, flags: &[&str]| {
        let here = folder_with("shot.toml", text);
        let told = ran(here.path(), &[&["ask", "depends", "shot.toml", "--quiet", "--json"], flags].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        serde_json::from_str::<serde_json::Value>(&told.stdout).expect("JSON")
    };
    let notes = |json: &serde_json::Value, said: &str| {
        let mut notes = json["notes"].as_array().expect("notes").iter().filter_map(|note| note["text"].as_str());
        notes.any(|note| note.contains(said))
    };
    let by_table = told(&format!("{head}{table}"), &[]);
    let shares = &by_table["tables"]["shares"];
    assert!(shares["columns"][1]["measure"] == "toley_stays" && notes(&by_table, "16 of 16 rows"), "{by_table}");
    let keys: Vec<&str> =
        shares["rows"].as_array().expect("rows").iter().filter_map(|row| row["key"].as_str()).collect();
    assert!(["surface.sliding_friction_ratio", "player.aim_sd_rad"].iter().all(|key| keys.contains(key)), "{keys:?}");
    let over = told(&format!("{head}{table}"), &["--measure", "marbles_off_count", "--points", "32"]);
    assert!(notes(&over, "32 of 32 rows"), "{over}");
    let assumed = "[sensitivity]\nassumed = true\npoints = 16\n";
    let both = told(&format!("{head}{assumed}"), &[]);
    assert_eq!(both["tables"], told(head, &["--assumed", "--points", "16"])["tables"]);
    let none = folder_with("shot.toml", &format!("{head}{assumed}"));
    let told = ran(none.path(), &["ask", "depends", "shot.toml", "--quiet", "--assumed=false"]);
    assert!(told.code != 0, "nothing is left to sweep: {}", told.stdout);
}
