//! Trials and points as arithmetic on the axes of a design; nothing is listed. Plans and datasets share it.

use serde::{Deserialize, Serialize};

use crate::value::Value;

/// One axis of the design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Path of the key: `"shot.speed_m_s"`.
    pub key: String,
    /// Its values, in order, each once.
    pub values: Vec<Value>,
}

/// A grid of design points with repeats.
///
/// Trial `t` is repeat `t / points` of point `t % points`, so that trials keep their numbers when repeats are added. A
/// point is a number in mixed radix: the last axis runs fastest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Trials at each point.
    pub repeats: u64,
    /// The axes, slowest first.
    pub axes: Vec<Axis>,
}

impl Grid {
    /// Number of design points, unless it does not fit 128 bits.
    pub fn checked_points(&self) -> Option<u128> {
        self.axes.iter().try_fold(1u128, |points, axis| points.checked_mul(axis.values.len() as u128))
    }

    /// Number of design points.
    pub fn points(&self) -> u64 {
        self.axes.iter().map(|axis| axis.values.len() as u64).product()
    }

    /// Number of trials.
    pub fn trials(&self) -> u64 {
        self.points() * self.repeats
    }

    /// Point and repeat of a trial.
    pub fn locate(&self, trial: u64) -> (u64, u64) {
        (trial % self.points(), trial / self.points())
    }

    /// The trial that is this repeat of a point.
    pub fn trial(&self, point: u64, repeat: u64) -> u64 {
        repeat * self.points() + point
    }

    /// All trials, by point, then by repeat.
    pub fn by_point(&self) -> impl Iterator<Item = u64> + use<> {
        let (points, repeats) = (self.points(), self.repeats);
        (0..points).flat_map(move |point| (0..repeats).map(move |repeat| repeat * points + point))
    }

    /// Index of the value of each axis at a point.
    pub fn axis_indices(&self, point: u64) -> Vec<usize> {
        let mut rest = point;
        let mut indices: Vec<usize> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            indices.push((rest % axis.values.len() as u64) as usize);
            rest /= axis.values.len() as u64;
        }
        indices.reverse();
        indices
    }

    /// The value of axis number `axis` at a point.
    pub fn axis_value(&self, axis: usize, point: u64) -> &Value {
        let faster: u64 = self.axes[axis + 1..].iter().map(|axis| axis.values.len() as u64).product();
        let values = &self.axes[axis].values;
        &values[(point / faster % values.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let axis = |key: &str, count: u64| Axis { key: key.to_owned(), values: (0..count).map(Value::Count).collect() };
        Grid { repeats: 7, axes: vec![axis("a.x", 3), axis("a.y", 4), axis("a.z", 2)] }
    }

    #[test]
    fn trials_and_points_are_arithmetic() {
        let mut grid = grid();
        assert_eq!((grid.points(), grid.trials()), (24, 168));
        assert_eq!(grid.checked_points(), Some(24));
        let located: Vec<(u64, u64)> = grid.by_point().map(|trial| grid.locate(trial)).collect();
        assert_eq!((located.len(), located[6], located[7], located[167]), (168, (0, 6), (1, 0), (23, 6)));
        assert!(located.iter().zip(grid.by_point()).all(|(at, trial)| grid.trial(at.0, at.1) == trial));
        grid.repeats = 9;
        assert_eq!(grid.locate(167), (23, 6), "a trial keeps its number when repeats are added");
    }

    #[test]
    fn the_last_axis_runs_fastest() {
        let grid = grid();
        for point in 0..grid.points() {
            let indices = grid.axis_indices(point);
            assert_eq!(point, (indices[0] * 8 + indices[1] * 2 + indices[2]) as u64);
            for (axis, index) in indices.iter().enumerate() {
                assert_eq!(grid.axis_value(axis, point), &Value::Count(*index as u64));
            }
        }
    }
}
