//! What a scenario sets differently for the two sides: a share that is off for other reasons than the one asked about
//! is no answer.

use serde_json::{Value as Json, json};
use tolley_analysis::alike::{UnlikeKey, unlike_keys};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::value::Value;

use crate::answer::{Quantity, Sentence, fill, say};
use crate::catalogue::{self, word};

/// Keys that are set differently and are not what is swept, a line of the answer itself; nothing where there is none.
pub fn others(manifest: &Manifest) -> Option<Sentence> {
    let unlike = unlike_keys(manifest)?;
    let others: Vec<&UnlikeKey> = unlike.iter().filter(|key| !key.is_swept(&manifest.plan)).collect();
    if others.is_empty() {
        return None;
    }
    let labels: Vec<String> = others.iter().map(|key| of_either(&quantity(manifest, key).label)).collect();
    let id = if others.len() == unlike.len() { "fair.sides_differ" } else { "fair.sides_also_differ" };
    Some(fill(id, [("labels", Sentence::of_name(labels.join(", ")))]))
}

/// By the key of the first side, or of the second where only that has one.
fn quantity(manifest: &Manifest, key: &UnlikeKey) -> Quantity {
    let known = key.keys.iter().find(|path| manifest.described_key(path).is_some());
    Quantity::of_key(manifest, known.unwrap_or(&key.keys[0]))
}

/// A label without whose it is: `nominal mass of the coin`, `way to decide`.
fn of_either(label: &str) -> String {
    let label = ["player A's ", "side A's "].iter().fold(label.to_owned(), |label, whose| label.replace(whose, "the "));
    label.replace("way player A decides", "the way to decide").replace("way side A decides", "the way to decide")
}

/// All that is set differently, with its values; nothing where the game has no two sides.
pub fn sentence(manifest: &Manifest) -> Option<Sentence> {
    let unlike = unlike_keys(manifest)?;
    if unlike.is_empty() {
        return Some(say("fair.sides_alike"));
    }
    let told: Vec<String> = unlike.iter().map(|key| with_values(manifest, key)).collect();
    Some(fill("fair.sides_set", [("keys", Sentence::of_name(told.join("; ")))]))
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

/// `mass of player A's coin against nominal: 0.92 to 1.08 against 1`.
fn with_values(manifest: &Manifest, key: &UnlikeKey) -> String {
    let quantity = quantity(manifest, key);
    let [one, other] = key.values.each_ref().map(|values| {
        let is_number = matches!(values.first(), Some(Value::Number(_)));
        let between = word(if is_number { "fair.numbers_to" } else { "common.comma" });
        values.iter().map(|value| quantity.value(value)).collect::<Vec<_>>().join(between)
    });
    catalogue::text("fair.key_set", &[("key", &quantity.label), ("one", &one), ("other", &other)])
}
