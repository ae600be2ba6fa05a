//! Which points of a design are surely as wanted, which surely not, and which may be either?

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;

use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::summary::{PointSummary, summary};
use crate::told;

/// A measure, and the least and most of it that is wanted.
pub type Bound<'q> = (&'q str, f64, f64);

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The whole interval of every measure is as wanted.
    Inside,
    /// The whole interval of one measure is not.
    Outside,
    /// Neither.
    Open,
}

/// A design point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointOfRegion {
    /// Column and value of each axis, SI.
    pub values: Vec<(String, Value)>,
    /// Of each measure that is bounded.
    pub estimates: Vec<Estimate>,
    /// Where it lies.
    pub side: Side,
}

/// All points.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The measures with their bounds.
    pub bounds: Vec<(String, [f64; 2])>,
    /// In the order of the design.
    pub points: Vec<PointOfRegion>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

impl Region {
    /// Points that lie on a side.
    pub fn on(&self, side: Side) -> impl Iterator<Item = &PointOfRegion> {
        self.points.iter().filter(move |point| point.side == side)
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let bound =
            |(measure, [low, high]): &(String, [f64; 2])| json!({ "measure": measure, "low": low, "high": high });
        let point = |point: &PointOfRegion| {
            let side = format!("{:?}", point.side).to_lowercase();
            let estimates: Vec<Json> = point.estimates.iter().map(told::estimate).collect();
            json!({ "values": told::values(&point.values), "estimates": estimates, "side": side })
        };
        json!({
            "bounds": self.bounds.iter().map(bound).collect::<Vec<_>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

/// Where every point of a dataset lies.
pub fn region(dataset: &Dataset, bounds: &[Bound<'_>]) -> Result<Region, AnalysisError> {
    let summary = summary(dataset)?;
    let places: Vec<usize> = bounds.iter().map(|(measure, ..)| summary.measure(measure)).collect::<Result<_, _>>()?;
    let columns: Vec<String> = summary.facts.axes.iter().map(|axis| axis.column.clone()).collect();
    let point = |point: PointSummary| {
        let estimates: Vec<Estimate> = places.iter().map(|place| point.estimates[*place]).collect();
        let side = side(estimates.iter().zip(bounds).map(|(estimate, (_, low, high))| (estimate, [*low, *high])));
        PointOfRegion { values: columns.iter().cloned().zip(point.values.iter().cloned()).collect(), estimates, side }
    };
    Ok(Region {
        points: summary.by_number().map(point).collect(),
        bounds: bounds.iter().map(|(measure, low, high)| ((*measure).to_owned(), [*low, *high])).collect(),
        missing: summary.facts.missing(),
    })
}

fn side<'e>(estimates: impl Iterator<Item = (&'e Estimate, [f64; 2])>) -> Side {
    estimates.fold(Side::Inside, |side, (estimate, [least, most])| match (side, estimate.interval) {
        (Side::Outside, _) => Side::Outside,
        (_, Some([low, high])) if high < least || low > most => Side::Outside,
        (Side::Inside, Some([low, high])) if low >= least && high <= most => Side::Inside,
        _ => Side::Open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_inside_where_all_of_it_is_and_outside_where_one_part_surely_is_not() {
        let estimate = |low: f64, high: f64| Estimate { interval: Some([low, high]), ..Estimate::default() };
        let goals = [3.0, 7.0];
        let of = |all: &[Estimate]| side(all.iter().map(|estimate| (estimate, goals)));
        assert_eq!(of(&[estimate(3.0, 4.0), estimate(5.0, 7.0)]), Side::Inside);
        assert_eq!(of(&[estimate(3.0, 4.0), estimate(6.0, 8.0)]), Side::Open);
        assert_eq!(of(&[estimate(6.0, 8.0), estimate(1.0, 2.0)]), Side::Outside);
        assert_eq!(of(&[Estimate::default()]), Side::Open);
    }
}
