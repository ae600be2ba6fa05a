//! Says where what was asked is not what was played, and what was played in its place.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tolley_analysis::AnalysisError;
use tolley_analysis::limited::{Limited, limited};
use tolley_dataset::Dataset;
use tolley_experiment::key::Path;
use tolley_experiment::limits::Beyond;
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;

use crate::output::{self, counted};
use crate::studies::AnyStudy;
use crate::summary::number::{self, Shown};

/// Points whose values are looked at.
const MOST_POINTS: usize = 10_000;
/// Values that are named one by one.
const MOST_VALUES: usize = 8;

/// Sentences for people: none where all was played as it was asked.
pub fn told(dataset: &Dataset) -> Result<Vec<String>, AnalysisError> {
    let Some(found) = limited(dataset)?.filter(|found| found.limited > 0) else { return Ok(Vec::new()) };
    let first = format!(
        "What was asked is not what was played in {} of the trials, at {} of {}: more was asked than can be done, and the \
         nearest was played ({} = \"nearest\").",
        number::percent(found.share()),
        found.points.len(),
        counted(found.point_count, "point"),
        found.by.key
    );
    let plan = AnyStudy::plan_of(dataset).map(|(plan, _)| plan);
    Ok([first].into_iter().chain(plan.iter().flat_map(|plan| in_place(plan, &found))).collect())
}

/// As lines of a terminal.
pub fn lines(dataset: &Dataset, width: usize) -> Result<String, AnalysisError> {
    let told = told(dataset)?;
    Ok(told.iter().map(|line| format!("{}\n", output::wrapped(line, width, "  "))).collect())
}

/// As an object; null where the plan lets nothing else be played than what is asked.
pub fn object(dataset: &Dataset) -> Result<Json, AnalysisError> {
    let Some(found) = limited(dataset)? else { return Ok(Json::Null) };
    let mut object = found.to_json();
    if let (Ok((plan, _)), Some(points)) = (AnyStudy::plan_of(dataset), object["points"].as_array_mut()) {
        for (point, of) in found.points.iter().zip(points).take(MOST_POINTS) {
            let beyond = plan.study.beyond_at(&plan.point(point.point));
            of["played"] = beyond.iter().map(one).collect();
        }
    }
    Ok(object)
}

fn one(beyond: &Beyond) -> Json {
    let Beyond { asked, value, limit, .. } = beyond;
    json!({ "key": asked.to_string(), "asked": value, "played": limit.allowed, "limit": limit.key.to_string() })
}

/// For each key and limit what was asked, and what was played.
fn in_place(plan: &Plan, found: &Limited) -> Vec<String> {
    let mut all: BTreeMap<(Path, Path), Vec<Beyond>> = BTreeMap::new();
    for point in found.points.iter().take(MOST_POINTS) {
        for beyond in plan.study.beyond_at(&plan.point(point.point)) {
            all.entry((beyond.asked, beyond.limit.key)).or_default().push(beyond);
        }
    }
    let more = found.points.len().saturating_sub(MOST_POINTS);
    let more = (more > 0).then(|| format!("{} more are not looked at.", counted(more as u64, "point")));
    all.iter().map(|((asked, limit), beyond)| sentence(*asked, *limit, beyond)).chain(more).collect()
}

fn sentence(asked: Path, limit: Path, beyond: &[Beyond]) -> String {
    let shown = Shown::of_column(asked.name);
    let values = |of: fn(&Beyond) -> f64| {
        let mut values: Vec<f64> = beyond.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let told: Vec<String> =
            values.iter().map(|value| number::value(&Value::Number(*value), shown.factor)).collect();
        let text = match told.as_slice() {
            [first, .., last] if told.len() > MOST_VALUES => format!("{first} to {last}"),
            [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
            _ => told.concat(),
        };
        format!("{text} {}", shown.unit).trim_end().to_owned()
    };
    let (wanted, played) = (values(|beyond| beyond.value), values(|beyond| beyond.limit.shown()));
    format!("{asked}: {wanted} was asked, {played} was played ({limit}).")
}
