//! How far two sides may differ: a bar a stratum, and below it what was measured along the same axis.

use serde_json::json;
use tolley_answers::answer::{Answer, Cell, ColumnPart, Quantity, Table};
use tolley_answers::number;
use tolley_report::Figure;

use super::{lines, rows};

/// How far it is fair in one direction, and how far it may be, SI; infinite where there is no end.
type Reach = [f64; 2];

/// The picture, where an answer has limits.
pub fn picture(answer: &Answer) -> Option<Figure> {
    let table = answer.tables.iter().find(|table| table.name == "limits" && !table.rows.is_empty())?;
    let (below, above) = (column(table, "limit below"), column(table, "limit above"));
    let quantity = &table.columns[above.or(below)?].quantity;
    let reaches: Vec<[Reach; 2]> = table.rows.iter().map(|row| [below, above].map(|at| reach(row, at))).collect();
    let ends = reaches.iter().flatten().flatten().copied().filter(|end| end.is_finite());
    let farthest = ends.chain(tried(answer, quantity)).fold(0.0, f64::max);
    if farthest <= 0.0 {
        return None;
    }
    let span = [if below.is_some() { -farthest } else { 0.0 }, if above.is_some() { farthest } else { 0.0 }];
    let shown = |value: f64| value.clamp(span[0], span[1]) * quantity.factor;
    let row = |(row, [below, above]): (&Vec<Cell>, &[Reach; 2])| {
        json!({
            "name": stratum(table, row), "told": told(quantity, [below[0], above[0]], span),
            "good": [shown(-below[0]), shown(above[0])], "open": [shown(-below[1]), shown(above[1])],
        })
    };
    let all: Vec<_> = table.rows.iter().zip(&reaches).map(row).collect();
    let data = json!({
        "says": answer.headline.sentence.text(), "names": rows::names("fair"), "rows": all, "span": span.map(shown),
        "x": rows::titled(quantity), "below": lines::below(answer, quantity, span),
    });
    let title = "How far apart they may be".to_owned();
    Some(Figure { kind: "answer-limits", title, caption: String::new(), data })
}

/// The column of limits in one direction.
fn column(table: &Table, what: &str) -> Option<usize> {
    let is_it = |part: &ColumnPart| matches!(part, ColumnPart::Result { quantity, .. } if *quantity == what);
    table.columns.iter().position(|column| is_it(&column.part))
}

/// What is proven and what is not excluded in one direction.
fn reach(row: &[Cell], at: Option<usize>) -> Reach {
    let Some(estimate) = at.and_then(|at| rows::estimated(row, at)) else {
        return if at.is_some() { [0.0, f64::INFINITY] } else { [0.0, 0.0] };
    };
    let value = estimate.value.unwrap_or(0.0);
    let [low, high] = estimate.interval.unwrap_or([value, value]);
    // below a limit may be written as what it is or as how far it is
    let far = [low.abs(), high.abs()];
    [far[0].min(far[1]), far[0].max(far[1])]
}

/// How far from zero an axis of the same unit was tried.
fn tried(answer: &Answer, quantity: &Quantity) -> Vec<f64> {
    let Some(table) = rows::values(answer) else { return Vec::new() };
    let axes = rows::axes(table).into_iter().filter(|at| table.columns[*at].quantity.unit == quantity.unit);
    let values = axes.flat_map(|at| rows::distinct(table, at)).map(rows::number).filter(|value| value.is_finite());
    let all: Vec<f64> = values.collect();
    // an axis that does not cross zero counts from elsewhere
    let crosses = all.iter().any(|value| *value <= 0.0) && all.iter().any(|value| *value > 0.0);
    if crosses { all.into_iter().map(f64::abs).collect() } else { Vec::new() }
}

/// The stratum of a row in words.
fn stratum(table: &Table, row: &[Cell]) -> String {
    let part = |(cell, column): (&Cell, &tolley_answers::answer::Column)| match (&column.part, cell) {
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
fn told(quantity: &Quantity, [below, above]: [f64; 2], span: [f64; 2]) -> String {
    let text = |value: f64| number::short(value * quantity.factor);
    let high = format!("+{}", text(above));
    match (span[0] < 0.0, span[1] > 0.0) {
        (true, true) => quantity.with_unit(&format!("{} to {high}", text(-below))),
        (true, false) => quantity.with_unit(&format!("down to {}", text(-below))),
        _ => quantity.with_unit(&format!("up to {high}")),
    }
}
