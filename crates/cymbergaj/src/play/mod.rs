//! Playing with the coins of a match: how each player sees them, one Move through physics, a throw-in.

mod bench;
mod ground;
mod stand;
mod throw;
mod witness;

pub use bench::{Bench, Played};
pub use ground::{Ground, lines};
pub use stand::Stand;
pub use throw::throw;
pub use witness::Counts;
