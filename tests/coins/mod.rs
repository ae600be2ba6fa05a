//! The catalogue of coins from outside: `tolley coins`, and flicks with coins of any country.

mod extras;
mod flicks;
mod throw_in;

use crate::tool::{folder_with, ran};
use serde_json::Value;

#[test]
fn coins_are_listed_with_sources() {
    let here = folder_with("empty.toml", "");
    let all = ran(here.path(), &["coins"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(all.stdout.lines().any(|line| line.starts_with("PL-2zl-1994") && line.contains("5.210 g")));
    let one = ran(here.path(), &["coins", "UK-10p-1992"]);
    assert!(one.stdout.contains("royalmint.com") && !one.stdout.contains("PL-2zl"), "{}", one.stdout);
    let wrong = ran(here.path(), &["coins", "PL-2zl-1995"]);
    assert_eq!((wrong.code, wrong.stderr.contains("did you mean PL-2zl-1994?")), (2, true), "{}", wrong.stderr);
}

#[test]
fn coins_as_json_are_in_si() {
    let here = folder_with("empty.toml", "");
    let text = ran(here.path(), &["coins", "--json"]).stdout;
    let object: Value = serde_json::from_str(&text).expect("JSON");
    let coins = object["coins"].as_array().expect("a list");
    assert_eq!(coins.len(), 40);
    let two_zloty = coins.iter().find(|coin| coin["id"] == "PL-2zl-1994").expect("it is there");
    assert_eq!((&two_zloty["mass_kg"], &two_zloty["diameter_m"]), (&Value::from(0.00521), &Value::from(0.0215)));
    assert!(coins.iter().any(|coin| coin["thickness_m"].is_null()), "what has no source is null");
    assert!(coins.iter().all(|coin| coin["source"].is_string() && coin["unsure"].is_string()));
}

/// Three coins leave the table within one shot: each fall is told at its own time, whoever goes first.
#[test]
fn coins_that_fall_with_the_ball_fall_in_the_order_of_time() {
    let scene = |opponent_m_s: f64| {
        format!(
            "world = \"discs\"\n[surface]\nsliding_friction_ratio = 0.2\n[edge]\nrectangle_m = [1.0, 0.6]\n\
             [[body]]\nname = \"striker\"\nradius_m = 0.01075\nmass_kg = 5.21e-3\nposition_m = [0.4, 0.0]\nvelocity_m_s = [3.0, 0.0]\n\
             [[body]]\nname = \"ball\"\nradius_m = 0.00925\nmass_kg = 3.22e-3\nposition_m = [0.45, 0.0]\n\
             [[body]]\nname = \"opponent\"\nradius_m = 0.01075\nmass_kg = 5.21e-3\nposition_m = [0.0, 0.28]\n\
             velocity_m_s = [0.0, {opponent_m_s}]\n"
        )
    };
    let falls = |opponent_m_s: f64| -> Vec<(String, f64)> {
        let here = folder_with("fall.toml", &scene(opponent_m_s));
        let told = ran(here.path(), &["scene", "fall.toml", "--json"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let events = object["events"].as_array().expect("a list").clone();
        let edges = events.iter().filter(|event| event["kind"] == "edge");
        edges.map(|event| (event["bodies"][0].to_string(), event["time_s"].as_f64().expect("a time"))).collect()
    };
    for (opponent_m_s, order) in [
        (3.0, ["\"opponent\"", "\"ball\"", "\"striker\""]),
        (0.75, ["\"ball\"", "\"opponent\"", "\"striker\""]),
        (0.285, ["\"ball\"", "\"striker\"", "\"opponent\""]),
    ] {
        let falls = falls(opponent_m_s);
        let names: Vec<&str> = falls.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, order, "{falls:?}");
        assert!(falls.is_sorted_by(|one, two| one.1 < two.1), "{falls:?}");
    }
}
