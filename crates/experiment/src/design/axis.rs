//! The values of a key and of an axis, from what was typed to what is meant.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::declare::key::Key;
use crate::declare::problem::{not_a_choice, shortened};
use crate::declare::unit::{self, Quantity};
use crate::declare::value::{Kind, Value};
use crate::document::{Entry, Item, Node, Place, unknown};

/// Values that one axis may have.
pub(crate) const MAX_VALUES: u64 = 1_000_000;
/// A value that is smaller than the default by more is odd where 0 is not: degrees taken for radians are by 57.
const MUCH_SMALLER: f64 = 40.0;

/// The value of a key; an error when it is impossible.
pub(crate) fn value(key: &Key, node: &Node) -> Result<Value, String> {
    match (key.kind, node) {
        (Kind::Number { .. }, node) => {
            let number = node.quantity(key.dimension())?;
            // who wrote a unit meant it
            let is_bare = matches!(node, Node::Number { .. });
            possible(key, Value::Number(number)).map_err(|why| if is_bare { why + &meant(key, number) } else { why })
        }
        (Kind::Count { .. }, Node::Number { whole: Some(whole), .. }) => {
            let count = u64::try_from(*whole).map_err(|_| format!("{whole} is not a count"))?;
            possible(key, Value::Count(count))
        }
        (Kind::Choice(choices), Node::Text(text)) => {
            let found = choices.iter().find(|choice| *choice == text);
            found.map(|choice| Value::Choice(Cow::Borrowed(*choice))).ok_or_else(|| not_a_choice(text, choices))
        }
        (Kind::Flag, Node::Flag(flag)) => Ok(Value::Flag(*flag)),
        (Kind::Count { .. }, node) => Err(format!("{} is not a whole number", node.shown())),
        (Kind::Choice(choices), node) => Err(format!("{} is not one of: {}", node.shown(), choices.join(", "))),
        (Kind::Flag, node) => Err(format!("{} is neither true nor false", node.shown())),
    }
}

pub(crate) fn possible(key: &Key, value: Value) -> Result<Value, String> {
    let allowed = match (key.kind, &value) {
        (Kind::Number { possible: [low, high], .. }, Value::Number(number)) if !(low..=high).contains(number) => {
            format!("{low} to {high}")
        }
        (Kind::Count { possible: [low, high], .. }, Value::Count(count)) if !(low..=high).contains(count) => {
            format!("{low} to {high}")
        }
        _ => return Ok(value),
    };
    Err(format!("{} is impossible; allowed: {allowed}{}", shown(key, &value), si(key)))
}

/// A hint at a unit in which a number that is wrong in SI is plausible, or at least possible.
fn meant(key: &Key, number: f64) -> String {
    let Kind::Number { possible, plausible } = key.kind else { return String::new() };
    let within = |[low, high]: [f64; 2]| unit::meant(number, key.dimension(), |si| (low..=high).contains(&si));
    let hint = within(plausible).or_else(|| within(possible));
    hint.map_or_else(String::new, |hint| format!("; did you mean \"{hint}\"?"))
}

/// A warning when a value is possible but not plausible; it shows the value in SI.
pub(crate) fn implausible(key: &Key, value: &Value) -> Option<String> {
    if let Some(default) = much_smaller_than(key, value) {
        let default = shown(key, default);
        return Some(format!(
            "{} is unusual: not 0, and less than a fortieth of the default {default}",
            shown(key, value)
        ));
    }
    let usual = match (key.kind, value) {
        (Kind::Number { plausible: [low, high], .. }, Value::Number(number)) if !(low..=high).contains(number) => {
            format!("{low} to {high}")
        }
        (Kind::Count { plausible: [low, high], .. }, Value::Count(count)) if !(low..=high).contains(count) => {
            format!("{low} to {high}")
        }
        _ => return None,
    };
    Some(format!("{} is unusual; plausible: {usual}{}", shown(key, value), si(key)))
}

