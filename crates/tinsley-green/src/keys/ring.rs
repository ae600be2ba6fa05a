//! Keys of the ring, TG-1.

use tolley_experiment::decimal::decimal;
use tolley_experiment::{keys, names};

names! {
    /// When a ball is off the ring, TG-X1.
    pub enum OffCriterion {
        CentrePastEdge = "centre-past-edge":
            "Its centre is past the edge: a rigid disc carries a ball while the contact point is on it.",
        WholeBallPastEdge = "whole-ball-past-edge": "All of it is past the edge.",
        SupportLost = "support-lost": "The worn rim no longer holds it; the physics decides.",
    }
}

names! {
    /// How often the sand is laid anew, TG-1c.
    pub enum SandReset {
        PerGame = "per-game": "For each game.",
        PerMatch = "per-match": "For each match.",
        Never = "never": "Once for all.",
    }
}

impl SandReset {
    /// Number of the laying on which a game of a match is played; `None` for the one of all matches.
    pub fn laying(self, game: u32) -> Option<u32> {
        match self {
            SandReset::PerGame => Some(game),
            SandReset::PerMatch => Some(0),
            SandReset::Never => None,
        }
    }
}

names! {
    /// What shots leave in the sand, TG-1c.
    pub enum SandMemory { None = "none": "Nothing.", }
}

keys! {
    /// The ring.
    pub struct Ring in "ring" {
        /// Diameter of the ring: six feet
        diameter_m: f64 = 1.8288, Law "diameter of the ring", shown "m", in 0.05..=20.0, plausible 0.5..=4.0,
            clause "TG-1a";
        /// Release point inside the knuckle on the edge
        release_inset_m: f64 = 0.025, Ground "distance of the release point from the edge", in 0.0..=0.5,
            plausible 0.0..=0.1, strata [0.0, 0.05] "plausible 0 to 100 mm; high is a guess", clause "TG-6a",
            assumed NO_DISTANCE;
        /// Height of the edge over the ground around: about three inches
        height_m: f64 = 0.0762, Law "height of the ring's edge", in 0.0..=1.0, plausible 0.05..=0.1, clause "TG-1b";
        /// Radius to which the rim is worn; with ring.off support-lost
        edge_fillet_m: f64 = 0.0, Ground "rounding of the ring's edge", in 0.0..=0.2, plausible 0.0..=0.03,
            strata plausible, clause "TG-1b", assumed "the laws know no worn rim",
            only_with Ring.off = OffCriterion::SupportLost;
        /// When a ball at rest is off the ring
        off: OffCriterion = OffCriterion::CentrePastEdge, Law "when a ball counts as off the ring", clause "TG-X1",
            assumed OPEN;
        /// How often the sand is laid anew
        sand: SandReset = SandReset::PerGame, Law "how often the sand is laid anew", clause "TG-1c";
        /// Furrows that shots leave in the sand: none
        sand_memory: SandMemory = SandMemory::None, Ground "furrows that shots leave in the sand",
            no_strata "no other way is known yet", clause "TG-1c", assumed OPEN;
    }
}

/// Why a key is an assumption: the laws decide nothing.
pub(crate) const OPEN: &str = "the laws leave it open";
/// Why a key is an assumption: the laws give no length.
pub(crate) const NO_DISTANCE: &str = "the laws name no distance";

impl Ring {
    /// Radius, m.
    pub fn radius_m(&self) -> f64 {
        0.5 * self.diameter_m
    }

    /// Where physics has to let balls go, m: as far out as a ball of `widest_radius_m` may still be called on.
    ///
    /// On a rim rounded by wear with radius f the ground falls away from R - f on; at the angle a round it the slope
    /// is tan(a). A ball at rest is held as far as its rolling friction holds it, tan(a) = mu, which is f (1 -
    /// sin(a)) inside the ring.
    pub fn fall_radius_m(&self, widest_radius_m: f64, rolling_friction_ratio: f64) -> f64 {
        match self.off {
            OffCriterion::CentrePastEdge => self.radius_m(),
            OffCriterion::WholeBallPastEdge => decimal(self.radius_m() + widest_radius_m),
            OffCriterion::SupportLost => {
                let mu = rolling_friction_ratio;
                self.radius_m() - self.edge_fillet_m * (1.0 - mu / (1.0 + mu * mu).sqrt())
            }
        }
    }
}
