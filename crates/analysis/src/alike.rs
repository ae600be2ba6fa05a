//! What a plan alone tells of both sides of a match: whether they have the same, which is equal by construction, not by
//! what was seen, and whether a trial is two matches with exchanged seats.

use tolley_experiment::plan::PlanRecord;
use tolley_experiment::value::Value;

/// Tables of the keys of both sides, of studies that have sides.
const SIDES: [[&str; 2]; 2] = [["a", "b"], ["player_a", "player_b"]];

/// The key that says where the sides sit, and its value where they do in both ways, one match each.
const SEATS: [&str; 2] = ["contest.seats", "both"];

/// Whether a trial of a design point is two matches with exchanged seats.
pub(crate) fn holds_a_pair(plan: &PlanRecord, point: u64) -> bool {
    let [key, both] = SEATS;
    matches!(value(plan, point, key), Some(Value::Choice(seats)) if seats == both)
}

/// Of a key at a design point.
fn value(plan: &PlanRecord, point: u64, path: &str) -> Option<Value> {
    let grid = &plan.grid;
    let axis = grid.axes.iter().position(|axis| axis.key == path);
    axis.map(|axis| grid.axis_value(axis, point).into_owned()).or_else(|| plan.base.get(path).cloned())
}

/// Whether each key of one side has the value of that of the other at a design point.
pub(crate) fn are_alike(plan: &PlanRecord, point: u64) -> bool {
    SIDES.iter().any(|sides| has_alike(plan, point, *sides))
}

fn has_alike(plan: &PlanRecord, point: u64, [one, other]: [&str; 2]) -> bool {
    let grid = &plan.grid;
    // what a swept preset sets is alike where the presets are
    let follows = |path: &str| plan.from_presets.iter().any(|follower| follower.key == path);
    let paths = plan.base.keys().map(String::as_str).chain(grid.axes.iter().map(|axis| axis.key.as_str()));
    let names: Vec<&str> = paths
        .filter_map(|path| path.split_once('.'))
        .filter(|(table, _)| [one, other].contains(table))
        .map(|(_, name)| name)
        .collect();
    let is_alike = |name: &&str| {
        let paths = [one, other].map(|side| format!("{side}.{name}"));
        let [a, b] = paths.each_ref().map(|path| value(plan, point, path));
        a == b || paths.iter().any(|path| follows(path))
    };
    !names.is_empty() && names.iter().all(is_alike)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
        let alike: Vec<bool> = (0..4).map(|point| are_alike(&plan(axes.clone()), point)).collect();
        assert_eq!(alike, [true, false, false, false]);
        // a key of one side alone
        assert!(!are_alike(&plan(json!([])), 0));
    }
}
