//! The values of a key and of an axis, from what was typed to what is meant.

use crate::document::{Entry, Item, Node, not_a_choice, unknown};
use crate::key::{Key, Kind, Value};

/// Values that one axis may have.
const MAX_VALUES: u64 = 1_000_000;

/// The value of a key; an error when it is impossible.
pub(crate) fn value(key: &Key, node: &Node) -> Result<Value, String> {
    match (key.kind, node) {
        (Kind::Number { .. }, node) => possible(key, Value::Number(node.quantity(key.dimension())?)),
        (Kind::Count { .. }, Node::Number { whole: Some(whole), text, .. }) => {
            let count = u64::try_from(*whole).map_err(|_| format!("{text} is not a count"))?;
            possible(key, Value::Count(count))
        }
        (Kind::Choice(choices), Node::Text(text)) => {
            let found = choices.iter().find(|choice| *choice == text);
            found.map(|choice| Value::Choice(choice)).ok_or_else(|| not_a_choice(text, choices))
        }
        (Kind::Flag, Node::Flag(flag)) => Ok(Value::Flag(*flag)),
        (Kind::Count { .. }, node) => Err(format!("{} is not a whole number", node.shown())),
        (Kind::Choice(choices), node) => Err(format!("{} is not one of: {}", node.shown(), choices.join(", "))),
        (Kind::Flag, node) => Err(format!("{} is neither true nor false", node.shown())),
    }
}

fn possible(key: &Key, value: Value) -> Result<Value, String> {
    let allowed = match (key.kind, value) {
        (Kind::Number { possible: [low, high], .. }, Value::Number(number)) if !(low..=high).contains(&number) => {
            format!("{low} to {high}")
        }
        (Kind::Count { possible: [low, high], .. }, Value::Count(count)) if !(low..=high).contains(&count) => {
            format!("{low} to {high}")
        }
        _ => return Ok(value),
    };
    Err(format!("{} is impossible; allowed: {allowed}{}", shown(key, value), unit(key)))
}

/// A warning when a value is possible but not plausible; it shows the value in SI.
pub(crate) fn implausible(key: &Key, value: Value) -> Option<String> {
    let usual = match (key.kind, value) {
        (Kind::Number { plausible: [low, high], .. }, Value::Number(number)) if !(low..=high).contains(&number) => {
            format!("{low} to {high}")
        }
        (Kind::Count { plausible: [low, high], .. }, Value::Count(count)) if !(low..=high).contains(&count) => {
            format!("{low} to {high}")
        }
        _ => return None,
    };
    Some(format!("{} is unusual; plausible: {usual}{}", shown(key, value), unit(key)))
}

fn unit(key: &Key) -> String {
    let si = key.dimension().si();
    if si.is_empty() { String::new() } else { format!(" {si}") }
}

/// A value in SI as text.
pub(crate) fn shown(key: &Key, value: Value) -> String {
    match value {
        Value::Number(number) => format!("{number}{}", unit(key)),
        Value::Count(count) => count.to_string(),
        Value::Choice(choice) => format!("\"{choice}\""),
        Value::Flag(flag) => flag.to_string(),
    }
}

/// The values of an axis: an array, `{ values }`, or `{ min, max, step | num, scale }`.
pub(crate) fn values(key: &Key, item: &Item) -> Result<Vec<Value>, String> {
    let values = match &item.node {
        Node::List(items) => listed(key, items)?,
        Node::Table(entries) => from_table(key, entries)?,
        other => return Err(format!("an axis is an array or a table with min and max, not {}", other.shown())),
    };
    if values.is_empty() {
        return Err("the axis has no value".to_owned());
    }
    for (i, value) in values.iter().enumerate().take(10_000) {
        if values[..i].contains(value) {
            return Err(format!("the axis has {} twice", shown(key, *value)));
        }
    }
    Ok(values)
}

fn listed(key: &Key, items: &[Item]) -> Result<Vec<Value>, String> {
    if items.len() as u64 > MAX_VALUES {
        return Err(format!("{} values; an axis has at most {MAX_VALUES}", items.len()));
    }
    items.iter().map(|item| value(key, &item.node)).collect()
}

