//! What `[best]` of a scenario asks: which numbers are decided over, for which skills, and what is wanted.

use crate::declare::hand::Hand;
use crate::declare::miss;
use crate::declare::problem::{not_a_choice, shortened};
use crate::declare::study::StudyInfo;
use crate::declare::table::ColumnKind;
use crate::declare::value::{Kind, Value};

pub use crate::declare::miss::missed_at_a_metre;

/// Shots where the scenario says nothing.
pub const SHOTS: u64 = 100_000;
/// Fewer cannot answer anything, more of a sweep do not fit into memory.
pub const SHOTS_ALLOWED: [u64; 2] = [1_000, 20_000_000];

/// Choices that are told where the scenario says nothing.
pub const CHOICES: usize = 5;
/// One is the best alone.
pub const CHOICES_ALLOWED: [usize; 2] = [1, 40];

/// Values of each number in a map of all choices: both ends at least.
pub const MAP_ALLOWED: [u64; 2] = [2, 1000];
/// Choices of a map of all numbers together: each is a sum over all shots near it, some thousands of them.
const CELLS_MOST: u64 = 100_000;

/// Errors that differ by less than so much of their size are those of one skill in other words.
const SAME: f64 = 1e-9;

/// The question.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Column of the first table that is to be as large as possible.
    pub objective: String,
    /// What is decided over.
    pub aims: Vec<Range>,
    /// Whose best choice is wanted.
    pub skills: Vec<Skill>,
    /// Shots of all design points together.
    pub shots: u64,
    /// Choices of each skill that are told, the best among them.
    pub choices: usize,
    /// Values of each number in a map of all choices; 0 without a map.
    pub map: u64,
    /// The file of the profile that says whose best choice is wanted, instead of the scenario's skills.
    pub profile: Option<String>,
}

impl Best {
    /// Why a map of so many values of each number is refused.
    pub fn check_map(&self) -> Result<(), String> {
        let [least, most] = MAP_ALLOWED;
        if self.map != 0 && !(least..=most).contains(&self.map) {
            return Err(format!("{} is not a whole number from {least} to {most}", self.map));
        }
        let cells = self.aims.iter().try_fold(1u64, |cells, _| cells.checked_mul(self.map));
        match cells.filter(|cells| *cells <= CELLS_MOST) {
            Some(_) => Ok(()),
            None => Err(format!(
                "{} values of each of {} numbers are more than {CELLS_MOST} choices, the most that a map has",
                self.map,
                self.aims.len()
            )),
        }
    }
}

/// A number that is decided over, as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Number of the key.
    pub key: usize,
    /// From and to, SI; where none is said it is the limit of the hand.
    pub ends: [Option<f64>; 2],
    /// Numbers of the keys that limit the hand, below and above, where it has such limits.
    pub limits: [Option<usize>; 2],
}

impl Range {
    /// What it is at a design point, of which the values of all keys are given: limits of the hand may differ between
    /// them. Fails with what is wrong with the range there.
    pub fn at(&self, study: &StudyInfo, values: &[Value], within: Option<[f64; 2]>) -> Result<Aim, String> {
        let limit = |end: usize| match self.limits[end].map(|key| (key, &values[key])) {
            Some((key, Value::Number(value))) => Some(Limit { key, value: *value }),
            _ => None,
        };
        let limits = [limit(0), limit(1)];
        let end = |end: usize, name: &str| {
            let limited = limits[end].map(|limit| limit.value);
            self.ends[end].or(limited).ok_or_else(|| format!("{name} is missing, and the hand has no such limit"))
        };
        let range = [end(0, "min")?, end(1, "max")?];
        let [low, high] = range;
        for (end, name, sign) in [(0, "below", -1.0), (1, "beyond", 1.0)] {
            if let Some(Limit { key, value }) = limits[end].filter(|limit| sign * range[end] > sign * limit.value) {
                let path = study.schema.keys[key].path;
                return Err(format!("{} is {name} what the hand can do: {path} is {value}", range[end]));
            }
        }
        if low >= high {
            return Err(format!("min {low} is not below max {high}"));
        }
        match within {
            Some([least, most]) if low < least || high > most => {
                Err(format!("{low} to {high} is more than can be played: {least} to {most}, SI"))
            }
            _ => Ok(Aim { key: self.key, range, limits }),
        }
    }
}

/// A number that is decided over at a design point.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Number of the key.
    pub key: usize,
    /// From and to, SI.
    pub range: [f64; 2],
    /// What the hand can do, below and above, where it has such limits; a range never goes beyond.
    pub limits: [Option<Limit>; 2],
}

