//! What a plan alone tells of both sides of a match: whether they have the same, which is equal by construction, not by
//! what was seen, what they have unlike, and whether a trial is two matches with exchanged seats.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use tolley_dataset::Manifest;
use tolley_experiment::plan::PlanRecord;
use tolley_experiment::role::{BOTH_SEATS, Role, two_sides};
use tolley_experiment::value::Value;

/// Whether a trial of a design point is two matches with exchanged seats.
pub(crate) fn holds_a_pair(manifest: &Manifest, point: u64) -> bool {
    let is_seat = |path: &&String| manifest.described_key(path).is_some_and(|key| key.role == Some(Role::Seat));
    let seats = manifest.keys.iter().filter(is_seat).filter_map(|path| value(&manifest.plan, point, path));
    seats.into_iter().any(|seats| matches!(seats, Value::Choice(choice) if choice == BOTH_SEATS))
}

/// Tables of the keys of both sides; `None` where there are not two.
fn sides(manifest: &Manifest) -> Option<[&str; 2]> {
    let whose = |path: &String| manifest.described_key(path).and_then(|key| key.of.as_deref());
    two_sides(manifest.keys.iter().filter_map(|path| Some((path.split_once('.')?.0, whose(path)?))))
}

/// Of a key at a design point.
fn value(plan: &PlanRecord, point: u64, path: &str) -> Option<Value> {
    let grid = &plan.grid;
    let axis = grid.axes.iter().position(|axis| axis.key == path);
    axis.map(|axis| grid.axis_value(axis, point).into_owned()).or_else(|| plan.base.get(path).cloned())
}

/// Whether each key of one side has the value of that of the other at a design point.
pub(crate) fn are_alike(manifest: &Manifest, point: u64) -> bool {
    sides(manifest).is_some_and(|sides| has_alike(&manifest.plan, point, sides))
}

pub(crate) fn has_alike(plan: &PlanRecord, point: u64, sides: [&str; 2]) -> bool {
    let names = names(plan, sides);
    !names.is_empty() && names.iter().all(|name| is_alike(plan, point, &paths(sides, name)))
}

/// The keys of the tables of both sides, by name.
fn names<'p>(plan: &'p PlanRecord, sides: [&str; 2]) -> BTreeSet<&'p str> {
    let axes = plan.grid.axes.iter().map(|axis| axis.key.as_str());
    let split = plan.base.keys().map(String::as_str).chain(axes).filter_map(|path| path.split_once('.'));
    split.filter(|(table, _)| sides.contains(table)).map(|(_, name)| name).collect()
}

/// A key of both sides.
fn paths(sides: [&str; 2], name: &str) -> [String; 2] {
    sides.map(|side| format!("{side}.{name}"))
}

fn is_alike(plan: &PlanRecord, point: u64, paths: &[String; 2]) -> bool {
    // what a swept preset sets is alike where the presets are
    let follows = |path: &String| plan.from_presets.iter().any(|follower| follower.key == *path);
    let [a, b] = paths.each_ref().map(|path| value(plan, point, path));
    let is_as_other = |own: &Option<Value>, other: &Option<Value>| {
        own.is_none() && matches!(other, Some(Value::Choice(choice)) if choice == AS_A)
    };
    a == b || is_as_other(&a, &b) || paths.iter().any(follows)
}

/// What the second side is where it has no choice of its own in something that only it has a key for.
const AS_A: &str = "as-a";

/// A key whose value is not the same on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct UnlikeKey {
    /// Its name in the table of either side.
    pub name: String,
    /// Path of each side's key.
    pub keys: [String; 2],
    /// The values of each side, several where it is an axis: the least and the greatest of numbers, else all.
    pub values: [Vec<Value>; 2],
}

impl UnlikeKey {
    /// Whether it is an axis of either side, so that each point says what it is.
    pub fn is_swept(&self, plan: &PlanRecord) -> bool {
        plan.grid.axes.iter().any(|axis| self.keys.contains(&axis.key))
    }
}

