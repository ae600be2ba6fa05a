//! What is wrong with a scenario, and where.

/// A broken rule that joins several keys, found by a study's `setup`; the scenario gives it its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the key to point at.
    pub path: &'static str,
    /// What is wrong and what is allowed, one sentence.
    pub message: String,
}
