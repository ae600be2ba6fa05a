//! How a player decides: keys of `[a]` and `[b]`.

tolley_experiment::names! {
    /// How a player decides.
    pub enum Policy {
        Direct = "direct": "Plain geometry.",
        Random = "random": "Anything.",
        Sampled = "sampled": "Tries strokes in his head.",
        Tactical = "tactical": "Weighs both sides' chances, score and clock.",
        Cautious = "cautious": "Plain geometry without the foul of CG-5.1d.",
    }
}

tolley_experiment::keys! {
    /// How a player decides, and how much he tries in his head.
    pub struct Planner in "player" {
        /// How the player decides
        policy: Policy = Policy::Tactical, Choice "way {} decides";
        /// Strokes that a sampled player tries a Move
        candidates_count: u32 = 24, Skill "strokes that {} compares", in 1..=64,
            strata [8, 64] "default 24; low is a guess, high the limit", only_with Planner.policy = Policy::Sampled;
        /// How often a sampled player tries each
        trials_count: u32 = 8, Skill "times that {} tries each stroke in mind", in 1..=1000,
            strata [2, 32] "default 8; a guess", only_with Planner.policy = Policy::Sampled;
    }
}

impl Planner {
    /// The most candidates there may be.
    pub const MOST_CANDIDATES: usize = 64;
}
