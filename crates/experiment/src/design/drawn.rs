//! An axis of a design that draws its points, from what was typed to values or a distribution.

use crate::declare::key::Key;
use crate::declare::problem::shortened;
use crate::declare::value::{Kind, Value};
use crate::design::axis::{Spread, Wrong, implausible, possible, shown, value};
use crate::design::distribution::Distribution;
use crate::design::grid::Axis;
use crate::document::{Entry, Item, Node, Place, unknown};

const KNOWN: [&str; 11] =
    ["values", "weights", "min", "max", "step", "num", "scale", "distribution", "mean", "sd", "mode"];
/// What an axis may say of its distribution.
const DISTRIBUTIONS: [&str; 4] = ["uniform", "log-uniform", "normal", "triangular"];

/// An end of a range that is smaller than the other by more than this is 0.
const ROUNDING: f64 = 1e-12;

/// An axis as typed, and what the user should know of it.
pub(crate) struct Drawn {
    pub(crate) axis: Axis,
    pub(crate) remarks: Vec<Wrong>,
}

/// Of an array, `{ values, weights }`, `{ min, max, scale }` or `{ distribution, ... }`; `from_zero` as for
/// [`Distribution::reach`].
pub(crate) fn drawn(key: &Key, item: &Item, from_zero: bool) -> Result<Drawn, Vec<Wrong>> {
    let Node::Table(entries) = &item.node else { return listed(key, item, Vec::new()) };
    let table = Table { key, place: item.place, entries };
    let unknown_key = |entry: &Entry| {
        (entry.place, format!("{}: {}", shortened(&entry.name), unknown(&entry.name, KNOWN.into_iter())))
    };
    let wrong: Vec<Wrong> =
        entries.iter().filter(|entry| !KNOWN.contains(&entry.name.as_str())).map(unknown_key).collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    if let Some(values) = table.find("values") {
        let weights = table.weights().map_err(|wrong| vec![wrong])?;
        return match table.besides(&["values", "weights"]) {
            Some(wrong) => Err(vec![wrong]),
            None => listed(key, values, weights),
        };
    }
    if matches!(key.kind, Kind::Count { .. }) && (table.find("step").is_some() || table.find("num").is_some()) {
        return listed(key, item, Vec::new());
    }
    let mut remarks: Vec<Wrong> = ["step", "num"]
        .into_iter()
        .filter_map(|name| table.find(name))
        .map(|_| (item.place, "step and num are for grids: the design draws any number from min to max".to_owned()))
        .collect();
    let distribution = table.distribution().map_err(|wrong| vec![wrong])?;
    remarks.extend(
        reach(key, &distribution, from_zero)
            .map_err(|message| vec![(item.place, message)])?
            .map(|message| (item.place, message)),
    );
    Ok(Drawn { axis: Axis { key: key.path.to_string(), distribution: Some(distribution), ..Axis::default() }, remarks })
}

/// An axis of values, each as likely or by weight.
fn listed(key: &Key, item: &Item, weights: Vec<f64>) -> Result<Drawn, Vec<Wrong>> {
    let spread = Spread::of(key, item)?;
    let values = spread.values(key)?;
    if !weights.is_empty() && weights.len() != values.len() {
        return Err(vec![(item.place, format!("{} weights for {} values", weights.len(), values.len()))]);
    }
    let unusual = values
        .iter()
        .enumerate()
        .find_map(|(i, value)| implausible(key, value).map(|message| (spread.place(i), message)));
    Ok(Drawn {
        axis: Axis { weights, ..Axis::of_values(&key.path.to_string(), values) },
        remarks: unusual.into_iter().collect(),
    })
}

/// A warning where a distribution reaches what is possible but not plausible; an error where it reaches further.
fn reach(key: &Key, distribution: &Distribution, from_zero: bool) -> Result<Option<String>, String> {
    distribution.check()?;
    if matches!(distribution, Distribution::Whole { .. }) {
        // both ends were looked at as they were read
        return Ok(None);
    }
    let Kind::Number { possible: [low, high], .. } = key.kind else { return Ok(None) };
    let ends = distribution.reach(from_zero).map(Value::Number);
    let [from, to] = ends.each_ref().map(|end| shown(key, end));
    if ends.iter().any(|end| !matches!(end, Value::Number(end) if end.is_finite() && (low..=high).contains(end))) {
        let allowed = [low, high].map(|end| shown(key, &Value::Number(end)));
        return Err(format!(
            "the distribution reaches from {from} to {to}; allowed: {} to {}; give min and max",
            allowed[0], allowed[1]
        ));
    }
    // the number drawn that is nearest to an end of 0 is not 0 by rounding alone, and nobody meant it in another unit
    let typed = distribution.reach(true);
    let least = ROUNDING * typed[0].abs().max(typed[1].abs());
    let rounded = typed.map(|end| Value::Number(if end.abs() < least { 0.0 } else { end }));
    let ends = if typed[0].is_finite() { rounded } else { ends };
    Ok(ends.iter().find_map(|end| implausible(key, end)))
}

