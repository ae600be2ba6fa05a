//! How a player decides: keys of `[a]` and `[b]`.

tolley_experiment::names! {
    /// How a player decides.
    pub enum Policy {
        Direct = "direct": "Plain geometry.",
        Random = "random": "Anything.",
        Sampled = "sampled": "Tries strokes in his head.",
        Cautious = "cautious": "Plain geometry without the foul of CG-5.1d.",
    }
}

tolley_experiment::keys! {
    /// How a player decides, and how much he tries in his head.
    pub struct Planner in "player" {
        /// How the player decides
        policy: Policy = Policy::Direct;
        /// Strokes that a sampled player tries a Move
        candidates_count: u32 = 24, in 1..=64, only_with Planner.policy = Policy::Sampled;
        /// How often a sampled player tries each
        trials_count: u32 = 8, in 1..=1000, only_with Planner.policy = Policy::Sampled;
    }
}

impl Planner {
    /// The most candidates there may be.
    pub const MOST_CANDIDATES: usize = 64;
}
