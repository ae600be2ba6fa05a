//! In which order points are printed.

use tolley_dataset::Dataset;

use super::assumed::all_axes_are_assumed;

/// In which order points are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Greatest first.
    BestFirst,
    /// As the design has them.
    AsDesigned,
}

impl Order {
    /// Where all axes are assumptions nobody chooses a point, and the best is what noise put first.
    pub fn of(dataset: &Dataset) -> Order {
        if all_axes_are_assumed(dataset) { Order::AsDesigned } else { Order::BestFirst }
    }
}
