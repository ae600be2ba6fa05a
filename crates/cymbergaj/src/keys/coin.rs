//! The players' coins, the ball, and what all three have in common: `[striker]`, `[ball]`, `[coins]` and the like.
//!
//! A scenario names a coin by its id (`striker.coin = "EU-1e"`), which sets diameter, mass, edge and, where a source
//! gives one, thickness.

use tolley_experiment::decimal::decimal;
use tolley_experiment::key::Set;
use tolley_experiment::random::Stream;
use tolley_experiment::sets;

use super::catalogue::Edge;
use super::coin_id::CoinId;

tolley_experiment::keys! {
    /// A player's coin.
    pub struct Coin in "coin" {
        /// The kind of coin; sets the keys below but the mass ratio; `tolley list coins` lists them
        coin: CoinId = CoinId::PLAYER, Side "{}'s coin", sets Coin::sets;
        /// Diameter of the coin
        diameter_m: f64 = 0.0215, Side "diameter of {}'s coin", in 0.002..=0.2, plausible 0.015..=0.031;
        /// Rim of the coin; two reeded rims have contact.reeded_friction_ratio
        edge: Edge = Edge::Plain, Side "edge of {}'s coin";
        /// Thickness of the coin at the rim; 0 is unknown, which hops, rides and curl do not allow
        thickness_m: f64 = 0.002, Side "thickness of {}'s coin", in 0.0..=0.02, plausible 0.0..=0.0025;
        /// Mass of the coin; mass_ratio multiplies it
        mass_kg: f64 = 0.00521, Side "nominal mass of {}'s coin", in 1e-5..=0.1, plausible 0.001..=0.012;
        /// Factor of mass_kg, as of a worn coin: 0.92 of 5.21 g is the same as a mass_kg of 4.7932 g
        mass_ratio: f64 = 1.0, Side "mass of {}'s coin against nominal", in 0.1..=10.0, plausible 0.9..=1.1;
        /// Mass that the player believes the coin to have, by default that of its kind. It counts where strike.by is
        /// impulse or comb: a coin of this mass gets the speed that is meant, one of another mass another speed. In
        /// matches it counts only for players who do not allow for what their coin weighs (allows_for_mass)
        believed_mass_kg: f64 = 0.00521, Skill "mass that {} believes the coin to have", in 1e-5..=0.1,
            plausible 0.001..=0.012, undrawn "a player believes his coin to be like others of its kind";
    }
}

impl Coin {
    fn sets(id: CoinId) -> Vec<Set> {
        let kind = id.kind();
        let thickness_m = kind.thickness_m.unwrap_or(0.0);
        sets! { Coin {
            diameter_m: kind.diameter_m, edge: kind.edge, thickness_m: thickness_m, mass_kg: kind.mass_kg,
            believed_mass_kg: kind.mass_kg
        } }
    }

    /// What it weighs, kg: the same number in whichever of two ways that is said.
    pub fn weight_kg(&self) -> f64 {
        decimal(self.mass_kg * self.mass_ratio)
    }
}

tolley_experiment::names! {
    /// What the ball weighs.
    pub enum MassBy {
        Coin = "coin": "Its own mass.",
        Ratio = "ratio": "A share of the mass of a player's coin.",
    }
}

tolley_experiment::keys! {
    /// The coin used as the ball.
    pub struct Ball in "ball" {
        /// The coin; sets the diameter, edge, thickness and mass below
        coin: CoinId = CoinId::BALL, Design "coin used as the ball", sets Ball::sets;
        /// Diameter of the ball
        diameter_m: f64 = 0.0185, Design "diameter of the ball", in 0.002..=0.2, plausible 0.015..=0.031;
        /// Rim of the ball; two reeded rims have contact.reeded_friction_ratio
        edge: Edge = Edge::Reeded, Design "edge of the ball";
        /// Thickness of the ball at the rim; 0 is unknown, which hops, rides and curl do not allow
        thickness_m: f64 = 0.0017, Design "thickness of the ball", in 0.0..=0.02, plausible 0.0..=0.0025;
        /// Whether the ball weighs ball.mass_kg, or ball.mass_ratio of the striker's or player a's coin
        mass_by: MassBy = MassBy::Coin, Bookkeeping "how the ball's mass is given";
        /// Mass of the ball
        mass_kg: f64 = 0.00322, Design "mass of the ball", in 1e-5..=0.1, plausible 0.001..=0.012,
            only_with Ball.mass_by = MassBy::Coin;
        /// Mass of the ball over that of the striker's or player a's coin
        mass_ratio: f64 = 0.618, Design "mass of the ball against a player's coin", in 0.01..=10.0, plausible 0.2..=1.2,
            only_with Ball.mass_by = MassBy::Ratio;
    }
}

