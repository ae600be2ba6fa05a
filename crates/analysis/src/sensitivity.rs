//! Which input matters: shares of the variance of a measure over the axes of a Saltelli design, and its means at their
//! ends.

use serde_json::{Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::design::{Design, saltelli_rows};
use tolley_experiment::grid::Grid;
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::table::{Measure, MeasureKind};
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::Means;
use tolley_statistics::indices::{Index, Indices, LEAST_ROWS, Row, Unresolved, centred, indices};
use tolley_statistics::shares::Shares;

use crate::error::AnalysisError;
use crate::measured::of_those_kept;
use crate::missing::Missing;
use crate::solved::is_exact;
use crate::values::{Values, values_of};

const CONFIDENCE: f64 = tolley_statistics::estimates::CONFIDENCE;
/// Part of the points at each end of an axis of numbers whose mean is given.
const END: f64 = 0.25;
/// Of fewer rows the bootstrap's intervals are said to be doubtful.
pub const MANY_ROWS: usize = 128;

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// The column.
    pub measure: String,
    /// What it means.
    pub about: String,
    /// Rows of the design, each a point A, a point B, and those between; and those all of whose points have two trials
    /// in common with A and with B that have a value, or one where there is one alone.
    pub rows: [u64; 2],
    /// Trials at each point.
    pub repeats: u64,
    /// Whether points share their random numbers.
    pub streams: StreamsMode,
    /// The measure at the points A and B.
    pub mean: Estimate,
    /// Whether it is a share, whose intervals are Wilson's, else Student's.
    pub is_share: bool,
    /// The axes, those that matter most first.
    pub inputs: Vec<Input>,
    /// Whether chance counts as what keys do together, as with one trial a point of what is not solved.
    pub has_chance_alone: bool,
    /// Why there are no shares, where there are none.
    pub unresolved: Option<Unresolved>,
    /// What none of this tells, and why: a sentence each.
    pub notes: Vec<String>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Path of its key.
    pub key: String,
    /// Its column.
    pub column: String,
    /// Shares of the variance; absent where they are not resolved.
    pub indices: Option<Indices>,
    /// Means of the measure at parts of the axis: the lowest and the highest quarter of its numbers, with all alike in
    /// it, or each value.
    pub ends: Vec<End>,
}

/// The measure at a part of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The lowest and the highest value.
    pub values: [Value; 2],
    /// The mean over the points A and B.
    pub mean: Estimate,
}

/// The indices of one measure, or of the first.
pub fn sensitivity(dataset: &Dataset, named: Option<&str>) -> Result<Sensitivity, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let points = row_points(grid)?;
    if !grid.exclude.is_empty() {
        return refuse("points were left out of this design, so that its rows have gaps");
    }
    let (measure, Values { of_trials, missing }) = measured(dataset, named)?;
    let table = &manifest.tables[0];
    let about = table.index(&measure.column).map_or_else(String::new, |index| table.columns[index].about.clone());
    let (axes, is_share) = (grid.axes.len(), matches!(measure.kind, MeasureKind::Share | MeasureKind::Fair));
    let layout = Layout { axes, points, is_share };
    let (whole, outcomes) = layout.outcomes(grid, &of_trials);
    let found = layout.indices(&outcomes, manifest.plan.seed);
    let input = |axis: usize| {
        let key = grid.axes[axis].key.clone();
        let column = manifest.key_column(&key).map_or_else(|| key.clone(), |column| column.name.clone());
        let indices = found.as_ref().ok().map(|found| found[axis]);
        Input { key, column, indices, ends: layout.ends_of(axis, grid, &whole, &outcomes) }
    };
    let mut inputs: Vec<Input> = (0..axes).map(input).collect();
    let total = |input: &Input| input.indices.map_or(f64::NEG_INFINITY, |indices| indices.total.value);
    inputs.sort_by(|a, b| total(b).total_cmp(&total(a)).then(span(b).total_cmp(&span(a))));
    let streams = manifest.plan.streams;
    let mut notes = Vec::new();
    let why = found.err();
    notes.extend(why.map(|why| unresolved(why, &measure.column, manifest, &outcomes)));
    notes.extend(alone(grid.repeats));
    notes.extend(doubts(&inputs));
    notes.extend(few(&inputs, whole.len()));
    notes.extend(shared(streams, grid.repeats));
    Ok(Sensitivity {
        measure: measure.column.clone(),
        about,
        rows: [grid.points() / layout.points, whole.len() as u64],
        repeats: grid.repeats,
        has_chance_alone: grid.repeats == 1 && !is_exact(manifest),
        streams,
        mean: mean(layout.ends(&whole).map(|(_, outcomes_at)| point_mean(&outcomes[outcomes_at])), layout.is_share),
        is_share,
        inputs,
        unresolved: why,
        notes,
        missing,
    })
}

