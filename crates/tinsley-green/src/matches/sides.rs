//! Keys of a side: how its players choose, err, line up, and what they bring.

use tolley_experiment::{keys, names};

use crate::keys::policy::Policy;
use crate::keys::ring::OPEN;
use crate::laws::choices::OrderPolicy;

names! {
    /// Whether a side breaks the laws.
    pub enum Breaches { AsA = "as-a": "As often as the first side does.", None = "none": "Never.", }
}

keys! {
    /// A side.
    pub struct Side in "a" {
        /// How the players of the side choose their shots: a is the first team or player, b the other team, or all
        /// others
        policy: Policy = Policy::Valued, Choice "way {} chooses its shots";
        /// Errors of the side over those of [player]
        error_ratio: f64 = 1.0, Skill "errors of {}, against usual", in 0.0..=100.0, plausible 0.0..=5.0,
            strata [0.5, 3.0] "novice is 3 times club; low as darts amateurs";
        /// In which order the captain fields his players
        order: OrderPolicy = OrderPolicy::Given, Choice "order in which {} plays", clause "TG-9b", assumed OPEN;
        /// The given order: number of the permutation, 0 as numbered
        order_count: u64 = 0, Choice "number of {}'s order of play", in 0..=719, drawn 0..=719, clause "TG-9b",
            only_with Side.order = OrderPolicy::Given;
        /// Diameter of the side's toleys over toley.diameter_m
        toley_diameter_ratio: f64 = 1.0, Side "diameter of {}'s toleys, against usual", in 0.05..=20.0,
            plausible 0.6..=1.0, clause "TG-4a";
        /// Density of the side's toleys over toley.density_kg_m3
        toley_density_ratio: f64 = 1.0, Side "density of {}'s toleys, against usual", in 0.05..=20.0,
            plausible 0.9..=1.6, clause "TG-4a";
        /// Whether the side fudges, cabbages and blocks as the first does
        breaches: Breaches = Breaches::AsA, Side "whether {} breaks the laws as A does";
    }
}
