//! The coin game Cymbergaj, room by room: keys that several rooms use, laws, one stroke, players, matches.
//!
//! Lengths are metres from the centre spot. The striking player attacks along +x; his left is +y. His own end is at
//! negative x.

pub mod keys;
pub mod laws;
pub mod matches;
pub mod players;
pub mod shot;
