//! Keys of who plays a match, and all keys of `tinsley-green/match`.

use tolley_experiment::key::Path;
use tolley_experiment::{key_set, keys, names, path};

use super::opening::Opening;
use crate::keys::balls::{Marble, Toley};
use crate::keys::contact::Contact;
use crate::keys::player::{HandRules, Player};
use crate::keys::policy::{Planner, Policy};
use crate::keys::rack::Rack;
use crate::keys::ring::{OPEN, Ring};
use crate::keys::rows::Told;
use crate::keys::shot::Shot;
use crate::keys::surface::Surface;
use crate::laws::choices::{MatchKind, OrderPolicy};
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

/// Declares the keys of `[roster]`, three of them for each player; those of the seventh to the
/// twelfth only individual matches have.
macro_rules! member_keys {
    ($($number:literal $who:literal:
        $error_ratio:ident, $diameter_ratio:ident, $density_ratio:ident $(, $individual:path)?;)*) => {
        keys! {
            /// The members of a team; in an individual match the players by number, each of the twelve his own.
            pub struct Members in "roster" {
                $(
                    #[doc = concat!("Errors of the ", $who, " over those of his side")]
                    $error_ratio: f64 = 1.0, Skill concat!("errors of member ", $number, ", against the side's"),
                        in 0.0..=100.0, plausible 0.0..=5.0, strata [0.5, 2.0] "a guess"
                        $(, only_with Format.kind = $individual)?;
                )*
                $(
                    #[doc = concat!("Diameter of the toley of the ", $who, " over that of his side")]
                    $diameter_ratio: f64 = 1.0,
                        Side concat!("toley diameter of member ", $number, " (side's = 1)"),
                        in 0.05..=20.0, plausible 0.6..=1.0, clause "TG-4a"
                        $(, only_with Format.kind = $individual)?;
                    #[doc = concat!("Density of the toley of the ", $who, " over that of his side")]
                    $density_ratio: f64 = 1.0,
                        Side concat!("toley density of member ", $number, " (side's = 1)"),
                        in 0.05..=20.0, plausible 0.9..=1.6, clause "TG-4a"
                        $(, only_with Format.kind = $individual)?;
                )*
            }
        }

        impl Members {
            /// Of each player, in order.
            pub fn all(&self) -> [MemberKeys; [$($who),*].len()] {
                [$(MemberKeys {
                    error_ratio: self.$error_ratio,
                    toley_diameter_ratio: self.$diameter_ratio,
                    toley_density_ratio: self.$density_ratio,
                    toley_diameter: path!(Members.$diameter_ratio),
                }),*]
            }
        }
    };
}

member_keys! {
    1 "first member of a team": first_error_ratio, first_toley_diameter_ratio, first_toley_density_ratio;
    2 "second member of a team": second_error_ratio, second_toley_diameter_ratio, second_toley_density_ratio;
    3 "third member of a team": third_error_ratio, third_toley_diameter_ratio, third_toley_density_ratio;
    4 "fourth member of a team": fourth_error_ratio, fourth_toley_diameter_ratio, fourth_toley_density_ratio;
    5 "fifth member of a team": fifth_error_ratio, fifth_toley_diameter_ratio, fifth_toley_density_ratio;
    6 "sixth member of a team": sixth_error_ratio, sixth_toley_diameter_ratio, sixth_toley_density_ratio;
    7 "seventh player": seventh_error_ratio, seventh_toley_diameter_ratio, seventh_toley_density_ratio,
        MatchKind::Individual;
    8 "eighth player": eighth_error_ratio, eighth_toley_diameter_ratio, eighth_toley_density_ratio,
        MatchKind::Individual;
    9 "ninth player": ninth_error_ratio, ninth_toley_diameter_ratio, ninth_toley_density_ratio, MatchKind::Individual;
    10 "tenth player": tenth_error_ratio, tenth_toley_diameter_ratio, tenth_toley_density_ratio, MatchKind::Individual;
    11 "eleventh player": eleventh_error_ratio, eleventh_toley_diameter_ratio, eleventh_toley_density_ratio,
        MatchKind::Individual;
    12 "twelfth player": twelfth_error_ratio, twelfth_toley_diameter_ratio, twelfth_toley_density_ratio,
        MatchKind::Individual;
}

/// What the keys say of one member.
#[derive(Clone, Copy, Debug)]
pub struct MemberKeys {
    /// Errors over those of his side.
    pub error_ratio: f64,
    /// Diameter of his toley over that of his side.
    pub toley_diameter_ratio: f64,
    /// Density of his toley over that of his side.
    pub toley_density_ratio: f64,
    /// The key of the diameter.
    pub toley_diameter: Path,
}

impl MatchKeys {
    /// The keys of a player's side, and his own.
    pub fn of(&self, player: u8) -> (&Side, MemberKeys) {
        let is_first = self.format.side_of(player) == 0;
        let all = self.roster.all();
        let members = if self.format.is_team() { self.format.team_size_count as usize } else { all.len() };
        (if is_first { &self.a } else { &self.b }, all[usize::from(player) % members.min(all.len())])
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
        a: Side of "side A" side "a" without [breaches];
        b: Side in "b" of "side B" side "b";
        roster: Members;
        planner: Planner;
        rows: Told without [racks];
        opening: Opening;
    }
}
