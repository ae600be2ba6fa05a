//! How much a player tries in mind before he shoots.

use tolley_experiment::key::{Key, Point};

/// Keys of the budget.
pub const KEYS: &[Key] = &[
    Key::count("mind.candidate_count", 16, [1, 10_000], "Shots that sampled, safe and hunter compare")
        .assumed("a setting: more is better play and more time"),
    Key::count(
        "mind.trial_count",
        2,
        [1, 10_000],
        "Times that each is tried in mind, with the errors of the own hand; the best few 5 times as often",
    )
    .assumed("a setting: more is better play and more time"),
];

/// Candidate shots, and trials of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Candidates.
    pub candidates: usize,
    /// Trials of each.
    pub trials: usize,
}

impl Budget {
    /// As the keys say.
    pub fn new(point: &Point) -> Budget {
        Budget {
            candidates: point.count("mind.candidate_count") as usize,
            trials: point.count("mind.trial_count") as usize,
        }
    }
}
