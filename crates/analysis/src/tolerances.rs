//! How far may one quantity be off before it is unfair: in each stratum, and in all of them.

use serde_json::{Map, Value as Json, json};
use tolley_dataset::{ColumnData, Dataset, Manifest};
use tolley_experiment::grid::Grid;
use tolley_experiment::value::Value;
use tolley_statistics::tolerance::{Curve, Effects, Lowest, Tolerance};

use crate::alike::are_alike;
use crate::error::AnalysisError;
use crate::summary::{HALF, MOST_DIFFERENCE};
use crate::verdict::{PointVerdict, Question, level_of};

/// Values that a curve needs.
const FEWEST: usize = 3;
/// Powers of a curve, and those tried where it does not fit.
const DEGREES: [usize; 2] = [2, 3];
/// A curve that fits worse than this share of true ones has no bound.
const WORST_FIT: f64 = 0.05;

/// Tolerances of one quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerances {
    /// Path of its key.
    pub key: String,
    /// Its column.
    pub column: String,
    /// Its value at which nothing is off.
    pub equal: f64,
    /// Of the one-sided bounds.
    pub confidence: f64,
    /// What a ratio of 1 stands for, column and value, where there is such a key.
    pub whole: Option<(String, f64)>,
    /// The values of all other axes, one stratum each.
    pub strata: Vec<Stratum>,
}

/// All points that differ in the one quantity alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum {
    /// Column and value of each other axis, SI.
    pub values: Vec<(String, Value)>,
    /// The effect on the share, by how much the quantity is off; absent where the points do not determine it.
    pub curve: Option<Curve>,
    /// Powers of it.
    pub degree: usize,
    /// Trials that it stands on.
    pub n: u64,
    /// Below and above equality, without a bound where the curve does not fit; absent where there is no curve, or no
    /// value on that side that is not identical.
    pub sides: [Option<Tolerance>; 2],
    /// Below and above equality, whatever the curve: the furthest value that was tried of which it and all nearer ones
    /// are within the margin, each by two one-sided tests with the confidence. In that order none needs a correction
    /// (B. L. Wiens, Pharm. Stat. 2 (2003) 211). Absent where the nearest is not, or none lies on that side.
    pub tried: [Option<f64>; 2],
    /// Below and above equality: whether a value was tried there.
    pub has_values: [bool; 2],
}

impl Tolerances {
    /// Below and above: within the margin in every stratum with the confidence, since each bound holds with it; `None`
    /// where a stratum has none.
    pub fn robust(&self) -> [Option<f64>; 2] {
        self.least(|stratum, side| stratum.sides[side]?.bound)
    }

    /// The same by the values that were tried alone.
    pub fn robust_tried(&self) -> [Option<f64>; 2] {
        self.least(|stratum, side| stratum.tried[side])
    }

    fn least(&self, of: impl Fn(&Stratum, usize) -> Option<f64>) -> [Option<f64>; 2] {
        [0, 1].map(|side| {
            let bounds = self.strata.iter().map(|stratum| of(stratum, side));
            let smaller = |a: f64, b: f64| if a.abs() <= b.abs() { a } else { b };
            bounds.collect::<Option<Vec<f64>>>()?.into_iter().reduce(smaller)
        })
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let strata: Vec<Json> = self.strata.iter().map(stratum_json).collect();
        let [below, above] = self.robust();
        let [tried_below, tried_above] = self.robust_tried();
        json!({
            "key": self.key, "equal": self.equal, "confidence": self.confidence,
            "whole": self.whole.as_ref().map(|(column, value)| json!({ "column": column, "value": value })),
            "strata": strata, "below": below, "above": above, "below_by_values": tried_below, "above_by_values": tried_above,
        })
    }
}

impl Stratum {
    /// Whether it has a curve of as many unknowns as values, so that nothing says whether it fits.
    pub fn is_untested(&self) -> bool {
        self.curve.as_ref().is_some_and(|curve| curve.p_fit.is_none())
    }

    /// Whether its effects may well lie on its curve.
    pub fn fits(&self) -> bool {
        self.curve.as_ref().is_some_and(fits)
    }
}

fn stratum_json(stratum: &Stratum) -> Json {
    let values: Map<String, Json> =
        stratum.values.iter().map(|(column, value)| (column.clone(), json!(value))).collect();
    let side = |side: Option<Tolerance>| side.map(|side| json!({ "value": side.value, "bound": side.bound }));
    json!({
        "values": values, "n": stratum.n, "degree": stratum.degree, "p_fit": stratum.curve.as_ref().and_then(|curve| curve.p_fit),
        "coefficients": stratum.curve.as_ref().map(|curve| &curve.coefficients),
        "below": side(stratum.sides[0]), "above": side(stratum.sides[1]),
        "below_by_values": stratum.tried[0], "above_by_values": stratum.tried[1],
    })
}

