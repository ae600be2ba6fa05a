//! How long does what may be lost last, and what makes its loss likelier? Kaplan and Meier's curve for each value of an
//! axis, and Cox's model with a hazard of its own in each turn of every combination of the other axes.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::survival::{Case, GROUPS, Step, cox, curve};

use crate::arms;
use crate::error::AnalysisError;
use crate::rows;
use crate::told;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The table, a case a row.
    pub table: &'q str,
    /// Turns in which the case was seen.
    pub turns: &'q str,
    /// Whether it was lost in the last of them: 1 if so, else nobody knows of it after.
    pub lost: &'q str,
    /// Only rows that have this value in this column.
    pub only: (&'q str, f64),
    /// A column on which the hazard may hang, and what is one more of it.
    pub column: (&'q str, f64),
    /// An axis of positive numbers on which it may hang, doubled; a curve for each value.
    pub axis: &'q str,
}

/// The curve at one value of the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveOf {
    /// Column and value of the axis, SI.
    pub value: (String, Value),
    /// Cases.
    pub cases: u64,
    /// Turn by turn.
    pub steps: Vec<Step>,
}

/// What lasts where the column is about so much.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Column and value of the axis, SI.
    pub value: (String, Value),
    /// The column from here to there, SI: what is one more of it.
    pub between: [f64; 2],
    /// Cases.
    pub cases: u64,
    /// The share that lasts beyond the first turn, and beyond the last that any curve tells; `None` where nobody was
    /// seen for so long.
    pub lasts: [Option<Estimate>; 2],
}

/// All that is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// What is lost.
    pub lost: String,
    /// In the order of the axis.
    pub curves: Vec<CurveOf>,
    /// The column on which the hazard may hang.
    pub column: String,
    /// Along it, of each value of the axis, from the lowest on.
    pub places: Vec<Place>,
    /// The last turn that any curve tells.
    pub last: u32,
    /// What multiplies the hazards: what is one more of it, and by what the hazard is multiplied.
    pub factors: Vec<(String, Estimate)>,
}

/// Reads all cases.
pub fn survival(dataset: &Dataset, asked: &Asked<'_>) -> Result<Survival, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let axis = arms::axis(grid, asked.axis)?;
    let positive = |value: &Value| match value {
        Value::Number(value) if *value > 0.0 => Some(*value),
        Value::Count(value) if *value > 0 => Some(*value as f64),
        _ => None,
    };
    let sizes: Option<Vec<f64>> = grid.axes[axis].values.iter().map(positive).collect();
    let sizes = sizes.ok_or_else(|| AnalysisError::Question(format!("{} is not of positive numbers", asked.axis)))?;
    let mut by_value: BTreeMap<usize, Vec<Case>> = BTreeMap::new();
    let columns = [asked.turns, asked.lost, asked.only.0, asked.column.0];
    rows::each(dataset, asked.table, &columns, |row| {
        if row.number(2) != asked.only.1 || !row.has(0) || !row.has(3) {
            return;
        }
        let value = grid.axis_indices(row.point)[axis];
        by_value.entry(value).or_default().push(Case {
            turns: row.number(0) as u32,
            is_lost: row.has(1) && row.number(1) == 1.0,
            stratum: stratum(grid, axis, row.point),
            group: row.repeat % GROUPS,
            covariates: vec![row.number(3) / asked.column.1, libm::log2(sizes[value])],
        });
    })?;
    let name = manifest.key_column(asked.axis).map_or_else(|| asked.axis.to_owned(), |column| column.name.clone());
    let curves = by_value.iter().map(|(value, cases)| CurveOf {
        value: (name.clone(), grid.axes[axis].values[*value].clone()),
        cases: cases.len() as u64,
        steps: curve(cases),
    });
    let curves: Vec<CurveOf> = curves.collect();
    let last = curves.iter().filter_map(|curve| curve.steps.last()).map(|step| step.turn).max().unwrap_or(1);
    let places = by_value.iter().flat_map(|(value, cases)| {
        let value = (name.clone(), grid.axes[axis].values[*value].clone());
        along(cases).into_iter().map(move |(bin, cases)| place(value.clone(), bin, asked.column.1, &cases, last))
    });
    let places = places.collect();
    let cases: Vec<Case> = by_value.into_values().flatten().collect();
    let factor = |log: Estimate| Estimate {
        value: log.value.map(libm::exp),
        // of the factor itself, to first order
        std_error: log.std_error.zip(log.value).map(|(error, value)| error * libm::exp(value)),
        interval: log.interval.map(|ends| ends.map(libm::exp)),
        ..log
    };
    let names = [asked.column.0.to_owned(), name];
    let factors = cox(&cases).unwrap_or_default().into_iter().map(factor);
    let (lost, column) = (asked.lost.to_owned(), asked.column.0.to_owned());
    Ok(Survival { lost, curves, column, places, last, factors: names.into_iter().zip(factors).collect() })
}

