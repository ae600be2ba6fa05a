//! What a summary is asked besides: the values of one axis with all others averaged over, and how points differ from
//! one of them, paired by their random numbers where they share these.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::table::MeasureKind;
use tolley_experiment::value::Value;
use tolley_statistics::estimates::{Estimate, Means, Moments, newcombe, welch};
use tolley_statistics::shares::{Pool, Shares};

use crate::arms::{axis, place};
use crate::error::AnalysisError;
use crate::summary::{MeasureInfo, Summary};
use crate::tally::is_mean_of_shares;
use crate::values::values_of;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked<'q> {
    /// The measure by which lines are sorted and compared; the first that has a value where none is named.
    pub by: Option<&'q str>,
    /// The axis whose values are the lines; each point is a line where none is named.
    pub over: Option<&'q str>,
    /// Beside what.
    pub vs: Option<Beside<'q>>,
}

/// Beside what a line stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beside<'q> {
    /// The best line.
    Best,
    /// The line that is alike but for the value of this axis.
    Value(&'q str, &'q str),
}

/// One line: a point, or all points with one value of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its value on each axis that is shown, SI.
    pub values: Vec<Value>,
    /// In the order of the measures; of `by` alone where points are lines.
    pub estimates: Vec<Estimate>,
    /// By how much it is above the line beside which it stands; `n` counts repeats, of both lines where they are not
    /// paired.
    pub difference: Option<Estimate>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Number of the measure by which lines are compared.
    pub by: usize,
    /// Numbers of the measures that are told.
    pub measures: Vec<usize>,
    /// Numbers of the axes that are shown.
    pub axes: Vec<usize>,
    /// The lines: best first by the measure, if one is named or points are lines; else in the order of the axis.
    pub lines: Vec<Line>,
    /// Beside what they stand, in words.
    pub beside: Option<String>,
    /// How differences are found.
    pub pairing: Pairing,
}

/// How differences of lines are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Lines share their random numbers: of each repeat the difference, Student's t.
    #[default]
    Paired,
    /// They do not: of means by Welch.
    Welch,
    /// They do not: of shares by Newcombe.
    Newcombe,
}

impl Pairing {
    /// The name of it in files.
    pub fn name(self) -> &'static str {
        match self {
            Pairing::Paired => "paired",
            Pairing::Welch => "welch",
            Pairing::Newcombe => "newcombe",
        }
    }
}

/// The lines of a dataset, as far as it goes.
pub fn lines(dataset: &Dataset, summary: &Summary, asked: &Asked<'_>) -> Result<Lines, AnalysisError> {
    let plan = &dataset.manifest().plan;
    let (grid, facts) = (&plan.grid, &summary.facts);
    let by = match asked.by {
        Some(name) => summary.measure(name)?,
        None => facts.headline,
    };
    let refuse = |message: &str| Err(AnalysisError::Question(message.to_owned()));
    if asked.over.is_some() && plan.stop.is_some() {
        return refuse("values are averaged over as many trials each; here points end by [stop]");
    }
    let over = asked.over.map(|key| axis(grid, key)).transpose()?;
    let groups = groups(grid, over)?;
    let axes: Vec<usize> = over.map_or_else(|| (0..grid.axes.len()).collect(), |axis| vec![axis]);
    let measures: Vec<usize> = if over.is_some() { (0..facts.measures.len()).collect() } else { vec![by] };
    let mut found: Vec<Line> = groups
        .iter()
        .map(|points| Line {
            values: axes.iter().map(|axis| grid.axis_value(*axis, points[0]).into_owned()).collect(),
            estimates: Vec::new(),
            difference: None,
        })
        .collect();
    let mut worth = Vec::new();
    for measure in &measures {
        let repeats = Repeats::read(dataset, &facts.measures[*measure])?;
        for (line, points) in found.iter_mut().zip(&groups) {
            line.estimates.push(repeats.estimate(grid, points));
        }
        if *measure == by && asked.vs.is_some() {
            worth = groups.iter().map(|points| repeats.worth(grid, points)).collect();
        }
    }
    let at = measures.iter().position(|measure| *measure == by).unwrap_or(0);
    let value = |line: &Line| line.estimates.get(at).and_then(|one| one.value).unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..found.len()).collect();
    if asked.by.is_some() || over.is_none() {
        order.sort_by(|a, b| value(&found[*b]).total_cmp(&value(&found[*a])));
    }
    let beside = asked.vs.map(|vs| beside(grid, &groups, over, &found, value, vs)).transpose()?;
    let is_mean = {
        let info = &facts.measures[by];
        info.kind == MeasureKind::Mean && !is_mean_of_shares(info.kind, &info.column)
    };
    let pairing = match (plan.streams, is_mean) {
        (StreamsMode::Common, _) => Pairing::Paired,
        (StreamsMode::Independent, true) => Pairing::Welch,
        (StreamsMode::Independent, false) => Pairing::Newcombe,
    };
    if let Some((_, controls)) = &beside {
        for i in 0..found.len() {
            found[i].difference = controls[i].filter(|control| *control != i).map(|of| match pairing {
                Pairing::Paired => difference(&worth[i], &worth[of]),
                Pairing::Welch => welch(&moments(&worth[i]), &moments(&worth[of])),
                Pairing::Newcombe => newcombe(&found[i].estimates[at], &found[of].estimates[at]),
            });
        }
    }
    let lines = order.into_iter().map(|i| found[i].clone()).collect();
    Ok(Lines { by, measures, axes, lines, beside: beside.map(|(words, _)| words), pairing })
}