/// How far the means at the parts of an axis lie apart: the order of what no index tells apart.
fn span(input: &Input) -> f64 {
    let means = || input.ends.iter().filter_map(|end| end.mean.value);
    means().fold(f64::NEG_INFINITY, f64::max) - means().fold(f64::INFINITY, f64::min)
}

fn refuse<T>(message: &str) -> Result<T, AnalysisError> {
    Err(AnalysisError::Question(message.to_owned()))
}

/// Points of a row of the design.
fn row_points(grid: &Grid) -> Result<u64, AnalysisError> {
    let Design::Saltelli { points: rows, second_order, .. } = grid.design else {
        return refuse("sensitivity is of a saltelli design; this one is another: `--design saltelli --points 256`");
    };
    if rows < LEAST_ROWS as u64 {
        let needed = format!("at least {LEAST_ROWS} rows, better {MANY_ROWS} and more");
        return refuse(&format!("{rows} rows are too few to share out a variance: {needed} (--points)"));
    }
    Ok(saltelli_rows(grid.axes.len(), second_order))
}

/// Why there is no index.
fn unresolved(why: Unresolved, measure: &str, manifest: &Manifest, outcomes: &[Vec<f64>]) -> String {
    let mut known = outcomes.iter().flatten().filter(|value| !value.is_nan());
    let first = known.next().copied().unwrap_or(f64::NAN);
    match why {
        Unresolved::FewRows => format!(
            "Too few rows have trials enough with a value: {LEAST_ROWS} are needed, and as long as there are fewer no index is \
             told."
        ),
        Unresolved::Constant if known.all(|value| *value == first) => {
            let others = manifest.measures.iter().map(|other| other.column.as_str()).filter(|other| *other != measure);
            let others: Vec<&str> = others.collect();
            let more =
                if others.is_empty() { String::new() } else { format!("; --measure may name {}", others.join(", ")) };
            format!("{measure} is {first} in all trials: there is no variance to share out{more}.")
        }
        Unresolved::Constant => format!("No key changed {measure} in any trial: there is no variance to share out."),
        Unresolved::Variance => format!(
            "What the keys do to {measure} cannot be told from chance: the interval of the variance that would be shared \
             out reaches down to 0, and no index is told. More --repeats or --points tell."
        ),
    }
}

/// What is said of indices whose intervals do not tell them.
fn doubts(inputs: &[Input]) -> Vec<String> {
    let those = |name: &str, of: fn(&Indices) -> Index, is_so: &dyn Fn(&Indices, Index) -> bool| {
        let is_so = |input: &&Input| input.indices.as_ref().is_some_and(|indices| is_so(indices, of(indices)));
        let keys: Vec<&str> = inputs.iter().filter(is_so).map(|input| input.key.as_str()).collect();
        (!keys.is_empty()).then(|| format!("{name} of {}", keys.join(", ")))
    };
    let both = |is_so: &dyn Fn(&Indices, Index) -> bool| {
        let found = [those("ST", |of| of.total, is_so), those("S1", |of| of.first, is_so)];
        let found: Vec<String> = found.into_iter().flatten().collect();
        (!found.is_empty()).then(|| found.join("; "))
    };
    let rare = both(&|indices, index| indices.is_seen && index.interval.is_none()).map(|which| {
        format!(
            "{which}: -, since outcomes changed too seldom for an interval (never in two trials of a row, so that all \
             resamples say 0). More --repeats or --points tell."
        )
    });
    let impossible = both(&|_, index| index.is_impossible()).map(|which| {
        format!("{which}: not resolved, since no share lies wholly below 0 or above 1: too few rows or repeats.")
    });
    rare.into_iter().chain(impossible).collect()
}

/// What is no share of a key where chance cannot be taken out.
fn alone(repeats: u64) -> Option<String> {
    (repeats == 1).then(|| {
        "With one trial a point, what chance does counts as an effect of all keys together, of those too that do nothing, and \
         intervals hold that: ask for more --repeats."
            .to_owned()
    })
}

/// How far intervals of few rows are to be trusted.
fn few(inputs: &[Input], rows: usize) -> Option<String> {
    (rows < MANY_ROWS && inputs.iter().any(|input| input.indices.is_some())).then(|| {
        format!(
            "Of fewer than {MANY_ROWS} rows the bootstrap's intervals may hold the truth less often than in 95 %, of 16 rows in \
             83 to 98 % (docs/designs.md)."
        )
    })
}

