//! As [`sampled`](super::sampled), but the toley should roll off rather than lie where others may knock it off, TG-5d3.

use super::worth::Worth;

/// A toley left on the ring costs as much as the shot was likely to bring.
pub(super) const WORTH: Worth = Worth { again: 1.5, opponent: 0.0, mate: -1.0, left_lying: -0.6 };