/// Cases by the whole part of their first covariate.
fn along(cases: &[Case]) -> BTreeMap<i64, Vec<Case>> {
    let mut bins: BTreeMap<i64, Vec<Case>> = BTreeMap::new();
    for case in cases {
        bins.entry(case.covariates[0].floor() as i64).or_default().push(case.clone());
    }
    bins
}

fn place(value: (String, Value), bin: i64, width: f64, cases: &[Case], last: u32) -> Place {
    let steps = curve(cases);
    let longest = cases.iter().map(|case| case.turns).max().unwrap_or(0);
    // between losses the share stays, and before the first nothing is lost
    let beyond = |turn: u32| {
        let step = steps.iter().rev().find(|step| step.turn <= turn);
        (longest >= turn).then(|| step.map_or_else(|| none_lost(cases), |step| step.lasts))
    };
    let between = [bin as f64 * width, (bin + 1) as f64 * width];
    Place { value, between, cases: cases.len() as u64, lasts: [beyond(1), beyond(last)] }
}

/// All last; how many more might be lost is not known.
fn none_lost(cases: &[Case]) -> Estimate {
    Estimate { n: cases.len() as u64, value: Some(1.0), ..Estimate::default() }
}

/// Which combination of the other axes a point has.
fn stratum(grid: &Grid, axis: usize, point: u64) -> usize {
    let indices = grid.axis_indices(point).into_iter().zip(&grid.axes).enumerate();
    indices.filter(|(other, _)| *other != axis).fold(0, |all, (_, (index, axis))| all * axis.values.len() + index)
}

impl Survival {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let step = |step: &Step| {
            json!({
                "turn": step.turn, "at_risk_count": step.at_risk, "lost_count": step.lost,
                "lasts": told::estimate(&step.lasts),
            })
        };
        let curve = |curve: &CurveOf| {
            json!({
                "values": told::values(std::slice::from_ref(&curve.value)), "case_count": curve.cases,
                "turns": curve.steps.iter().map(step).collect::<Vec<_>>(),
            })
        };
        let place = |place: &Place| {
            let lasts = place.lasts.each_ref().map(|lasts| lasts.as_ref().map(told::estimate));
            json!({
                "values": told::values(std::slice::from_ref(&place.value)), "from": place.between[0], "to": place.between[1],
                "case_count": place.cases, "lasts_beyond_the_first": lasts[0], "lasts_beyond_the_last": lasts[1],
            })
        };
        let factor = |(name, factor): &(String, Estimate)| json!({ "of": name, "hazard": told::estimate(factor) });
        json!({
            "lost": self.lost, "method": "kaplan-meier; cox, exact for counted turns; groups of repeats left out",
            "curves": self.curves.iter().map(curve).collect::<Vec<_>>(),
            "along": self.column, "last_turn": self.last, "places": self.places.iter().map(place).collect::<Vec<_>>(),
            "factors": self.factors.iter().map(factor).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_is_told_place_by_place_as_long_as_somebody_was_seen() {
        let case = |turns, is_lost, at: f64| Case { turns, is_lost, stratum: 0, group: 0, covariates: vec![at, 0.0] };
        let near = [case(1, true, 0.2), case(2, false, 0.9), case(3, true, 0.4), case(4, false, 0.0)];
        let bins = along(&[&near[..], &[case(2, false, 1.0)]].concat());
        assert_eq!(bins.iter().map(|(bin, cases)| (*bin, cases.len())).collect::<Vec<_>>(), [(0, 4), (1, 1)]);
        let lasts = |bin: i64, last: u32| {
            let value = ("a_x".to_owned(), Value::Count(1));
            let place = place(value, bin, 0.1, &bins[&bin], last);
            assert_eq!(place.between, [bin as f64 * 0.1, (bin + 1) as f64 * 0.1]);
            place.lasts.map(|lasts| lasts.and_then(|lasts| lasts.value))
        };
        // one of four in the first turn, one of the two that are left in the third, after which one is seen
        assert_eq!(lasts(0, 4), [Some(0.75), Some(0.375)]);
        assert_eq!(lasts(0, 5), [Some(0.75), None]);
        assert_eq!(lasts(1, 2), [Some(1.0), Some(1.0)]);
    }
}