impl Ball {
    fn sets(id: CoinId) -> Vec<Set> {
        let kind = id.kind();
        let thickness_m = kind.thickness_m.unwrap_or(0.0);
        sets! { Ball { diameter_m: kind.diameter_m, edge: kind.edge, thickness_m: thickness_m, mass_kg: kind.mass_kg } }
    }

    /// What it weighs if the striker or player a has this coin, kg.
    pub fn weight_kg(&self, player: &Coin) -> f64 {
        match self.mass_by {
            MassBy::Coin => self.mass_kg,
            MassBy::Ratio => player.weight_kg() * self.mass_ratio,
        }
    }
}

/// What a mint lets pass is off by no more standard deviations than this.
const MOST_SDS: f64 = 3.0;

tolley_experiment::keys! {
    /// What all three coins have in common.
    pub struct Coins in "coins" {
        /// Moment of inertia of every coin over m R^2
        inertia_ratio: f64 = 0.5, Ground "moment of inertia of a coin", in 0.1..=1.0, plausible 0.48..=0.52,
            strata plausible;
        /// Standard deviation of each coin's mass as it leaves the mint: drawn for every flick, and for every match or
        /// pair of matches
        mass_sd_ratio: f64 = 0.0, Ground "spread of coin masses at the mint", shown "%", in 0.0..=0.1,
            plausible 0.0..=0.02, strata plausible,
            assumed "no tolerance of the Polish mint was found; 0.007 is a guess";
        /// Each coin has lost up to this share of its mass, uniformly, drawn as often
        wear_max_ratio: f64 = 0.0, Ground "most wear of a coin", shown "%", in 0.0..=0.5, plausible 0.0..=0.03,
            strata plausible, assumed "nobody has weighed worn coins; 0.01 is a guess";
        /// Standard deviation of each coin's diameter as it leaves the mint, drawn as often
        diameter_sd_ratio: f64 = 0.0, Ground "spread of coin diameters at the mint", shown "%", in 0.0..=0.02,
            plausible 0.0..=0.005, strata plausible,
            assumed "no tolerance of the Polish mint was found; 0.002, 0.04 mm of a 2 zl, is a guess";
    }
}

/// A coin as it was drawn, over what the scenario says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Its mass.
    pub mass_ratio: f64,
    /// Its diameter.
    pub diameter_ratio: f64,
}

impl Coins {
    /// Whether every match has its own coins.
    pub fn are_drawn(&self) -> bool {
        self.mass_sd_ratio > 0.0 || self.wear_max_ratio > 0.0 || self.diameter_sd_ratio > 0.0
    }

    /// A coin of a match; always three draws.
    pub fn draw(&self, stream: &mut Stream) -> Drawn {
        let mut minted = |sd_ratio: f64| 1.0 + sd_ratio * stream.normal().clamp(-MOST_SDS, MOST_SDS);
        let (mass, diameter_ratio) = (minted(self.mass_sd_ratio), minted(self.diameter_sd_ratio));
        Drawn { mass_ratio: mass * (1.0 - self.wear_max_ratio * stream.uniform()), diameter_ratio }
    }

    /// The extremes that are drawn of the coins of players a and b and of the ball: all large, all small, and the
    /// lightest coins with the heaviest ball.
    pub fn extremes(&self) -> [[Drawn; 3]; 3] {
        let drawn = |sds: f64, kept_ratio: f64| Drawn {
            mass_ratio: (1.0 + sds * self.mass_sd_ratio) * kept_ratio,
            diameter_ratio: 1.0 + sds * self.diameter_sd_ratio,
        };
        let (large, small) = (drawn(MOST_SDS, 1.0), drawn(-MOST_SDS, 1.0));
        let worn = drawn(-MOST_SDS, 1.0 - self.wear_max_ratio);
        [[large; 3], [small; 3], [worn, worn, large]]
    }
}