/// What a plan sets differently for the two sides, at any of its first points; `None` where it has no sides.
pub fn unlike_keys(manifest: &Manifest) -> Option<Vec<UnlikeKey>> {
    Some(unlike(&manifest.plan, sides(manifest)?))
}

fn unlike(plan: &PlanRecord, sides: [&str; 2]) -> Vec<UnlikeKey> {
    let points = plan.grid.points().min(MOST_POINTS);
    let keys = names(plan, sides).into_iter().map(|name| (name, paths(sides, name)));
    let unlike = keys.filter(|(_, paths)| !(0..points).all(|point| is_alike(plan, point, paths)));
    let told = unlike.map(|(name, keys)| {
        let values = keys.each_ref().map(|key| seen(plan, points, key));
        UnlikeKey { name: name.to_owned(), keys, values }
    });
    told.collect()
}

/// Points of a design that are looked at for what sides have unlike.
const MOST_POINTS: u64 = 1000;

/// The values of a key at the first points, in the order in which they come; of numbers the least and the greatest.
fn seen(plan: &PlanRecord, points: u64, path: &str) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for found in (0..points).filter_map(|point| value(plan, point, path)) {
        if !values.contains(&found) {
            values.push(found);
        }
    }
    let number = |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
    let order = |one: &&Value, two: &&Value| number(one).partial_cmp(&number(two)).unwrap_or(Ordering::Equal);
    match (values.iter().min_by(order), values.iter().max_by(order)) {
        (Some(least), Some(most)) if values.len() > 2 && number(least).is_some() => vec![least.clone(), most.clone()],
        _ => values,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SIDES: [&str; 2] = ["a", "b"];

    #[test]
    fn sides_are_alike_where_every_key_is() {
        let plan = |axes: serde_json::Value| -> PlanRecord {
            let text = json!({
                "study": "s", "seed": 1, "repeats": 2, "axes": axes, "streams": "common",
                "base": { "a.mass_ratio": 1.0, "b.mass_ratio": 1.0, "a.preset": "club", "b.diameter_m": 0.02, "c.x": 1.0 },
                "from_presets": [{ "key": "b.aim_sd_rad", "preset": "b.preset" }],
            });
            serde_json::from_value(text).expect("a plan")
        };
        let axes = json!([{ "key": "a.diameter_m", "values": [0.02, 0.03] }, { "key": "b.preset", "values": ["club", "novice"] }]);
        let alike: Vec<bool> = (0..4).map(|point| has_alike(&plan(axes.clone()), point, SIDES)).collect();
        assert_eq!(alike, [true, false, false, false]);
        // a key of one side alone
        assert!(!has_alike(&plan(json!([])), 0, SIDES));
        let only = |value: &str| {
            let base = json!({ "a.mass_ratio": 1.0, "b.mass_ratio": 1.0, "b.breaches": value });
            let text = json!({
                "study": "s", "seed": 1, "repeats": 2, "axes": [], "streams": "common", "base": base,
                "from_presets": [],
            });
            serde_json::from_value::<PlanRecord>(text).expect("a plan")
        };
        assert!(has_alike(&only("as-a"), 0, SIDES) && unlike(&only("as-a"), SIDES).is_empty());
        assert!(!has_alike(&only("never"), 0, SIDES));
        let unlike = unlike(&plan(axes), SIDES);
        let names: Vec<&str> = unlike.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(names, ["diameter_m", "preset"]);
        let [a, b] = &unlike[0].values;
        assert_eq!((a, b), (&vec![Value::Number(0.02), Value::Number(0.03)], &vec![Value::Number(0.02)]));
        assert!(
            unlike.iter().all(|key| key.is_swept(&plan(json!([{ "key": "a.diameter_m", "values": [0.02, 0.03] },
            { "key": "b.preset", "values": ["club", "novice"] }]))))
        );
    }
}
