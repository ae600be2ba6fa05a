//! In which order points are printed.

use tolley_experiment::plan::Plan;

use super::assumed::all_axes_are_assumed;

/// In which order points are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Greatest first.
    BestFirst,
    /// Greatest first, by values that are smoothed over all points.
    SmoothedFirst,
    /// As the design has them.
    AsDesigned,
}

impl Order {
    /// Where all axes are assumptions nobody chooses a point, and the best is what noise put first.
    pub fn of(plan: Option<&Plan>) -> Order {
        if plan.is_some_and(all_axes_are_assumed) { Order::AsDesigned } else { Order::BestFirst }
    }
}
