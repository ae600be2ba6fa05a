//! The best of many shots, each tried in mind with the errors of the own hand: marbles, and a further shot, are what counts.

use super::worth::Worth;

/// A further shot is worth about what a break in mid-game still brings; toleys of others cost or bring nothing by themselves.
pub(super) const WORTH: Worth = Worth { again: 1.5, opponent: 0.0, mate: 0.0, left_lying: 0.0 };
