//! Finds the best of noisy choices, knowing no game.
//!
//! A choice is a point of a box, or one of a list; what it is worth is a number that a simulator gives. The crate plays
//! nothing itself: it says what to play, and is told what came of it.

pub mod execution;
pub mod maximise;
pub mod space;
pub mod sweep;
