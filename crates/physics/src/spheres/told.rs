//! What an island tells of its steps to who films it.

use glam::DVec3;

use super::body::Body;

/// What an island tells of a ball.
#[derive(Clone, Copy, Debug)]
pub(super) enum Told {
    /// Contacts push it: where it is between two steps.
    Pushed(u16, Knot),
    /// Nothing touches it any more, or not yet.
    Free(u16, Body),
}

/// A ball between two steps of an island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub(super) time_s: f64,
    pub(super) position_m: DVec3,
    pub(super) velocity_m_s: DVec3,
    pub(super) spin_rad_s: DVec3,
}
