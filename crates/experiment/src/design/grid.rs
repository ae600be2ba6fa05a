//! Trials and points as arithmetic on the axes of a design; nothing is listed. Plans and datasets share it.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::declare::value::Value;
use crate::design::designs::{Cube, Design};
use crate::design::distribution::{Distribution, Quantile};
use crate::design::exclusion::{self, Exclusion, Kept};

/// One axis of the design: values, or a distribution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Path of the key: `"shot.speed_m_s"`.
    pub key: String,
    /// Its values, in order: each once, but in a list one a point; empty where it has a distribution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// How likely each value is drawn, relative to the others; empty where all are alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f64>,
    /// How its values are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
}

impl Axis {
    /// Of values.
    pub fn of_values(key: &str, values: Vec<Value>) -> Axis {
        Axis { key: key.to_owned(), values, ..Axis::default() }
    }

    fn check(&self, design: &Design) -> Result<(), String> {
        let wrong = |message: &str| Err(format!("the axis {} {message}", self.key));
        match &self.distribution {
            Some(_) if !self.values.is_empty() => wrong("has values and a distribution"),
            Some(_) if !design.is_drawn() => wrong("has a distribution, and the design draws nothing"),
            Some(distribution) => distribution.check().map_err(|message| format!("the axis {}: {message}", self.key)),
            None if self.values.is_empty() => wrong("has no value"),
            None if self.weights.is_empty() => Ok(()),
            None if self.weights.len() != self.values.len() => wrong("has not one weight a value"),
            None if !self.weights.iter().all(|weight| weight.is_finite() && *weight > 0.0) => {
                wrong("has a weight that is not positive")
            }
            None => Ok(()),
        }
    }
}

/// Design points with repeats.
///
/// Trial `t` is repeat `t / points` of point `t % points`, so that trials keep their numbers when repeats are added. A
/// point of a grid is a number in mixed radix: the last axis runs fastest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Trials at each point.
    pub repeats: u64,
    /// How points are spread over the axes.
    #[serde(default, skip_serializing_if = "Design::is_grid")]
    pub design: Design,
    /// The axes, slowest first.
    pub axes: Vec<Axis>,
    /// Points of the design for which any of these holds are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<Exclusion>,
    /// Made from the rest when it is first asked for.
    #[serde(skip)]
    ready: Ready,
}

/// A design made ready, which is no part of what it is.
#[derive(Debug, Default)]
struct Ready(OnceLock<Setters>);

impl Clone for Ready {
    fn clone(&self) -> Ready {
        Ready::default()
    }
}

impl PartialEq for Ready {
    fn eq(&self, _: &Ready) -> bool {
        true
    }
}

impl Grid {
    /// A grid of these axes.
    pub fn new(repeats: u64, axes: Vec<Axis>) -> Grid {
        Grid { repeats, axes, ..Grid::default() }
    }

    /// Changes the design or its axes.
    pub fn change(&mut self, change: impl FnOnce(&mut Grid)) {
        change(self);
        self.ready = Ready::default();
    }

    /// What is wrong with it, before anything of it is computed.
    pub fn check(&self) -> Result<(), String> {
        self.axes.iter().try_for_each(|axis| axis.check(&self.design))?;
        if self.axes.len() > self.design.most_axes() {
            return Err(format!("{} axes; the design has at most {}", self.axes.len(), self.design.most_axes()));
        }
        if self.design == Design::List && self.axes.windows(2).any(|pair| pair[0].values.len() != pair[1].values.len())
        {
            return Err("a list has as many values on each axis".to_owned());
        }
        let planned = self.checked_planned().ok_or("more than 10^38 points")?;
        exclusion::check(&self.exclude, planned, |key| self.axes.iter().any(|axis| axis.key == key))?;
        if u64::try_from(planned).is_ok() && self.points() == 0 {
            return Err("the exclusions leave no point".to_owned());
        }
        Ok(())
    }

    /// Number of points of the design, excluded ones too, unless it does not fit 128 bits.
    fn checked_planned(&self) -> Option<u128> {
        match (&self.design, self.design.points(self.axes.len())) {
            (_, Some(points)) => Some(points),
            (Design::List, None) => Some(self.axes.first().map_or(1, |axis| axis.values.len() as u128)),
            _ => self.axes.iter().try_fold(1u128, |points, axis| points.checked_mul(axis.values.len() as u128)),
        }
    }

    /// Number of design points, unless it does not fit 128 bits.
    pub fn checked_points(&self) -> Option<u128> {
        if self.exclude.is_empty() { self.checked_planned() } else { Some(u128::from(self.points())) }
    }

    /// Number of design points.
    pub fn points(&self) -> u64 {
        match &self.setters().kept {
            Some(kept) => kept.count(),
            // no plan with more is made or read
            None => self.checked_planned().and_then(|points| u64::try_from(points).ok()).unwrap_or(u64::MAX),
        }
    }

