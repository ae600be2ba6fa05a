//! What is changed, as the subject of a sentence: one value of an axis instead of another one.

use tolley_experiment::value::Value;

use crate::answer::{Quantity, Sentence, directed};

/// Counts that are written as words.
const WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// What does something to a measure.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// `three fouls that put a player out instead of none`.
    pub long: Sentence,
    /// The same without what it replaces.
    pub short: Sentence,
    /// Whether the verb is that of several.
    pub is_plural: bool,
    /// Whether it names what the control has, so that what it does is the opposite of the difference.
    pub is_flipped: bool,
}

impl Subject {
    fn new(short: Sentence, instead: Option<Sentence>, is_plural: bool) -> Subject {
        let long = instead.map_or_else(|| short.clone(), |instead| short.clone().and(" instead of ").then(instead));
        Subject { long, short, is_plural, is_flipped: false }
    }

    /// Of an arm compared with the control: of the axes in which both differ.
    pub fn of_arm(keys: &[Quantity], values: &[Value], control: &[Value]) -> Subject {
        let differing: Vec<usize> = (0..keys.len()).filter(|at| values[*at] != control[*at]).collect();
        if let [only] = differing[..] {
            return of_value(&keys[only], &values[only], &control[only]);
        }
        let parts = differing.iter().map(|at| of_value(&keys[*at], &values[*at], &values[*at]).short);
        Subject::new(joined(parts, " with "), None, false)
    }

    /// Of more of something: `a higher speed`, `more Moves of a kick-off`.
    pub fn of_more(key: &Quantity, value: &Value) -> Subject {
        match value {
            Value::Count(_) => Subject::new(Sentence::words("more ").name(counted(key)), None, true),
            _ => {
                // of ratios: more is more, whatever it is compared with
                let label = key.label.split(", against ").next().unwrap_or_default();
                Subject::new(Sentence::words("a higher ").name(label), None, false)
            }
        }
    }
}

fn of_value(key: &Quantity, value: &Value, control: &Value) -> Subject {
    match value {
        // labels are of several: one of them is said from the other side
        Value::Count(1) if matches!(control, Value::Count(control) if *control > 1) => {
            Subject { is_flipped: true, ..of_value(key, control, value) }
        }
        // no label is of one: `one instead of none for the fouls that put a player out`
        Value::Count(1) if is_of_several(key) => {
            let of = |words: Sentence| words.and(" for the ").name(counted(key));
            let one = Sentence::words("one");
            let short = of(one.clone());
            let long = if *control == Value::Count(0) { of(one.and(" instead of none")) } else { short.clone() };
            Subject { long, short, is_plural: false, is_flipped: false }
        }
        Value::Count(count) => {
            let short = count_word(*count, "zero").and(" ").name(counted(key));
            let instead = if let Value::Count(control) = control { Some(count_word(*control, "none")) } else { None };
            Subject::new(short, instead, *count != 1)
        }
        Value::Number(_) if key.direction().is_some() => {
            let chosen = directed::choice(key, &key.with_article(), value, false);
            Subject::new(chosen.unwrap_or_default(), None, false)
        }
        Value::Number(_) => {
            let is_of_vowel = key.label.starts_with(['a', 'e', 'i', 'o', 'u']);
            let article = match (key.is_plural(), is_of_vowel) {
                (true, _) => "",
                (false, true) => "an ",
                (false, false) => "a ",
            };
            let of = if key.is_of_usual() { " " } else { " of " };
            let subject = Sentence::words(article).name(key.stem()).and(of).value(value.clone(), key);
            Subject::new(subject, None, key.is_plural())
        }
        Value::Flag(flag) => {
            let subject = match key.label.strip_prefix("whether ") {
                Some(clause) => Sentence::words("that ").name(clause),
                None => Sentence::default().name(key.with_article()),
            };
            Subject { is_flipped: !flag, ..Subject::new(subject, None, false) }
        }
        Value::Choice(_) => {
            let short = Sentence::default().name(key.value(value));
            let short = match key.is_clause() {
                true => short.and(" for ").name(key.label.clone()),
                false => short.and(" as ").name(key.with_article()),
            };
            Subject::new(short, Some(Sentence::default().name(key.value(control))), false)
        }
    }
}

