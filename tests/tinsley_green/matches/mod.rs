//! Whole matches as a scenario sets them, through the study.

mod choices;
mod games;
mod judge;
mod questions;
mod referee;

use tolley_tinsley_green::matches::MatchStudy;

use super::played::{self, Played};
use crate::tool::{folder_with, ran};

/// Plays all trials of a scenario, none of which fails, with players who think little where it names none.
fn played(keys: &str, repeats: u64) -> Played {
    played::played::<MatchStudy>(&played::cheap(keys), 3, repeats)
}

#[test]
fn one_trial_is_played_alone_by_the_command() {
    let text = "study = \"tinsley-green/match\"\nseed = 2\nrepeats = 5\n[match]\nkind = \"challenge\"\n";
    let folder = folder_with("a.toml", text);
    let played = ran(folder.path(), &["run", "a.toml", "--trial", "3"]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    let shown: serde_json::Value = serde_json::from_str(&played.stdout).expect("JSON");
    let shots = shown["tables"]["shots"].as_array().expect("shots");
    assert_eq!(shown["trial"], 3);
    assert_eq!(shown["tables"]["matches"][0]["shot_count"], shots.len());
    assert_eq!(ran(folder.path(), &["run", "a.toml", "--trial", "5"]).code, 2);
    assert!(!folder.path().join("runs").exists());
}
