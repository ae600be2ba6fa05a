//! Policies: what a player means to do. He sees the ring and knows his hand, and never the errors to come.
//!
//! A policy is one file: a function from what a player sees to an aim, or a [`worth::Worth`] of what may come of a shot.

use glam::DVec2;
use tolley_experiment::random::Stream;
use tolley_physics::spheres::Ball;

use crate::hand::{From, Hand};
use crate::player::{Aim, Skill};
use crate::table::Lying;

pub mod budget;
mod hunter;
mod nearest;
mod random;
mod safe;
mod sampled;
mod trials;
pub mod worth;

pub use budget::Budget;
pub use trials::{Mind, outcome};

tolley_experiment::names! {
    /// How a player chooses his shots.
    pub enum Policy {
        /// At the nearest marble, by geometry alone.
        Nearest = "nearest",
        /// Any legal shot.
        Random = "random",
        /// The best of many shots, each tried in mind.
        Sampled = "sampled",
        /// As sampled, but the toley should not stay on the ring at the end of the turn.
        Safe = "safe",
        /// As sampled, but toleys of opponents count as well.
        Hunter = "hunter",
    }
}

/// Whose a ball is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A marble of the rack.
    Marble,
    /// A toley of the other side.
    Opponent,
    /// A toley of the own side.
    Mate,
}

/// What a player sees.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// His hand.
    pub hand: &'a Hand,
    /// His errors, as deviations.
    pub skill: &'a Skill,
    /// His toley.
    pub toley: Ball,
    /// Where he may shoot from.
    pub from: From,
    /// Every other ball on the ring.
    pub lying: &'a [Lying],
    /// Whose each of them is.
    pub owners: &'a [Owner],
}

impl View<'_> {
    /// Whether a shot is legal.
    pub fn allows(&self, release_m: DVec2, direction: DVec2) -> bool {
        self.hand.allows(self.from, release_m, direction, self.toley.radius_m, self.lying)
    }

    /// The marbles of the rack.
    pub fn marbles(&self) -> impl Iterator<Item = &Lying> {
        let owned = self.lying.iter().zip(self.owners);
        owned.filter(|(_, owner)| **owner == Owner::Marble).map(|(lying, _)| lying)
    }

    /// Release and direction of a shot through `target_m`, from a side of the edge or from where the toley lies.
    pub fn towards(&self, target_m: DVec2, outward: DVec2) -> Option<(DVec2, DVec2)> {
        let start_m = match self.from {
            From::Edge => self.hand.ring_radius_m * outward,
            From::Ring(at_m) => at_m,
        };
        let direction = (target_m - start_m).try_normalize()?;
        let release_m = self.hand.release_m(self.from, outward, direction);
        self.allows(release_m, direction).then_some((release_m, direction))
    }
}

/// Chooses a shot; `stream` is the player's own, for what he leaves to chance.
///
/// `None` when the lie leaves no legal shot.
pub fn choose(policy: Policy, view: &View, mind: &mut Mind, stream: &mut Stream) -> Option<Aim> {
    match policy {
        Policy::Random => random::choose(view, stream),
        Policy::Nearest => nearest::choose(view, stream),
        Policy::Sampled => mind.choose(view, &sampled::WORTH, stream),
        Policy::Safe => mind.choose(view, &safe::WORTH, stream),
        Policy::Hunter => mind.choose(view, &hunter::WORTH, stream),
    }
}
