//! What an answer measured along an axis: lines over numbers, bars over names, a strip an axis where there are many.

use serde_json::{Value as Json, json};
use tolley_answers::answer::sentence::{Form, estimate_text};
use tolley_answers::answer::{Answer, Cell, Column, ColumnPart, Quantity, Table, Verdict};
use tolley_answers::number;
use tolley_report::Figure;

use super::{ring, rows};

/// Panels of a picture, one a measure.
const MOST_PANELS: usize = 4;
/// Lines of a panel.
const MOST_SERIES: usize = 6;
/// Bars of a panel.
const MOST_BARS: usize = 16;
/// Values from which on numbers are an axis; fewer are names.
const LEAST_NUMBERS: usize = 3;

/// The picture of the table of values.
pub fn picture(answer: &Answer) -> Option<Figure> {
    let table = rows::values(answer)?;
    let axes = rows::axes(table);
    let x = across(table, &axes)?;
    let series = series(table, &axes, x);
    let is_judged = table.rows.iter().any(|row| rows::fill(row).is_some());
    let says = answer.headline.text();
    let names = is_judged.then(|| rows::names(answer.about.kind));
    let title = format!("Along {}.", table.columns[x].quantity.label);
    if rows::is_one_by_one(table) {
        let panels: Vec<Json> = axes.iter().filter_map(|at| of_one_axis(table, *at)).collect();
        let data = json!({ "says": says, "names": names, "panels": panels, "isShared": true });
        let title = "What each choice is worth.".to_owned();
        return Some(Figure { kind: "answer-bars", title, caption: String::new(), data });
    }
    if axes.len() > 1 && series.len() > MOST_SERIES && is_judged {
        let strips: Vec<Json> = axes.iter().map(|at| ring::strip(table, *at)).collect();
        let data = json!({ "says": says, "names": names, "strips": strips });
        return Some(Figure { kind: "answer-strips", title: "Each choice.".to_owned(), caption: String::new(), data });
    }
    if is_line(table, x) {
        let data = over_numbers(answer, table, x, &axes);
        return Some(Figure { kind: "answer-lines", title, caption: more(series.len(), MOST_SERIES), data });
    }
    let count = table.rows.len();
    let panel = |(number, at): (usize, &usize)| {
        let quantity = &table.columns[*at].quantity;
        let bars = table.rows.iter().take(MOST_BARS);
        let bars: Vec<Json> = bars
            .filter_map(|row| mark(table, row, *at, number == 0).map(|mark| named(table, row, &axes, mark)))
            .collect();
        json!({ "title": rows::titled(quantity), "range": range(quantity), "rows": bars })
    };
    let panels: Vec<Json> = rows::measured(table).iter().take(MOST_PANELS).enumerate().map(panel).collect();
    let data = json!({ "says": says, "names": names, "panels": panels });
    (!panels.is_empty()).then(|| Figure { kind: "answer-bars", title, caption: more(count, MOST_BARS), data })
}

/// A panel of the values of one axis; of many, some.
fn of_one_axis(table: &Table, at: usize) -> Option<Json> {
    let measure = *rows::measured(table).first()?;
    let (axis, quantity) = (&table.columns[at].quantity, &table.columns[measure].quantity);
    let mut own: Vec<(f64, Json)> = Vec::new();
    for row in &table.rows {
        let Some((value, mut mark)) = rows::value(row, at).zip(mark(table, row, measure, true)) else { continue };
        mark["name"] = json!(rows::word(&value, axis));
        own.push((rows::number(&value), mark));
    }
    own.sort_by(|a, b| a.0.total_cmp(&b.0));
    let every = own.len().div_ceil(MOST_BARS).max(1);
    let bars: Vec<Json> = own.into_iter().step_by(every).map(|(_, mark)| mark).collect();
    let title = format!("{}: {}", rows::titled(axis), rows::titled(quantity));
    Some(json!({ "title": title, "range": range(quantity), "rows": bars }))
}

/// The lines below another picture, where the values lie along numbers; on the same axis where that is of one unit.
pub fn below(answer: &Answer, of: &Quantity, span: [f64; 2]) -> Option<Json> {
    let table = rows::values(answer)?;
    let axes = rows::axes(table);
    let x = across(table, &axes).filter(|x| is_line(table, *x))?;
    let numbers: Vec<f64> = rows::distinct(table, x).iter().map(rows::number).collect();
    let is_within = numbers.iter().all(|number| (span[0]..=span[1]).contains(number));
    let mut data = over_numbers(answer, table, x, &axes);
    if is_within && table.columns[x].quantity.unit == of.unit {
        data["span"] = json!(span.map(|end| end * of.factor));
    }
    Some(data)
}

fn more(count: usize, most: usize) -> String {
    match count.saturating_sub(most) {
        0 => String::new(),
        more => format!("And {more} more, in the table."),
    }
}

/// The axis that lies: the first if it has numbers, else that with the most of them, else the first.
fn across(table: &Table, axes: &[usize]) -> Option<usize> {
    let first = axes.first().copied();
    let lines = axes.iter().copied().filter(|at| is_line(table, *at));
    let most = lines.max_by_key(|at| (Some(*at) == first, rows::distinct(table, *at).len()));
    most.or(first)
}