/// The points of each line.
fn groups(grid: &Grid, over: Option<usize>) -> Result<Vec<Vec<u64>>, AnalysisError> {
    let Some(axis) = over else { return Ok((0..grid.points()).map(|point| vec![point]).collect()) };
    if grid.axes[axis].distribution.is_some() {
        let message = format!("the values of {} are drawn, so that each is there once", grid.axes[axis].key);
        return Err(AnalysisError::Question(message));
    }
    let mut groups: Vec<(Value, Vec<u64>)> = Vec::new();
    for point in 0..grid.points() {
        let value = grid.axis_value(axis, point).into_owned();
        match groups.iter_mut().find(|(known, _)| *known == value) {
            Some((_, points)) => points.push(point),
            None => groups.push((value, vec![point])),
        }
    }
    Ok(groups.into_iter().map(|(_, points)| points).collect())
}

/// Beside which line each stands, and how that is said.
fn beside(
    grid: &Grid,
    groups: &[Vec<u64>],
    over: Option<usize>,
    lines: &[Line],
    value: impl Fn(&Line) -> f64,
    vs: Beside<'_>,
) -> Result<(String, Vec<Option<usize>>), AnalysisError> {
    let (key, asked) = match vs {
        Beside::Best => {
            let best = (0..lines.len()).max_by(|a, b| value(&lines[*a]).total_cmp(&value(&lines[*b])).then(b.cmp(a)));
            return Ok(("the best".to_owned(), vec![best; lines.len()]));
        }
        Beside::Value(key, asked) => (axis(grid, key)?, asked),
    };
    let wanted = grid.axes[key].values[place(grid, key, Some(asked))?].clone();
    let words = format!("{} = {wanted}", grid.axes[key].key);
    if over.is_some_and(|over| over != key) {
        let message = format!(
            "--over averages over {}, so that nothing can be compared with one value of it",
            grid.axes[key].key
        );
        return Err(AnalysisError::Question(message));
    }
    let others = |point: u64| -> String {
        let axes = (0..grid.axes.len()).filter(|axis| *axis != key && over.is_none());
        axes.map(|axis| grid.axis_value(axis, point).to_string()).collect::<Vec<_>>().join("\n")
    };
    let is_wanted = |line: &usize| *grid.axis_value(key, groups[*line][0]) == wanted;
    let controls: BTreeMap<String, usize> =
        (0..groups.len()).filter(is_wanted).map(|line| (others(groups[line][0]), line)).collect();
    Ok((words, groups.iter().map(|points| controls.get(&others(points[0])).copied()).collect()))
}

fn difference(one: &[f64], other: &[f64]) -> Estimate {
    let mut moments = Moments::default();
    one.iter().zip(other).map(|(a, b)| a - b).filter(|d| !d.is_nan()).for_each(|d| moments.add(d));
    Means::default().estimate(&moments)
}

fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().filter(|value| !value.is_nan()).for_each(|value| moments.add(*value));
    moments
}

/// A measure, trial by trial.
enum Repeats {
    /// Flags and shares, which never leave 0 to 1.
    Share(Vec<f64>),
    Mean(Vec<f64>),
    /// How often, and of how many.
    Pooled([Vec<f64>; 2]),
}

