//! One key: what a scenario may say, and what is known of it.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

use crate::declare::names::Named;
use crate::declare::role::{Role, Strata};
use crate::declare::shown;
use crate::declare::unit::Dimension;
use crate::declare::value::{Field, Kind, Value};

/// Where a key stands: `shot.speed_m_s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// Table of the scenario: `shot`.
    pub table: &'static str,
    /// Name in the table, which ends in the SI unit: `speed_m_s`. The field of the struct has the same name.
    pub name: &'static str,
}

impl Path {
    /// Its column in every table of a dataset: `shot_speed_m_s`.
    pub fn column(&self) -> String {
        format!("{}_{}", self.table, self.name)
    }

    /// Whether it is written so.
    pub fn is(&self, text: &str) -> bool {
        text.split_once('.') == Some((self.table, self.name))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.table, self.name)
    }
}

/// A choice of another key without which a key has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The other key.
    pub key: Path,
    /// The choice that it must have.
    pub choice: &'static str,
}

/// What a choice sets: another key, unless the scenario sets that one itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The other key.
    pub key: Path,
    /// The value that it gets.
    pub value: Value,
}

/// What is drawn of a key where nobody says which of its values: by `tolley ask depends`.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// What is plausible, or each choice.
    Plausible,
    /// From one value to another: all that is possible is plausible, but not as likely.
    Between(Value, Value),
    /// These, each as likely: others are possible, but mean something else, or nobody would choose them.
    Among(Vec<Value>),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// One key. Made by [`keys!`](crate::keys!), which declares the field that holds its value too.
#[derive(Clone, Debug)]
pub struct Key {
    /// Where it stands.
    pub path: Path,
    /// What it holds.
    pub kind: Kind,
    /// Its value where the scenario and its presets are silent.
    pub default: Value,
    /// What it means, one sentence.
    pub about: &'static str,
    /// What it is in plain words: `"rolling friction of the sand"`.
    pub label: Cow<'static, str>,
    /// The unit in which it is shown, `""` for none.
    pub shown: &'static str,
    /// What part it plays.
    pub role: Role,
    /// Which side's it is, `"a"`; `None` where it is nobody's or everybody's.
    pub of: Option<&'static str>,
    /// Its values where nobody has measured it.
    pub strata: Option<Strata>,
    /// Why it has no strata, where it might have some.
    pub no_strata: Option<&'static str>,
    /// What each of its choices means, in their order; empty where nothing is said.
    pub choices_about: &'static [&'static str],
    /// The clause of the laws that it is a parameter of.
    pub clause: Option<&'static str>,
    /// Why the default is an assumption; `None` when it has a source or is a choice.
    pub assumption: Option<&'static str>,
    /// What is drawn of it where nobody says.
    pub drawn: Drawn,
    /// Without it the key has no effect.
    pub only_with: Option<Condition>,
    /// What each of its choices sets, in the order of the choices; empty unless it is a preset.
    pub sets: Vec<Vec<Set>>,
}

impl Key {
    /// A key with its default; one of numbers or counts needs [`Key::possible`] too.
    pub fn new<T: Field>(path: Path, about: &'static str, default: T, role: Role, label: &'static str) -> Key {
        Key {
            path,
            kind: T::KIND,
            default: default.value(),
            about,
            label: Cow::Borrowed(label),
            shown: shown::key_unit(path.name),
            role,
            of: None,
            strata: None,
            no_strata: None,
            choices_about: T::ABOUTS,
            clause: None,
            assumption: None,
            drawn: Drawn::Plausible,
            only_with: None,
            sets: Vec::new(),
        }
    }

    /// What is possible, and plausible until [`Key::plausible`] narrows it.
    #[must_use]
    pub fn possible<T: Field>(mut self, range: RangeInclusive<T>) -> Key {
        self.kind = match (T::KIND, range.start().value(), range.end().value()) {
            (Kind::Number { .. }, Value::Number(low), Value::Number(high)) => {
                Kind::Number { possible: [low, high], plausible: [low, high] }
            }
            (Kind::Count { .. }, Value::Count(low), Value::Count(high)) => {
                Kind::Count { possible: [low, high], plausible: [low, high] }
            }
            (other, ..) => other,
        };
        self
    }

    /// Narrows what is plausible.
    #[must_use]
    pub fn plausible<T: Field>(mut self, range: RangeInclusive<T>) -> Key {
        self.kind = match (self.kind, range.start().value(), range.end().value()) {
            (Kind::Number { possible, .. }, Value::Number(low), Value::Number(high)) => {
                Kind::Number { possible, plausible: [low, high] }
            }
            (Kind::Count { possible, .. }, Value::Count(low), Value::Count(high)) => {
                Kind::Count { possible, plausible: [low, high] }
            }
            (other, ..) => other,
        };
        self
    }

