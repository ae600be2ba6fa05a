//! An answer: one sentence that says what holds, how much, how sure, what it depends on, what to do next; tables behind
//! it. Every kind of question makes one, and what prints it knows no analysis.

pub mod directed;
pub mod quantity;
pub mod say;
pub mod sentence;
mod serial;
pub mod table;

use serde::{Deserialize, Serialize};
use tolley_analysis::{Estimate, Missing};
use tolley_experiment::value::Value;

pub use quantity::Quantity;
pub use say::{fill, say};
pub use sentence::{Form, Part, Sentence};
pub use table::{Cell, Column, ColumnPart, Table};

use crate::catalogue::word;

/// An answer to one question about one dataset. As JSON it is written and read again to the last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked, and of what.
    pub about: About,
    /// What holds.
    pub headline: Headline,
    /// What else is to be known at once, a line each; at most five are shown without details.
    pub findings: Vec<Finding>,
    /// All figures; one that is brief stands in the answer itself.
    pub tables: Vec<Table>,
    /// Methods, corrections, what was left out; only among the details.
    pub notes: Vec<Note>,
    /// What to do next.
    pub next: Vec<Next>,
}

/// What was asked, and of what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// The kind of question: `"fair"`.
    #[serde(deserialize_with = "serial::word")]
    pub kind: serial::Word,
    /// The question of research that it belongs to: `"TGQ4"`.
    pub question: Option<String>,
    /// What the scenario opens with.
    pub opening: Option<String>,
    /// Name of the study.
    pub study: String,
    /// Folder of the dataset; none where nothing was played.
    pub dataset: Option<String>,
    /// Seed of the trials.
    pub seed: Option<u64>,
    /// Trials that were played, and that were planned.
    pub trials: [u64; 2],
    /// Trials that are left out.
    #[serde(with = "serial::missing")]
    pub missing: Missing,
    /// The command that makes the answer again, word by word.
    pub again: Vec<String>,
    /// BLAKE3 of the plan, by which a dataset is known.
    pub plan_blake3: Option<String>,
    /// What the subjects, what is said and the details of the findings are; empty where that is plain.
    pub heads: [String; 3],
}

impl Answer {
    /// Where zero lies of the angles that it has.
    pub fn directions(&self) -> impl Iterator<Item = &Note> {
        let headings = [NoteHeading::Direction, NoteHeading::DirectionOfTable];
        self.notes.iter().filter(move |note| headings.contains(&note.heading))
    }
}

/// What holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Headline {
    /// In one word.
    pub verdict: Verdict,
    /// How sure that is.
    pub certainty: Certainty,
    /// In one sentence of at most 25 words and two numbers.
    pub sentence: Sentence,
    /// One or two numbers with their intervals.
    pub amount: Vec<Sentence>,
    /// The assumptions that would change it, the strongest first.
    pub depends_on: Vec<Dependence>,
}

impl Headline {
    /// The sentence as text, with an end.
    pub fn text(&self) -> String {
        let text = self.sentence.text();
        if text.ends_with(['.', '!', '?']) { text } else { text + "." }
    }
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// Within the margin of even.
    Fair,
    /// Not even, but within the margin.
    DifferentWithinMargin,
    /// Beyond the margin.
    Unfair,
    /// Equal because the sides are equal; no evidence.
    Identical,
    /// A difference beyond the margin.
    Effect,
    /// No difference beyond the margin.
    NoEffect,
    /// One choice, or a set of them, is the best.
    Best,
    /// The choice hardly matters.
    Indifferent,
    /// Holds up to a limit.
    Limit,
    /// Known without chance.
    Exact,
    /// Described, not judged: an order, a map, a list of what matters.
    Described,
    /// The trials allow more than one of these.
    CannotTell,
}

impl Verdict {
    /// As tables and files have it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Fair => "fair",
            Verdict::DifferentWithinMargin => "different within the margin",
            Verdict::Unfair => "unfair",
            Verdict::Identical => "identical",
            Verdict::Effect => "effect",
            Verdict::NoEffect => "no effect",
            Verdict::Best => "best",
            Verdict::Indifferent => "hardly matters",
            Verdict::Limit => "limit",
            Verdict::Exact => "exact",
            Verdict::Described => "described",
            Verdict::CannotTell => "cannot tell yet",
        }
    }

    /// As people read it.
    pub fn said(self) -> &'static str {
        word(match self {
            Verdict::Fair => "answer.fair",
            Verdict::DifferentWithinMargin => "answer.different_within",
            Verdict::Unfair => "answer.unfair",
            Verdict::Identical => "answer.identical",
            Verdict::Effect => "answer.effect",
            Verdict::NoEffect => "answer.no_effect",
            Verdict::Best => "answer.best",
            Verdict::Indifferent => "answer.hardly_matters",
            Verdict::Limit => "answer.limit",
            Verdict::Exact => "answer.exact",
            Verdict::Described => "answer.described",
            Verdict::CannotTell => "answer.cannot_tell",
        })
    }
}

/// How sure something is; always the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Certainty {
    /// The 95 % interval, corrected for all that is compared in the answer, says it.
    Clearly,
    /// Only the interval of this one comparison says it.
    Probably,
    /// Neither says it.
    CannotTell,
}

impl Certainty {
    /// As files have it.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Clearly => "clearly",
            Certainty::Probably => "probably",
            Certainty::CannotTell => "cannot tell yet",
        }
    }

    /// As people read it.
    pub fn said(self) -> &'static str {
        word(match self {
            Certainty::Clearly => "answer.clearly",
            Certainty::Probably => "answer.probably",
            Certainty::CannotTell => "answer.cannot_tell",
        })
    }
}

/// An assumption that would change the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dependence {
    /// The assumption.
    pub on: Quantity,
    /// What the answer would be at other values, each with its value.
    #[serde(with = "serial::cases")]
    pub cases: Vec<(Value, Estimate)>,
    /// What is estimated in the cases.
    pub of: Quantity,
    /// Whether the sign turns, so that the first sentence says so.
    pub turns: bool,
    /// Whether nobody has measured it.
    pub is_assumed: bool,
}

/// What else is to be known at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is about, one or two words.
    pub subject: String,
    /// What holds.
    pub says: Sentence,
    /// By how much, or what another choice costs.
    pub detail: Sentence,
    /// How sure that is.
    pub certainty: Option<Certainty>,
}

/// A remark among the details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Under which heading it stands.
    pub heading: NoteHeading,
    /// What it says.
    pub sentence: Sentence,
}

/// Headings of the details, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NoteHeading {
    /// What must be known with the first sentence: it stands in the answer itself.
    Caution,
    /// Where zero lies of an angle that the answer says: it stands in the answer itself.
    Direction,
    /// Where zero lies of an angle that tables alone have.
    DirectionOfTable,
    /// What the words of certainty mean.
    Words,
    /// The assumptions that were set otherwise and moved nothing, or that were not tried.
    Tried,
    /// The assumptions that move the answer.
    Depends,
    /// Model or test, correction, margin, what was left out and why.
    Method,
}

impl NoteHeading {
    /// Whether it stands in the answer itself, not only among the details.
    pub fn is_shown(self) -> bool {
        matches!(self, NoteHeading::Caution | NoteHeading::Direction)
    }
}

/// Something to do next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Next {
    /// What it brings, before the command: `Four times as many trials would settle it`.
    pub sentence: Sentence,
    /// The command, word by word; empty where there is none.
    pub command: Vec<String>,
    /// How long it takes on this machine, if that is known.
    pub seconds: Option<f64>,
}
