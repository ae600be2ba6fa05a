//! Board and dice: their keys, the files that say otherwise, and what is known of the real ones.

pub mod board;
pub mod checks;
pub mod data;
pub mod dice;
pub mod faces;
pub mod field;

pub use board::Board;
pub use dice::{Dice, DiceKeys, DiceSource, Die, FacesSource};
pub use field::Field;
