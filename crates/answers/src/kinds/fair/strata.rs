//! Which of the other axes of a limit matter to it: those along which it, or the share, is shown to differ.

use std::collections::BTreeMap;

use tolley_analysis::fair::Fairness;
use tolley_analysis::limit::{LimitSide, LimitStratum};
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_experiment::value::Value;

use super::case::{Case, HALF, ShareClass};
use crate::answer::{Dependence, Quantity};

/// A case, and between which shares it lies, together with all others.
pub(super) struct Bounded<'c> {
    pub case: &'c Case,
    pub interval: Option<[f64; 2]>,
}

/// The cases with intervals that all hold together, each as many times rarer wrong (Bonferroni).
pub(super) fn bounded<'c>(cases: &'c [Case], found: &Fairness) -> Vec<Bounded<'c>> {
    let together = cases.iter().filter(|case| case.is_tested()).count().max(1);
    let upper = 1.0 - (1.0 - CONFIDENCE) / 2.0 / together as f64;
    let of = |case: &'c Case| {
        let comparison = found.points.get(case.point as usize).and_then(|point| point.comparison);
        let interval = comparison.filter(|_| case.is_tested()).map(|of| of.interval(upper).map(|off| off + HALF));
        Bounded { case, interval }
    };
    cases.iter().map(of).collect()
}

/// Whether two strata that are alike but for this axis have limits that cannot be the same: one is shown further than
/// where the other is shown to have ended. Their bands are to hold together.
pub(super) fn moves_limit(strata: &[LimitStratum], key: &str) -> bool {
    let values = |stratum: &&LimitStratum| rest(stratum.values.iter().map(|(axis, value)| (axis.as_str(), value)), key);
    let is_beyond = |one: &LimitSide, other: &LimitSide| {
        one.shown.zip(other.outside).is_some_and(|(shown, outside)| shown.abs() > outside.abs())
    };
    alike_but(strata.iter(), values).values().any(|group| {
        group.iter().any(|one| {
            group.iter().any(|other| one.sides.iter().zip(&other.sides).any(|(one, other)| is_beyond(one, other)))
        })
    })
}

/// What the share is at each value of an axis, all else alike, where two of its values differ most: whether it is shown
/// to differ there, or who gains to turn; nothing where no two values have a share.
pub(super) fn along_axis(cases: &[Bounded<'_>], key: &str, measure: &Quantity) -> Option<(bool, Dependence)> {
    let values = |of: &&Bounded<'_>| rest(of.case.values.iter().map(|(axis, value)| (axis.name.as_str(), value)), key);
    let mut found: Option<(bool, f64, Vec<&Case>)> = None;
    let mut turns = false;
    for group in alike_but(cases.iter(), values).into_values() {
        let known = || group.iter().filter(|of| of.case.estimate.value.is_some());
        for (one, other) in known().flat_map(|one| known().map(move |other| (one, other))) {
            let is_apart = one.interval.zip(other.interval).is_some_and(|(one, other)| one[1] < other[0]);
            let is_turned = (one.case.class, other.case.class) == (ShareClass::Below, ShareClass::Above);
            turns |= is_turned;
            let (is_shown, size) = (is_apart || is_turned, other.case.off() - one.case.off());
            if size > 0.0 && found.as_ref().is_none_or(|known| (is_shown, size) > (known.0, known.1)) {
                found = Some((is_shown, size, known().map(|of| of.case).collect()));
            }
        }
    }
    let (is_shown, _, cases) = found?;
    let on = cases.first()?.values.iter().find(|(axis, _)| axis.name == key)?.0.clone();
    let value = |case: &&Case| case.values.iter().find(|(axis, _)| axis.name == key).map(|(_, value)| value.clone());
    let known = cases.iter().filter_map(|case| Some((value(case)?, case.estimate))).collect();
    let elsewhere = cases.first()?.values.iter().filter(|(axis, _)| axis.name != key);
    let places: Vec<String> = elsewhere.map(|(axis, value)| format!("{} {}", axis.label, axis.value(value))).collect();
    // what it is there, which is not what it is at worst
    let (name, label) = match places.is_empty() {
        true => (measure.name.clone(), measure.label.clone()),
        false => {
            let place = places.join(", ");
            (format!("{} at {place}", measure.name), format!("{} at {place}", measure.label))
        }
    };
    let of = Quantity { name, label, ..measure.clone() };
    Some((is_shown, Dependence { on, cases: known, of, turns, is_assumed: false }))
}

/// Values on all axes but one, as text.
fn rest<'v>(values: impl Iterator<Item = (&'v str, &'v Value)>, key: &str) -> Vec<String> {
    values.filter(|(axis, _)| *axis != key).map(|(axis, value)| format!("{axis}={value}")).collect()
}

/// What is alike but for one axis.
fn alike_but<T>(all: impl Iterator<Item = T>, rest: impl Fn(&T) -> Vec<String>) -> BTreeMap<Vec<String>, Vec<T>> {
    let mut groups: BTreeMap<Vec<String>, Vec<T>> = BTreeMap::new();
    all.for_each(|one| groups.entry(rest(&one)).or_default().push(one));
    groups
}
