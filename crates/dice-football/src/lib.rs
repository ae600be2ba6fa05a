//! The dice game "Super Goal!": board, dice, laws, the exact solution, matches.
//!
//! The rule book is paraphrased in 57 clauses whose ids stand in the code and in the rows ([`laws::Clause`]). Needs no
//! physics.

pub mod board;
pub mod checks;
pub mod columns;
pub mod data;
pub mod dice;
pub mod faces;
pub mod field;
pub mod game;
pub mod keys;
pub mod laws;
pub mod play;
pub mod prepared;
pub mod rival;
pub mod rolls;
pub mod sheet;
pub mod solution;
pub mod solve;
pub mod solver;
pub mod walk;
