//! `--dry-run` of all that plays: how long it takes is said, and nothing is played into a folder.

use std::path::Path;

use crate::tool::{files, folder_with, ran};
use serde_json::Value;
use tempfile::TempDir;

const PAIRS: &str = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 40\n[clock]\nhalf_s = 20\n\
                     [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                     \"a.mass_ratio\" = [0.9, 1.1]\n[[ask]]\nkind = \"effect\"\n";

const FLICK: &str = "study = \"cymbergaj/flick\"\nseed = 5\nrepeats = 50\n\
    [opponent]\nangle_rad = 1.0\n\
    [best]\nobjective = \"goal\"\nskills = [\"club\", \"exact\"]\nshots = 4000\n\
    [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n\"strike.position_rad\" = { min = -0.5, max = 0.5 }\n";

fn here() -> TempDir {
    let here = folder_with("pairs.toml", PAIRS);
    std::fs::write(here.path().join("flick.toml"), FLICK).expect("a file");
    here
}

/// What is told; nothing is there afterwards that was not before.
fn told(here: &Path, arguments: &[&str]) -> String {
    let told = ran(here, &[arguments, &["--dry-run"]].concat());
    assert_eq!(told.code, 0, "{arguments:?}: {}", told.stderr);
    let left: Vec<_> = files(here).into_keys().collect();
    assert_eq!(left.len(), 2, "{arguments:?} leaves {left:?}");
    assert!(!here.join("runs").exists(), "{arguments:?}");
    told.stdout
}

#[test]
fn all_that_plays_says_how_long_it_takes_and_plays_nothing_into_a_folder() {
    let here = here();
    for (arguments, line) in [
        (&["run", "pairs.toml"] as &[&str], "time    about "),
        (&["run", "flick.toml", "--threads", "1"], "time    about "),
        (&["ask", "best", "flick.toml"], "time    about "),
        (&["ask", "best", "flick.toml", "--skill", "club", "--shots", "1000", "--threads", "1"], "time    about "),
        (&["ask", "pairs.toml"], "  takes   about "),
        (&["ask", "depends", "flick.toml", "--assumed", "--points", "16", "--repeats", "1"], "time    about "),
        (&["ask", "fair", "pairs.toml"], "time    about "),
        (&["ask", "effect", "pairs.toml", "--over", "a.mass_ratio"], "  takes   about "),
        (&["ask", "rank", "pairs.toml"], "time    about "),
    ] {
        let told = told(here.path(), arguments);
        let times: Vec<&str> = told.lines().filter(|told| told.starts_with(line)).collect();
        let is_told = |time: &&str| time.ends_with(" idle core") || time.ends_with(" idle cores");
        assert!(times.len() == 1 && times.iter().all(is_told), "{arguments:?}: {told}");
        assert!(told.contains("nothing was written"), "{arguments:?}: {told}");
        assert!(!told.contains("under 1 second"), "{arguments:?}: {told}");
    }
    let told = told(here.path(), &["ask", "pairs.toml", "--no-strata", "--minutes", "5"]);
    assert!(told.contains("budget: 5 minutes on idle cores"), "{told}");
}

#[test]
fn times_are_numbers_that_a_range_holds() {
    let here = here();
    for arguments in [
        &["run", "pairs.toml", "--json"] as &[&str],
        &["ask", "best", "flick.toml", "--json"],
        &["ask", "pairs.toml", "--json"],
    ] {
        let object: Value = serde_json::from_str(&told(here.path(), arguments)).expect("JSON");
        let object = if object.is_array() { &object[0] } else { &object };
        let [low, seconds, high, cpu] = ["estimated_low_s", "estimated_s", "estimated_high_s", "estimated_cpu_s"]
            .map(|name| object[name].as_f64().unwrap_or_else(|| panic!("{arguments:?} has no {name}: {object}")));
        assert!(0.0 < low && low <= seconds && seconds <= high, "{arguments:?}: {object}");
        let cores = object["idle_cores"].as_u64().expect("a count") as f64;
        assert!(
            cores >= 1.0 && seconds <= cpu * 1.000_001 && cpu <= cores * high * 1.000_001,
            "{arguments:?}: {object}"
        );
        assert_eq!(object["dry_run"], true, "{arguments:?}");
    }
}

#[test]
fn a_dry_run_of_a_search_refuses_what_the_search_refuses() {
    let here = here();
    std::fs::write(here.path().join("file"), "").expect("a file");
    for arguments in [
        &["ask", "best", "pairs.toml"] as &[&str],
        &["ask", "best", "flick.toml", "--shots", "3"],
        &["ask", "best", "flick.toml", "--skill", "misses much"],
        &["ask", "best", "flick.toml", "--objective", "luck"],
        &["ask", "best", "flick.toml", "-o", "file"],
    ] {
        let refused = ran(here.path(), arguments);
        let dry = ran(here.path(), &[arguments, &["--dry-run"]].concat());
        assert_eq!((dry.code, &dry.stderr), (2, &refused.stderr), "{arguments:?}");
    }
}
