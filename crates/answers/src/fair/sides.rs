//! What a scenario sets differently for the two sides, reported before any verdict: a share that is off for other
//! reasons than the one asked about is no answer.

use serde_json::{Value as Json, json};
use tolley_analysis::alike::{UnlikeKey, unlike_keys};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::number::{self, Shown};

/// One sentence; empty where the game has no two sides.
pub fn text(dataset: &Dataset) -> String {
    let plan = &dataset.manifest().plan;
    let Some(unlike) = unlike_keys(dataset.manifest()) else { return String::new() };
    let (asked, others): (Vec<&UnlikeKey>, Vec<&UnlikeKey>) = unlike.iter().partition(|key| key.is_swept(plan));
    let list = |keys: &[&UnlikeKey]| keys.iter().map(|key| told(key)).collect::<Vec<_>>().join("; ");
    let names = asked.iter().map(|key| key.name.as_str()).collect::<Vec<_>>().join(" and ");
    match (asked.is_empty(), others.is_empty()) {
        (true, true) => "Both sides are set alike.\n".to_owned(),
        (false, true) => format!("Both sides are set alike but for what is swept: {}.\n", list(&asked)),
        (true, false) => format!("The scenario sets the two sides differently: {}.\n", list(&others)),
        (false, false) => {
            format!(
                "The scenario sets the two sides differently in more than {names}, which is swept: {}.\n",
                list(&others)
            )
        }
    }
}

/// Key, both paths and values, SI; null where the game has no two sides.
pub fn json(dataset: &Dataset) -> Json {
    let plan = &dataset.manifest().plan;
    let one = |key: &UnlikeKey| {
        let [a, b] = &key.keys;
        json!({ "key": key.name, "keys": [a, b], "values": key.values, "swept": key.is_swept(plan) })
    };
    unlike_keys(dataset.manifest()).map_or(Json::Null, |keys| keys.iter().map(one).collect())
}

/// `mass_ratio: 0.92 to 1.08 against 1`.
fn told(key: &UnlikeKey) -> String {
    let shown = Shown::of_column(&key.name);
    let unit = if shown.unit.is_empty() { String::new() } else { format!(" {}", shown.unit) };
    let [one, other] = key.values.each_ref().map(|values| {
        let between = if matches!(values.first(), Some(Value::Number(_))) { " to " } else { ", " };
        values.iter().map(|value| number::value(value, shown.factor)).collect::<Vec<_>>().join(between)
    });
    format!("{}: {one} against {other}{unit}", key.name)
}
