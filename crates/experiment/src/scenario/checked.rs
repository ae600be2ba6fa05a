//! The points of a plan at which a study looks before anything is played, and which key spoils one.

use std::collections::BTreeSet;

use crate::declare::key::Path;
use crate::declare::problem::Fault;
use crate::declare::value::Value;
use crate::scenario::plan::Plan;

/// Up to so many points all are checked, else the corners of a grid, and as many points of another design.
pub(crate) const CHECKED_POINTS: u64 = 20_000;

/// Numbers of the points that are checked, in their order.
pub(crate) fn points(plan: &Plan) -> Box<dyn Iterator<Item = u64>> {
    let points = plan.grid.points();
    if points <= CHECKED_POINTS {
        return Box::new(0..points);
    }
    if plan.grid.is_full_grid() {
        return Box::new(corners(plan).into_iter());
    }
    // evenly, from the first to the last
    let spread = move |i: u64| (u128::from(i) * u128::from(points - 1) / u128::from(CHECKED_POINTS - 1)) as u64;
    Box::new((0..CHECKED_POINTS).map(spread))
}

/// The points at which every axis is at one of its ends: the least and the greatest of numbers, each of what are none.
fn corners(plan: &Plan) -> BTreeSet<u64> {
    let mut corners = BTreeSet::from([0]);
    for axis in &plan.grid.axes {
        let (count, ends) = (axis.values.len() as u64, ends(&axis.values));
        let next = |point: &u64| ends.iter().map(|end| point * count + end).collect::<Vec<_>>();
        corners = corners.iter().flat_map(next).take(CHECKED_POINTS as usize).collect();
    }
    corners
}

/// Places of the first, the last, the least and the greatest of numbers; all places of what are none.
fn ends(values: &[Value]) -> BTreeSet<u64> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        Value::Choice(_) | Value::Flag(_) => None,
    };
    let numbers: Option<Vec<f64>> = values.iter().map(number).collect();
    let Some(numbers) = numbers else { return (0..values.len() as u64).collect() };
    let by_size = |one: &usize, other: &usize| numbers[*one].total_cmp(&numbers[*other]);
    let (least, greatest) = ((0..numbers.len()).min_by(by_size), (0..numbers.len()).max_by(by_size));
    let last = numbers.len().checked_sub(1);
    [Some(0), last, least, greatest].into_iter().flatten().map(|place| place as u64).collect()
}

/// Of the first point that is impossible, which of the swept keys `added` makes it so, and what the study says: they
/// are moved there one after the other from `plain`, the values of all keys without them, and it is the last that turns
/// what is possible into what is not. None where all points are possible, or that one is not without them either.
pub fn spoiler(plan: &Plan, added: &[usize], plain: &[Value]) -> Option<(usize, Fault)> {
    let varying = plan.varying();
    let paths: Vec<Path> = varying.iter().map(|key| plan.study.schema.keys[*key].path).collect();
    let mut check = (plan.study.checker)(&plan.point(0), &paths)?;
    let mut fault = |values: &[Value]| check(values).faults.into_iter().next();
    let values = points(plan).map(plan.values_of(&varying)).find(|values| fault(values).is_some())?;
    let added: Vec<(usize, usize)> =
        added.iter().filter_map(|key| Some((*key, varying.iter().position(|other| other == key)?))).collect();
    let mut moved = values.clone();
    added.iter().for_each(|(key, at)| moved[*at] = plain[*key].clone());
    let (mut was_possible, mut found) = (fault(&moved).is_none(), None);
    for (key, at) in added {
        moved[at] = values[at].clone();
        let now = fault(&moved);
        let is_possible = now.is_none();
        if let (true, Some(fault)) = (was_possible, now) {
            found = Some((key, fault));
        }
        was_possible = is_possible;
    }
    found
}
