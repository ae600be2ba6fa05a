//! Which points of a plan ask for what cannot be done, and where the nearest is played without being asked for.

use std::collections::BTreeSet;

use crate::declare::key::Path;
use crate::declare::limits::BeyondLimit;
use crate::declare::problem::Fault;
use crate::declare::value::Value;
use crate::design::Design;
use crate::scenario::checked;
use crate::scenario::plan::Plan;

/// Up to so many points of a design that is no grid are all compared with the limits before anything is played.
const MOST_POINTS: u64 = 1_000_000;

/// Lets the nearest be played where a design draws what can be done and nobody said otherwise; the limits that it
/// draws.
pub(crate) fn allow_drawn(plan: &mut Plan) -> BTreeSet<Path> {
    let Some(limits) = plan.study.limits else { return BTreeSet::new() };
    if matches!(plan.grid.design, Design::Grid | Design::List) {
        return BTreeSet::new();
    }
    let varying: Vec<Path> = plan.varying().into_iter().map(|key| plan.study.schema.keys[key].path).collect();
    let drawn: BTreeSet<Path> = limits.limiting.iter().copied().filter(|key| varying.contains(key)).collect();
    let Some(by) = plan.study.schema.find(limits.by).filter(|by| !plan.is_set(*by)) else { return BTreeSet::new() };
    if !drawn.is_empty() {
        plan.set(by, Value::Choice(BeyondLimit::Nearest.name().into()));
    }
    drawn
}

/// Points that ask for what cannot be done, beyond those that [`checked::points`] finds by their setups: where limits
/// of `drawn` let the nearest be played, those beyond other limits; of many points that are no grid, all.
pub(crate) fn beyond(plan: &Plan, drawn: &BTreeSet<Path>, mut note: impl FnMut(u64, Fault)) {
    let (Some(limits), varying) = (plan.study.limits, plan.varying()) else { return };
    let paths: Vec<Path> = varying.iter().map(|key| plan.study.schema.keys[*key].path).collect();
    let is_allowed = plan.plays_nearest();
    let points: Box<dyn Iterator<Item = u64>> = match (is_allowed, plan.grid.points()) {
        (true, _) if drawn.is_empty() => return,
        (true, _) => checked::points(plan),
        (false, points) => {
            let is_seen = points <= checked::CHECKED_POINTS || plan.grid.is_full_grid() || points > MOST_POINTS;
            let is_varied = |key: &Path| paths.contains(key);
            if is_seen || !limits.asking.iter().chain(limits.limiting).any(is_varied) {
                return;
            }
            Box::new(0..points)
        }
    };
    let Some(mut beyond) = (plan.study.beyond)(&plan.point(0), &paths) else { return };
    let values = plan.values_of(&varying);
    for point in points {
        for beyond in beyond(&values(point)).into_iter().filter(|beyond| !drawn.contains(&beyond.limit.key)) {
            note(point, beyond.fault(limits.by));
        }
    }
}
