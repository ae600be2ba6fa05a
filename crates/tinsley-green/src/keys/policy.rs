//! Keys of how players choose their shots.

use tolley_experiment::{keys, names};

use super::contact::{Contact, ContactLaw};

names! {
    /// How a player chooses his shots.
    pub enum Policy {
        Nearest = "nearest": "At the nearest marble, by geometry alone.",
        Random = "random": "Any legal shot.",
        Sampled = "sampled": "The best of many shots, each tried in mind.",
        Valued = "valued": "As sampled, but he knows from played breaks how many marbles the next shots will bring.",
        Safe = "safe": "As sampled, but the toley should not lie on the ring at the end of the turn, if that can put its owner out.",
        Hunter = "hunter": "As sampled, but toleys of opponents count four times what they are worth, if that puts them out.",
        StopShort = "stop-short": "As sampled, but the toley should stay on the ring at the end of the turn.",
    }
}

keys! {
    /// How much a player tries in mind before he shoots.
    pub struct Planner in "planner" {
        /// Shots that valued, sampled, safe, hunter and stop-short compare
        candidate_count: u32 = 16, Skill "shots that the player compares", in 1..=10_000, drawn 8..=32,
            strata [4, 64] "docs/questions.md plays 6 to 64" when "a policy that samples",
            assumed "a setting: more is better play and more time";
        /// Times that each is tried in mind, with the errors of the own hand; the best few 5 times as often
        trial_count: u32 = 2, Skill "times that each shot is tried in mind", in 1..=10_000, drawn 1..=4,
            strata [1, 8] "docs/questions.md plays 1 and 2; high is a guess" when "a policy that samples",
            assumed "a setting: more is better play and more time";
        /// How balls hit each other in mind: one pair at a time takes a fifth of the time of contacts that last
        contact_law: ContactLaw = ContactLaw::Pairwise, Bookkeeping "contact model in the player's mind",
            assumed "a setting: closer to the real shot is more time", only_with Contact.law = ContactLaw::Hertz;
    }
}
