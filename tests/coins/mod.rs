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
