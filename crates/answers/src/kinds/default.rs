//! What a dataset is asked whose scenario asks nothing: what fits the roles of its axes and the kinds of its measures.

use tolley_dataset::Manifest;
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::design::Design;
use tolley_experiment::role::Role;
use tolley_experiment::table::MeasureKind;
use tolley_experiment::value::Value;

/// What a dataset is asked where nobody says what: what its scenario asks, else what fits its design, as far as it can
/// be asked of its rows.
pub fn asks_of(manifest: &Manifest) -> Vec<Ask> {
    let possible =
        |asks: Vec<Ask>| -> Vec<Ask> { asks.into_iter().filter(|ask| super::check(ask, manifest).is_ok()).collect() };
    let written = possible(manifest.asks.clone());
    if written.is_empty() { possible(default_asks(manifest)) } else { written }
}

/// The questions that fit a design; at least one.
pub fn default_asks(manifest: &Manifest) -> Vec<Ask> {
    let axes: Vec<Axis<'_>> = manifest.plan.grid.axes.iter().map(|axis| Axis::of(manifest, &axis.key)).collect();
    let paths = |axes: &[Axis<'_>]| axes.iter().map(|axis| axis.path.to_owned()).collect::<Vec<String>>();
    if is_drawn(manifest) {
        return vec![drawn(manifest, paths(&axes))];
    }
    // who wins more is asked where a measure is one half between equals
    let is_won = manifest.measures.iter().any(|measure| measure.kind == MeasureKind::Fair);
    if is_won && both_sides_vary(manifest, &axes) {
        return vec![Ask { kind: AskKind::Rank, ..Ask::default() }];
    }
    if let Some(asks) = fair(manifest, &axes) {
        return asks;
    }
    if axes.iter().all(|axis| axis.role == Some(Role::Choice)) {
        // without an axis the value alone is said
        return vec![Ask { kind: AskKind::Best, over: paths(&axes), ..Ask::default() }];
    }
    let at = foremost(&axes);
    let strata = axes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, axis)| axis.path.to_owned());
    vec![Ask {
        kind: AskKind::Effect,
        over: axes.get(at).map(|axis| axis.path.to_owned()).into_iter().collect(),
        strata: strata.collect(),
        ..Ask::default()
    }]
}

/// An axis and the part that its key plays.
struct Axis<'m> {
    path: &'m str,
    role: Option<Role>,
    is_number: bool,
}

impl<'m> Axis<'m> {
    fn of(manifest: &'m Manifest, path: &'m str) -> Axis<'m> {
        let axis = manifest.plan.grid.axes.iter().find(|axis| axis.key == path);
        let values = axis.map_or(&[][..], |axis| &axis.values);
        let is_number =
            values.len() > 1 && values.iter().all(|value| matches!(value, Value::Number(_) | Value::Count(_)));
        Axis { path, role: manifest.described_key(path).and_then(|column| column.role), is_number }
    }
}

/// Whether points are drawn, so that no two of them differ in one key alone.
fn is_drawn(manifest: &Manifest) -> bool {
    let is_drawn = !matches!(manifest.plan.grid.design, Design::Grid | Design::List);
    is_drawn && !manifest.plan.grid.axes.is_empty()
}

/// What matters where the rows are made for it, else a map.
fn drawn(manifest: &Manifest, paths: Vec<String>) -> Ask {
    if matches!(manifest.plan.grid.design, Design::Saltelli { .. }) {
        return Ask { kind: AskKind::Depends, over: paths, ..Ask::default() };
    }
    let mut paths = paths.into_iter();
    // a map has two axes; the others are spread evenly over it
    Ask { kind: AskKind::Map, along: paths.next(), over: paths.take(1).collect(), ..Ask::default() }
}

/// Whether sides are alike, and how unlike they may be, where a measure is one half between equals: of sides that are
/// alike, or of which something is swept.
fn fair(manifest: &Manifest, axes: &[Axis<'_>]) -> Option<Vec<Ask>> {
    let measure = manifest.measures.iter().find(|measure| measure.kind == MeasureKind::Fair)?.column.clone();
    let side = axes.iter().find(|axis| axis.role == Some(Role::Side));
    if side.is_none() && !sides_are_alike(manifest) {
        return None;
    }
    let of = |kind: AskKind| Ask { kind, measure: Some(measure.clone()), ..Ask::default() };
    let others =
        |side: &Axis<'_>| axes.iter().filter(|axis| axis.path != side.path).map(|axis| axis.path.to_owned()).collect();
    let limit = side.filter(|side| side.is_number).map(|side| Ask {
        along: Some(side.path.to_owned()),
        strata: others(side),
        ..of(AskKind::Limit)
    });
    Some([of(AskKind::Fair)].into_iter().chain(limit).collect())
}

/// Whether the same key is swept of two sides, so that players meet.
fn both_sides_vary(manifest: &Manifest, axes: &[Axis<'_>]) -> bool {
    let of_side = |axis: &Axis<'_>| {
        let whose = manifest.described_key(axis.path)?.of.clone()?;
        Some((axis.path.split_once('.')?.1.to_owned(), whose))
    };
    let swept: Vec<(String, String)> = axes.iter().filter_map(of_side).collect();
    swept.iter().any(|(name, whose)| swept.iter().any(|(other, of)| other == name && of != whose))
}

/// Whether all that one of two sides has the other has too, and nothing of it is swept.
fn sides_are_alike(manifest: &Manifest) -> bool {
    let described = manifest.keys.iter().filter_map(|path| Some((path, manifest.described_key(path)?)));
    let of_sides = described.filter_map(|(path, column)| Some((path, column.of.as_deref()?)));
    let all: Vec<(&String, &str)> = of_sides.collect();
    let mut names: Vec<&str> = all.iter().map(|(_, whose)| *whose).collect();
    names.sort_unstable();
    names.dedup();
    let [one, other] = names[..] else { return false };
    let last = |path: &str| path.split_once('.').map_or("", |(_, last)| last).to_owned();
    all.iter().filter(|(_, whose)| *whose == one).all(|(path, _)| {
        let twin = all.iter().find(|(twin, whose)| *whose == other && last(twin) == last(path));
        twin.is_none_or(|(twin, _)| manifest.plan.base.get(*path) == manifest.plan.base.get(*twin))
    })
}

/// The place of the axis whose effect is asked: a law before what is set, what one side has, how well somebody plays
/// and what the world is like.
fn foremost(axes: &[Axis<'_>]) -> usize {
    let order = [Role::Law, Role::Side, Role::Design, Role::Seat, Role::Choice, Role::Skill, Role::Ground];
    let rank = |axis: &Axis<'_>| order.iter().position(|role| axis.role == Some(*role)).unwrap_or(order.len());
    (0..axes.len()).min_by_key(|at| rank(&axes[*at])).unwrap_or(0)
}
