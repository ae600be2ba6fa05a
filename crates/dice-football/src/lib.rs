//! The dice game "Super Goal!": board, dice, laws, the exact solution, matches.
//!
//! The rule book is paraphrased in clauses whose ids stand in the code and in the rows. Needs no physics.

pub mod solver;