/// Where a measure is looked at: `with damp as the sand`, `with the speed at 2 m/s`.
pub(super) fn condition(key: &Quantity, value: &Value) -> Sentence {
    match value {
        Value::Count(1) if is_of_several(key) => Sentence::words("with one for the ").name(counted(key)),
        Value::Count(count) => Sentence::words("with ").then(count_word(*count, "zero")).and(" ").name(counted(key)),
        Value::Number(_) => match directed::choice(key, &key.with_article(), value, false) {
            Some(chosen) => Sentence::words("with ").then(chosen),
            None => Sentence::words("with ").name(key.with_article()).and(" at ").value(value.clone(), key),
        },
        Value::Flag(flag) => match key.label.strip_prefix("whether ") {
            Some(clause) => Sentence::words(if *flag { "where " } else { "unless " }).name(clause),
            None => Sentence::words(if *flag { "with " } else { "without " }).name(key.with_article()),
        },
        Value::Choice(_) => Sentence::words("with ").then(of_value(key, value, value).short),
    }
}

/// The same in a word or two: `with damp`.
pub(super) fn short_condition(key: &Quantity, value: &Value) -> Sentence {
    match value {
        Value::Flag(_) => condition(key, value),
        _ => Sentence::words("with ").then(value_name(key, value)),
    }
}

/// A value alone, counts as words.
pub(super) fn value_name(key: &Quantity, value: &Value) -> Sentence {
    match value {
        Value::Count(count) => count_word(*count, "zero"),
        Value::Number(_) => Sentence::default().value(value.clone(), key),
        _ => Sentence::default().name(key.value(value)),
    }
}

/// Values of an arm, with the labels of those axes that a value alone does not explain, and of all where there are
/// several.
pub(super) fn arm_name(keys: &[Quantity], values: &[Value], control: &[Value]) -> String {
    let differing: Vec<usize> = (0..keys.len()).filter(|at| values[*at] != control[*at]).collect();
    let shown = if differing.is_empty() { (0..keys.len()).collect() } else { differing };
    let name = |at: &usize| match (&values[*at], keys[*at].label.strip_prefix("whether ")) {
        (Value::Flag(true), Some(clause)) => clause.to_owned(),
        (Value::Flag(false), Some(clause)) => format!("not: {clause}"),
        (Value::Flag(_), None) => format!("{}: {}", keys[*at].label, values[*at]),
        (value, _) if keys.len() > 1 => format!("{} {}", keys[*at].stem(), keys[*at].value_said(value)),
        (value @ Value::Number(_), _) if keys[*at].direction().is_some() => keys[*at].value_said(value),
        (value, _) => keys[*at].value(value),
    };
    shown.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// What is varied, as the head over names of arms; nothing where they say it themselves.
pub(super) fn varied(keys: &[Quantity]) -> String {
    match keys {
        [key] if !key.is_clause() => key.label.clone(),
        _ => String::new(),
    }
}

/// The label of what is counted.
fn counted(key: &Quantity) -> String {
    key.label.strip_prefix("number of ").unwrap_or(&key.label).to_owned()
}

/// Whether what is counted is of several, `Moves of a kick-off`.
fn is_of_several(key: &Quantity) -> bool {
    Quantity { label: counted(key), ..key.clone() }.is_plural()
}

fn count_word(count: u64, zero: &'static str) -> Sentence {
    match WORDS.get(count as usize) {
        Some(_) if count == 0 => Sentence::words(zero),
        Some(word) => Sentence::words(word),
        None => Sentence::default().value(Value::Count(count), &Quantity::plain("count", "count")),
    }
}

fn joined(parts: impl Iterator<Item = Sentence>, between: &'static str) -> Sentence {
    parts.fold(Sentence::default(), |all, part| if all.is_empty() { part } else { all.and(between).then(part) })
}