/// A distribution as typed.
struct Table<'a> {
    key: &'a Key,
    place: Place,
    entries: &'a [Entry],
}

impl<'a> Table<'a> {
    fn find(&self, name: &str) -> Option<&'a Item> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| &entry.item)
    }

    /// What does not belong to these.
    fn besides(&self, names: &[&str]) -> Option<Wrong> {
        let stray = self.entries.iter().find(|entry| !names.contains(&entry.name.as_str()))?;
        Some((stray.place, format!("{} does not go with {}", stray.name, names.join(", "))))
    }

    fn weights(&self) -> Result<Vec<f64>, Wrong> {
        let Some(item) = self.find("weights") else { return Ok(Vec::new()) };
        let Node::List(items) = &item.node else {
            return Err((item.place, format!("weights: {} is not an array", item.node.shown())));
        };
        let weight = |item: &Item| match item.node {
            Node::Number { value, .. } if value.is_finite() && value > 0.0 => Ok(value),
            _ => Err((item.place, format!("weights: {} is not a positive number", item.node.shown()))),
        };
        items.iter().map(weight).collect()
    }

    fn distribution(&self) -> Result<Distribution, Wrong> {
        let is_count = match self.key.kind {
            Kind::Number { .. } => false,
            Kind::Count { .. } => true,
            _ => return Err((self.place, "a choice or flag has no range; list its values".to_owned())),
        };
        let name = match self.find("distribution") {
            None => None,
            Some(Item { node: Node::Text(text), .. }) if DISTRIBUTIONS.contains(&text.as_str()) => Some(text.as_str()),
            Some(item) => {
                let message =
                    format!("distribution: {} is not one of: {}", item.node.shown(), DISTRIBUTIONS.join(", "));
                return Err((item.place, message));
            }
        };
        if is_count {
            return match (self.besides(&["min", "max", "distribution"]), name) {
                (Some(wrong), _) => Err(wrong),
                (None, None | Some("uniform")) => self.whole(),
                (None, Some(name)) => Err((self.place, format!("a count is uniform or has values, not {name}"))),
            };
        }
        let only = |names: &[&str]| self.besides(names).map_or(Ok(()), Err);
        match (name, self.is_log()?) {
            (None, true) | (Some("log-uniform"), _) => {
                only(&["min", "max", "distribution", "scale", "step", "num"])?;
                Ok(Distribution::LogUniform { min: self.number("min")?, max: self.number("max")? })
            }
            (None | Some("uniform"), false) => {
                only(&["min", "max", "distribution", "scale", "step", "num"])?;
                Ok(Distribution::Uniform { min: self.number("min")?, max: self.number("max")? })
            }
            (Some("normal"), false) => {
                only(&["mean", "sd", "min", "max", "distribution"])?;
                let (mean, sd) = (self.number("mean")?, self.number("sd")?);
                Ok(Distribution::Normal { mean, sd, min: self.maybe("min")?, max: self.maybe("max")? })
            }
            (Some("triangular"), false) => {
                only(&["min", "mode", "max", "distribution"])?;
                let (min, mode, max) = (self.number("min")?, self.number("mode")?, self.number("max")?);
                Ok(Distribution::Triangular { min, mode, max })
            }
            (Some(name), _) => Err((self.place, format!("scale does not go with distribution = \"{name}\""))),
        }
    }

    fn is_log(&self) -> Result<bool, Wrong> {
        match self.find("scale").map(|item| (item.place, &item.node)) {
            None => Ok(false),
            Some((_, Node::Text(text))) if text == "linear" => Ok(false),
            Some((_, Node::Text(text))) if text == "log" => Ok(true),
            Some((place, other)) => Err((place, format!("scale: {} is not one of: linear, log", other.shown()))),
        }
    }

    /// A number in SI.
    fn number(&self, name: &str) -> Result<f64, Wrong> {
        self.maybe(name)?.ok_or_else(|| (self.place, format!("{name} is missing")))
    }

    fn maybe(&self, name: &str) -> Result<Option<f64>, Wrong> {
        let Some(item) = self.find(name) else { return Ok(None) };
        let number = item.node.quantity(self.key.dimension());
        number.map(Some).map_err(|error| (item.place, format!("{name}: {error}")))
    }

    fn whole(&self) -> Result<Distribution, Wrong> {
        let end = |name: &str| {
            let item = self.find(name).ok_or_else(|| (self.place, format!("{name} is missing")))?;
            match value(self.key, &item.node).and_then(|value| possible(self.key, value)) {
                Ok(Value::Count(count)) => Ok(count),
                Ok(other) => Err((item.place, format!("{name}: {other} is not a whole number"))),
                Err(error) => Err((item.place, format!("{name}: {error}"))),
            }
        };
        Ok(Distribution::Whole { min: end("min")?, max: end("max")? })
    }
}
