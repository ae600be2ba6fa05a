//! What is changed, as the subject of a sentence: one value of an axis instead of another one.

use tolley_experiment::value::Value;

use crate::answer::{Quantity, Sentence, directed, fill, say};
use crate::catalogue::{self, word};

/// Counts that are written as words.
const WORDS: [&str; 13] = [
    "effect.zero",
    "effect.one",
    "effect.two",
    "effect.three",
    "effect.four",
    "effect.five",
    "effect.six",
    "effect.seven",
    "effect.eight",
    "effect.nine",
    "effect.ten",
    "effect.eleven",
    "effect.twelve",
];

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
        let long = match instead {
            Some(other) => fill("effect.instead_of", [("subject", short.clone()), ("other", other)]),
            None => short.clone(),
        };
        Subject { long, short, is_plural, is_flipped: false }
    }

    /// Of an arm compared with the control: of the axes in which both differ.
    pub fn of_arm(keys: &[Quantity], values: &[Value], control: &[Value]) -> Subject {
        let differing: Vec<usize> = (0..keys.len()).filter(|at| values[*at] != control[*at]).collect();
        if let [only] = differing[..] {
            return of_value(&keys[only], &values[only], &control[only]);
        }
        let parts = differing.iter().map(|at| of_value(&keys[*at], &values[*at], &values[*at]).short);
        Subject::new(joined(parts), None, false)
    }

    /// Of more of something: `a higher speed`, `more Moves of a kick-off`.
    pub fn of_more(key: &Quantity, value: &Value) -> Subject {
        match value {
            Value::Count(_) => {
                Subject::new(fill("effect.subject_more", [("label", Sentence::of_name(counted(key)))]), None, true)
            }
            _ => {
                // of ratios: more is more, whatever it is compared with
                let label = key.label.split(", against ").next().unwrap_or_default();
                Subject::new(fill("effect.subject_higher", [("label", Sentence::of_name(label))]), None, false)
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
            let label = [("label", Sentence::of_name(counted(key)))];
            let short = fill("effect.subject_one_for", label.clone());
            let is_of_none = *control == Value::Count(0);
            let long = if is_of_none { fill("effect.subject_one_instead_of_none_for", label) } else { short.clone() };
            Subject { long, short, is_plural: false, is_flipped: false }
        }
        Value::Count(count) => {
            let short = count_of(*count, key);
            let instead = match control {
                Value::Count(control) => Some(count_word(*control, "effect.none")),
                _ => None,
            };
            Subject::new(short, instead, *count != 1)
        }
        Value::Number(_) if key.direction().is_some() => {
            let chosen = directed::choice(key, &key.with_article(), value, false);
            Subject::new(chosen.unwrap_or_default(), None, false)
        }
        Value::Number(_) => {
            let is_of_vowel = key.label.starts_with(['a', 'e', 'i', 'o', 'u']);
            let id = match (key.is_of_usual(), key.is_plural(), is_of_vowel) {
                (false, true, _) => "effect.subject_value_several",
                (false, false, true) => "effect.subject_value_an",
                (false, false, false) => "effect.subject_value_a",
                (true, true, _) => "effect.subject_usual_several",
                (true, false, true) => "effect.subject_usual_an",
                (true, false, false) => "effect.subject_usual_a",
            };
            let value = Sentence::of_value(value.clone(), key);
            let subject = fill(id, [("label", Sentence::of_name(key.stem())), ("value", value)]);
            Subject::new(subject, None, key.is_plural())
        }
        Value::Flag(flag) => {
            let subject = match key.label.strip_prefix("whether ") {
                Some(clause) => fill("effect.subject_that", [("clause", Sentence::of_name(clause))]),
                None => Sentence::of_name(key.with_article()),
            };
            Subject { is_flipped: !flag, ..Subject::new(subject, None, false) }
        }
        Value::Choice(_) => {
            let choice = ("choice", Sentence::of_name(key.value(value)));
            let short = match key.is_clause() {
                true => fill("effect.subject_choice_for", [choice, ("label", Sentence::of_name(key.label.clone()))]),
                false => fill("effect.subject_choice_as", [choice, ("label", Sentence::of_name(key.with_article()))]),
            };
            Subject::new(short, Some(Sentence::of_name(key.value(control))), false)
        }
    }
}

