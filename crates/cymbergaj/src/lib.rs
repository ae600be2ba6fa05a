//! The coin game Cymbergaj, room by room: keys that several rooms use, laws, one stroke, players, matches.
//!
//! Lengths are metres from the centre spot. The striking player attacks along +x; his left is +y. His own end is at
//! negative x.

pub mod keys;
pub mod laws;
pub mod matches;
pub mod players;
pub mod shot;

use tolley_experiment::playable::{Of, Playable};

/// The studies of the game.
pub static STUDIES: [&dyn Playable; 3] =
    [&Of::<shot::FlickStudy>::NEW, &Of::<matches::MatchStudy>::NEW, &Of::<matches::ShootoutStudy>::NEW];
