//! Where the plan of a dataset and the plan at hand differ, setting by setting.

use std::collections::BTreeMap;

use experiment::table::{Column, Table};
use experiment::value::Value;
use tolley_experiment as experiment;

use crate::error::{Difference, PHYSICS};
use crate::manifest::Manifest;

/// Where the manifest of a dataset and that of the plan at hand differ.
pub(crate) fn differences(dataset: &Manifest, plan: &Manifest) -> Vec<Difference> {
    let (ours, theirs) = (settings(dataset), settings(plan));
    let absent = || "absent".to_owned();
    // of two settings of one name the first counts
    let by_name = |list: &'_ [(String, String)]| -> BTreeMap<String, String> { list.iter().rev().cloned().collect() };
    let (of_ours, of_theirs) = (by_name(&ours), by_name(&theirs));
    let mut names: Vec<&String> = ours.iter().map(|(name, _)| name).collect();
    names.extend(theirs.iter().map(|(name, _)| name).filter(|name| !of_ours.contains_key(*name)));
    let difference = |name: &String| {
        let find = |list: &BTreeMap<String, String>| list.get(name).cloned().unwrap_or_else(absent);
        let (dataset, plan) = (find(&of_ours), find(&of_theirs));
        (dataset != plan).then(|| Difference { name: name.clone(), dataset, plan })
    };
    let mut differences: Vec<Difference> = names.into_iter().filter_map(difference).collect();
    // more repeats are more of the same
    let (there, now) = (dataset.plan.grid.repeats, plan.plan.grid.repeats);
    let may_grow = plan.plan.stop.is_none();
    if now < there || (now > there && !may_grow) {
        let name = if may_grow { "repeats" } else { "stop.max_repeats" };
        differences.push(Difference { name: name.to_owned(), dataset: there.to_string(), plan: now.to_string() });
    }
    differences
}

/// As JSON, which is how the manifest says it.
fn shown<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("a plan is JSON: {error}"))
}

/// Every setting by name, as text to compare and to show.
fn settings(manifest: &Manifest) -> Vec<(String, String)> {
    let (plan, grid) = (&manifest.plan, &manifest.plan.grid);
    let axes: Vec<&str> = grid.axes.iter().map(|axis| axis.key.as_str()).collect();
    let mut settings = vec![
        ("study".to_owned(), plan.study.clone()),
        ("seed".to_owned(), plan.seed.to_string()),
        ("streams".to_owned(), plan.streams.name().to_owned()),
        ("order of the axes".to_owned(), axes.join(", ")),
    ];
    // in the order of the keys
    let base = manifest.keys.iter().filter_map(|key| plan.base.get(key).map(|value| (key.clone(), value.to_string())));
    settings.extend(base);
    settings.extend(
        plan.from_presets.iter().map(|follower| (follower.key.clone(), format!("as {} says", follower.preset))),
    );
    settings.push(("design".to_owned(), shown(&grid.design)));
    for axis in &grid.axes {
        let values: Vec<String> = axis.values.iter().map(Value::to_string).collect();
        let mut text = format!("[{}]", values.join(", "));
        if !axis.weights.is_empty() {
            text += &format!(" by {}", shown(&axis.weights));
        }
        settings.push((axis.key.clone(), axis.distribution.as_ref().map_or(text, shown)));
    }
    if !grid.exclude.is_empty() {
        settings.push(("exclude".to_owned(), shown(&grid.exclude)));
    }
    if let Some(rule) = &plan.stop {
        settings.push(("stop.metric".to_owned(), rule.metric.clone()));
        settings.push(("stop.half_width".to_owned(), rule.half_width.to_string()));
        settings.push(("stop.confidence".to_owned(), rule.confidence.to_string()));
        settings.push(("stop.min_repeats".to_owned(), rule.min_repeats.to_string()));
    }
    settings.extend(plan.columns.iter().map(|columns| ("output.columns".to_owned(), columns.join(", "))));
    settings.push(("tolley_version".to_owned(), manifest.tolley_version.clone()));
    settings.push((PHYSICS.to_owned(), manifest.physics_version.to_string()));
    let columns = |table: &Table| {
        let column = |column: &Column| format!("{} {:?}", column.name, column.kind);
        (format!("columns of {}", table.name), table.columns.iter().map(column).collect::<Vec<_>>().join(", "))
    };
    settings.extend(manifest.tables.iter().chain([&manifest.points]).map(columns));
    settings
}