    /// Says what is drawn of it, of what is plausible.
    #[must_use]
    pub fn drawn<T: Field>(self, range: RangeInclusive<T>) -> Key {
        Key { drawn: Drawn::Between(range.start().value(), range.end().value()), ..self }
    }

    /// Says which of its values are drawn, each as likely.
    #[must_use]
    pub fn drawn_of<T: Field>(self, values: &[T]) -> Key {
        Key { drawn: Drawn::Among(values.iter().map(|value| value.value()).collect()), ..self }
    }

    /// Says its values where nobody has measured it, beside the default: a low one and a high one.
    #[must_use]
    pub fn strata<T: Field>(self, [low, high]: [T; 2]) -> Key {
        let strata = Strata::new(low.value(), self.default.clone(), high.value());
        Key { strata: Some(strata), ..self }
    }

    /// Says that they are the ends of what is plausible.
    #[must_use]
    pub fn strata_plausible(self) -> Key {
        let default = self.default.clone();
        let strata = match self.kind {
            Kind::Number { plausible: [low, high], .. } => {
                Strata::new(Value::Number(low), default, Value::Number(high))
            }
            Kind::Count { plausible: [low, high], .. } => Strata::new(Value::Count(low), default, Value::Count(high)),
            Kind::Flag => Strata::new(Value::Flag(false), default, Value::Flag(true)),
            // which of several choices are the ends nobody can tell
            Kind::Choice(_) => return self,
        };
        Key { strata: Some(strata), ..self }
    }

    /// Says why the strata are these and when they matter, where that is not empty.
    #[must_use]
    pub fn with_strata_reasons(self, basis: &str, when: &str) -> Key {
        Key { strata: self.strata.map(|strata| strata.with_reasons(basis, when)), ..self }
    }

    /// When its strata matter: as they say, else with the choice that it needs.
    pub fn strata_when(&self) -> Option<String> {
        let said = self.strata.as_ref().and_then(|strata| strata.when.clone());
        said.or_else(|| self.only_with.map(|Condition { key, choice }| format!("{key}={choice}")))
    }

    /// Whether this choice is among what is drawn of it.
    pub fn draws(&self, choice: &str) -> bool {
        match &self.drawn {
            Drawn::Among(values) => values.iter().any(|value| matches!(value, Value::Choice(own) if *own == choice)),
            Drawn::Plausible | Drawn::Between(..) => true,
            Drawn::Nothing(_) => false,
        }
    }

    /// What is drawn of it, as an axis is written; else why nothing is.
    pub fn drawn_axis(&self) -> Result<String, &'static str> {
        let between = |low: &dyn fmt::Debug, high: &dyn fmt::Debug| Ok(format!("{{ min = {low:?}, max = {high:?} }}"));
        match (&self.drawn, self.kind) {
            (Drawn::Nothing(why), _) => Err(why),
            (Drawn::Among(values), _) => Ok(values.iter().map(written).collect::<Vec<_>>().join(",")),
            (Drawn::Between(Value::Number(low), Value::Number(high)), _) => between(low, high),
            (Drawn::Between(Value::Count(low), Value::Count(high)), _) => between(low, high),
            (_, Kind::Number { possible, plausible: [low, high] }) if possible != [low, high] => between(&low, &high),
            (_, Kind::Count { possible, plausible: [low, high] }) if possible != [low, high] => between(&low, &high),
            (_, Kind::Choice(choices)) => Ok(choices.join(",")),
            (_, Kind::Flag) => Ok("false,true".to_owned()),
            (_, Kind::Number { .. } | Kind::Count { .. }) => Err("nothing says which of its values are plausible"),
        }
    }

    /// Makes it a preset: `sets` says what each choice sets.
    #[must_use]
    pub fn with_sets<T: Named>(mut self, sets: impl Fn(T) -> Vec<Set>) -> Key {
        self.sets = (0..).map_while(T::at).map(sets).collect();
        self
    }

    /// The dimension that the name's unit has; dimensionless for counts, flags, choices and `_ratio`.
    pub fn dimension(&self) -> Dimension {
        Dimension::of_name(self.path.name)
    }
}

/// A value as a list of them is written in an axis.
fn written(value: &Value) -> String {
    match value {
        Value::Choice(choice) => choice.to_string(),
        other => other.to_string(),
    }
}
