//! Tables of an answer: typed cells, each column with what it is of and how it was found.

use serde::{Deserialize, Serialize};
use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use super::quantity::Quantity;
use super::sentence::Sentence;
use super::{Certainty, Verdict, serial};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// A short name, by which files and pages find it: `"values"`.
    #[serde(deserialize_with = "serial::word")]
    pub name: serial::Word,
    /// What it shows.
    pub title: Sentence,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
    /// Whether it stands in the answer itself, not only among the details.
    pub is_brief: bool,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// What its numbers are of.
    pub quantity: Quantity,
    /// What stands above it for people, where the label is too long for that.
    #[serde(deserialize_with = "serial::word_if_any")]
    pub head: Option<serial::Word>,
    /// What its cells are.
    pub part: ColumnPart,
}

/// What the cells of a column are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ColumnPart {
    /// Values of an axis or a stratum, by which a row is found.
    Axis,
    /// Number of the design point.
    Point,
    /// Estimates of a measure.
    Result {
        /// The column of the dataset, or the expression, that is measured.
        measure: String,
        /// What is estimated of it: `"mean"`, `"difference"`, `"limit above"`.
        #[serde(deserialize_with = "serial::word")]
        quantity: serial::Word,
        /// How: `"wilson"`, `"student-t"`.
        method: String,
    },
    /// What is said of the estimates before it.
    Verdict,
    /// Anything else.
    Other,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// An estimate, SI.
    Estimate(#[serde(with = "serial::estimate")] Estimate),
    /// A value of an axis, SI.
    Value(Value),
    /// A number without an interval, SI.
    Number(#[serde(with = "serial::number")] f64),
    /// A p-value.
    P(#[serde(with = "serial::number")] f64),
    /// A count.
    Count(u64),
    /// A verdict, and how sure it is.
    Verdict(Verdict, Option<Certainty>),
    /// A label or words.
    Name(String),
    /// Nothing, since nothing is known.
    Absent,
}

impl Column {
    /// Values of an axis.
    pub fn axis(quantity: Quantity) -> Column {
        Column { quantity, head: None, part: ColumnPart::Axis }
    }

    /// Estimates of a measure.
    pub fn result(quantity: Quantity, measure: &str, what: &'static str, method: impl Into<String>) -> Column {
        let part = ColumnPart::Result { measure: measure.to_owned(), quantity: what, method: method.into() };
        Column { quantity, head: None, part }
    }

    /// What is said of the estimates before it.
    pub fn verdict() -> Column {
        Column { quantity: Quantity::plain("verdict", "verdict"), head: None, part: ColumnPart::Verdict }
    }

    /// Anything else.
    pub fn other(quantity: Quantity) -> Column {
        Column { quantity, head: None, part: ColumnPart::Other }
    }

    /// The same under a shorter head.
    #[must_use]
    pub fn headed(self, head: &'static str) -> Column {
        Column { head: Some(head), ..self }
    }
}