/// The default of a key of which 0 is plausible, and nothing beyond it: a value that is not 0 and much smaller than the
/// default was meant in another unit, in degrees, millimetres, grams or milliseconds.
fn much_smaller_than<'k>(key: &'k Key, value: &Value) -> Option<&'k Value> {
    let (Kind::Number { plausible, .. }, Value::Number(number), Value::Number(default)) =
        (key.kind, value, &key.default)
    else {
        return None;
    };
    let is_smaller = *number != 0.0 && number.abs() < default.abs() / MUCH_SMALLER;
    (plausible.contains(&0.0) && !key.dimension().si().is_empty() && is_smaller).then_some(&key.default)
}

fn si(key: &Key) -> String {
    let si = key.dimension().si();
    if si.is_empty() { String::new() } else { format!(" {si}") }
}

/// A value in SI as text.
pub(crate) fn shown(key: &Key, value: &Value) -> String {
    format!("{value}{}", if matches!(value, Value::Number(_)) { si(key) } else { String::new() })
}

/// Values in SI as text, the unit once: `4.5 and 5 m/s`.
pub(crate) fn listed(key: &Key, values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    let text = match &texts[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => texts.concat(),
    };
    format!("{text}{}", if let Kind::Number { .. } = key.kind { si(key) } else { String::new() })
}

/// What is wrong with an axis, and where.
pub(crate) type Wrong = (Place, String);

/// An axis as typed: how many values it has is known before any is made.
pub(crate) struct Spread<'a> {
    place: Place,
    rule: Rule<'a>,
    count: u64,
}

enum Rule<'a> {
    Listed(&'a [Item]),
    /// From min to max, both included, in equal steps or equal ratios.
    Between {
        /// Also tells the unit of the others.
        min: Quantity,
        max: f64,
        log: bool,
    },
    /// Equal steps that do not meet max.
    Short {
        /// Also tells the unit of the step.
        min: Quantity,
        step: f64,
    },
}

impl<'a> Spread<'a> {
    /// Of an array, `{ values }`, or `{ min, max, step | num, scale }`.
    pub(crate) fn of(key: &Key, item: &'a Item) -> Result<Spread<'a>, Vec<Wrong>> {
        let at = |message: String| vec![(item.place, message)];
        let (rule, count) = match &item.node {
            Node::List(items) => (Rule::Listed(items), items.len() as u64),
            Node::Table(entries) => from_table(key, item.place, entries)?,
            other => return Err(at(format!("an axis is an array or a table with min and max, not {}", other.shown()))),
        };
        match count {
            0 => Err(at("the axis has no value".to_owned())),
            1..=MAX_VALUES => Ok(Spread { place: item.place, rule, count }),
            _ => Err(at(format!("{count} values; an axis has at most {MAX_VALUES}"))),
        }
    }

    /// Number of values.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Where a value stands.
    pub(crate) fn place(&self, index: usize) -> Place {
        if let Rule::Listed(items) = &self.rule { items[index].place } else { self.place }
    }

    /// The values, in order, each once.
    pub(crate) fn values(&self, key: &Key) -> Result<Vec<Value>, Vec<Wrong>> {
        let (mut values, mut wrong) = (Vec::with_capacity(self.count as usize), Vec::new());
        for index in 0..self.count as usize {
            let value = match &self.rule {
                Rule::Listed(items) => value(key, &items[index].node),
                rule => {
                    let number = rule.at(index as u64, self.count - 1);
                    let hint = || if rule.is_bare() { meant(key, number) } else { String::new() };
                    rounded(key, number).map_err(|why| why + &hint())
                }
            };
            match value {
                Ok(value) => values.push(value),
                Err(message) => wrong.push((self.place(index), message)),
            }
            // what a range makes is wrong for one reason
            if !wrong.is_empty() && !matches!(self.rule, Rule::Listed(_)) {
                break;
            }
        }
        if wrong.is_empty()
            && let Some(index) = repeated(&values)
        {
            wrong.push((self.place(index), format!("the axis has {} twice", shown(key, &values[index]))));
        }
        if wrong.is_empty() { Ok(values) } else { Err(wrong) }
    }

    /// What the user should know of an axis whose steps miss its end.
    pub(crate) fn remark(&self, key: &Key) -> Option<String> {
        let Rule::Short { .. } = self.rule else { return None };
        let last = Value::Number(self.rule.at(self.count - 1, self.count - 1));
        Some(format!("the steps do not meet max; the last value is {}", shown(key, &last)))
    }
}

impl Rule<'_> {
    /// Whether the ends of a range were typed without a unit, or in that of the key.
    fn is_bare(&self) -> bool {
        match self {
            Rule::Between { min, .. } | Rule::Short { min, .. } => min.is_like(Quantity::of_si(0.0)),
            Rule::Listed(_) => false,
        }
    }

