//! Who plays whom, on what, by which laws: what never changes within a design point.

use crate::laws::Laws;
use crate::play::Ground;
use crate::players::Player;

/// Where a match begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// At the toss, CG-2.1.
    Match,
    /// At the penalty series, CG-1.3c.
    Series,
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
