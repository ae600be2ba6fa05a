//! What is drawn: places with what is known there, and what everything is called.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use crate::answer::Quantity;

/// A place, or a bin that ends elsewhere.
pub struct Spot {
    pub at: Vec<f64>,
    pub end: Option<f64>,
    pub estimate: Estimate,
    pub point: Option<u64>,
}

/// The map of one stratum.
pub struct Drawn {
    pub values: Vec<(String, Value)>,
    pub spots: Vec<Spot>,
    /// Places that are a grid, where those that were played are none.
    pub lattice: Vec<Spot>,
    /// Whether every place of the design has a value.
    pub is_whole: bool,
    /// Whether a surface smooths the means.
    pub is_smooth: bool,
    /// Whether the map tells enough to be read.
    pub is_read: bool,
    /// The share of the variance that it tells of what it did not see.
    pub told: Option<f64>,
}

/// What everything is called, and what matters.
pub struct Names {
    pub measure: Quantity,
    pub column: String,
    pub axes: Vec<Quantity>,
    pub strata: Vec<Quantity>,
    pub is_smallest: bool,
    pub margin: f64,
    /// For all of how many cases one interval is to hold.
    pub cases: usize,
}
