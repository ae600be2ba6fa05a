//! What a summary says about who wins.

use crate::tool::{folder_with, ran};
use serde_json::Value;

fn says(keys: &str, repeats: u32) -> (String, Value) {
    let scenario = format!("study = \"cymbergaj/match\"\nseed = 1\nrepeats = {repeats}\n{keys}");
    let here = folder_with("a.toml", &scenario);
    let text = ran(here.path(), &["run", "a.toml", "-o", "out", "--quiet"]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    let json = ran(here.path(), &["show", "out", "--json"]).stdout;
    (text.stdout, serde_json::from_str(&json).expect("JSON"))
}

fn said(json: &Value) -> &str {
    json["points"][0]["estimates"]["a_win_share"]["fairness"]["says"].as_str().expect("a statement")
}

#[test]
fn like_players_are_fair_unlike_ones_not_and_few_matches_say_nothing() {
    let (text, json) = says("", 200);
    assert!(text.starts_with("Both sides are equal by construction"), "{text}");
    assert_eq!(said(&json), "fair");
    assert_eq!(json["points"][0]["estimates"]["a_win_share"]["fairness"]["margin"], 0.01);
    assert!(json["points"][0]["estimates"]["goal_count"]["fairness"].is_null());
    let (_, json) = says("[a]\npreset = \"expert\"\n[b]\npreset = \"novice\"\n", 200);
    assert_eq!(said(&json), "unfair");
    let (_, json) = says("[a]\nmass_ratio = 1.04\n", 30);
    assert_eq!(said(&json), "not resolved");
}
