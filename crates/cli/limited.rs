//! Says where what was asked is not what was played, and what was played in its place.

use std::collections::{BTreeMap, BTreeSet};

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_analysis::AnalysisError;
use tolley_analysis::limited::{Limited, limited};
use tolley_dataset::Dataset;
use tolley_experiment::design::Design;
use tolley_experiment::key::Path;
use tolley_experiment::limits::Beyond;
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;
use tolley_session::studies;

use crate::output::{self, counted};
use crate::summary::number::{self, Shown};

/// Points whose values are looked at.
const MOST_POINTS: usize = 10_000;
/// Values that are named one by one.
const MOST_VALUES: usize = 8;

/// Sentences for people: none where all was played as it was asked.
pub fn told(dataset: &Dataset) -> Result<Vec<String>, AnalysisError> {
    let Some(found) = limited(dataset)?.filter(|found| found.limited > 0) else { return Ok(Vec::new()) };
    let plan = studies::plan_of(dataset).ok().map(|(plan, _)| plan);
    let points = || found.points.iter().take(MOST_POINTS).map(|point| point.point);
    let beyond: Vec<Beyond> = plan.iter().flat_map(|plan| beyond_at(plan, points())).collect();
    let first = format!(
        "In {} of the trials ({} of {}) the {} could not do what was asked; the nearest was played{}.",
        number::percent(found.share()),
        HumanCount(found.points.len() as u64),
        counted(found.point_count, "point"),
        whose(&beyond),
        reason(plan.as_ref(), &found.by.key)
    );
    Ok([first].into_iter().chain(in_place(&beyond, &found)).collect())
}

/// A sentence about a plan that is not played yet: at how many of its points the nearest would be; looks at so many.
pub fn planned(plan: &Plan) -> Option<String> {
    let limits = plan.study.limits.filter(|_| plan.plays_nearest())?;
    let points = plan.grid.points().min(MOST_POINTS as u64);
    let is_limited = |point: &u64| !plan.study.beyond_at(&plan.point(*point)).is_empty();
    let limited: Vec<u64> = (0..points).filter(is_limited).collect();
    let beyond = plan.study.beyond_at(&plan.point(*limited.first()?));
    let first = if points < plan.grid.points() { "the first " } else { "" };
    Some(format!(
        "at {} of {first}{} the {} cannot do what is asked; the nearest is played{}",
        HumanCount(limited.len() as u64),
        counted(points, "point"),
        whose(&beyond),
        reason(Some(plan), &limits.by.to_string())
    ))
}

/// Whose limits they are: the hand, the comb.
fn whose(beyond: &[Beyond]) -> String {
    let names: BTreeSet<&str> = beyond.iter().map(|beyond| beyond.whose).collect();
    if names.is_empty() { "player".to_owned() } else { names.into_iter().collect::<Vec<_>>().join(" or the ") }
}

/// Why the nearest is played: the design draws what can be done, or the key `by` says so.
fn reason(plan: Option<&Plan>, by: &str) -> String {
    let drawn = plan.map(drawn).unwrap_or_default();
    match drawn.is_empty() {
        true => format!(" ({by} = \"nearest\")"),
        false => format!(", because the design draws {}", drawn.join(" and ")),
    }
}

/// The limits that a design draws.
fn drawn(plan: &Plan) -> Vec<String> {
    let Some(limits) = plan.study.limits else { return Vec::new() };
    if matches!(plan.grid.design, Design::Grid | Design::List) {
        return Vec::new();
    }
    let varying = plan.varying().into_iter().map(|key| plan.study.schema.keys[key].path);
    varying.filter(|key| limits.limiting.contains(key)).map(|key| key.to_string()).collect()
}

fn beyond_at(plan: &Plan, points: impl Iterator<Item = u64>) -> Vec<Beyond> {
    points.flat_map(|point| plan.study.beyond_at(&plan.point(point))).collect()
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
    if let (Ok((plan, _)), Some(points)) = (studies::plan_of(dataset), object["points"].as_array_mut()) {
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
fn in_place(beyond: &[Beyond], found: &Limited) -> Vec<String> {
    let mut all: BTreeMap<(Path, Path), Vec<Beyond>> = BTreeMap::new();
    for beyond in beyond {
        all.entry((beyond.asked, beyond.limit.key)).or_default().push(*beyond);
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
        let was = if told.len() == 1 { "was" } else { "were" };
        [format!("{text} {}", shown.unit).trim_end(), was].join(" ")
    };
    let (wanted, played) = (values(|beyond| beyond.value), values(|beyond| beyond.limit.shown()));
    format!("{asked}: {wanted} asked, {played} played ({limit}).")
}