impl Repeats {
    fn read(dataset: &Dataset, measure: &MeasureInfo) -> Result<Repeats, AnalysisError> {
        let column = |name: &str| values_of(dataset, name).map(|values| values.of_trials);
        Ok(match (&measure.counts, measure.kind) {
            (Some([yes, of]), _) => Repeats::Pooled([column(yes)?, column(of)?]),
            (None, kind) if is_mean_of_shares(kind, &measure.column) => Repeats::Share(column(&measure.column)?),
            (None, MeasureKind::Mean) => Repeats::Mean(column(&measure.column)?),
            (None, _) => Repeats::Share(column(&measure.column)?),
        })
    }

    /// Points of one repeat share their random numbers, so that a repeat is one draw: its mean over the points.
    fn estimate(&self, grid: &Grid, points: &[u64]) -> Estimate {
        let repeats = 0..grid.repeats;
        match self {
            Repeats::Share(values) => {
                let mut shares = Shares::default();
                repeats.filter_map(|repeat| mean(values, grid, points, repeat)).for_each(|value| shares.add(value));
                if shares.moments.n() == 0 { Estimate::default() } else { shares.estimate() }
            }
            Repeats::Mean(values) => {
                let mut moments = Moments::default();
                repeats.filter_map(|repeat| mean(values, grid, points, repeat)).for_each(|value| moments.add(value));
                Means::default().estimate(&moments)
            }
            Repeats::Pooled([yes, of]) => {
                let mut pool = Pool::default();
                for repeat in repeats {
                    pool.add(sum(yes, grid, points, repeat) as u64, sum(of, grid, points, repeat) as u64);
                }
                let estimate = pool.estimate();
                if estimate.n == 0 { Estimate::default() } else { estimate }
            }
        }
    }

    /// What a line is worth in each repeat; of a pooled share its linear part (W. G. Cochran, Sampling Techniques, 3rd
    /// ed., 1977, sec. 6.4).
    fn worth(&self, grid: &Grid, points: &[u64]) -> Vec<f64> {
        let repeats = 0..grid.repeats;
        match self {
            Repeats::Share(values) | Repeats::Mean(values) => {
                repeats.map(|repeat| mean(values, grid, points, repeat).unwrap_or(f64::NAN)).collect()
            }
            Repeats::Pooled([yes, of]) => {
                let pairs: Vec<[f64; 2]> =
                    repeats.map(|repeat| [yes, of].map(|values| sum(values, grid, points, repeat))).collect();
                let [all_yes, all_of] = pairs.iter().fold([0.0; 2], |[a, b], [yes, of]| [a + yes, b + of]);
                let (share, mean_of) = (all_yes / all_of, all_of / pairs.len() as f64);
                pairs.iter().map(|[yes, of]| share + (yes - share * of) / mean_of).collect()
            }
        }
    }
}

fn at<'v>(values: &'v [f64], grid: &'v Grid, points: &'v [u64], repeat: u64) -> impl Iterator<Item = f64> + 'v {
    let there = points.iter().filter_map(move |point| values.get(grid.trial(*point, repeat) as usize));
    there.copied().filter(|value| !value.is_nan())
}

fn mean(values: &[f64], grid: &Grid, points: &[u64], repeat: u64) -> Option<f64> {
    let mut moments = Moments::default();
    at(values, grid, points, repeat).for_each(|value| moments.add(value));
    (moments.n() > 0).then(|| moments.mean())
}

fn sum(values: &[f64], grid: &Grid, points: &[u64], repeat: u64) -> f64 {
    at(values, grid, points, repeat).sum()
}

impl Lines {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self, summary: &Summary) -> Json {
        let facts = &summary.facts;
        let estimate = |estimate: &Estimate| {
            let [low, high] = estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
            json!({ "n": estimate.n, "value": estimate.value, "std_error": estimate.std_error, "low": low, "high": high })
        };
        let line = |line: &Line| {
            let values = self
                .axes
                .iter()
                .zip(&line.values)
                .map(|(axis, value)| (facts.axes[*axis].column.clone(), json!(value)));
            let told = self.measures.iter().zip(&line.estimates);
            let told = told.map(|(measure, one)| (facts.measures[*measure].column.clone(), estimate(one)));
            json!({
                "values": values.collect::<serde_json::Map<_, _>>(),
                "estimates": told.collect::<serde_json::Map<_, _>>(),
                "difference": line.difference.as_ref().map(estimate),
            })
        };
        json!({
            "by": facts.measures[self.by].column, "beside": self.beside,
            "differences": self.beside.as_ref().map(|_| self.pairing.name()),
            "lines": self.lines.iter().map(line).collect::<Vec<_>>(),
        })
    }
}
