//! What each axis of a design does to each measure: differences of points that are alike but for that axis.
//!
//! Points that share their random numbers are paired repeat by repeat; points of one trial, whose numbers are exact or
//! alone, are paired as they stand, and the spread is that over the values of the other axes.

use serde_json::{Value, json};
use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::value;
use tolley_statistics::estimates::{Estimate, Means, Moments};

use crate::error::AnalysisError;
use crate::summary::Summary;
use crate::values::values_of;

/// With fewer differences the interval is that of the bootstrap, which asks nothing of their distribution.
const FEW: usize = 200;
/// Resamples of the bootstrap.
const RESAMPLES: usize = 4000;
/// 2.5 % of them, which lie outside of the interval on either side.
const OUTSIDE: usize = RESAMPLES / 40;

/// A mean difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// Path of the key.
    pub key: String,
    /// Its first value, from which the difference is told.
    pub from: value::Value,
    /// The value that is put for it.
    pub to: value::Value,
    /// Column of the measure.
    pub measure: String,
    /// Mean difference, all other axes averaged over; `n` counts what its interval rests on, repeats or points.
    pub difference: Estimate,
}

/// The main effects of all axes on all measures of a dataset, as far as it goes.
pub fn effects(dataset: &Dataset, summary: &Summary) -> Result<Vec<Effect>, AnalysisError> {
    let plan = &dataset.manifest().plan;
    let refuse = |message: String| Err(AnalysisError::Measure(message));
    if plan.streams == StreamsMode::Independent && plan.grid.repeats > 1 {
        return refuse("effects are paired, but the points of this dataset have independent random numbers".to_owned());
    }
    if !plan.grid.is_full_grid() {
        return refuse("effects are of grids, all of whose combinations are there; this design is another".to_owned());
    }
    if plan.stop.is_some() {
        return refuse("effects are of as many trials at each point; here points end by [stop]".to_owned());
    }
    let mut effects = Vec::new();
    let mut stream = Streams::new(plan.seed, 0, None).open(Purpose::named("bootstrap"));
    for measure in &summary.facts.measures {
        let values = values_of(dataset, &measure.column)?.of_trials;
        for (number, axis) in plan.grid.axes.iter().enumerate() {
            for to in 1..axis.values.len() {
                let differences = differences(&plan.grid, number, to, &values);
                let difference = estimate(&differences, &mut stream);
                let (key, measure) = (axis.key.clone(), measure.column.clone());
                let (from, to) = (axis.values[0].clone(), axis.values[to].clone());
                effects.push(Effect { key, from, to, measure, difference });
            }
        }
    }
    Ok(effects)
}

/// One difference a repeat, over the points that are paired in it; or one a pair of points where there are no repeats.
fn differences(grid: &Grid, axis: usize, to: usize, values: &[f64]) -> Vec<f64> {
    let faster: u64 = grid.axes[axis + 1..].iter().map(|axis| axis.values.len() as u64).product();
    let bases: Vec<u64> = (0..grid.points()).filter(|point| grid.axis_indices(*point)[axis] == 0).collect();
    let difference = |base: u64, repeat: u64| {
        let at = |point: u64| values[grid.trial(point, repeat) as usize];
        at(base + to as u64 * faster) - at(base)
    };
    let is_there = |difference: &f64| !difference.is_nan();
    if grid.repeats == 1 {
        return bases.iter().map(|base| difference(*base, 0)).filter(is_there).collect();
    }
    let of_repeat = |repeat| {
        let mut mean = Moments::default();
        bases.iter().map(|base| difference(*base, repeat)).filter(is_there).for_each(|value| mean.add(value));
        (mean.n() > 0).then(|| mean.mean())
    };
    (0..grid.repeats).filter_map(of_repeat).collect()
}

/// The mean, with Student's interval or, of few, the percentiles of the bootstrap (B. Efron, Ann. Stat. 7 (1979) 1,
/// <https://doi.org/10.1214/aos/1176344552>).
fn estimate(differences: &[f64], stream: &mut Stream) -> Estimate {
    let mut moments = Moments::default();
    differences.iter().for_each(|difference| moments.add(*difference));
    let estimate = Means::default().estimate(&moments);
    let n = differences.len();
    if !(2..FEW).contains(&n) || estimate.interval.is_none() {
        return estimate;
    }
    let mut resample = || (0..n).map(|_| differences[stream.below(n as u64) as usize]).sum::<f64>() / n as f64;
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
    means.sort_by(f64::total_cmp);
    Estimate { interval: Some([means[OUTSIDE], means[RESAMPLES - 1 - OUTSIDE]]), ..estimate }
}

impl Effect {
    /// How its interval is found.
    pub fn interval_kind(&self) -> &'static str {
        match self.difference.interval {
            None => "none",
            Some(_) if self.difference.n < FEW as u64 => "bootstrap",
            Some(_) => "student-t",
        }
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Value {
        let [low, high] = self.difference.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
        json!({
            "key": self.key, "from": self.from, "to": self.to, "measure": self.measure, "n": self.difference.n,
            "difference": self.difference.value, "low": low, "high": high, "interval": self.interval_kind(),
        })
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::grid::Axis;

    use super::*;

    fn grid(repeats: u64) -> Grid {
        let axis = |key: &str, count: u64| Axis::of_values(key, (0..count).map(value::Value::Count).collect());
        Grid::new(repeats, vec![axis("a.x", 2), axis("a.y", 3)])
    }

    #[test]
    fn points_are_paired_with_those_that_are_alike_but_for_the_axis() {
        // x adds 10 and y adds 1, 3; a repeat adds 100 to all
        let of = |repeats: u64| -> Vec<f64> {
            (0..6 * repeats)
                .map(|trial| {
                    let (point, repeat) = (trial % 6, trial / 6);
                    10.0 * (point / 3) as f64 + [0.0, 1.0, 3.0][point as usize % 3] + 100.0 * repeat as f64
                })
                .collect()
        };
        assert_eq!(differences(&grid(1), 0, 1, &of(1)), [10.0; 3]);
        assert_eq!(differences(&grid(1), 1, 2, &of(1)), [3.0; 2]);
        assert_eq!(differences(&grid(4), 0, 1, &of(4)), [10.0; 4]);
        let mut absent = of(4);
        let trials = grid(4);
        (0..4).for_each(|repeat| absent[trials.trial(1, repeat) as usize] = f64::NAN);
        absent[trials.trial(2, 1) as usize] = f64::NAN;
        assert_eq!(differences(&grid(4), 1, 1, &absent), [1.0; 4], "the other pair is there");
        assert_eq!(differences(&grid(4), 1, 2, &absent), [3.0; 4]);
    }

    #[test]
    fn the_bootstrap_of_few_and_the_t_of_many_cover_alike() {
        let values = |n: usize| -> Vec<f64> { (0..n).map(|i| [-1.0, 1.0][i % 2]).collect() };
        let mut stream = Streams::new(1, 0, None).open(Purpose::named("bootstrap"));
        let [low, high] = estimate(&values(100), &mut stream).interval.expect("many");
        // the mean of 100 signs has the standard deviation 0.1; its distribution has steps of 0.02
        assert!((low + 0.196).abs() < 0.03 && (high - 0.196).abs() < 0.03, "{low} {high}");
        let [low, high] = estimate(&values(400), &mut stream).interval.expect("many");
        assert!((low + 0.0984).abs() < 1e-3 && (high - 0.0984).abs() < 1e-3, "{low} {high}");
        assert_eq!(estimate(&[2.0], &mut stream), Estimate { n: 1, value: Some(2.0), ..Estimate::default() });
    }
}
