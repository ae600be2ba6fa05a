//! What an answer has found of one thing that is asked.

use serde_json::{Value, json};

use super::findings::Findings;
use crate::tidy::Row;

/// What one thing that is asked has found.
pub struct Answer {
    /// The command that asks it of the scenario.
    pub command: String,
    /// In a line.
    pub short: String,
    /// For people.
    pub told: String,
    /// SI, all digits.
    pub object: Value,
    /// The same, an estimate a row.
    pub rows: Vec<Row>,
    /// What is held beside the strata.
    pub findings: Findings,
    /// Whether that is robust, in a line; absent where no stratum is played.
    pub robust: Option<String>,
    /// What is found in the strata.
    pub strata: Value,
}

impl Answer {
    /// Without rows and strata.
    pub fn of(command: String, short: String, told: String, object: Value) -> Answer {
        let (rows, findings) = (Vec::new(), Findings::default());
        Answer { command, short, told, object, rows, findings, robust: None, strata: Value::Null }
    }

    /// Command, numbers and strata as one object.
    pub fn to_json(&self) -> Value {
        json!({ "command": self.command, "found": self.object, "in_strata": self.strata })
    }
}
