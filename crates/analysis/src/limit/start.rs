//! From where a limit is looked for, and along which axis, where nobody says.

use tolley_dataset::Manifest;
use tolley_experiment::grid::Grid;
use tolley_experiment::value::Value;

use crate::alike::are_alike;
use crate::arms::axis;

/// Values that a curve needs.
pub const FEWEST: usize = 3;

/// The axis along which a limit can be looked for: the first of enough numbers, one that is `wanted` before all others.
pub fn axis_of_limit(grid: &Grid, wanted: impl Fn(&str) -> bool) -> Option<&str> {
    let fits = || grid.axes.iter().filter(|axis| numbers(&axis.values).is_some_and(|all| all.len() >= FEWEST));
    let axis = fits().find(|axis| wanted(&axis.key)).or_else(|| fits().next());
    axis.filter(|_| grid.is_full_grid()).map(|axis| axis.key.as_str())
}

/// The value of an axis at which nothing is off: that at which both sides are alike whatever else is varied, else 1 of
/// a ratio, if it is among or between its values.
pub fn start_of_limit(manifest: &Manifest, key: &str) -> Option<f64> {
    let grid = &manifest.plan.grid;
    let axis = axis(grid, key).ok()?;
    let all = numbers(&grid.axes[axis].values)?;
    let points = || 0..grid.points();
    let place = |point: u64| grid.axis_indices(point)[axis];
    let all_are_alike = |at: usize| points().all(|point| place(point) != at || are_alike(manifest, point));
    let alike = points().find(|point| all_are_alike(place(*point)));
    // sides that are alike everywhere are not made unlike by this axis
    let alike = alike.filter(|_| !points().all(|point| are_alike(manifest, point)));
    let alike = alike.map(|point| all[grid.axis_indices(point)[axis]]);
    alike.or_else(|| key.ends_with("_ratio").then_some(1.0)).filter(|start| is_between(&all, *start))
}

pub(super) fn is_between(all: &[f64], value: f64) -> bool {
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (low..=high).contains(&value)
}

/// The middle one of some values.
pub(super) fn middle(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

pub(super) fn numbers(values: &[Value]) -> Option<Vec<f64>> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    };
    values.iter().map(number).collect()
}
