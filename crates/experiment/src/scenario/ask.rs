//! `[[ask]]` of a scenario: what is asked of its dataset. It decides nothing of what is played.

use serde::{Deserialize, Serialize};

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
#[serde(default)]
pub struct Ask {
    /// What kind of question it is.
    pub kind: AskKind,
    /// The question of research that it belongs to: `"TGQ4"`.
    pub question: Option<String>,
    /// What is measured: a column of the first table, or `TABLE.COLUMN[COLUMN=VALUE]`; the first measure of the study.
    pub measure: Option<String>,
    /// Paths of the axes whose values are compared, chosen among, or ranked.
    pub over: Vec<String>,
    /// The value of each of them in the control, as typed; of what is empty the default of the key where it is played,
    /// else the first.
    pub control: Vec<String>,
    /// The axis along which a limit is looked for, or a map drawn first.
    pub along: Option<String>,
    /// The value of `along` at which nothing is off, SI.
    pub equal: Option<f64>,
    /// The largest difference that does not matter, in the unit of the measure, SI.
    pub margin: Option<f64>,
    /// Between which values a measure is as wanted, SI.
    pub within: Option<[f64; 2]>,
    /// Which end is the better one.
    pub better: Option<Better>,
    /// Axes that are merely unknown: the answer is given for each of their combinations.
    pub strata: Vec<String>,
    /// Whether to stop as soon as every point has a verdict.
    pub sequential: bool,
    /// Confidence of tests and intervals.
    pub confidence: Option<f64>,
    /// Table of which the same rows are decided differently, with what makes them the same and what is decided.
    pub judged: Option<Judged>,
    /// Where one side loses by what the other gains: its axis. The axes of the other one are `over`.
    pub against: Option<String>,
    /// Trials at each point that an answer of record has.
    pub repeats: Option<u64>,
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
