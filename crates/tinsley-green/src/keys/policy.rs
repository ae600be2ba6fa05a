//! Keys of how players choose their shots.

use tolley_experiment::{keys, names};

names! {
    /// How a player chooses his shots.
    pub enum Policy {
        Nearest = "nearest": "At the nearest marble, by geometry alone.",
        Random = "random": "Any legal shot.",
        Sampled = "sampled": "The best of many shots, each tried in mind.",
        Safe = "safe": "As sampled, but the toley should not stay on the ring at the end of the turn.",
        Hunter = "hunter": "As sampled, but toleys of opponents count as well.",
    }
}

keys! {
    /// How much a player tries in mind before he shoots.
    pub struct Planner in "planner" {
        /// Shots that sampled, safe and hunter compare
        candidate_count: u32 = 16, in 1..=10_000, assumed "a setting: more is better play and more time";
        /// Times that each is tried in mind, with the errors of the own hand; the best few 5 times as often
        trial_count: u32 = 2, in 1..=10_000, assumed "a setting: more is better play and more time";
    }
}