/// A limit of the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Number of the key.
    pub key: usize,
    /// Its value, SI.
    pub value: f64,
}

impl Aim {
    /// The limit that an end of the range is, the upper one or the lower.
    pub fn ends_at(&self, is_high: bool) -> Option<Limit> {
        let end = usize::from(is_high);
        self.limits[end].filter(|limit| limit.value == self.range[end])
    }

    /// The limit that a value beyond that end lies beyond.
    pub fn passed(&self, is_high: bool, x: f64) -> Option<Limit> {
        let is_beyond = |limit: &Limit| if is_high { x > limit.value } else { x < limit.value };
        self.limits[usize::from(is_high)].filter(is_beyond)
    }
}

/// How well somebody plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// As it was asked for.
    pub name: String,
    /// Deviations of his errors: number of the key, and value.
    pub sets: Vec<(usize, Value)>,
}

impl Skill {
    /// Of the errors that these values are, whoever has them.
    pub(crate) fn of_values(name: &str, study: &StudyInfo, hand: &Hand, values: &[Value]) -> Option<Skill> {
        let keys = miss::preset_of(&study.schema, hand.preset).ok()?.distinct_targets();
        let sets = keys.into_iter().map(|key| (key, values[key].clone())).collect();
        Some(Skill { name: name.to_owned(), sets })
    }

    /// Of a preset, `club`, or of how far he misses, `misses 3 cm at 1 m` or `3cm at 1m`: a standard deviation across
    /// the aimed line, with the other errors in the same ratio to those of the default preset.
    pub fn named(text: &str, study: &StudyInfo, hand: &Hand) -> Result<Skill, String> {
        let preset = miss::preset_of(&study.schema, hand.preset)?;
        let Kind::Choice(choices) = study.schema.keys[preset.chooser].kind else {
            return Err(format!("{} is no choice", hand.preset));
        };
        let missed = text.strip_prefix("misses ").or_else(|| Some(text).filter(|text| is_miss(text)));
        if let Some(missed) = missed {
            let sets = miss::deviations(missed, text, &study.schema, [hand.preset, hand.aim_sd])?;
            return Ok(Skill { name: format!("misses {missed}"), sets });
        }
        let (keys, defaults) = (preset.distinct_targets(), study.schema.defaults());
        let Some(at) = choices.iter().position(|choice| *choice == text) else {
            return Err(format!("{}, nor \"misses LENGTH at DISTANCE\"", not_a_choice(text, choices)));
        };
        let of = |key: usize| {
            let set = preset.options[at].iter().find(|(set, _)| *set == key);
            (key, set.map_or_else(|| defaults[key].clone(), |(_, value)| value.clone()))
        };
        Ok(Skill { name: text.to_owned(), sets: keys.into_iter().map(of).collect() })
    }

    /// Why it may not stand beside these: one of them is it, by its name or, `misses 30 mm at 1 m`, in other words.
    pub fn repeats(&self, others: &[Skill]) -> Option<String> {
        let is_near = |one: &Value, other: &Value| match (one, other) {
            (Value::Number(one), Value::Number(other)) => (one - other).abs() <= SAME * one.abs().max(other.abs()),
            _ => one == other,
        };
        let is_same = |other: &&Skill| {
            let mut pairs = self.sets.iter().zip(&other.sets);
            other.name == self.name || pairs.all(|(one, other)| one.0 == other.0 && is_near(&one.1, &other.1))
        };
        let other = others.iter().find(is_same)?;
        let (name, other) = (shortened(&self.name), shortened(&other.name));
        Some(if name == other { format!("\"{name}\" is given twice") } else { format!("\"{name}\" is \"{other}\"") })
    }
}

/// Whether a text begins as a length does and names a distance.
fn is_miss(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.contains("at")
}

/// Whether the column can be made as large as possible.
pub fn check_objective(name: &str, study: &StudyInfo) -> Result<(), String> {
    let columns = study.tables[0].columns.iter();
    let is_known = columns.clone().any(|column| column.name == name && !matches!(column.kind, ColumnKind::Name { .. }));
    let measures: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
    if is_known {
        return Ok(());
    }
    if study.dropped.iter().any(|dropped| dropped == name) {
        return Err(study.not_known(name, &measures));
    }
    let is_column = columns.clone().any(|column| column.name == name);
    let told = if is_column { "is a name, not a number".to_owned() } else { not_a_choice(name, &[]) };
    let told = if is_column { told } else { format!("\"{}\" is no column of this study", shortened(name)) };
    Err(format!("{told}; for instance: {}", measures.join(", ")))
}
