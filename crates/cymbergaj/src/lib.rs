//! The coin game Cymbergaj: table, coins, players, studies.
//!
//! Lengths are metres from the centre spot. The striking player attacks along +x; his left is +y. His own end is at
//! negative x.

pub mod chance;
pub mod coins;
pub mod contest;
pub mod flick;
pub mod keys;
pub mod kick_off;
pub mod laws;
pub mod layouts;
pub mod pieces;
pub mod play;
pub mod player;
pub mod players;
pub mod story;
pub mod table;
pub mod throw_in;