fn from_table(key: &Key, entries: &[Entry]) -> Result<Vec<Value>, String> {
    const KNOWN: [&str; 6] = ["values", "min", "max", "step", "num", "scale"];
    for entry in entries {
        if !KNOWN.contains(&entry.name.as_str()) {
            return Err(format!("{}: {}", entry.name, unknown(&entry.name, KNOWN.into_iter())));
        }
    }
    let find = |name: &str| entries.iter().find(|entry| entry.name == name).map(|entry| &entry.item.node);
    if let Some(list) = find("values") {
        return match (list, entries.len()) {
            (Node::List(items), 1) => listed(key, items),
            (Node::List(_), _) => Err("values stands alone, without min, max, step, num or scale".to_owned()),
            (other, _) => Err(format!("values: {} is not an array", other.shown())),
        };
    }
    let (Some(min), Some(max)) = (find("min"), find("max")) else {
        return Err("an axis needs min and max, with step or num; or values".to_owned());
    };
    range(key, min, max, Spacing { step: find("step"), num: find("num"), scale: find("scale") })
}

/// How a range is divided, as typed.
struct Spacing<'a> {
    step: Option<&'a Node>,
    num: Option<&'a Node>,
    scale: Option<&'a Node>,
}

fn range(key: &Key, min: &Node, max: &Node, spacing: Spacing<'_>) -> Result<Vec<Value>, String> {
    let whole = match key.kind {
        Kind::Number { .. } => false,
        Kind::Count { .. } => true,
        _ => return Err("a choice or flag has no range; list its values".to_owned()),
    };
    let number = |name: &str, node: &Node| node.quantity(key.dimension()).map_err(|error| format!("{name}: {error}"));
    let (min, max) = (number("min", min)?, number("max", max)?);
    if min >= max {
        return Err(format!("min {min} is not below max {max}"));
    }
    let log = match spacing.scale {
        None => false,
        Some(Node::Text(text)) if text == "linear" => false,
        Some(Node::Text(text)) if text == "log" => true,
        Some(other) => return Err(format!("scale: {} is not one of: linear, log", other.shown())),
    };
    let numbers = match (spacing.step, spacing.num) {
        (Some(step), None) if !log => stepped(min, max, number("step", step)?)?,
        (Some(_), None) => return Err("a log scale takes num, not step".to_owned()),
        (None, Some(num)) => numbered(min, max, num, log)?,
        _ => return Err("an axis with min and max takes either step or num".to_owned()),
    };
    let value = |number: f64| match whole {
        false => possible(key, Value::Number(number)),
        true if number.fract() == 0.0 && number >= 0.0 => possible(key, Value::Count(number as u64)),
        true => Err(format!("{number} is not a whole number")),
    };
    numbers.into_iter().map(value).collect()
}

/// `min + i step`; the last is max exactly when the steps meet it within 1e-9 of a step.
fn stepped(min: f64, max: f64, step: f64) -> Result<Vec<f64>, String> {
    if !(step > 0.0) {
        return Err(format!("step: {step} is not positive"));
    }
    let steps = (max - min) / step;
    if steps >= MAX_VALUES as f64 {
        return Err(format!("about {steps:.3e} values; an axis has at most {MAX_VALUES}"));
    }
    let meets = (steps - steps.round()).abs() <= 1e-9 * steps.max(1.0);
    let last = if meets { steps.round() } else { steps.floor() } as u64;
    // through the middle of both ends, so that a range symmetric about 0 has values symmetric about 0
    let at = |i: u64| ((last - i) as f64 * min + i as f64 * max) / last as f64;
    Ok((0..=last).map(|i| if meets && last > 0 { at(i) } else { min + i as f64 * step }).collect())
}

/// `num` values from min to max, both included.
fn numbered(min: f64, max: f64, num: &Node, log: bool) -> Result<Vec<f64>, String> {
    let count = match num {
        Node::Number { whole: Some(whole), .. } if (2..=MAX_VALUES as i64).contains(whole) => *whole as u64,
        other => return Err(format!("num: {} is not a whole number from 2 to {MAX_VALUES}", other.shown())),
    };
    let last = count - 1;
    if !log {
        return Ok((0..count).map(|i| ((last - i) as f64 * min + i as f64 * max) / last as f64).collect());
    }
    if !(min > 0.0) {
        return Err(format!("a log scale needs a positive min, not {min}"));
    }
    let ratio = libm::log(max / min) / last as f64;
    let at = |i: u64| if i == last { max } else { min * libm::exp(ratio * i as f64) };
    Ok((0..count).map(at).collect())
}
