//! Does every one of n seats win one match in n?

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::equivalence::{Comparison, PValues, Verdict};
use tolley_statistics::estimates::{Estimate, Moments, share};
use tolley_statistics::uniform::chi_square;

use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::summary::MARGIN;
use crate::told;
use crate::values::values_of;
use crate::verdict::corrected;

/// One design point.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatsOfPoint {
    /// Column and value of each axis, SI.
    pub values: Vec<(String, Value)>,
    /// Of each seat the share of matches it wins, with Wilson's interval.
    pub shares: Vec<Estimate>,
    /// The chance of wins so unevenly spread where all seats are alike (Pearson's chi-square).
    pub p: Option<f64>,
    /// Of each seat beside one in n, corrected by Holm for all seats of all points.
    pub verdicts: Vec<Option<Verdict>>,
}

/// All points.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// The column that names the winner's seat, from 0.
    pub column: String,
    /// How far from one in n is still fair.
    pub margin: f64,
    /// In the order of the design.
    pub points: Vec<SeatsOfPoint>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// How often each seat wins, where `key` says how many there are.
pub fn seats(dataset: &Dataset, key: &str, column: &str) -> Result<Seats, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let axis = grid.axes.iter().position(|axis| axis.key == key);
    let axis = axis.ok_or_else(|| AnalysisError::Question(format!("{key} is no axis of this dataset")))?;
    let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let values = values_of(dataset, column)?;
    let mut comparisons = Vec::new();
    let mut points = Vec::new();
    for point in 0..grid.points() {
        let Value::Count(count) = *grid.axis_value(axis, point) else {
            return Err(AnalysisError::Question(format!("{key} does not count seats")));
        };
        let won: Vec<f64> = (0..grid.repeats)
            .map(|repeat| values.of_trials[grid.trial(point, repeat) as usize])
            .filter(|seat| !seat.is_nan())
            .collect();
        let wins: Vec<u64> =
            (0..count).map(|seat| won.iter().filter(|won| **won == seat as f64).count() as u64).collect();
        let of_seat = |seat: u64| {
            let mut moments = Moments::default();
            won.iter().for_each(|won| moments.add(f64::from(u8::from(*won == seat as f64))));
            Comparison::new(&moments, 1.0 / count as f64, 1.0, MARGIN)
        };
        comparisons.push((0..count).map(of_seat).collect::<Vec<_>>());
        let axes = grid.axes.iter().enumerate();
        points.push(SeatsOfPoint {
            values: axes.map(|(axis, entry)| (name(&entry.key), grid.axis_value(axis, point).into_owned())).collect(),
            shares: wins.iter().map(|wins| share(*wins, won.len() as u64)).collect(),
            p: chi_square(&wins),
            verdicts: Vec::new(),
        });
    }
    let alone: Vec<PValues> = comparisons.iter().flatten().flatten().map(Comparison::p_values).collect();
    let mut p = corrected(&alone).into_iter();
    for (point, comparisons) in points.iter_mut().zip(&comparisons) {
        let verdict = |comparison: &Option<Comparison>| comparison.and_then(|_| p.next()).map(|p| Verdict::of(&p));
        point.verdicts = comparisons.iter().map(verdict).collect();
    }
    Ok(Seats { column: column.to_owned(), margin: MARGIN, points, missing: values.missing })
}

impl Seats {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let point = |point: &SeatsOfPoint| {
            let seat = |(estimate, verdict): (&Estimate, &Option<Verdict>)| {
                let [low, high] = estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
                json!({
                    "value": estimate.value, "low": low, "high": high, "n": estimate.n,
                    "says": verdict.map(Verdict::name),
                })
            };
            let seats: Vec<Json> = point.shares.iter().zip(&point.verdicts).map(seat).collect();
            json!({ "values": told::values(&point.values), "seats": seats, "p_uniform": point.p })
        };
        let points: Vec<Json> = self.points.iter().map(point).collect();
        json!({
            "column": self.column, "margin": self.margin, "correction": "holm", "points": points,
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}
