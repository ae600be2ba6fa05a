//! All points of a dataset in memory, and which of them lie side by side.

use serde_json::{Value as Json, json};
use tolley_analysis::{AnalysisError, Estimate, Facts, MeasureInfo, PointSummary, Summary};
use tolley_answers::number::{self, Shown};
use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::plan::Plan;
use tolley_experiment::table::MeasureKind;
use tolley_experiment::value::Value;

/// Points of a dataset whose charts are drawn.
pub const MOST_POINTS: u64 = 100_000;
/// Panels of a chart.
const MOST_PANELS: usize = 12;

/// What is drawn.
pub struct Cube<'d> {
    pub dataset: &'d Dataset,
    pub facts: &'d Facts,
    /// By number.
    pub points: Vec<PointSummary>,
    /// Place of each point on each axis; empty where the design is no grid.
    places: Vec<Vec<usize>>,
    pub axes: Vec<CubeAxis>,
    /// The plan as this version reads it; absent where it cannot.
    pub plan: Option<&'d Plan>,
    /// Whether the values of the headline are smoothed over all points.
    is_smoothed: bool,
}

/// An axis as it is shown.
pub struct CubeAxis {
    pub key: String,
    pub shown: Shown,
    /// Each value once; empty where the design is no grid.
    pub values: Vec<Value>,
    /// Whether its values are numbers.
    pub is_numeric: bool,
}

impl CubeAxis {
    /// Name and unit.
    pub fn title(&self) -> String {
        titled(&self.shown)
    }

    /// A value of it as it is shown.
    pub fn json(&self, value: &Value) -> Json {
        shown_value(value, self.shown.factor)
    }

    /// Its name with a value and its unit.
    pub fn at(&self, value: &Value) -> String {
        let Shown { name, unit, factor } = &self.shown;
        format!("{name} {} {unit}", number::value(value, *factor)).trim_end().to_owned()
    }
}

/// A column's name with blanks for underscores, without what only says that it counts.
pub fn plain(name: &str) -> String {
    name.strip_suffix("_count").unwrap_or(name).replace('_', " ")
}

/// An estimate as people read it; one that is exact with three digits and no interval.
pub fn told(estimate: &Estimate, factor: f64) -> String {
    match (number::decimals(estimate, factor), estimate.value) {
        (None, Some(value)) => number::short(value * factor),
        (decimals, _) => number::estimate(estimate, factor, decimals.unwrap_or(3)),
    }
}

/// Name and unit of what is shown, with blanks for underscores.
pub fn titled(shown: &Shown) -> String {
    let name = plain(&shown.name);
    if shown.unit.is_empty() { name } else { format!("{name} ({})", shown.unit) }
}

/// A value as it is shown.
pub fn shown_value(value: &Value, factor: f64) -> Json {
    match value {
        Value::Number(_) | Value::Count(_) => {
            number::value(value, factor).parse::<f64>().map_or(Json::Null, |x| json!(x))
        }
        other => json!(number::value(other, 1.0)),
    }
}

