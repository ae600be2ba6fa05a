//! Players: what a hand can do, with what errors, and what a player means to do. He sees the ring and knows his hand,
//! and never the errors to come.
//!
//! A policy is an arm of [`choose`]: a function from a [`PlayerView`] to an [`Aim`], or a [`Utility`] of what may
//! come of a shot, which a [`ShotPlanner`] maximises.

pub mod errors;
pub mod hand;
pub mod learnt;
mod nearest;
mod outside;
pub mod planner;
mod policy;
mod random;
pub mod utility;
pub mod value;
pub mod view;

#[cfg(test)]
mod tests;

pub use crate::aim::{Aim, Launch, Stroke};
pub use errors::{Erring, Errors};
pub use hand::Hand;
pub use outside::{Numbers, Outside};
pub use planner::{ShotPlanner, outcome};
pub use policy::choose;
pub use utility::{ShotOutcome, Utility};
pub use value::{BreakValue, Further};
pub use view::{Owner, PlayerView};
