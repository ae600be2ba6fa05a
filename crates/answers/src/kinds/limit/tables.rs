//! Limits as tables: one of all strata, and one of all values that were tried.

use tolley_analysis::Estimate;
use tolley_analysis::limit::{LimitReference, LimitSide, LimitStratum, Limits};
use tolley_dataset::Manifest;

use super::words::LimitUnit;
use crate::answer::{Cell, Column, Quantity, Table, say};
use crate::catalogue::word;

/// Longest label that stands above a column of the answer itself.
const LONGEST_HEAD: usize = 20;

/// Axes other than that of the limit, as columns.
pub fn axis_columns(manifest: &Manifest, stratum: Option<&LimitStratum>) -> Vec<Column> {
    let values = stratum.map_or(&[][..], |stratum| &stratum.values);
    values.iter().map(|(key, _)| short_axis(Quantity::of_key(manifest, key))).collect()
}

/// An axis whose label is left out above a narrow table where it is long.
pub fn short_axis(quantity: Quantity) -> Column {
    let is_long = quantity.label.chars().count() > LONGEST_HEAD;
    let column = Column::axis(quantity);
    if is_long { column.headed("") } else { column }
}

/// How far in each stratum.
pub fn brief(manifest: &Manifest, limits: &Limits, unit: &LimitUnit) -> Table {
    let mut columns = axis_columns(manifest, limits.strata.first());
    let result = |what: &'static str, head: &'static str| {
        Column::result(unit.quantity().clone(), &limits.measure, what, method(limits)).headed(word(head))
    };
    let heads = match (unit.has_distances(), limits.reference) {
        (true, LimitReference::Half) => ["limit.head_fair_down", "limit.head_fair_up"],
        (_, LimitReference::Half) => ["limit.head_fair_from", "limit.head_fair_to"],
        _ => ["limit.head_shown_from", "limit.head_shown_to"],
    };
    let tried: Vec<usize> = (0..2).filter(|side| limits.is_tried()[*side]).collect();
    let names = ["limit shown below", "limit shown above"];
    columns.extend(tried.iter().map(|side| result(names[*side], heads[*side])));
    let row = |stratum: &LimitStratum| {
        let shown = tried.iter().map(|side| shown_cell(&stratum.sides[*side], unit));
        axis_cells(stratum).into_iter().chain(shown).collect()
    };
    let title = say("limit.title_limits");
    let rows = limits.strata.iter().map(row).collect();
    Table { name: "limits", title, columns, rows, is_brief: true }
}

fn axis_cells(stratum: &LimitStratum) -> Vec<Cell> {
    stratum.values.iter().map(|(_, value)| Cell::Value(value.clone())).collect()
}

fn method(limits: &Limits) -> String {
    format!("curve with a simultaneous band, {} %", crate::number::short(limits.confidence * 100.0))
}

fn shown_cell(side: &LimitSide, unit: &LimitUnit) -> Cell {
    match (side.furthest, side.shown) {
        (None, _) => Cell::Absent,
        (_, None) => Cell::Name(word("limit.none_shown").to_owned()),
        (_, Some(shown)) => Cell::Number(unit.value(shown)),
    }
}

/// Where the curve of each stratum leaves the margin, between what is shown to be within and shown to be outside.
pub fn crossings(manifest: &Manifest, limits: &Limits, unit: &LimitUnit) -> Table {
    let mut columns = axis_columns(manifest, limits.strata.first());
    for (what, head) in [
        ("shown below", "limit.head_shown_below"),
        ("leaves below", "limit.head_leaves_below"),
        ("shown above", "limit.head_shown_above"),
        ("leaves above", "limit.head_leaves_above"),
    ] {
        let column = Column::result(unit.quantity().clone(), &limits.measure, what, method(limits));
        columns.push(column.headed(word(head)));
    }
    columns.push(Column::other(Quantity::plain("degree", word("limit.column_powers"))));
    columns.push(Column::other(Quantity::plain("p_fit", word("limit.column_p_fit"))));
    columns.push(Column::other(Quantity::plain("n", word("limit.column_repeats"))));
    let row = |stratum: &LimitStratum| {
        let mut cells = axis_cells(stratum);
        for side in &stratum.sides {
            let estimate = |value: Option<f64>, interval| {
                let value = value.map(|off| unit.value(off));
                value.map_or(Cell::Absent, |value| {
                    Cell::Estimate(Estimate { n: stratum.n, value: Some(value), std_error: None, interval })
                })
            };
            cells.push(estimate(side.shown, None));
            cells.push(estimate(side.leaves, ends(side, unit)));
        }
        let fit = stratum.fit.as_ref();
        cells.push(fit.map_or(Cell::Absent, |fit| Cell::Count(fit.degree as u64)));
        cells.push(fit.and_then(|fit| fit.p_fit()).map_or(Cell::Absent, Cell::P));
        cells.push(Cell::Count(stratum.n));
        cells
    };
    let title = say("limit.title_crossings");
    Table { name: "crossings", title, columns, rows: limits.strata.iter().map(row).collect(), is_brief: false }
}

/// The nearest place at which a side may leave, which is shown, and the furthest, which is a hint. Nothing where it may
/// not leave as far as was tried.
fn ends(side: &LimitSide, unit: &LimitUnit) -> Option<[f64; 2]> {
    let (near, far) = (unit.value(side.shown?), unit.value(side.outside?));
    Some([near.min(far), near.max(far)])
}

/// Every value that was tried: by how much the measure is off, as played and by the curve.
pub fn places(manifest: &Manifest, limits: &Limits, measure: &Quantity, is_brief: bool) -> Table {
    let mut columns = axis_columns(manifest, limits.strata.first());
    columns.push(Column::axis(Quantity::of_key(manifest, &limits.along[0])));
    let off = measure.difference();
    let seen = Column::result(off.clone(), &limits.measure, "difference", "student-t");
    columns.push(seen.headed(word("limit.head_off_by")));
    let curve = Column::result(off, &limits.measure, "difference by the curve", method(limits));
    columns.push(curve.headed(word("limit.head_by_curve")));
    let mut rows = Vec::new();
    for stratum in &limits.strata {
        for place in &stratum.places {
            let mut cells = axis_cells(stratum);
            cells.push(Cell::Value(tolley_experiment::value::Value::Number(place.at)));
            cells.push(Cell::Estimate(place.seen));
            cells.push(place.curve.map_or(Cell::Absent, Cell::Estimate));
            rows.push(cells);
        }
    }
    let title = say("limit.title_places");
    Table { name: "places", title, columns, rows, is_brief }
}