/// The tolerances that are asked for, or that can be asked for; `values` is the share of each trial.
pub(crate) fn of(
    dataset: &Dataset,
    question: &Question<'_>,
    points: &[PointVerdict],
    values: &[f64],
) -> Result<Option<Tolerances>, AnalysisError> {
    let manifest = dataset.manifest();
    let Some(axis) = planned(manifest, question)? else { return Ok(None) };
    let grid = &manifest.plan.grid;
    let key = grid.axes[axis].key.clone();
    let identical = || points.iter().filter(|point| point.is_identity).map(|point| point.point);
    let Some(equal) = question.equal.or_else(|| equal(grid, axis, identical())) else {
        return if question.over.is_some() { Err(unknown_equal(&key)) } else { Ok(None) };
    };
    if let Err(refused) = check_within(grid, axis, equal) {
        return if question.over.is_some() || question.equal.is_some() { Err(refused) } else { Ok(None) };
    }
    let first_points = (0..grid.points()).filter(|point| grid.axis_indices(*point)[axis] == 0);
    let asked = [question.margin, question.confidence];
    let strata = first_points.map(|first| stratum(grid, axis, equal, first, asked, points, values)).collect();
    let column = manifest.key_column(&key).map_or_else(|| key.clone(), |column| column.name.clone());
    let whole = whole(dataset, &column)?;
    Ok(Some(Tolerances { key, column, equal, confidence: question.confidence, whole, strata }))
}

/// Refuses a tolerance that a dataset of this manifest cannot have, whatever its rows are.
pub(crate) fn check(manifest: &Manifest, question: &Question<'_>) -> Result<(), AnalysisError> {
    let plan = &manifest.plan;
    let Some(axis) = planned(manifest, question)? else {
        let message = format!("a value of equality needs an axis of at least {FEWEST} numbers");
        return if question.equal.is_some() { Err(AnalysisError::Question(message)) } else { Ok(()) };
    };
    if question.over.is_none() && question.equal.is_none() {
        return Ok(());
    }
    // what the plan has alike may be found identical
    let alike = (0..plan.grid.points()).filter(|point| are_alike(manifest, *point));
    let equal = question.equal.or_else(|| equal(&plan.grid, axis, alike));
    let equal = equal.ok_or_else(|| unknown_equal(&plan.grid.axes[axis].key))?;
    check_within(&plan.grid, axis, equal)
}

/// A curve through the values of an axis says nothing of one beyond them.
fn check_within(grid: &Grid, axis: usize, equal: f64) -> Result<(), AnalysisError> {
    let values = grid.axes[axis].values.iter().map(number);
    let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    if (low..=high).contains(&equal) {
        return Ok(());
    }
    let key = &grid.axes[axis].key;
    Err(AnalysisError::Question(format!("equal {equal} lies beyond the values of {key}, {low} to {high}")))
}

fn unknown_equal(key: &str) -> AnalysisError {
    AnalysisError::Question(format!("at which value of {key} is nothing off? say it with --equal"))
}

/// Number of the axis of which a tolerance is asked or can be.
fn planned(manifest: &Manifest, question: &Question<'_>) -> Result<Option<usize>, AnalysisError> {
    let grid = &manifest.plan.grid;
    if !grid.is_full_grid() {
        let message = "a tolerance needs a grid, all of whose combinations are there; this design is another";
        let refused = Err(AnalysisError::Question(message.to_owned()));
        return if question.over.is_some() { refused } else { Ok(None) };
    }
    axis(grid, question.over)
}

/// Number of the axis: the one named, or the first with numbers enough.
fn axis(grid: &Grid, over: Option<&str>) -> Result<Option<usize>, AnalysisError> {
    let is_fit = |axis: usize| {
        let values = &grid.axes[axis].values;
        values.len() >= FEWEST && values.iter().all(|value| matches!(value, Value::Number(_)))
    };
    let Some(key) = over else { return Ok((0..grid.axes.len()).find(|axis| is_fit(*axis))) };
    let keys = || grid.axes.iter().map(|axis| axis.key.as_str()).collect::<Vec<_>>().join(", ");
    match grid.axes.iter().position(|axis| axis.key == key) {
        Some(axis) if is_fit(axis) => Ok(Some(axis)),
        Some(_) => Err(AnalysisError::Question(format!("{key} needs at least {FEWEST} numbers for a curve"))),
        None => Err(AnalysisError::Question(format!("{key} is no axis of this dataset; its axes are {}", keys()))),
    }
}

fn number(value: &Value) -> f64 {
    if let Value::Number(number) = value { *number } else { f64::NAN }
}

/// The value at the first of points that are identical; 1 for a ratio.
fn equal(grid: &Grid, axis: usize, mut identical: impl Iterator<Item = u64>) -> Option<f64> {
    let seen = identical.next().map(|point| number(&grid.axis_value(axis, point)));
    seen.or_else(|| grid.axes[axis].key.ends_with("_ratio").then_some(1.0))
}