    /// Whether every combination of the values of the axes is a point, and there are no others.
    pub fn is_full_grid(&self) -> bool {
        self.design.is_grid() && self.exclude.is_empty()
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

    /// Index of the value of each axis at a point of a full grid.
    pub fn axis_indices(&self, point: u64) -> Vec<usize> {
        let setters = &self.setters().axes;
        let index = |(axis, setter): (&Axis, &Setter)| (point / setter.stride % axis.values.len() as u64) as usize;
        self.axes.iter().zip(setters).map(index).collect()
    }

    /// The value of axis number `axis` at a point.
    pub fn axis_value(&self, axis: usize, point: u64) -> Cow<'_, Value> {
        let setters = self.setters();
        setters.value(&self.axes[axis], axis, setters.kept.as_ref().map_or(point, |kept| kept.at(point)))
    }

    /// Hands over the value of each axis at a point, in order.
    pub(crate) fn values_at(&self, point: u64, mut take: impl FnMut(usize, &Value)) {
        let setters = self.setters();
        let point = setters.kept.as_ref().map_or(point, |kept| kept.at(point));
        for (number, setter) in setters.axes.iter().enumerate() {
            match (&setters.cube, &setter.quantile) {
                // most that are drawn are numbers, of which none has to be kept
                (Some(cube), Some(quantile)) if !quantile.is_whole() => {
                    take(number, &Value::Number(quantile.at(cube.at(point, number))));
                }
                _ => take(number, &setters.value(&self.axes[number], number, point)),
            }
        }
    }

    fn setters(&self) -> &Setters {
        self.ready.0.get_or_init(|| Setters::of(self))
    }
}

/// The axes made ready: a value is found from the number of its point.
#[derive(Debug)]
struct Setters {
    cube: Option<Cube>,
    axes: Vec<Setter>,
    kept: Option<Kept>,
}

#[derive(Debug)]
struct Setter {
    /// Of a grid, points from one value to the next; of a list 1.
    stride: u64,
    quantile: Option<Quantile>,
    /// Sums of the weights up to each value, of which the last is 1; empty where all are alike.
    shares: Vec<f64>,
}

impl Setters {
    fn of(grid: &Grid) -> Setters {
        let keys: Vec<&str> = grid.axes.iter().map(|axis| axis.key.as_str()).collect();
        let mut faster = 1u64;
        let mut axes: Vec<Setter> = Vec::with_capacity(keys.len());
        for axis in grid.axes.iter().rev() {
            let stride = if grid.design.is_grid() { faster } else { 1 };
            let sums = axis.weights.iter().scan(0.0, |sum, weight| {
                *sum += weight;
                Some(*sum)
            });
            let total: f64 = axis.weights.iter().sum();
            let shares = sums.map(|sum| sum / total).collect();
            axes.push(Setter { stride, quantile: axis.distribution.as_ref().map(Quantile::of), shares });
            faster = faster.saturating_mul(axis.values.len() as u64);
        }
        axes.reverse();
        let mut setters = Setters { cube: Cube::of(&grid.design, &keys), axes, kept: None };
        if !grid.exclude.is_empty() {
            let planned = grid.checked_planned().and_then(|points| u64::try_from(points).ok()).unwrap_or(0);
            let is_out = |point: u64| {
                let value = |key: &str| {
                    let axis = keys.iter().position(|other| *other == key)?;
                    Some(setters.value(&grid.axes[axis], axis, point))
                };
                grid.exclude.iter().any(|exclusion| exclusion.holds(value))
            };
            setters.kept = Some(Kept::of(planned, |point| !is_out(point)));
        }
        setters
    }

    /// The value of an axis at a point of the design, excluded ones counted.
    fn value<'a>(&self, axis: &'a Axis, number: usize, point: u64) -> Cow<'a, Value> {
        let (setter, count) = (&self.axes[number], axis.values.len());
        let Some(cube) = &self.cube else {
            return Cow::Borrowed(&axis.values[(point / setter.stride % count as u64) as usize]);
        };
        let u = cube.at(point, number);
        match (&setter.quantile, setter.shares.is_empty()) {
            (Some(quantile), _) if quantile.is_whole() => Cow::Owned(Value::Count(quantile.at(u) as u64)),
            (Some(quantile), _) => Cow::Owned(Value::Number(quantile.at(u))),
            (None, true) => Cow::Borrowed(&axis.values[((u * count as f64) as usize).min(count - 1)]),
            (None, false) => {
                Cow::Borrowed(&axis.values[setter.shares.partition_point(|share| *share <= u).min(count - 1)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let axis = |key: &str, count: u64| Axis::of_values(key, (0..count).map(Value::Count).collect());
        Grid::new(7, vec![axis("a.x", 3), axis("a.y", 4), axis("a.z", 2)])
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
                assert_eq!(*grid.axis_value(axis, point), Value::Count(*index as u64));
            }
        }
    }
}
