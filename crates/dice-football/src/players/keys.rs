//! The keys of the players.

use tolley_experiment::{keys, names};

names! {
    /// How a player decides.
    pub enum PolicyName {
        Optimal = "optimal": "As is best against the best.",
        Greedy = "greedy": "To score before the ball is lost, whatever time and score are.",
        Random = "random": "Each possibility as often as any other.",
        Epsilon = "epsilon": "As is best, but at random in a share of decisions.",
        ChampionAtOnce = "champion-at-once": "As is best, but the champion die is used at the first chance.",
    }
}

names! {
    /// What a policy is after.
    pub enum Objective { Win = "win": "To win.", Goals = "goals": "Goals.", }
}

keys! {
    /// A player.
    pub struct PlayerKeys in "player" {
        /// How the player decides
        policy: PolicyName = PolicyName::Optimal, Choice "way {} decides";
        /// Share of decisions at random, for policy epsilon
        random_share: f64 = 0.1, Skill "share of {}'s random decisions", in 0.0..=1.0,
            strata [0.0, 0.5] "default 0.1; a guess", only_with PlayerKeys.policy = PolicyName::Epsilon;
    }
}

keys! {
    /// What the best policies of both players are.
    pub struct Planning in "players" {
        /// What the optimal policies are after
        objective: Objective = Objective::Win, Choice "what the best players play for";
        /// Score difference from which a policy no longer minds it
        score_limit_count: usize = 10, Bookkeeping "lead beyond which a policy stops caring", in 1..=30;
    }
}