/// What no interval holds where points share their random numbers.
fn shared(streams: StreamsMode, repeats: u64) -> Option<String> {
    let these = if repeats == 1 { "one draw".to_owned() } else { format!("{repeats} draws") };
    (streams == StreamsMode::Common).then(|| {
        format!(
            "All points share the same {these} of chance (streams = \"common\"): all figures are those of the {these}, and no \
             interval covers others. With streams = \"independent\" intervals hold chance too."
        )
    })
}

/// Refuses a design with too few rows, and a measure that a dataset of this manifest has not.
pub fn check(manifest: &Manifest, named: Option<&str>) -> Result<(), AnalysisError> {
    row_points(&manifest.plan.grid)?;
    let is_known = |name| manifest.measures.iter().any(|measure| measure.column == name);
    if named.is_none_or(is_known) { Ok(()) } else { refuse(&no_measure(manifest, named)) }
}

fn no_measure(manifest: &Manifest, named: Option<&str>) -> String {
    let all: Vec<&str> = manifest.measures.iter().map(|measure| measure.column.as_str()).collect();
    let which = of_those_kept(manifest);
    let said = named.map_or(format!("no measure{which} has a value"), |named| format!("{named} is no measure{which}"));
    format!("{said}; --measure may name {}", all.join(", "))
}

/// The measure that is asked about, or the first that has a value.
fn measured<'d>(dataset: &'d Dataset, named: Option<&str>) -> Result<(&'d Measure, Values), AnalysisError> {
    let measures = &dataset.manifest().measures;
    for measure in measures.iter().filter(|measure| named.is_none_or(|named| measure.column == named)) {
        let values = values_of(dataset, &measure.column)?;
        if named.is_some() || values.of_trials.iter().any(|value| value.is_finite()) {
            return Ok((measure, values));
        }
    }
    refuse(&no_measure(dataset.manifest(), named))
}

/// Whether trials enough have a value in common at each point of a row and at A and B, its first and its last.
fn is_whole(row: &[Vec<f64>]) -> bool {
    let least = row[0].len().min(2);
    let in_common = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).filter(|(one, other)| one.is_finite() && other.is_finite()).count()
    };
    let ends = [&row[0], &row[row.len() - 1]];
    row.iter().all(|point| ends.iter().all(|end| in_common(point, end) >= least))
}

/// Where the points of a row are.
struct Layout {
    axes: usize,
    points: u64,
    /// Whether all that is measured lies between 0 and 1.
    is_share: bool,
}

impl Layout {
    /// First points of the rows that have trials enough, and the outcomes of their points A, A with one axis of B each,
    /// and B, row after row; NaN where a trial has no value.
    fn outcomes(&self, grid: &Grid, of_trials: &[f64]) -> (Vec<u64>, Vec<Vec<f64>>) {
        let of_point = |point: u64| -> Vec<f64> {
            (0..grid.repeats).map(|repeat| of_trials[grid.trial(point, repeat) as usize]).collect()
        };
        let (mut whole, mut outcomes) = (Vec::new(), Vec::new());
        for first in (0..grid.points()).step_by(self.points as usize) {
            let between = (0..=self.axes as u64).map(|offset| first + offset);
            let row: Vec<Vec<f64>> = between.chain([first + self.points - 1]).map(of_point).collect();
            if is_whole(&row) {
                whole.push(first);
                outcomes.extend(row);
            }
        }
        (whole, outcomes)
    }

    /// The points A and B of the whole rows, and where their outcomes are.
    fn ends<'w>(&'w self, whole: &'w [u64]) -> impl Iterator<Item = (u64, usize)> {
        whole.iter().enumerate().flat_map(|(row, first)| {
            let at = row * (self.axes + 2);
            [(*first, at), (first + self.points - 1, at + self.axes + 1)]
        })
    }

    /// Of each axis.
    fn indices(&self, outcomes: &[Vec<f64>], seed: u64) -> Result<Vec<Indices>, Unresolved> {
        let mut off = outcomes.to_vec();
        centred(&mut off);
        let row = |row: &[Vec<f64>]| Row::of(&row[0], &row[self.axes + 1], &row[1..=self.axes]);
        let rows: Vec<Row> = off.chunks(self.axes + 2).map(row).collect();
        let mut stream = Streams::new(seed, 0, None).open(Purpose::named("bootstrap"));
        indices(&rows, |n| stream.below(n))
    }

    /// Means at the ends of an axis.
    fn ends_of(&self, axis: usize, grid: &Grid, whole: &[u64], outcomes: &[Vec<f64>]) -> Vec<End> {
        let seen = self.ends(whole);
        let seen = seen.map(|(point, at)| (grid.axis_value(axis, point).into_owned(), point_mean(&outcomes[at])));
        ends(seen.collect(), self.is_share)
    }
}

