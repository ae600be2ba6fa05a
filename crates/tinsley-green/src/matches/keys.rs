//! Keys of who plays a match, and all keys of `tinsley-green/match`.

use tolley_experiment::{key_set, keys, names};

use crate::keys::balls::{Marble, Toley};
use crate::keys::contact::Contact;
use crate::keys::player::{HandRules, Player};
use crate::keys::policy::{Planner, Policy};
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;
use crate::keys::rows::Told;
use crate::keys::shot::Shot;
use crate::keys::surface::Surface;
use crate::laws::choices::OrderPolicy;
use crate::laws::rules::{Accidents, Continuation, Edition, Format, Fouls, Referee};

names! {
    /// Whether a side breaks the laws.
    pub enum Breaches { AsA = "as-a": "As often as the first side does.", None = "none": "Never.", }
}

keys! {
    /// A side.
    pub struct Side in "a" {
        /// How the players of the side choose their shots: a is the first team or player, b the other team, or all
        /// others
        policy: Policy = Policy::Nearest;
        /// Errors of the side over those of [player]
        error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
        /// Order of the team: number of the permutation, 0 as numbered
        order_count: u64 = 0, in 0..=719, clause "TG-9b", only_with Format.order = OrderPolicy::Given;
        /// Diameter of the side's toleys over toley.diameter_m
        toley_diameter_ratio: f64 = 1.0, in 0.05..=20.0, plausible 0.6..=1.0, clause "TG-4a";
        /// Density of the side's toleys over toley.density_kg_m3
        toley_density_ratio: f64 = 1.0, in 0.05..=20.0, plausible 0.9..=1.6, clause "TG-4a";
        /// Whether the side fudges, cabbages and blocks as the first does
        breaches: Breaches = Breaches::AsA;
    }
}

keys! {
    /// The members of a team.
    pub struct TeamErrors in "roster" {
        /// Errors of the first member of a team over those of his side
        first_error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
        /// Errors of the second member of a team over those of his side
        second_error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
        /// Errors of the third member of a team over those of his side
        third_error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
        /// Errors of the fourth member of a team over those of his side
        fourth_error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
        /// Errors of the fifth member of a team over those of his side
        fifth_error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
        /// Errors of the sixth member of a team over those of his side
        sixth_error_ratio: f64 = 1.0, in 0.0..=100.0, plausible 0.0..=5.0;
    }
}

impl TeamErrors {
    /// Of each member, in order.
    pub fn all(&self) -> [f64; 6] {
        let (first, second, third) = (self.first_error_ratio, self.second_error_ratio, self.third_error_ratio);
        let (fourth, fifth, sixth) = (self.fourth_error_ratio, self.fifth_error_ratio, self.sixth_error_ratio);
        [first, second, third, fourth, fifth, sixth]
    }
}

key_set! {
    /// All keys of `tinsley-green/match`; the keys of `b` are those of the other side, or of all others.
    #[allow(missing_docs, reason = "each field is a table, which says what it is")]
    pub struct MatchKeys {
        ring: Ring;
        rack: Rack;
        marble: Marble;
        toley: Toley;
        surface: Surface;
        contact: Contact;
        player: Player;
        shot: Shot without [
            position_rad, aim_offset_m, speed_m_s, elevation_rad, spin_ratio, side_spin_rad_s, azimuth_rad, by,
        ];
        hand: HandRules;
        edition: Edition;
        format: Format;
        continuation: Continuation;
        fouls: Fouls;
        accidents: Accidents;
        referee: Referee;
        a: Side without [breaches];
        b: Side in "b";
        roster: TeamErrors;
        planner: Planner;
        rows: Told;
    }
}
