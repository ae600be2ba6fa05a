//! What design points are worth, each by all of them: the smooth surface of `statistics::smoother` on rows.

use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::table::MeasureKind;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::smoother::{Places, Smoother, estimate};

use crate::choices::point_worths;
use crate::column::MOST_TRIALS;
use crate::error::AnalysisError;
use crate::summary::Summary;

/// Points that are smoothed at most: a surface holds all their repeats, and 200 numbers of each.
const MOST_POINTS: u64 = 200_000;

/// Groups of repeats that are smoothed at most: what a surface costs goes with them.
const GROUPS: usize = 50;

/// Where points of a grid lie by some of its axes.
pub fn places(grid: &Grid, axes: &[usize], points: &[u64]) -> Places {
    let is_name = |axis: &usize| {
        let first = points.first().map(|point| grid.axis_value(*axis, *point).into_owned());
        matches!(first, Some(Value::Choice(_) | Value::Flag(_)))
    };
    let mut names: Vec<Value> = Vec::new();
    let mut place = |axis: usize, point: u64| match grid.axis_value(axis, point).into_owned() {
        Value::Number(number) => number,
        Value::Count(count) => count as f64,
        name => {
            let known = names.iter().position(|known| *known == name).unwrap_or(names.len());
            if known == names.len() {
                names.push(name);
            }
            known as f64
        }
    };
    let mut at = Vec::with_capacity(points.len());
    for point in points {
        at.push(axes.iter().map(|axis| place(*axis, *point)).collect());
    }
    Places::of(at, axes.iter().map(is_name).collect())
}

/// The summary with smoothed values of its headline, where only so many of its points, the best, are to be shown, and
/// that is possible: the best of many means would be the luckiest.
pub fn best_of(dataset: &Dataset, summary: &Summary, shown: usize) -> Result<Option<Summary>, AnalysisError> {
    let facts = &summary.facts;
    let is_part = facts.point_count > shown as u64 && facts.repeats > 1 && facts.stop.is_none();
    let headline = facts.headline().filter(|measure| matches!(measure.kind, MeasureKind::Share | MeasureKind::Mean));
    let Some(headline) = headline.filter(|_| is_part) else { return Ok(None) };
    Ok(smoothed(dataset, &headline.column)?.map(|found| summary.with_headline(found)))
}

/// What each point of a dataset is worth by a measure, smoothed over all; `None` where nothing can be smoothed.
pub fn smoothed(dataset: &Dataset, measure: &str) -> Result<Option<Vec<Estimate>>, AnalysisError> {
    let grid = &dataset.manifest().plan.grid;
    if grid.points() > MOST_POINTS || grid.trials() > MOST_TRIALS {
        return Ok(None);
    }
    let found = point_worths(dataset, Some(measure))?;
    if !found.is_even {
        return Ok(None);
    }
    let is_share = found.is_share;
    let worth: Vec<Vec<f64>> = found.points.into_iter().map(|point| grouped(point.repeats)).collect();
    let axes: Vec<usize> = (0..grid.axes.len()).collect();
    let points: Vec<u64> = (0..grid.points()).collect();
    let Some(smoother) = Smoother::of(&places(grid, &axes, &points), &worth) else { return Ok(None) };
    let is_positive = worth.iter().flatten().all(|value| *value >= 0.0);
    let possible = [if is_positive { 0.0 } else { f64::NEG_INFINITY }, if is_share { 1.0 } else { f64::INFINITY }];
    let smooth = smoother.smoothed(&worth);
    let told = smooth.iter().zip(smoother.off()).map(|(of, off)| estimate(of, off).nearest_within(possible));
    Ok(Some(told.collect()))
}

/// The means of groups of repeats where those are many. A surface is linear in them, so that its value is nearly the
/// same; groups tell its error a little less well.
fn grouped(repeats: Vec<f64>) -> Vec<f64> {
    let groups = (GROUPS / 2..=GROUPS).rev().find(|groups| repeats.len().is_multiple_of(*groups));
    match groups.filter(|groups| repeats.len() > *groups) {
        Some(groups) => {
            let size = repeats.len() / groups;
            repeats.chunks(size).map(|group| group.iter().sum::<f64>() / size as f64).collect()
        }
        None => repeats,
    }
}
