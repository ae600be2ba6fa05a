//! How often the nearest was played of what was asked, because more was asked than can be done.

use serde_json::{Value, json};
use tolley_dataset::{ColumnData, Dataset, LimitedBy};

use crate::error::AnalysisError;

/// Trials whose rows say that the nearest was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Limited {
    /// By what it is allowed, and which column says so.
    pub by: LimitedBy,
    /// Trials that are done.
    pub trials: u64,
    /// Of these, where the nearest was played.
    pub limited: u64,
    /// Number of design points.
    pub point_count: u64,
    /// The points that have such trials, by number.
    pub points: Vec<LimitedPoint>,
}

/// A design point where the nearest was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitedPoint {
    /// Its number.
    pub point: u64,
    /// Its trials that are done.
    pub trials: u64,
    /// Of these, where the nearest was played.
    pub limited: u64,
}

/// Counts them; `None` where the plan lets nothing else be played than what is asked.
pub fn limited(dataset: &Dataset) -> Result<Option<Limited>, AnalysisError> {
    let manifest = dataset.manifest();
    let Some(by) = manifest.limited.clone() else { return Ok(None) };
    let point_count = manifest.plan.grid.points();
    let mut counts = vec![[0_u64; 2]; point_count as usize];
    let mut is_stray = false;
    dataset.scan(&manifest.tables[0].name, &["point", &by.column], |batch| {
        let ColumnData::Bool(flags) = batch.column(1) else { return };
        for (row, point) in batch.u64(0).iter().enumerate().filter(|(row, _)| batch.has_value(1, *row)) {
            let Some([trials, limited]) = counts.get_mut(*point as usize) else {
                is_stray = true;
                continue;
            };
            *trials += 1;
            *limited += u64::from(flags[row]);
        }
    })?;
    if is_stray {
        return Err(AnalysisError::Measure("a row belongs to a point that is not planned".to_owned()));
    }
    let points = (0..).zip(&counts).filter(|(_, [_, limited])| *limited > 0);
    Ok(Some(Limited {
        by,
        trials: counts.iter().map(|[trials, _]| trials).sum(),
        limited: counts.iter().map(|[_, limited]| limited).sum(),
        point_count,
        points: points.map(|(point, &[trials, limited])| LimitedPoint { point, trials, limited }).collect(),
    }))
}

impl Limited {
    /// Share of the trials; 0 of none.
    pub fn share(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.limited as f64 / self.trials as f64 }
    }

    /// As one object.
    pub fn to_json(&self) -> Value {
        let point =
            |point: &LimitedPoint| json!({ "point": point.point, "trials": point.trials, "limited": point.limited });
        json!({
            "key": self.by.key,
            "column": self.by.column,
            "trials": self.trials,
            "limited": self.limited,
            "share": self.share(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        })
    }
}
