//! Who plays whom, on what, by which laws: what never changes within a design point.

use glam::dvec2;

use crate::laws::{Draws, Ends, Laws, Match, Restart};
use crate::play::Ground;
use crate::players::Player;

/// Where a match begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// At the toss, CG-2.1.
    Match,
    /// At the penalty series, CG-1.3c.
    Series,
    /// At a restart that the player takes who won the toss.
    Drill(Drill),
}

/// A restart to begin with instead of the kick-off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drill {
    /// Which.
    pub restart: Restart,
    /// Distance of its spot from the line of the goal that is attacked, m.
    pub distance_m: f64,
    /// How far the spot is left of the middle as the taker sees it, m.
    pub left_m: f64,
}

impl Drill {
    /// A match that begins with it.
    pub fn begin(&self, laws: &Laws, ends: Ends, draws: Draws) -> Match {
        let game = laws.begin(ends, draws);
        let spot = dvec2(laws.pitch.lines_m().x - self.distance_m, self.left_m);
        laws.restart(&game, self.restart, game.starter, spot * ends.frame(game.starter))
    }
}

/// Two players at a table.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Where it begins.
    pub stage: Stage,
    /// The laws of the match.
    pub laws: Laws,
    /// What each seat's Moves are played on.
    pub grounds: [Ground; 2],
    /// The players, by seat.
    pub players: [Player; 2],
}
