//! A piece of motion with constant acceleration, and how it ends.

use glam::{DVec2, DVec3};

/// How the current piece of motion ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Never.
    Never,
    /// Slip has died away.
    Roll,
    /// Rolling ends, by friction or by the grains' hold.
    Halt,
    /// The spin about the vertical ends.
    Spun,
    /// The ground is reached.
    Land,
    /// The rotation about a horizontal axis passes through zero.
    Turn,
    /// The velocity of the centre passes through zero.
    Pause,
    /// Velocities have changed far enough for new accelerations.
    Bend,
    /// It is in contacts that go on when the trial is cut off.
    Held,
    /// The forces of resting contacts are found anew.
    Press,
}

/// A piece of motion with constant acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Path {
    pub(super) acceleration_m_s2: DVec3,
    /// The part of it by resting contacts.
    pub(super) push_m_s2: DVec3,
    /// Energy that resting contacts have given since their forces were found, J; less than nothing where they took.
    pub(super) given_j: f64,
    /// Of the rotation about horizontal axes while sliding, rad/s2.
    pub(super) turning_rad_s2: DVec2,
    /// Decay of the size of the spin about z, rad/s2; in resting contacts its growth, with its sign.
    pub(super) drilling_rad_s2: f64,
    /// Time from the body's local time to the end of the piece, s.
    pub(super) left_s: f64,
    pub(super) next: Next,
}

impl Path {
    pub(super) const STILL: Path = Path {
        acceleration_m_s2: DVec3::ZERO,
        push_m_s2: DVec3::ZERO,
        given_j: 0.0,
        turning_rad_s2: DVec2::ZERO,
        drilling_rad_s2: 0.0,
        left_s: f64::INFINITY,
        next: Next::Never,
    };
}
