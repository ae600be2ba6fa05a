//! What pictures read of the tables of an answer: values of axes, estimates, and how each is to be filled.

use serde_json::{Map, Value as Json, json};
use tolley_analysis::Estimate;
use tolley_answers::answer::sentence::within;
use tolley_answers::answer::{Answer, Cell, Certainty, Column, ColumnPart, Quantity, Table, Verdict};
use tolley_answers::number;
use tolley_experiment::value::Value;

use crate::report::cube;

/// How a value is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fill {
    /// Clearly not as good, or not fair.
    Poor,
    /// Cannot tell yet.
    Open,
    /// As good, or fair.
    Good,
}

impl Fill {
    /// As the script knows it.
    pub fn name(self) -> &'static str {
        match self {
            Fill::Poor => "poor",
            Fill::Open => "open",
            Fill::Good => "good",
        }
    }

    fn of(verdict: Verdict) -> Fill {
        match verdict {
            Verdict::Best | Verdict::Fair | Verdict::Identical | Verdict::NoEffect | Verdict::Indifferent => Fill::Good,
            Verdict::DifferentWithinMargin => Fill::Good,
            Verdict::CannotTell => Fill::Open,
            _ => Fill::Poor,
        }
    }
}

/// What the fills mean in an answer of this kind.
pub fn names(kind: &str) -> Json {
    let [good, poor] = match kind {
        "best" | "response" => ["as good as the best", "clearly not"],
        "fair" => ["fair", "unfair"],
        "limit" => ["within the margin", "beyond it"],
        _ => ["no difference that matters", "differs"],
    };
    json!({ "good": good, "open": "cannot tell yet", "poor": poor })
}

/// Tables of how far it goes, which have a picture of their own.
const LIMITS: [&str; 2] = ["limits", "crossings"];

/// The table with a row a value or a point: the one that is brief or is called so, else the first that has values.
pub fn values(answer: &Answer) -> Option<&Table> {
    let is_result = |column: &Column| matches!(column.part, ColumnPart::Result { .. });
    let has_values = |table: &&Table| table.columns.iter().any(is_result) && !axes(table).is_empty();
    let mut all = answer.tables.iter().filter(|table| !LIMITS.contains(&table.name)).filter(has_values);
    let first = all.clone().next();
    all.find(|table| table.is_brief || table.name == "values").or(first)
}

/// The columns of axes that have more than one value.
pub fn axes(table: &Table) -> Vec<usize> {
    let is_axis = |at: &usize| table.columns[*at].part == ColumnPart::Axis;
    (0..table.columns.len()).filter(is_axis).filter(|at| distinct(table, *at).len() > 1).collect()
}

/// Whether each row is about one axis alone, the others as they are at the best.
pub fn is_one_by_one(table: &Table) -> bool {
    let axes = axes(table);
    axes.len() > 1 && table.rows.iter().all(|row| axes.iter().filter(|at| value(row, **at).is_some()).count() <= 1)
}

/// The value of an axis in a row; a name is one too.
pub fn value(row: &[Cell], at: usize) -> Option<Value> {
    match row.get(at)? {
        Cell::Value(value) => Some(value.clone()),
        Cell::Name(name) => Some(Value::Choice(name.clone().into())),
        _ => None,
    }
}

/// The values of an axis, numbers in their order, all else as it comes.
pub fn distinct(table: &Table, at: usize) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for value in table.rows.iter().filter_map(|row| value(row, at)) {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    if found.iter().all(is_number) {
        found.sort_by(|a, b| number(a).total_cmp(&number(b)));
    }
    found
}

/// Whether a value is a number.
pub fn is_number(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Count(_))
}

/// A value as a number, SI; NaN where it is none.
pub fn number(value: &Value) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Count(count) => *count as f64,
        Value::Flag(_) | Value::Choice(_) => f64::NAN,
    }
}

/// How a row is filled; `None` where it is not judged.
pub fn fill(row: &[Cell]) -> Option<Fill> {
    row.iter().find_map(|cell| match cell {
        // what is only probable is as open as in the sentence above
        Cell::Verdict(Verdict::Effect, Some(Certainty::Probably)) => Some(Fill::Open),
        Cell::Verdict(verdict, _) => Some(Fill::of(*verdict)),
        _ => None,
    })
}

/// Each value of an axis with the best fill of its rows, which is that of the best choice that has it.
pub fn filled(table: &Table, at: usize) -> Vec<(Value, Fill)> {
    let has = |row: &&Vec<Cell>, of: &Value| value(row, at).as_ref() == Some(of);
    let best = |of: &Value| table.rows.iter().filter(|row| has(row, of)).filter_map(|row| fill(row)).max();
    distinct(table, at).into_iter().filter_map(|value| Some((value.clone(), best(&value)?))).collect()
}

/// Columns of estimates, the first of each measure.
pub fn measured(table: &Table) -> Vec<usize> {
    let mut known: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for (at, column) in table.columns.iter().enumerate() {
        let ColumnPart::Result { measure, .. } = &column.part else { continue };
        let has_value = table.rows.iter().any(|row| matches!(row.get(at), Some(Cell::Estimate(_) | Cell::Number(_))));
        if has_value && !known.contains(&measure.as_str()) {
            known.push(measure);
            found.push(at);
        }
    }
    found
}

/// An estimate in a cell; a number alone is one without an interval.
pub fn estimated(row: &[Cell], at: usize) -> Option<Estimate> {
    match row.get(at)? {
        Cell::Estimate(estimate) => Some(*estimate),
        Cell::Number(value) => Some(Estimate { value: Some(*value), ..Estimate::default() }),
        _ => None,
    }
}

/// An estimate as a chart takes it, in the unit that is shown, cut off at what is possible.
pub fn estimate(estimate: &Estimate, quantity: &Quantity) -> Map<String, Json> {
    cube::estimate(&within(estimate, quantity.range), quantity.factor)
}

/// A value without its unit, of numbers three digits.
pub fn word(value: &Value, quantity: &Quantity) -> String {
    match value {
        Value::Number(number) => number::short(number * quantity.factor),
        other => number::value(other, quantity.factor),
    }
}

/// A label with its unit.
pub fn titled(quantity: &Quantity) -> String {
    match unit(quantity) {
        unit if unit.is_empty() => quantity.label.clone(),
        unit => format!("{}, {unit}", quantity.label),
    }
}

/// The unit of numbers that stand without it, and which way those above zero go.
pub fn unit(quantity: &Quantity) -> String {
    let unit = if quantity.unit == "deg" { "degrees" } else { &quantity.unit };
    let way = quantity.direction().and_then(|direction| direction.above_zero());
    [Some(unit.to_owned()).filter(|unit| !unit.is_empty()), way].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