/// The points from `first` on along an axis.
fn stratum(
    grid: &Grid,
    axis: usize,
    equal: f64,
    first: u64,
    asked: [f64; 2],
    points: &[PointVerdict],
    values: &[f64],
) -> Stratum {
    let faster: u64 = grid.axes[axis + 1..].iter().map(|axis| axis.values.len() as u64).product();
    let along = (0..grid.axes[axis].values.len() as u64).map(|step| first + step * faster);
    let off = |point: u64| number(&grid.axis_value(axis, point)) - equal;
    let beside = |side: f64| {
        let all = along.clone().map(|point| (off(point), &points[point as usize]));
        all.filter(move |(off, _)| off * side > 0.0)
    };
    let has_values = [-1.0, 1.0].map(|side| beside(side).next().is_some());
    let tried = [-1.0, 1.0].map(|side| tried(beside(side), asked[1]));
    let (same, others): (Vec<u64>, Vec<u64>) = along.partition(|point| points[*point as usize].is_identity);
    // where nothing differs at equality the curve is known there
    let lowest = if same.iter().any(|point| off(*point) == 0.0) { Lowest::Linear } else { Lowest::Constant };
    let offs: Vec<f64> = others.iter().map(|point| off(*point)).collect();
    let effect = |point: u64, repeat: u64| values[grid.trial(point, repeat) as usize] - HALF;
    let trials = (0..grid.repeats).map(|repeat| others.iter().map(|point| effect(*point, repeat)).collect::<Vec<_>>());
    let mut n = 0;
    let trials =
        trials.filter(|trial| trial.iter().all(|effect| !effect.is_nan())).inspect(|trial| n += trial.len() as u64);
    let fitted = Effects::of(offs.clone(), MOST_DIFFERENCE, trials).and_then(|effects| curve(&effects, lowest));
    let furthest = |side: f64| {
        offs.iter().copied().filter(|off| off * side > 0.0).max_by(|a, b| (a * side).total_cmp(&(b * side)))
    };
    let sides = [-1.0, 1.0].map(|side| {
        let (_, curve) = fitted.as_ref()?;
        Some(tolerance(curve, furthest(side)?, asked))
    });
    let names = points[first as usize].values.iter().enumerate();
    let values = names.filter(|(number, _)| *number != axis).map(|(_, value)| value.clone()).collect();
    let (degree, curve) = fitted.map_or((0, None), |(degree, curve)| (degree, Some(curve)));
    Stratum { values, curve, degree, n, sides, tried, has_values }
}

/// How far values on one side of equality are within the margin, the nearest first.
fn tried<'p>(side: impl Iterator<Item = (f64, &'p PointVerdict)>, confidence: f64) -> Option<f64> {
    let mut side: Vec<(f64, &PointVerdict)> = side.collect();
    side.sort_by(|(a, _), (b, _)| a.abs().total_cmp(&b.abs()));
    let level = level_of(confidence);
    let is_within = |point: &PointVerdict| {
        point.is_identity || point.comparison.is_some_and(|comparison| comparison.p_values().within <= level)
    };
    side.iter().take_while(|(_, point)| is_within(point)).last().map(|(off, _)| *off)
}

/// The first curve that fits, or the last one where none does, and its power.
fn curve(effects: &Effects, lowest: Lowest) -> Option<(usize, Curve)> {
    let curves = DEGREES.into_iter().filter_map(|degree| Some((degree, effects.fit(degree, lowest)?)));
    let curves: Vec<(usize, Curve)> = curves.collect();
    let good = curves.iter().find(|(_, curve)| fits(curve)).cloned();
    good.or_else(|| curves.into_iter().last())
}

/// Where a curve meets the margin, and a bound if it fits.
fn tolerance(curve: &Curve, furthest: f64, [margin, confidence]: [f64; 2]) -> Tolerance {
    let Tolerance { value, bound } = curve.tolerance(furthest, margin, confidence);
    Tolerance { value, bound: bound.filter(|_| fits(curve)) }
}

/// Whether the effects may well lie on a curve.
fn fits(curve: &Curve) -> bool {
    curve.p_fit.is_none_or(|p| p >= WORST_FIT)
}

/// What a ratio of 1 stands for: the key beside it whose name is the same but for the unit, as `mass_kg` beside
/// `mass_ratio`; `None` where it has several values.
pub(crate) fn whole(dataset: &Dataset, column: &str) -> Result<Option<(String, f64)>, AnalysisError> {
    let Some(stem) = column.strip_suffix("ratio") else { return Ok(None) };
    let points = &dataset.manifest().points;
    let has_unit = |name: &str| name.strip_prefix(stem).is_some_and(|unit| unit != "ratio" && !unit.contains('_'));
    let Some(whole) = points.columns.iter().find(|column| has_unit(&column.name) && !column.unit.is_empty()) else {
        return Ok(None);
    };
    let mut seen: Vec<f64> = Vec::new();
    dataset.scan(&points.name, &[&whole.name], |batch| {
        if let ColumnData::F64(values) = batch.column(0) {
            seen.extend(values);
            seen.dedup();
        }
    })?;
    Ok((seen.len() == 1).then(|| (whole.name.clone(), seen[0])))
}

#[cfg(test)]
mod tests;