fn is_line(table: &Table, at: usize) -> bool {
    let values = rows::distinct(table, at);
    values.len() >= LEAST_NUMBERS && values.iter().all(rows::is_number)
}

/// The names of the lines: the values of all other axes.
fn series(table: &Table, axes: &[usize], x: usize) -> Vec<String> {
    let others: Vec<usize> = axes.iter().copied().filter(|at| *at != x).collect();
    let mut found = Vec::new();
    for name in table.rows.iter().map(|row| name(table, row, &others)) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Values of axes in words; a number alone would not say of what it is.
fn name(table: &Table, row: &[Cell], axes: &[usize]) -> String {
    let part = |at: &usize| {
        let (value, quantity) = (rows::value(row, *at)?, &table.columns[*at].quantity);
        let text = quantity.value(&value);
        Some(if rows::is_number(&value) && axes.len() > 1 { format!("{} {text}", quantity.label) } else { text })
    };
    axes.iter().filter_map(part).collect::<Vec<_>>().join(", ")
}

fn range(quantity: &Quantity) -> [Option<f64>; 2] {
    quantity.range.map(|end| Some(end * quantity.factor).filter(|end| end.is_finite()))
}

fn over_numbers(answer: &Answer, table: &Table, x: usize, axes: &[usize]) -> Json {
    let others: Vec<usize> = axes.iter().copied().filter(|at| *at != x).collect();
    let series: Vec<String> = series(table, axes, x).into_iter().take(MOST_SERIES).collect();
    let axis = &table.columns[x].quantity;
    let panel = |(number, at): (usize, &usize)| {
        let quantity = &table.columns[*at].quantity;
        let marks: Vec<Json> = table
            .rows
            .iter()
            .filter_map(|row| {
                let mut mark = mark(table, row, *at, number == 0)?;
                mark["x"] = json!(rows::number(&rows::value(row, x)?) * axis.factor);
                mark["s"] = json!(name(table, row, &others));
                series.iter().any(|known| mark["s"] == known.as_str()).then_some(mark)
            })
            .collect();
        let even = (answer.about.kind == "fair" && quantity.is_share()).then_some(0.5 * quantity.factor);
        json!({ "title": rows::titled(quantity), "range": range(quantity), "even": even, "rows": marks })
    };
    let measures = rows::measured(table);
    let panels: Vec<Json> = measures.iter().take(MOST_PANELS).enumerate().map(panel).collect();
    let control = table.rows.iter().find(|row| is_control(table, row)).and_then(|row| rows::value(row, x));
    let numbers = rows::distinct(table, x);
    let is_signed = numbers.iter().any(|value| rows::number(value) < 0.0);
    let is_judged = table.rows.iter().any(|row| rows::fill(row).is_some());
    json!({
        "says": answer.headline.text(), "x": rows::titled(axis), "panels": panels, "series": series,
        "signed": is_signed, "control": control.map(|value| rows::number(&value) * axis.factor),
        "compared": if answer.about.kind == "fair" { "equal" } else { "compared with this" }, "names": is_judged.then(|| rows::names(answer.about.kind)),
    })
}

/// What a row measured; only the first measure is judged.
fn mark(table: &Table, row: &[Cell], at: usize, is_judged: bool) -> Option<Json> {
    let quantity = &table.columns[at].quantity;
    let estimate = rows::estimated(row, at)?;
    let mut mark = rows::estimate(&estimate, quantity);
    let fill = rows::fill(row).filter(|_| is_judged);
    mark.insert("fill".to_owned(), json!(fill.map(rows::Fill::name)));
    let count = if estimate.n > 0 { format!(", n = {}", estimate.n) } else { String::new() };
    mark.insert("told".to_owned(), json!(format!("{}{count}", estimate_text(&estimate, quantity, Form::WithInterval))));
    let decimals = number::decimals(&estimate, quantity.factor);
    let value = estimate.value.map(|value| value * quantity.factor);
    let shown =
        value.map(|value| decimals.map_or_else(|| number::short(value), |digits| number::rounded(value, digits)));
    mark.insert("shown".to_owned(), json!(shown));
    Some(Json::Object(mark))
}

fn named(table: &Table, row: &[Cell], axes: &[usize], mut mark: Json) -> Json {
    mark["name"] = json!(name(table, row, axes));
    mark["isControl"] = json!(is_control(table, row));
    mark
}

/// Whether all others are compared with this row: it is identical, or has no difference.
fn is_control(table: &Table, row: &[Cell]) -> bool {
    let is_difference = |part: &ColumnPart| matches!(part, ColumnPart::Result { quantity: "difference", .. });
    let without = |(cell, column): (&Cell, &Column)| is_difference(&column.part) && *cell == Cell::Absent;
    let is_identical = |cell: &Cell| matches!(cell, Cell::Verdict(Verdict::Identical, _));
    row.iter().any(is_identical) || row.iter().zip(&table.columns).any(without)
}
