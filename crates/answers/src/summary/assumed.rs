//! On which assumptions a dataset stands.

use tolley_experiment::key::Key;
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;

use crate::words::wrapped;

/// Assumptions that are named.
const NAMED: usize = 12;

/// Whether all axes sweep what nobody chooses: numbers that are assumptions.
pub fn all_axes_are_assumed(plan: &Plan) -> bool {
    let axes = plan.axis_keys();
    !axes.is_empty() && axes.iter().all(|key| plan.study.schema.keys[*key].assumption.is_some())
}

/// The assumptions in force, in lines; empty where this version does not know the plan.
pub fn told(plan: Option<&Plan>, width: usize) -> String {
    let Some(plan) = plan else { return String::new() };
    let keys = plan.study.schema.keys.iter().enumerate();
    let assumed: Vec<(usize, &Key)> =
        keys.filter(|(number, key)| plan.is_assumed(*number) && plan.is_in_force(key)).collect();
    if assumed.is_empty() {
        return String::new();
    }
    let varying = plan.varying();
    let (swept, fixed): (Vec<_>, Vec<_>) = assumed.iter().partition(|(number, _)| varying.contains(number));
    let values = plan.point(0);
    let shown = |value: &Value| if let Value::Choice(choice) = value { choice.to_string() } else { value.to_string() };
    let mut names: Vec<String> =
        fixed.iter().take(NAMED).map(|(number, key)| format!("{} = {}", key.path, shown(&values[*number]))).collect();
    if fixed.len() > NAMED {
        names.push(format!("and {} more: tolley list {} marks them", fixed.len() - NAMED, plan.study.name));
    }
    let swept: Vec<String> = swept.iter().map(|(_, key)| key.path.to_string()).collect();
    let swept = if swept.is_empty() { String::new() } else { format!("swept: {}; ", swept.join(", ")) };
    let fixed = if names.is_empty() { String::new() } else { format!("not swept: {}", names.join(", ")) };
    let text = format!("assumptions in force, {}: {swept}{fixed}", assumed.len());
    format!("\n{}\n", wrapped(text.trim_end_matches("; "), width, "  "))
}
