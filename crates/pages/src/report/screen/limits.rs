//! How far two sides may differ: a bar a stratum, and below it what was measured along the same axis.

use serde_json::json;
use tolley_answers::answer::{Answer, Cell, Column, ColumnPart, Quantity, Table};
use tolley_answers::number;
use tolley_report::Figure;

use super::{lines, rows};

/// How far it is proven in one direction, and how far it is not excluded, SI; infinite where there is no end.
type Reach = [f64; 2];

/// The columns of one direction: what is proven, and where it ends.
struct Direction {
    shown: Option<usize>,
    ends: usize,
    sign: f64,
}

/// The picture, where an answer has limits.
pub fn picture(answer: &Answer) -> Option<Figure> {
    let with_ends = answer.tables.iter().find(|table| table.name == "crossings");
    let table = with_ends.or_else(|| answer.tables.iter().find(|table| table.name == "limits"))?;
    let below = direction(table, ["shown below", "leaves below", "limit below"], -1.0);
    let above = direction(table, ["shown above", "leaves above", "limit above"], 1.0);
    let quantity = &table.columns[above.as_ref().or(below.as_ref())?.ends].quantity;
    let tried = tried(answer, quantity);
    // a limit is said as a distance, but where it is a value of the axis itself
    let beside = tried.filter(|[low, high]| low * high > 0.0).map_or(0.0, |[low, high]| match (&below, &above) {
        (Some(_), None) => high,
        (None, _) => low,
        _ => (low + high) / 2.0,
    });
    let zero = tried.and_then(|_| start(answer)).unwrap_or(beside);
    let reaches: Vec<[Reach; 2]> =
        table.rows.iter().map(|row| [&below, &above].map(|way| reach(row, way.as_ref(), zero))).collect();
    let span = tried.or_else(|| span(&reaches, [below.is_some(), above.is_some()]))?;
    let shown = |value: f64| value.clamp(span[0], span[1]) * quantity.factor;
    let row = |(row, [below, above]): (&Vec<Cell>, &[Reach; 2])| {
        json!({
            "name": stratum(table, row), "told": told(quantity, [below[0], above[0]], zero),
            "good": [shown(below[0]), shown(above[0])], "open": [shown(below[1]), shown(above[1])],
        })
    };
    let all: Vec<_> = table.rows.iter().zip(&reaches).map(row).collect();
    let data = json!({
        "says": answer.headline.text(), "names": rows::names(answer.about.kind), "rows": all,
        "span": span.map(shown), "zero": shown(zero), "x": rows::titled(quantity),
        "below": lines::below(answer, quantity, span),
    });
    let title = "How far apart they may be".to_owned();
    (!all.is_empty()).then_some(Figure { kind: "answer-limits", title, caption: String::new(), data })
}

/// The columns of a direction in which something was found.
fn direction(table: &Table, [shown, leaves, limit]: [&str; 3], sign: f64) -> Option<Direction> {
    let column = |what: &str| {
        let mut parts = table.columns.iter().map(|column| &column.part);
        parts.position(|part| matches!(part, ColumnPart::Result { quantity, .. } if *quantity == what))
    };
    let (shown, ends) = (column(shown), column(leaves).or_else(|| column(limit))?);
    let has_value = |at: usize| table.rows.iter().any(|row| rows::estimated(row, at).is_some());
    (has_value(ends) || shown.is_some_and(has_value)).then_some(Direction { shown, ends, sign })
}

