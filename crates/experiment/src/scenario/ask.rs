//! `[[ask]]` of a scenario: what is asked of its dataset. It decides nothing of what is played.

use serde::{Deserialize, Serialize};

use crate::declare::key::Key;
use crate::declare::unit::Dimension;
use crate::declare::value::Value;
use crate::design::axis;
use crate::document::Node;

crate::names! {
    /// Kinds of questions.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum AskKind {
        Best = "best": "Which of several choices is the best, and what each costs that is not.",
        Fair = "fair": "Whether a share is even between like sides, and how unequal the sides may be.",
        Effect = "effect": "What a value of an axis changes, compared with another one.",
        Limit = "limit": "How far along an axis a measure stays within a margin of where it begins.",
        Depends = "depends": "On which of many keys a measure depends, and how much.",
        Rank = "rank": "How strong players are, and what each seat wins.",
        Map = "map": "How a measure lies over one or two axes, as a smooth surface.",
        Response = "response": "What each side should choose where both may choose.",
    }
}

crate::names! {
    /// Which end of a measure is the good one.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Better {
        Largest = "largest": "More is better.",
        Smallest = "smallest": "Less is better.",
    }
}

impl Default for AskKind {
    /// What any design can be asked.
    fn default() -> AskKind {
        AskKind::Effect
    }
}

/// One table `[[ask]]`; what it does not say follows from the design.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ask {
    /// What kind of question it is.
    pub kind: AskKind,
    /// The question of research that it belongs to: `"TGQ4"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What is measured: a column of the first table, or `TABLE.COLUMN[COLUMN=VALUE]`; the first measure of the study.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// Paths of the axes whose values are compared, chosen among, or ranked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<String>,
    /// The value of each of them in the control, or of `against`, SI, as [`value_text`] makes it; the default of the
    /// key where it is played, else the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub control: Vec<String>,
    /// The axis along which a limit is looked for, or a map drawn first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub along: Option<String>,
    /// The value of `along` at which nothing is off, SI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<f64>,
    /// The largest difference that does not matter, in the unit of the measure, SI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Between which values a measure is as wanted, SI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<[f64; 2]>,
    /// Which end is the better one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// Axes that are merely unknown: the answer is given for each of their combinations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strata: Vec<String>,
    /// Whether to stop as soon as every point has a verdict.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sequential: bool,
    /// Confidence of tests and intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Table of which the same rows are decided differently, with what makes them the same and what is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Judged>,
    /// Where one side loses by what the other gains: its axis. The axes of the other one are `over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Trials at each point that an answer of record has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u64>,
    /// Normalised Elo of two hypotheses, the lesser first, of which the sequential test is to decide instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<[f64; 2]>,
    /// Chance of taking the greater Elo where the lesser holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// Chance of the reverse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// Axis of two values at which the two matches of a pair are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<String>,
}

/// The same rows, decided differently.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The table.
    pub table: String,
    /// Columns that are alike in the same rows.
    pub inputs: Vec<String>,
    /// Columns of what is decided.
    pub outcomes: Vec<String>,
}

impl Ask {
    /// The paths of all axes that it names.
    pub fn axes(&self) -> impl Iterator<Item = &str> {
        let ones = [&self.along, &self.against, &self.pair].into_iter().flatten();
        self.over.iter().chain(ones).chain(&self.strata).map(String::as_str)
    }

    /// What `tolley ask fair` is asked: the first ask whether something is fair, with the axis of the first limit where
    /// it names none.
    pub fn of_fairness(asks: &[Ask]) -> Option<Ask> {
        let mut fair = asks.iter().find(|ask| ask.kind == AskKind::Fair)?.clone();
        if fair.along.is_none() && fair.over.is_empty() {
            let limit = asks.iter().find(|ask| ask.kind == AskKind::Limit && ask.measure == fair.measure);
            if let Some(limit) = limit {
                (fair.along, fair.equal) = (limit.along.clone(), limit.equal);
            }
        }
        Some(fair)
    }
}

/// The value of a key as an ask has it, SI: of a text that somebody typed, `2 cm`, `back`.
pub fn value_text(key: &Key, typed: &str) -> Result<String, String> {
    axis::value(key, &Node::of_text(typed)).map(|value| plain(&value))
}

/// A value as an ask has it: a choice by its name, without quotes.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Choice(choice) => choice.to_string(),
        other => other.to_string(),
    }
}

/// A number in the unit of what is measured, SI, of a text that somebody typed: `0.03`, `2 cm`.
pub fn margin_of(measure: &str, typed: &str) -> Result<f64, String> {
    let margin = Node::of_text(typed).quantity(dimension_of(measure))?;
    if margin < 0.0 { Err(format!("{typed} is below 0")) } else { Ok(margin) }
}

/// The dimension of what is measured, `TABLE.COLUMN[COLUMN=VALUE]`; a share has none.
pub(crate) fn dimension_of(measure: &str) -> Dimension {
    let base = measure.split('[').next().unwrap_or(measure);
    let column = base.rsplit('.').next().unwrap_or(base);
    if column.contains('=') {
        Dimension::of_name("share")
    } else {
        Dimension::of_name(column.split('-').next().unwrap_or(column))
    }
}
