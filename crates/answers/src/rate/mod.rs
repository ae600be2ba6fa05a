//! The words of ratings: who plays, how strong each is, and whether strengths explain who beats whom.

mod answer;
mod players;

pub use answer::Answer;
pub use players::{Players, players};
