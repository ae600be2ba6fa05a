//! Trials, points and blocks as arithmetic on the axes of a design; nothing is listed. Plans and datasets share it.

use std::ops::Range;

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
/// Trial `t` is repeat `t % repeats` of point `t / repeats`. A point is a number in mixed radix: the last axis runs
/// fastest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Trials at each point.
    pub repeats: u64,
    /// Trials in a block.
    pub block_trials: u64,
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

    /// Number of blocks, which is the number of parts of each table of a dataset.
    pub fn blocks(&self) -> u64 {
        self.trials().div_ceil(self.block_trials)
    }

    /// The trials of a block.
    pub fn block_range(&self, block: u64) -> Range<u64> {
        let start = block * self.block_trials;
        start..(start + self.block_trials).min(self.trials())
    }

    /// Point and repeat of a trial.
    pub fn locate(&self, trial: u64) -> (u64, u64) {
        (trial / self.repeats, trial % self.repeats)
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
        Grid { repeats: 7, block_trials: 10, axes: vec![axis("a.x", 3), axis("a.y", 4), axis("a.z", 2)] }
    }

    #[test]
    fn trials_points_and_blocks_are_arithmetic() {
        let grid = grid();
        assert_eq!((grid.points(), grid.trials(), grid.blocks()), (24, 168, 17));
        assert_eq!(grid.checked_points(), Some(24));
        let mut next = 0;
        for block in 0..grid.blocks() {
            let range = grid.block_range(block);
            assert_eq!(range.start, next, "blocks follow each other");
            next = range.end;
        }
        assert_eq!((next, grid.block_range(16)), (168, 160..168));
        assert_eq!([0, 6, 7, 167].map(|trial| grid.locate(trial)), [(0, 0), (0, 6), (1, 0), (23, 6)]);
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