fn point_mean(outcomes: &[f64]) -> f64 {
    let known = || outcomes.iter().filter(|value| !value.is_nan());
    known().sum::<f64>() / known().count() as f64
}

/// Of shares the interval never leaves 0 to 1.
fn mean(values: impl Iterator<Item = f64>, is_share: bool) -> Estimate {
    let mut shares = Shares::default();
    values.for_each(|value| shares.add(value));
    if is_share { shares.estimate() } else { Means::default().estimate(&shares.moments) }
}

/// The lowest and the highest quarter of numbers, with all that are alike in it, or each value of what is none.
fn ends(mut seen: Vec<(Value, f64)>, is_share: bool) -> Vec<End> {
    let number = |value: &Value| match value {
        Value::Number(number) => *number,
        Value::Count(count) => *count as f64,
        _ => f64::NAN,
    };
    let end = |part: &[(Value, f64)]| {
        let values = [part.first()?.0.clone(), part.last()?.0.clone()];
        Some(End { values, mean: mean(part.iter().map(|(_, mean)| *mean), is_share) })
    };
    if seen.iter().all(|(value, _)| !number(value).is_nan()) {
        seen.sort_by(|(a, _), (b, _)| number(a).total_cmp(&number(b)));
        let size = (seen.len() as f64 * END) as usize;
        if size == 0 {
            return Vec::new();
        }
        let at = |place: usize| seen.get(place).map_or(f64::NAN, |(value, _)| number(value));
        let (low, high) = (at(size - 1), at(seen.len() - size));
        let low = seen.partition_point(|(value, _)| number(value) <= low);
        let high = seen.partition_point(|(value, _)| number(value) < high).max(low);
        return [&seen[..low], &seen[high..]].into_iter().filter_map(end).collect();
    }
    let mut values: Vec<Value> = Vec::new();
    seen.iter().for_each(|(value, _)| {
        if !values.contains(value) {
            values.push(value.clone());
        }
    });
    values.sort_by_key(|value| value.to_string());
    let with = |value: &Value| seen.iter().filter(|(other, _)| other == value).cloned().collect::<Vec<_>>();
    values.iter().filter_map(|value| end(&with(value))).collect()
}

impl Sensitivity {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        json!({
            "measure": self.measure, "about": self.about, "rows": self.rows[0], "whole_rows": self.rows[1],
            "repeats": self.repeats, "streams": self.streams.name(), "notes": self.notes, "mean": estimate_json(&self.mean), "confidence": CONFIDENCE,
            "method": { "S1": "mean of the estimators of Saltelli (2010) and Jansen (1999)", "ST": "Jansen (1999)",
                        "interval": "percentiles of the bootstrap over rows" },
            "inputs": self.inputs.iter().map(Input::to_json).collect::<Vec<_>>(),
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

fn estimate_json(estimate: &Estimate) -> Json {
    let [low, high] = estimate.interval.map_or([None, None], |ends| ends.map(Some));
    json!({ "n": estimate.n, "value": estimate.value, "low": low, "high": high })
}

impl Input {
    fn to_json(&self) -> Json {
        let index = |which: fn(&Indices) -> Index| {
            let index = self.indices.as_ref().map(which)?;
            let [low, high] = index.interval.map_or([None, None], |ends| ends.map(Some));
            Some(json!({ "value": index.value, "low": low, "high": high }))
        };
        let end = |end: &End| json!({ "from": end.values[0], "to": end.values[1], "mean": estimate_json(&end.mean) });
        json!({
            "key": self.key, "column": self.column, "S1": index(|indices| indices.first),
            "ST": index(|indices| indices.total), "ends": self.ends.iter().map(end).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_alike_stand_together() {
        let of = |values: &[f64]| {
            let seen = values.iter().enumerate().map(|(at, value)| (Value::Number(*value), at as f64));
            let ends = ends(seen.collect(), false);
            ends.iter().map(|end| (end.mean.n, end.mean.value)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[5.0, 6.0, 5.0, 6.0, 5.0, 6.0, 5.0, 6.0]), [(4, Some(3.0)), (4, Some(4.0))]);
        // too few for quarters, and one value nearly everywhere
        assert_eq!(of(&[1.0, 2.0, 3.0]), []);
        assert_eq!(of(&[5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 6.0]), [(7, Some(3.0)), (1, Some(7.0))]);
        assert_eq!(of(&[1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0]), [(2, Some(1.0)), (2, Some(2.0))]);
    }
}
