//! Which points of a grid belong to which arm: an arm is one combination of the values of some axes, a stratum one of
//! all others. Of a list every row is an arm.

use std::collections::{BTreeMap, BTreeSet};

use tolley_dataset::Manifest;
use tolley_experiment::design::Design;
use tolley_experiment::grid::Grid;
use tolley_experiment::value::Value;

use crate::error::AnalysisError;

/// The arms of a grid.
pub(crate) struct Arms<'g> {
    grid: &'g Grid,
    /// Axes that are compared, by number.
    over: Vec<usize>,
    columns: Vec<String>,
    /// Of each arm its points, one a stratum, strata in the same order.
    points: Vec<Vec<u64>>,
    control: usize,
    is_exact: bool,
}

impl<'g> Arms<'g> {
    /// Of the axes named, each with its value in the control or its first.
    pub(crate) fn of(manifest: &'g Manifest, over: &[(&str, Option<&str>)]) -> Result<Arms<'g>, AnalysisError> {
        let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
        Arms::new(&manifest.plan.grid, over, name)
    }

    /// The same of a grid whose keys have these columns.
    pub(crate) fn new(
        grid: &'g Grid,
        over: &[(&str, Option<&str>)],
        column: impl Fn(&str) -> String,
    ) -> Result<Arms<'g>, AnalysisError> {
        each_once(over.iter().map(|(key, _)| *key))?;
        if grid.design == Design::List && grid.exclude.is_empty() {
            return Arms::of_list(grid, over, column);
        }
        if !grid.is_full_grid() {
            let message = "arms are compared in grids, all of whose combinations are there, and in lists, row by row; \
                           this design is another";
            return Err(AnalysisError::Question(message.to_owned()));
        }
        let axes: Vec<usize> = over.iter().map(|(key, _)| axis(grid, key)).collect::<Result<_, _>>()?;
        let control: Vec<usize> =
            over.iter().zip(&axes).map(|((_, value), axis)| place(grid, *axis, *value)).collect::<Result<_, _>>()?;
        let count: usize = axes.iter().map(|axis| grid.axes[*axis].values.len()).product();
        let mut arms = Arms {
            columns: axes.iter().map(|axis| column(&grid.axes[*axis].key)).collect(),
            over: axes,
            points: vec![Vec::new(); count],
            grid,
            control: 0,
            is_exact: false,
        };
        for point in 0..grid.points() {
            let indices = grid.axis_indices(point);
            let arm = arms.number(|axis| indices[axis]);
            arms.points[arm].push(point);
        }
        let places: Vec<(usize, usize)> = arms.over.iter().copied().zip(control).collect();
        arms.control = arms.number(|axis| places.iter().find(|(of, _)| *of == axis).map_or(0, |(_, place)| *place));
        Ok(arms)
    }

    /// Of any design: points that agree in the values of these axes are one arm, in the order in which they come first.
    pub(crate) fn of_points(manifest: &'g Manifest, over: &[&str]) -> Result<Arms<'g>, AnalysisError> {
        let grid = &manifest.plan.grid;
        if grid.is_full_grid() || grid.design == Design::List {
            let over: Vec<(&str, Option<&str>)> = over.iter().map(|key| (*key, None)).collect();
            return Arms::of(manifest, &over);
        }
        each_once(over.iter().copied())?;
        let axes: Vec<usize> = over.iter().map(|key| axis(grid, key)).collect::<Result<_, _>>()?;
        let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut points: Vec<Vec<u64>> = Vec::new();
        for point in 0..grid.points() {
            let values = axes.iter().map(|axis| grid.axis_value(*axis, point).to_string()).collect();
            let arm = *known.entry(values).or_insert(points.len());
            if arm == points.len() {
                points.push(Vec::new());
            }
            points[arm].push(point);
        }
        if points.iter().any(|of| of.len() != points[0].len()) {
            let message = format!("some values of {} have fewer points than others", over.join(", "));
            return Err(AnalysisError::Question(message));
        }
        let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
        let columns = over.iter().map(|key| name(key)).collect();
        Ok(Arms { grid, over: axes, columns, points, control: 0, is_exact: false })
    }

    /// Each point of any design an arm by itself.
    pub(crate) fn each_point(grid: &'g Grid) -> Arms<'g> {
        let points = (0..grid.points()).map(|point| vec![point]).collect();
        Arms { grid, over: Vec::new(), columns: Vec::new(), points, control: 0, is_exact: false }
    }

    /// The same, of points that were solved or not.
    pub(crate) fn exactly(self, is_exact: bool) -> Arms<'g> {
        Arms { is_exact, ..self }
    }

    /// Whether each point has one value, which was computed without chance.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The point of an arm, if it has one alone.
    pub(crate) fn only_point(&self, arm: usize) -> Option<u64> {
        match self.points[arm].as_slice() {
            [point] => Some(*point),
            _ => None,
        }
    }

    /// Of a list each row is an arm; the control is the first row that has the values named.
    fn of_list(
        grid: &'g Grid,
        over: &[(&str, Option<&str>)],
        column: impl Fn(&str) -> String,
    ) -> Result<Arms<'g>, AnalysisError> {
        let named = over.iter().filter_map(|(key, value)| Some((*key, (*value)?)));
        let wanted: Vec<(usize, usize)> = named
            .map(|(key, value)| {
                let axis = axis(grid, key)?;
                Ok((axis, place(grid, axis, Some(value))?))
            })
            .collect::<Result<_, AnalysisError>>()?;
        over.iter().try_for_each(|(key, _)| axis(grid, key).map(|_| ()))?;
        let has = |row: u64, axis: usize, first: usize| {
            let values = &grid.axes[axis].values;
            values[row as usize] == values[first]
        };
        let control = (0..grid.points()).find(|row| wanted.iter().all(|(axis, first)| has(*row, *axis, *first)));
        let control = control.ok_or_else(|| {
            let told = over.iter().map(|(key, value)| format!("{key}={}", value.unwrap_or_default()));
            AnalysisError::Question(format!("no row of the list has {}", told.collect::<Vec<_>>().join(", ")))
        })?;
        Ok(Arms {
            over: (0..grid.axes.len()).collect(),
            columns: grid.axes.iter().map(|axis| column(&axis.key)).collect(),
            points: (0..grid.points()).map(|row| vec![row]).collect(),
            control: control as usize,
            grid,
            is_exact: false,
        })
    }

