//! A plan: which trials there are. Trials, points and blocks are arithmetic; nothing is listed.

use std::ops::Range;

use crate::key::{Point, Schema, Value};
use crate::random::Streams;
use crate::row::Table;
use crate::study::{Measure, StudyInfo};

/// Whether design points share their random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamsMode {
    /// All points do, so that differences between points are paired.
    Common,
    /// None do.
    Independent,
}

impl StreamsMode {
    /// As written in a scenario.
    pub fn name(self) -> &'static str {
        match self {
            StreamsMode::Common => "common",
            StreamsMode::Independent => "independent",
        }
    }
}

/// One axis of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Index of the key in the schema.
    pub key: usize,
    /// Its values, in order, each once.
    pub values: Vec<Value>,
}

/// A study over a grid of design points with repeats.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Name of the study.
    pub study: &'static str,
    /// The keys.
    pub schema: &'static Schema,
    /// The tables that the study leaves.
    pub tables: &'static [Table],
    /// What the summary shows.
    pub measures: &'static [Measure],
    /// Trials in a block.
    pub block_trials: u64,
    /// Seed of the experiment.
    pub seed: u64,
    /// Trials at each point.
    pub repeats: u64,
    /// Whether points share their random numbers.
    pub streams: StreamsMode,
    /// Value of every key before axes and presets.
    pub base: Vec<Value>,
    /// Whether the scenario set the key, by value or by axis, so that no preset may.
    pub is_set: Vec<bool>,
    /// The axes; the last one varies fastest.
    pub axes: Vec<Axis>,
}

impl Plan {
    /// A plan with every key at its default, no axis, and one repeat.
    pub fn of_study(study: &StudyInfo) -> Plan {
        Plan {
            study: study.name,
            schema: study.schema,
            tables: study.tables,
            measures: study.measures,
            block_trials: study.block_trials,
            seed: 0,
            repeats: 1,
            streams: StreamsMode::Common,
            base: study.schema.keys.iter().map(|key| key.default).collect(),
            is_set: vec![false; study.schema.keys.len()],
            axes: Vec::new(),
        }
    }

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

    /// Number of blocks.
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

    /// The values of every key at a point: axis, else file, else preset, else default.
    pub fn point(&self, point: u64) -> Point {
        let mut values = self.base.clone();
        for (axis, index) in self.axes.iter().zip(self.axis_indices(point)) {
            values[axis.key] = axis.values[index];
        }
        let mut point = Point { schema: self.schema, values };
        point.apply_presets(|key| self.is_set[key]);
        point
    }

    /// The random streams of a trial.
    pub fn streams_of(&self, trial: u64) -> Streams {
        let (point, repeat) = self.locate(trial);
        let point = (self.streams == StreamsMode::Independent).then_some(point);
        Streams::new(self.seed, repeat, point)
    }
}
