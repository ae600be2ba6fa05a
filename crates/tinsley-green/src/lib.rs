//! The marbles game of Tinsley Green: ring, rack, players, studies.
//!
//! A *toley* is the shooter marble. Lengths are metres from the centre of the ring, x to the right, y ahead, z up.

pub mod game;
pub mod hand;
pub mod keys;
pub mod laws;
pub mod nose_drop;
pub mod player;
pub mod policy;
pub mod rack;
pub mod shot;
pub mod surface;
pub mod table;
pub mod validation;
