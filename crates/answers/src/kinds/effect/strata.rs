//! What other axes of the design do to an effect: where its sign turns, where only its size changes.

use std::cmp::Ordering;

use tolley_analysis::contrasts::{Contrast, StrataChange};
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_experiment::value::Value;

use super::found::{EffectFound, clear_sign};

/// Where an arm clearly raises a measure, and where it clearly lowers it.
pub(super) struct Turning<'f> {
    pub arm: usize,
    /// Number of the axis that turns it; none where it takes several together.
    pub axis: Option<usize>,
    /// Values of the other axes, and what the arms do there, where the arm raises the measure.
    pub up: (Vec<(String, Value)>, &'f [Contrast]),
    /// The same where it lowers it.
    pub down: (Vec<(String, Value)>, &'f [Contrast]),
}

/// The clearest case in which the sign of an effect turns: along one axis, else from combination to combination.
pub(super) fn turning(found: &EffectFound) -> Option<Turning<'_>> {
    let along_axes = found.others().flat_map(|arm| {
        found.strata.axes.iter().enumerate().filter_map(move |(number, axis)| {
            let places = axis.values.iter().zip(&axis.contrasts);
            let strata = places.map(|(value, contrasts)| (vec![(axis.key.clone(), value.clone())], &contrasts[..]));
            turning_among(arm, Some(number), &strata.collect::<Vec<_>>())
        })
    });
    let clearest = |one: &(f64, Turning<'_>), other: &(f64, Turning<'_>)| one.0.total_cmp(&other.0);
    let along_one = along_axes.max_by(clearest);
    let together = || {
        let all = found.strata.combinations.iter();
        let strata: Vec<StratumArms<'_>> =
            all.map(|combination| (combination.values.clone(), &combination.contrasts[..])).collect();
        found.others().filter_map(|arm| turning_among(arm, None, &strata)).max_by(clearest)
    };
    along_one.or_else(together).map(|(_, turning)| turning)
}

/// Values of other axes, and what the arms do there.
type StratumArms<'f> = (Vec<(String, Value)>, &'f [Contrast]);

/// The strata in which an arm is clearly highest and clearly lowest, with the smaller size of both; none where both lie
/// within the margin.
fn turning_among<'f>(arm: usize, axis: Option<usize>, strata: &[StratumArms<'f>]) -> Option<(f64, Turning<'f>)> {
    let size = |of: &StratumArms<'_>| of.1[arm].difference.value.unwrap_or(0.0);
    let extreme = |sign: i8| {
        let clear = strata.iter().filter(move |of| clear_sign(&of.1[arm]) == sign);
        clear.max_by(|one, other| size(one).abs().partial_cmp(&size(other).abs()).unwrap_or(Ordering::Equal))
    };
    let (up, down) = (extreme(1)?, extreme(-1)?);
    let is_within = |of: &StratumArms<'_>| of.1[arm].p.is_some_and(|p| p.within <= LEVEL);
    if is_within(up) && is_within(down) {
        return None;
    }
    let smaller = size(up).abs().min(size(down).abs());
    Some((smaller, Turning { arm, axis, up: up.clone(), down: down.clone() }))
}

/// The axis along which the effect of an arm clearly changes most, and the change.
pub(super) fn largest_change(found: &EffectFound, arm: usize) -> Option<(usize, &StrataChange)> {
    clear_changes(found, arm).max_by(|(_, one), (_, other)| {
        let size = |change: &StrataChange| change.difference.value.unwrap_or(0.0).abs();
        size(one).total_cmp(&size(other))
    })
}

/// All axes along which the effect of an arm clearly changes.
pub(super) fn clear_changes(found: &EffectFound, arm: usize) -> impl Iterator<Item = (usize, &StrataChange)> {
    let axes = found.strata.axes.iter().enumerate();
    let changes = axes.filter_map(move |(number, axis)| Some((number, axis.changes.get(arm)?.as_ref()?)));
    changes.filter(|(_, change)| change.p <= LEVEL)
}

/// Whether more of the one axis that is compared does the more, and in which direction: the arms that are farthest from
/// the control on either side differ most from it, all that clearly differ agree, and no two values are seen to be in
/// the other order.
pub(super) fn slope(found: &EffectFound, contrasts: &[Contrast]) -> Option<i8> {
    if found.keys.len() != 1 || found.others().count() < 2 {
        return None;
    }
    let number = |arm: usize| match &contrasts[arm].values.first()?.1 {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    };
    let control = number(found.contrasts.control)?;
    let mut direction = 0;
    for side in [-1.0, 1.0] {
        let distance = |arm: &usize| number(*arm).map_or(0.0, |value| (value - control) * side);
        let arms: Vec<usize> = found.others().filter(|arm| distance(arm) > 0.0).collect();
        let by = |of: &dyn Fn(&usize) -> f64| arms.iter().copied().max_by(|a, b| of(a).total_cmp(&of(b)));
        let size = |arm: &usize| contrasts[*arm].difference.value.unwrap_or(0.0).abs();
        if by(&distance) != by(&size) {
            return None;
        }
        for arm in arms {
            let sign = clear_sign(&contrasts[arm]) * side as i8;
            if sign * direction < 0 {
                return None;
            }
            direction = if sign == 0 { direction } else { sign };
        }
    }
    let is_turned = |low: usize, high: usize| {
        let [low, high] = [low, high].map(|arm| contrasts[arm].difference);
        let [below, above] = [low, high].map(|of| of.value.unwrap_or(0.0));
        let error = libm::hypot(low.std_error.unwrap_or(0.0), high.std_error.unwrap_or(0.0));
        f64::from(direction) * (above - below) < -ORDERED * error.max(f64::MIN_POSITIVE)
    };
    let arms = || 0..contrasts.len();
    let are_ordered = arms().all(|low| arms().all(|high| number(low) >= number(high) || !is_turned(low, high)));
    (direction != 0 && are_ordered).then_some(direction)
}

/// Standard errors by which two values may be in the other order by chance.
const ORDERED: f64 = 2.0;

/// Whether all arms are shown to lie within the margin at every value of the other axes, not on average only.
pub(super) fn is_within_everywhere(found: &EffectFound) -> bool {
    let is_within = |of: &Contrast| of.is_identity || of.p.is_some_and(|p| p.within <= LEVEL);
    let places = found.strata.axes.iter().flat_map(|axis| &axis.contrasts);
    found.is_solved || places.flat_map(|arms| found.others().map(|arm| &arms[arm])).all(is_within)
}