/// What was found, if that can be asked of the dataset; files that cannot be read are an error.
pub fn where_asked<T>(found: Result<T, AnalysisError>) -> Result<Option<T>, AnalysisError> {
    match found {
        Err(AnalysisError::Question(_) | AnalysisError::Measure(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// Some axes of a grid spread over panels, the rest held where the best point has them.
pub struct Slice {
    /// Axes of the panels.
    pub panelled: Vec<usize>,
    /// Axes that are held, and at which place.
    pub held: Vec<(usize, usize)>,
}

impl<'d> Cube<'d> {
    /// Of a dataset with so few points that charts can be drawn.
    pub fn of(dataset: &'d Dataset, summary: &'d Summary, plan: Option<&'d Plan>) -> Option<Cube<'d>> {
        let facts = &summary.facts;
        let grid = &dataset.manifest().plan.grid;
        if facts.point_count > MOST_POINTS {
            return None;
        }
        let points: Vec<PointSummary> = summary.by_number().collect();
        let is_grid = grid.design.is_grid();
        let places =
            if is_grid { points.iter().map(|point| grid.axis_indices(point.point)).collect() } else { Vec::new() };
        let axis = |(number, info): (usize, &tolley_analysis::AxisInfo)| {
            let values = if is_grid { grid.axes[number].values.clone() } else { Vec::new() };
            let numeric = |value: &Value| matches!(value, Value::Number(_) | Value::Count(_));
            CubeAxis {
                key: info.key.clone(),
                shown: Shown::of(&info.column, &info.unit),
                is_numeric: points.iter().all(|point| numeric(&point.values[number])),
                values,
            }
        };
        let axes = facts.axes.iter().enumerate().map(axis).collect();
        let is_smoothed = summary.is_smoothed(facts.headline);
        Some(Cube { dataset, facts, points, places, axes, plan, is_smoothed })
    }

    /// The design.
    pub fn grid(&self) -> &Grid {
        &self.dataset.manifest().plan.grid
    }

    /// Whether every combination of values is there.
    pub fn is_grid(&self) -> bool {
        self.grid().design.is_grid()
    }

    /// Whether a table has these columns.
    pub fn has(&self, table: &str, columns: &[&str]) -> bool {
        let tables = &self.dataset.manifest().tables;
        tables.iter().any(|entry| entry.name == table && columns.iter().all(|column| entry.index(column).is_some()))
    }

    /// Axes with more than one value.
    pub fn wide_axes(&self) -> Vec<usize> {
        (0..self.axes.len()).filter(|axis| !self.is_grid() || self.axes[*axis].values.len() > 1).collect()
    }

    /// The value of a key at a point, presets of that point among them.
    pub fn key(&self, point: usize, key: &str) -> Option<Value> {
        if let Some(axis) = self.axis(key) {
            return Some(self.points[point].values[axis].clone());
        }
        match self.plan {
            Some(plan) => {
                let number = plan.study.schema.keys.iter().position(|other| other.path.to_string() == key)?;
                plan.point(point as u64).into_iter().nth(number)
            }
            None => self.dataset.manifest().plan.base.get(key).cloned(),
        }
    }

    /// Number of the axis of this key.
    pub fn axis(&self, key: &str) -> Option<usize> {
        self.axes.iter().position(|axis| axis.key == key)
    }

    /// Measures that have a value, the headline first.
    pub fn measures(&self) -> Vec<usize> {
        let has_value = |measure: &usize| self.points.iter().any(|point| point.estimates[*measure].value.is_some());
        let others = (0..self.facts.measures.len()).filter(|measure| *measure != self.facts.headline);
        std::iter::once(self.facts.headline).chain(others).filter(has_value).collect()
    }

    /// The point with the greatest value of a measure.
    pub fn best(&self, measure: usize) -> Option<usize> {
        self.best_of(measure, 0..self.points.len())
    }

    /// The same of some points; the first where several are alike.
    pub fn best_of(&self, measure: usize, among: impl Iterator<Item = usize>) -> Option<usize> {
        let value = |point: &usize| self.points[*point].estimates[measure].value;
        among.filter(|point| value(point).is_some()).reduce(
            |best, point| {
                if value(&point) > value(&best) { point } else { best }
            },
        )
    }

    /// Place of a point on an axis of a grid.
    pub fn place(&self, point: usize, axis: usize) -> usize {
        self.places[point][axis]
    }

    /// Which axes besides those `used` get panels: skills first, then those of few values.
    pub fn slice(&self, used: &[usize], measure: usize) -> Slice {
        let mut rest: Vec<usize> = self.wide_axes().into_iter().filter(|axis| !used.contains(axis)).collect();
        let is_skill =
            |axis: usize| self.axes[axis].key.starts_with("player.") || self.axes[axis].key.contains("error");
        rest.sort_by_key(|axis| (!is_skill(*axis), self.axes[*axis].values.len(), *axis));
        let (mut panelled, mut held, mut panels) = (Vec::new(), Vec::new(), 1);
        let best = self.best(measure).unwrap_or(0);
        for axis in rest {
            let count = self.axes[axis].values.len();
            if panels * count <= MOST_PANELS {
                panels *= count;
                panelled.push(axis);
            } else {
                held.push((axis, self.place(best, axis)));
            }
        }
        panelled.sort_unstable();
        Slice { panelled, held }
    }

    /// The panels of a slice: what each is called, and its points.
    pub fn panels(&self, slice: &Slice) -> Vec<(String, Vec<usize>)> {
        let is_in = |point: &usize| slice.held.iter().all(|(axis, place)| self.place(*point, *axis) == *place);
        let mut panels: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for point in (0..self.points.len()).filter(is_in) {
            let key: Vec<usize> = slice.panelled.iter().map(|axis| self.place(point, *axis)).collect();
            match panels.iter_mut().find(|(of, _)| *of == key) {
                Some((_, points)) => points.push(point),
                None => panels.push((key, vec![point])),
            }
        }
        panels.sort_by(|a, b| a.0.cmp(&b.0));
        let name = |key: &[usize]| {
            let parts = slice.panelled.iter().zip(key);
            let parts = parts.map(|(axis, place)| self.axes[*axis].at(&self.axes[*axis].values[*place]));
            parts.collect::<Vec<_>>().join(", ").replace('_', " ")
        };
        panels.into_iter().map(|(key, points)| (name(&key), points)).collect()
    }

    /// What a slice holds, as a sentence; empty where it holds nothing.
    pub fn held(&self, slice: &Slice) -> String {
        let parts = slice.held.iter().map(|(axis, place)| self.axes[*axis].at(&self.axes[*axis].values[*place]));
        let parts = parts.collect::<Vec<_>>().join(", ").replace('_', " ");
        if parts.is_empty() { parts } else { format!(" Held where the best point has it: {parts}.") }
    }

    /// Whether the values of a measure are smoothed over all points.
    pub fn is_smoothed(&self, measure: usize) -> bool {
        self.is_smoothed && measure == self.facts.headline
    }

    /// Whether a measure lies between 0 and 1.
    pub fn is_share(&self, measure: usize) -> bool {
        self.facts.measures[measure].kind != MeasureKind::Mean
    }

    /// How a measure is shown.
    pub fn shown(&self, measure: usize) -> Shown {
        let MeasureInfo { column, unit, .. } = &self.facts.measures[measure];
        Shown::of(column, unit)
    }

    /// What stands under every chart: how the intervals are found, n and seed.
    pub fn footing(&self, measure: usize, points: impl Iterator<Item = usize>) -> String {
        let counts: Vec<u64> = points.map(|point| self.points[point].estimates[measure].n).collect();
        let (least, most) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
        let n = if least == most { format!("n = {most}") } else { format!("n = {least} to {most}") };
        let about = &self.facts.measures[measure].about;
        let smoothed = if self.is_smoothed(measure) { " Smoothed over all points." } else { "" };
        format!("{about}{smoothed} {n} a point, seed {}.", self.facts.seed)
    }
}

/// An estimate as a chart takes it: value, ends and n, in the unit that is shown.
pub fn estimate(estimate: &Estimate, factor: f64) -> serde_json::Map<String, Json> {
    let mut row = serde_json::Map::new();
    let [low, high] = estimate.interval.map_or([None, None], |[low, high]| [Some(low * factor), Some(high * factor)]);
    row.insert("v".to_owned(), json!(estimate.value.map(|value| value * factor)));
    row.insert("lo".to_owned(), json!(low));
    row.insert("hi".to_owned(), json!(high));
    row.insert("n".to_owned(), json!(estimate.n));
    row
}

/// A value as a name of a line or a panel.
pub fn shown_text(value: &Value, factor: f64) -> String {
    number::value(value, factor)
}
