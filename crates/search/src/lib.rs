//! Finds the best of noisy choices, knowing no game.
//!
//! A choice is a point of a box, or one of a list; what it is worth is a number that a simulator gives. The crate plays
//! nothing itself: it says what to play, and is told what came of it.

pub mod arms;
pub mod best;
pub mod door;
pub mod execution;
pub mod factorial;
pub mod halving;
pub mod lucb;
pub mod maximise;
pub mod mcb;
pub mod measured;
pub mod near;
pub mod ocba;
pub mod path;
pub mod skill;
pub mod space;
pub mod sweep;
