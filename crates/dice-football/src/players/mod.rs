//! Who decides how: by a policy that was found, by a rule of thumb, at random.

mod keys;
mod player;

pub use keys::{Objective, Planning, PlayerKeys, PolicyName};
pub use player::{Decision, Player};
