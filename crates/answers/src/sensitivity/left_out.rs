//! What was not swept, and why.

use std::fmt;

use serde_json::{Value, json};

/// A key that was asked for as a kind and that is not swept.
pub struct LeftOut {
    /// Its path.
    pub key: String,
    /// Why it is not swept.
    pub reason: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.reason)
    }
}

impl LeftOut {
    /// As one object.
    pub fn to_json(&self) -> Value {
        json!({ "key": self.key, "reason": self.reason })
    }
}