    /// Value number `i` of a range, SI: what the unit in which it was typed makes of a number as people would type it.
    fn at(&self, i: u64, last: u64) -> f64 {
        match *self {
            Rule::Between { min, .. } if i == 0 => min.si(),
            Rule::Between { min, max, .. } if i == last => min.with(max).si(),
            // from both ends, so that a range symmetric about 0 has values symmetric about 0
            Rule::Between { min, max, log: false } => {
                let number = ((last - i) as f64 * min.number + i as f64 * max) / last as f64;
                min.with(short(number, min.number.abs().max(max.abs()))).si()
            }
            Rule::Between { min, max, log: true } => {
                let ratio = libm::log(max / min.number) / last as f64;
                min.with(min.number * libm::exp(ratio * i as f64)).si()
            }
            Rule::Short { min, step } => {
                let number = min.number + i as f64 * step;
                min.with(short(number, min.number.abs().max(number.abs()))).si()
            }
            Rule::Listed(_) => f64::NAN,
        }
    }
}

/// The decimal number of at most twelve digits of `scale` that differs from a sum of steps by rounding only, if there
/// is one: -0.006 for -0.06 + 9 x 0.006.
fn short(number: f64, scale: f64) -> f64 {
    if scale <= 0.0 {
        return number;
    }
    let digits = 12 - libm::floor(libm::log10(scale)) as i32;
    let rounded = usize::try_from(digits).ok().and_then(|digits| format!("{number:.digits$}").parse::<f64>().ok());
    // a few units of rounding of the largest term
    let is_near = |rounded: &f64| (rounded - number).abs() <= 8.0 * f64::EPSILON * scale;
    rounded.filter(is_near).unwrap_or(number)
}

/// A number of a range as a value of the key.
fn rounded(key: &Key, number: f64) -> Result<Value, String> {
    match key.kind {
        Kind::Count { .. } if number.fract() == 0.0 && number >= 0.0 => possible(key, Value::Count(number as u64)),
        Kind::Count { .. } => Err(format!("{number} is not a whole number")),
        _ => possible(key, Value::Number(number)),
    }
}

/// The first value that stood before.
fn repeated(values: &[Value]) -> Option<usize> {
    let order = |a: &Value, b: &Value| match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.total_cmp(b),
        (Value::Count(a), Value::Count(b)) => a.cmp(b),
        (Value::Choice(a), Value::Choice(b)) => a.cmp(b),
        (Value::Flag(a), Value::Flag(b)) => a.cmp(b),
        _ => Ordering::Equal,
    };
    let mut sorted: Vec<usize> = (0..values.len()).collect();
    // the sort is stable: equal values keep their order
    sorted.sort_by(|a, b| order(&values[*a], &values[*b]));
    let twice = sorted.windows(2).filter(|pair| values[pair[0]] == values[pair[1]]);
    twice.map(|pair| pair[0].max(pair[1])).min()
}

fn from_table<'a>(key: &Key, place: Place, entries: &'a [Entry]) -> Result<(Rule<'a>, u64), Vec<Wrong>> {
    const KNOWN: [&str; 6] = ["values", "min", "max", "step", "num", "scale"];
    let unknown_key = |entry: &Entry| {
        let message = match entry.name.as_str() {
            "distribution" | "mean" | "sd" | "mode" | "weights" => {
                "is for a design that draws its points, such as design = \"sobol\"".to_owned()
            }
            name => unknown(name, KNOWN.into_iter()),
        };
        (entry.place, format!("{}: {message}", shortened(&entry.name)))
    };
    let unknown: Vec<Wrong> =
        entries.iter().filter(|entry| !KNOWN.contains(&entry.name.as_str())).map(unknown_key).collect();
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let find = |name: &str| entries.iter().find(|entry| entry.name == name).map(|entry| &entry.item);
    if let Some(list) = find("values") {
        return match (&list.node, entries.len()) {
            (Node::List(items), 1) => Ok((Rule::Listed(items), items.len() as u64)),
            (Node::List(_), _) => {
                Err(vec![(place, "values stands alone, without min, max, step, num or scale".to_owned())])
            }
            (other, _) => Err(vec![(list.place, format!("values: {} is not an array", other.shown()))]),
        };
    }
    let (Some(min), Some(max)) = (find("min"), find("max")) else {
        return Err(vec![(place, "an axis needs min and max, with step or num; or values".to_owned())]);
    };
    let typed = Typed { place, min, max, step: find("step"), num: find("num"), scale: find("scale") };
    typed.resolve(key).map_err(|wrong| vec![wrong])
}