/// What is proven and what is not excluded in one direction, seen from where nothing is off.
fn reach(row: &[Cell], way: Option<&Direction>, zero: f64) -> Reach {
    let Some(Direction { shown, ends, sign }) = way else { return [zero; 2] };
    // a distance below may be written with or without its sign
    let placed = |value: f64| if zero == 0.0 { sign * value.abs() } else { value };
    let far = |value: f64| sign * (placed(value) - zero);
    let value = |at: usize| rows::estimated(row, at).and_then(|estimate| estimate.value);
    let Some(estimate) = rows::estimated(row, *ends) else {
        return [shown.and_then(value).map_or(zero, placed), sign * f64::INFINITY];
    };
    let of_ends = estimate.interval.or(estimate.value.map(|value| [value; 2])).unwrap_or([zero; 2]);
    let [near, end] = if far(of_ends[0]) <= far(of_ends[1]) { of_ends } else { [of_ends[1], of_ends[0]] };
    let proven = match shown {
        Some(at) => value(*at).map_or(zero, placed),
        None => placed(near),
    };
    [proven, placed(end)]
}

/// From where to where distances are drawn.
fn span(reaches: &[[Reach; 2]], [below, above]: [bool; 2]) -> Option<[f64; 2]> {
    let all: Vec<f64> = reaches.iter().flatten().flatten().map(|end| end.abs()).collect();
    let farthest = all.iter().copied().filter(|end| end.is_finite()).fold(0.0, f64::max);
    let room = if all.iter().all(|end| end.is_finite()) { 1.08 } else { 1.25 };
    let end = farthest * room;
    (end > 0.0).then_some([if below { -end } else { 0.0 }, if above { end } else { 0.0 }])
}

/// From where to where the axis of the limits was tried, if it is told in the same unit.
fn tried(answer: &Answer, quantity: &Quantity) -> Option<[f64; 2]> {
    let is_same = |column: &Column| column.quantity.name == quantity.name && column.quantity.unit == quantity.unit;
    let of = |table: &Table| {
        let at = rows::axes(table).into_iter().find(|at| is_same(&table.columns[*at]))?;
        let numbers: Vec<f64> = rows::distinct(table, at).iter().map(rows::number).collect();
        Some([*numbers.first()?, *numbers.last()?]).filter(|ends| ends.iter().all(|end| end.is_finite()))
    };
    answer.tables.iter().find_map(of)
}

/// The value that all others are compared with: there nothing is off, by any curve.
fn start(answer: &Answer) -> Option<f64> {
    let table = answer.tables.iter().find(|table| table.name == "places")?;
    let curve = table.columns.len().checked_sub(1)?;
    let along = rows::axes(table).into_iter().last()?;
    let is_known = |row: &&Vec<Cell>| {
        rows::estimated(row, curve).is_some_and(|of| of.value == Some(0.0) && of.interval == Some([0.0; 2]))
    };
    let known = table.rows.iter().find(is_known)?;
    rows::value(known, along).map(|start| rows::number(&start)).filter(|start| start.is_finite())
}

/// The stratum of a row in words.
fn stratum(table: &Table, row: &[Cell]) -> String {
    let part = |(cell, column): (&Cell, &Column)| match (&column.part, cell) {
        (ColumnPart::Axis, Cell::Value(value)) if rows::is_number(value) => {
            Some(format!("{} {}", column.quantity.label, column.quantity.value(value)))
        }
        (ColumnPart::Axis, Cell::Value(value)) => Some(column.quantity.value(value)),
        (_, Cell::Name(name)) => Some(name.clone()),
        _ => None,
    };
    let parts: Vec<String> = row.iter().zip(&table.columns).filter_map(part).collect();
    if parts.is_empty() { "as played".to_owned() } else { parts.join(", ") }
}

/// `-291 to +359 mg`.
fn told(quantity: &Quantity, [below, above]: [f64; 2], zero: f64) -> String {
    let plus = if zero == 0.0 { "+" } else { "" };
    let text = |value: f64| number::short(value * quantity.factor);
    match (below < zero, above > zero) {
        (true, true) => quantity.with_unit(&format!("{} to {plus}{}", text(below), text(above))),
        (true, false) => quantity.with_unit(&format!("from {}", text(below))),
        (false, true) => quantity.with_unit(&format!("up to {plus}{}", text(above))),
        (false, false) => "none shown".to_owned(),
    }
}
