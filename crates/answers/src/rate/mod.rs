//! Who plays whom in matches of two sides.

mod players;

pub use players::{Players, players};