/// A range as typed.
struct Typed<'a> {
    place: Place,
    min: &'a Item,
    max: &'a Item,
    step: Option<&'a Item>,
    num: Option<&'a Item>,
    scale: Option<&'a Item>,
}

impl Typed<'_> {
    fn resolve<'r>(&self, key: &Key) -> Result<(Rule<'r>, u64), Wrong> {
        let wrong = |message: &str| Err((self.place, message.to_owned()));
        if !matches!(key.kind, Kind::Number { .. } | Kind::Count { .. }) {
            return wrong("a choice or flag has no range; list its values");
        }
        let number = |name: &str, item: &Item| {
            item.node.typed_quantity(key.dimension()).map_err(|error| (item.place, format!("{name}: {error}")))
        };
        let (min, max) = (number("min", self.min)?, number("max", self.max)?);
        let step = self.step.map(|item| number("step", item)).transpose()?;
        if min.si() >= max.si() {
            return wrong(&format!("min {} is not below max {}", min.si(), max.si()));
        }
        let log = self.is_log()?;
        if log && min.si() <= 0.0 {
            return wrong(&format!("a log scale needs a positive min, not {}", min.si()));
        }
        // in the unit in which all were typed, else in SI
        let alike = min.is_like(max) && step.is_none_or(|step| min.is_like(step));
        let common = |quantity: Quantity| if alike { quantity } else { Quantity::of_si(quantity.si()) };
        let (min, max) = (common(min), common(max).number);
        match (self.step, self.num) {
            (Some(_), None) if log => wrong("a log scale takes num, not step"),
            (Some(item), None) => match step.map_or(0.0, |step| common(step).number) {
                size if size > 0.0 => stepped(min, max, size).map_err(|message| (self.place, message)),
                size => Err((item.place, format!("step: {size} is not positive"))),
            },
            (None, Some(num)) => match num.node {
                Node::Number { whole: Some(whole), .. } if (2..=MAX_VALUES as i64).contains(&whole) => {
                    Ok((Rule::Between { min, max, log }, whole as u64))
                }
                _ => {
                    Err((num.place, format!("num: {} is not a whole number from 2 to {MAX_VALUES}", num.node.shown())))
                }
            },
            _ => wrong("an axis with min and max takes either step or num"),
        }
    }

    fn is_log(&self) -> Result<bool, Wrong> {
        let Some(scale) = self.scale else { return Ok(false) };
        match &scale.node {
            Node::Text(text) if text == "linear" => Ok(false),
            Node::Text(text) if text == "log" => Ok(true),
            other => Err((scale.place, format!("scale: {} is not one of: linear, log", other.shown()))),
        }
    }
}

/// Steps from min; the last value is max exactly when they meet it within 1e-9 of the number of steps.
fn stepped<'r>(min: Quantity, max: f64, step: f64) -> Result<(Rule<'r>, u64), String> {
    let steps = (max - min.number) / step;
    if steps >= MAX_VALUES as f64 {
        return Err(format!("about {steps:.3e} values; an axis has at most {MAX_VALUES}"));
    }
    let whole = steps.round();
    if whole >= 1.0 && (steps - whole).abs() <= 1e-9 * steps {
        return Ok((Rule::Between { min, max, log: false }, whole as u64 + 1));
    }
    Ok((Rule::Short { min, step }, steps.floor() as u64 + 1))
}
