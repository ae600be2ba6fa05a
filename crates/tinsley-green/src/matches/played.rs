//! A shot as it was meant, handled and executed.

use glam::DVec2;

use crate::laws::{Handling, ShotEvents, Stance};
use crate::players::{Aim, Launch};
use crate::shot::sink::ShotSink;

/// A shot as it was meant, handled and executed.
pub(super) struct Played {
    pub(super) stance: Stance,
    /// Where the knuckle touches the ring, before the hand goes forward, m.
    pub(super) knuckle_m: DVec2,
    pub(super) aim: Aim,
    pub(super) launch: Launch,
    pub(super) handling: Handling,
    /// What the laws are told of it.
    pub(super) events: ShotEvents,
    /// What is counted of it.
    pub(super) sink: ShotSink,
    /// Decimals of a metre that impacts left of where balls end.
    pub(super) digits_left: u32,
}
