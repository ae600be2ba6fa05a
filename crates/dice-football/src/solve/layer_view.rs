//! The values of a solution at one time left.

use crate::solver::{Layer, Step};

/// Time left, and the layers that tell the values then.
#[derive(Clone, Copy)]
pub(super) struct LayerView<'l> {
    /// Counted rolls left in the half.
    pub(super) left: u32,
    /// The values.
    pub(super) layer: &'l Layer,
    /// The values after a step that closes the half.
    pub(super) closing: &'l Layer,
}

impl LayerView<'_> {
    /// Value to player 0 after a step; `gain` is what a goal is worth at once.
    pub(super) fn after(&self, step: &Step, side: usize, ahead: isize, gain: f64) -> f64 {
        let effect = &step.effect;
        let scored = if side == 0 { effect.reward } else { -effect.reward };
        let from = if self.left == 0 && effect.closes { self.closing } else { self.layer };
        let side = side ^ usize::from(effect.swaps);
        from.value(side, step.to as usize, ahead + isize::from(scored)) + gain * f64::from(scored)
    }
}
