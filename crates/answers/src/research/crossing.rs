//! Where gains come to nothing, as aligned tables.

use tolley_analysis::crossing::{Crossing, Crossings};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number;
use crate::point_columns::{axis_columns, headed};

/// Digits of a share.
const DIGITS: usize = 3;
/// Of a chance below which a rule deters.
const DETERS: f64 = 0.9;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Crossings) -> String {
    let plan = &dataset.manifest().plan;
    let rows: Vec<&[(String, Value)]> = found.arms.iter().map(|arm| arm.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&rows);
    let gain = |arm: &Crossing| number::estimate(&arm.gain, 1.0, DIGITS);
    table.push(headed("gain", &found.measure, found.arms.iter().map(gain)));
    let mut places = headed("comes to nothing", &found.along.0, found.arms.iter().map(|arm| place(arm, found)));
    places.is_left = true;
    table.push(places);
    format!(
        "{}: from which {} on does it not pay? {} beside the control; {} repeats, seed {}\n\n{}\ngain: where {} is that of \
         the control. Gains are taken never to rise with {} (isotonic regression);\n95 % intervals by bootstrap of \
         repeats.\ndataset: {}\n",
        plan.study,
        found.along.0,
        found.measure,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        found.along.0,
        found.along.0,
        dataset.dir().display(),
    )
}

/// `0.21 [0.05, never]`.
fn place(arm: &Crossing, found: &Crossings) -> String {
    let [first, last] = [found.along.1.first(), found.along.1.last()].map(|at| at.copied().unwrap_or_default());
    let one = |at: f64| match at {
        at if at <= first => "at once".to_owned(),
        at if at > last => "never".to_owned(),
        at => format!("{at:.2}"),
    };
    let value = one(arm.place.value.unwrap_or(f64::INFINITY));
    arm.place.interval.map_or_else(|| value.clone(), |[low, high]| format!("{value} [{}, {}]", one(low), one(high)))
}

/// In a line.
pub fn short(found: &Crossings) -> String {
    let is_below = |arm: &&Crossing| arm.place.interval.is_some_and(|[_, high]| high < DETERS);
    let count = found.arms.iter().filter(is_below).count();
    let told: Vec<String> = found.arms.iter().map(|arm| place(arm, found)).collect();
    format!(
        "{} from which it pays no more: {}; surely below {DETERS} for {count} of {}",
        found.along.0,
        told.join(", "),
        found.arms.len()
    )
}
