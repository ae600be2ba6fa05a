//! What a scenario sweeps beyond what the hand of a profile can do is left out, and told.

use crate::declare::problem::Severity;
use crate::declare::value::Value;
use crate::design::{Design, axis};
use crate::scenario::plan::Plan;

/// Points of a grid that are looked at, at most; beyond that what cannot be done is refused.
const MOST_POINTS: u64 = 1_000_000;

/// Values of an axis that lie beyond a limit of a profile.
struct Cut {
    /// Number of the axis.
    axis: usize,
    /// Its values beyond the limit at every point.
    beyond: Vec<Value>,
    /// Number of the key that limits them.
    limit: usize,
}

/// Leaves out of the axes of a grid what is beyond limits that a profile sets, and tells by the number of the key what
/// that is.
pub(super) fn leave_out(plan: &mut Plan, mut note: impl FnMut(usize, String, Severity)) {
    for Cut { axis, beyond, limit } in beyond_profiles(plan) {
        let Some((profile, line)) = plan.profile_line(limit) else { continue };
        let (key, by) = (plan.axis_keys()[axis], format!("{line} ({})", plan.profiles[profile].file));
        let described = &plan.study.schema.keys[key];
        let values = axis::listed(described, &beyond);
        if beyond.len() == plan.grid.axes[axis].values.len() {
            let message =
                format!("{values}: nothing is left, all is beyond {by}; allowed: --sweep {}=A,B", described.path);
            note(key, message, Severity::Error);
            continue;
        }
        note(key, format!("{values}: left out, beyond {by}"), Severity::Warning);
        let left_out = format!("{} {values}", described.label);
        plan.profiles[profile].left_out.push(left_out);
        plan.leave_out(axis, beyond);
    }
}

/// What of the axes of a grid is beyond limits that a profile sets, whatever the other axes are.
fn beyond_profiles(plan: &Plan) -> Vec<Cut> {
    let Some(limits) = plan.study.limits else { return Vec::new() };
    let schema = &plan.study.schema;
    let limiting: Vec<usize> = limits.limiting.iter().filter_map(|path| schema.find(*path)).collect();
    let is_limited = limiting.iter().any(|key| plan.profile_line(*key).is_some());
    let is_asking = |axis: &usize| limits.asking.contains(&schema.keys[plan.axis_keys()[*axis]].path);
    let axes: Vec<usize> = (0..plan.axis_keys().len()).filter(is_asking).collect();
    let is_grid = plan.grid.design == Design::Grid && plan.grid.points() <= MOST_POINTS;
    if !is_limited || axes.is_empty() || !is_grid || plan.plays_nearest() {
        return Vec::new();
    }
    let varying = plan.varying();
    let paths: Vec<_> = varying.iter().map(|key| schema.keys[*key].path).collect();
    let Some(mut check) = (plan.study.beyond)(&plan.point(0), &paths) else { return Vec::new() };
    let values = plan.values_of(&varying);
    // for each axis which of its values can be done somewhere, and what forbids the others
    let mut possible: Vec<Vec<bool>> =
        axes.iter().map(|axis| vec![false; plan.grid.axes[*axis].values.len()]).collect();
    let mut limit = vec![None; axes.len()];
    for point in 0..plan.grid.points() {
        let found = check(&values(point));
        for (at, axis) in axes.iter().enumerate() {
            let path = schema.keys[plan.axis_keys()[*axis]].path;
            let by =
                found.iter().filter(|beyond| beyond.asked == path).find_map(|beyond| schema.find(beyond.limit.key));
            let by = by.filter(|key| plan.profile_line(*key).is_some());
            limit[at] = limit[at].or(by);
            let value = plan.grid.axis_value(*axis, point);
            let place = plan.grid.axes[*axis].values.iter().position(|other| *other == *value);
            if let (None, Some(place)) = (by, place) {
                possible[at][place] = true;
            }
        }
    }
    let cut = |(at, axis): (usize, &usize)| {
        let values = plan.grid.axes[*axis].values.iter().zip(&possible[at]);
        let beyond: Vec<Value> = values.filter(|(_, can_be)| !**can_be).map(|(value, _)| value.clone()).collect();
        limit[at].filter(|_| !beyond.is_empty()).map(|limit| Cut { axis: *axis, beyond, limit })
    };
    axes.iter().enumerate().filter_map(cut).collect()
}