/// Where a measure is looked at: `with damp as the sand`, `with the speed at 2 m/s`.
pub(super) fn condition(key: &Quantity, value: &Value) -> Sentence {
    let with = |what: Sentence| fill("effect.condition_with", [("what", what)]);
    match value {
        Value::Count(1) if is_of_several(key) => {
            fill("effect.condition_one_for", [("label", Sentence::of_name(counted(key)))])
        }
        Value::Count(count) => with(count_of(*count, key)),
        Value::Number(_) => match directed::choice(key, &key.with_article(), value, false) {
            Some(chosen) => with(chosen),
            None => {
                let label = Sentence::of_name(key.with_article());
                fill("effect.condition_at", [("label", label), ("value", Sentence::of_value(value.clone(), key))])
            }
        },
        Value::Flag(flag) => match key.label.strip_prefix("whether ") {
            Some(clause) => {
                let id = if *flag { "effect.condition_where" } else { "effect.condition_unless" };
                fill(id, [("clause", Sentence::of_name(clause))])
            }
            None if *flag => with(Sentence::of_name(key.with_article())),
            None => fill("effect.condition_without", [("what", Sentence::of_name(key.with_article()))]),
        },
        Value::Choice(_) => with(of_value(key, value, value).short),
    }
}

/// The same in a word or two: `with damp`.
pub(super) fn short_condition(key: &Quantity, value: &Value) -> Sentence {
    match value {
        Value::Flag(_) => condition(key, value),
        _ => fill("effect.condition_with", [("what", value_name(key, value))]),
    }
}

/// A value alone, counts as words.
pub(super) fn value_name(key: &Quantity, value: &Value) -> Sentence {
    match value {
        Value::Count(count) => count_word(*count, "effect.zero"),
        Value::Number(_) => Sentence::of_value(value.clone(), key),
        _ => Sentence::of_name(key.value(value)),
    }
}

/// Values of an arm, with the labels of those axes that a value alone does not explain, and of all where there are
/// several.
pub(super) fn arm_name(keys: &[Quantity], values: &[Value], control: &[Value]) -> String {
    let differing: Vec<usize> = (0..keys.len()).filter(|at| values[*at] != control[*at]).collect();
    let shown = if differing.is_empty() { (0..keys.len()).collect() } else { differing };
    let name = |at: &usize| match (&values[*at], keys[*at].label.strip_prefix("whether ")) {
        (Value::Flag(true), Some(clause)) => clause.to_owned(),
        (Value::Flag(false), Some(clause)) => catalogue::text("effect.arm_not", &[("clause", clause)]),
        (Value::Flag(_), None) => {
            let value = values[*at].to_string();
            catalogue::text("effect.arm_flag", &[("label", &keys[*at].label), ("value", &value)])
        }
        (value, _) if keys.len() > 1 => {
            let value = keys[*at].value_said(value);
            catalogue::text("effect.arm_value", &[("label", keys[*at].stem()), ("value", &value)])
        }
        (value @ Value::Number(_), _) if keys[*at].direction().is_some() => keys[*at].value_said(value),
        (value, _) => keys[*at].value(value),
    };
    shown.iter().map(name).collect::<Vec<_>>().join(word("common.comma"))
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
        Some(_) if count == 0 => say(zero),
        Some(word) => say(word),
        None => Sentence::of_count(count),
    }
}

/// `three fouls that put a player out`
fn count_of(count: u64, key: &Quantity) -> Sentence {
    let count = count_word(count, "effect.zero");
    fill("effect.subject_count", [("count", count), ("label", Sentence::of_name(counted(key)))])
}

fn joined(parts: impl Iterator<Item = Sentence>) -> Sentence {
    let both = |all, part| fill("effect.together_with", [("subject", all), ("other", part)]);
    parts.fold(Sentence::default(), |all, part| if all.is_empty() { part } else { both(all, part) })
}
