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

/// All that is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// What is lost.
    pub lost: String,
    /// In the order of the axis.
    pub curves: Vec<CurveOf>,
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
    let curves = curves.collect();
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
    Ok(Survival { lost: asked.lost.to_owned(), curves, factors: names.into_iter().zip(factors).collect() })
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
        let factor = |(name, factor): &(String, Estimate)| json!({ "of": name, "hazard": told::estimate(factor) });
        json!({
            "lost": self.lost, "method": "kaplan-meier; cox, exact for counted turns; groups of repeats left out",
            "curves": self.curves.iter().map(curve).collect::<Vec<_>>(),
            "factors": self.factors.iter().map(factor).collect::<Vec<_>>(),
        })
    }
}
