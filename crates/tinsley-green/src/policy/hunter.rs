//! As [`sampled`](super::sampled), but it hunts: an opponent whose toley is knocked off is out of the game, TG-5d3.

use super::worth::Worth;

/// An opponent less is worth about what he would still have scored.
pub(super) const WORTH: Worth = Worth { again: 1.5, opponent: 3.0, mate: -3.0, left_lying: 0.0 };
