//! A place of a map, and where it lies.

use tolley_statistics::Estimate;

/// A place of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Number of the design point, if it is one alone.
    pub point: Option<u64>,
    /// Where, SI.
    pub at: Vec<f64>,
    /// The surface there with its pointwise interval; n are trials there.
    pub estimate: Estimate,
}

/// Where a place lies, from its shares of each range.
pub(super) fn in_si(at: &[f64], over: &[(String, [f64; 2])]) -> Vec<f64> {
    at.iter().zip(over).map(|(share, (_, [low, high]))| low + share * (high - low)).collect()
}