    /// The number of an arm, by the place of its value on each axis; the last axis runs fastest.
    fn number(&self, place: impl Fn(usize) -> usize) -> usize {
        self.over.iter().fold(0, |number, axis| number * self.grid.axes[*axis].values.len() + place(*axis))
    }

    /// Arms, the last of the axes that are compared changing first.
    pub(crate) fn count(&self) -> usize {
        self.points.len()
    }

    pub(crate) fn control(&self) -> usize {
        self.control
    }

    pub(crate) fn strata(&self) -> usize {
        self.points[0].len()
    }

    pub(crate) fn repeats(&self) -> usize {
        self.grid.repeats as usize
    }

    /// The points of an arm, one a stratum.
    pub(crate) fn points(&self, arm: usize) -> &[u64] {
        &self.points[arm]
    }

    /// The axes that are not compared, by number; of a list none.
    pub(crate) fn other_axes(&self) -> Vec<usize> {
        (0..self.grid.axes.len()).filter(|axis| !self.over.contains(axis)).collect()
    }

    /// Key and values of an axis.
    pub(crate) fn axis(&self, axis: usize) -> (&str, &[Value]) {
        (&self.grid.axes[axis].key, &self.grid.axes[axis].values)
    }

    /// The same arms in these strata alone.
    pub(crate) fn within(&self, is_kept: impl Fn(usize) -> bool) -> Arms<'g> {
        let kept: Vec<usize> = (0..self.strata()).filter(|stratum| is_kept(*stratum)).collect();
        let points = self.points.iter().map(|of| kept.iter().map(|stratum| of[*stratum]).collect()).collect();
        let (over, columns) = (self.over.clone(), self.columns.clone());
        Arms { grid: self.grid, over, columns, points, control: self.control, is_exact: self.is_exact }
    }

    /// Place of a stratum on an axis that is not compared.
    pub(crate) fn place_of_stratum(&self, stratum: usize, axis: usize) -> usize {
        self.grid.axis_indices(self.points[0][stratum])[axis]
    }

    /// Column and value of each axis of an arm, SI.
    pub(crate) fn values(&self, arm: usize) -> Vec<(String, Value)> {
        let point = self.points[arm][0];
        let value = |axis: &usize| self.grid.axis_value(*axis, point).into_owned();
        self.columns.iter().cloned().zip(self.over.iter().map(value)).collect()
    }

    /// Number and value of each axis that is not compared, in a stratum.
    pub(crate) fn stratum(&self, stratum: usize) -> Vec<(usize, Value)> {
        let point = self.points[0][stratum];
        let others = (0..self.grid.axes.len()).filter(|axis| !self.over.contains(axis));
        others.map(|axis| (axis, self.grid.axis_value(axis, point).into_owned())).collect()
    }

    /// The values of one of the axes that are compared, by its place among them.
    pub(crate) fn values_of(&self, over: usize) -> Vec<Value> {
        self.grid.axes[self.over[over]].values.clone()
    }

    /// A trial of an arm, by number.
    pub(crate) fn trial(&self, arm: usize, stratum: usize, repeat: usize) -> usize {
        self.grid.trial(self.points[arm][stratum], repeat as u64) as usize
    }
}

/// An axis that is named twice would make two of each of its arms.
fn each_once<'k>(keys: impl Iterator<Item = &'k str>) -> Result<(), AnalysisError> {
    let mut known = BTreeSet::new();
    match keys.into_iter().find(|key| !known.insert(*key)) {
        Some(key) => Err(AnalysisError::Question(format!("the axis {key} is named twice; once is enough"))),
        None => Ok(()),
    }
}

pub(crate) fn axis(grid: &Grid, key: &str) -> Result<usize, AnalysisError> {
    grid.axes.iter().position(|axis| axis.key == key).ok_or_else(|| {
        let axes: Vec<&str> = grid.axes.iter().map(|axis| axis.key.as_str()).collect();
        AnalysisError::Question(format!("{key} is no axis of this dataset; its axes are {}", axes.join(", ")))
    })
}

/// The place of a value on its axis: as it is printed, a choice also without quotes, a number also in other digits.
pub(crate) fn place(grid: &Grid, axis: usize, value: Option<&str>) -> Result<usize, AnalysisError> {
    let Some(asked) = value else { return Ok(0) };
    let values = &grid.axes[axis].values;
    let is_it = |value: &Value| match value {
        Value::Number(number) => asked.parse() == Ok(*number),
        Value::Count(count) => asked.parse() == Ok(*count),
        Value::Choice(choice) => asked.trim_matches('"') == choice,
        Value::Flag(flag) => asked.parse() == Ok(*flag),
    };
    values.iter().position(is_it).ok_or_else(|| {
        let (key, all) = (&grid.axes[axis].key, values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
        AnalysisError::Question(format!("{asked} is no value of the axis {key}; they are {all}, in SI"))
    })
}
