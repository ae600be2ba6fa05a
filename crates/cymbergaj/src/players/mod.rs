//! Players: a skill, habits, and a policy for Moves and placements; one file a policy, all in the player's own frame.

mod aim;
mod candidates;
mod cautious;
mod defence;
mod direct;
mod field;
mod foresight;
mod habits;
mod model;
mod outside;
mod planner;
mod player;
mod prospect;
mod random;
mod sampled;
mod standing;
mod tactical;

pub use aim::Shot;
pub use field::Field;
pub use habits::{CornerDefence, Habits, PlacementView, Which};
pub use model::{Decision, Model};
pub use outside::{Numbers, Outside};
pub use planner::{Planner, Policy};
pub use player::Player;
