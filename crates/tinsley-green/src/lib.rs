//! The marbles game of Tinsley Green: keys, laws, players, one shot, whole matches.
//!
//! A *toley* is the shooter marble. Lengths are metres from the centre of the ring, x to the right, y ahead, z up.
//! The rooms: [`keys`] are the tables of a scenario, [`laws`] say what follows from what, [`players`] choose and
//! execute shots, [`shot`] plays one, [`mod@matches`] plays whole matches, [`validation`] has rows
//! of `tolley verify`. Below them stand what a shot aims at, [`aim`], and what plays it, [`simulator`].

pub mod aim;
pub mod keys;
pub mod laws;
pub mod matches;
pub mod players;
pub mod published;
pub mod shot;
pub mod simulator;
pub mod validation;

use tolley_experiment::playable::{Of, Playable};

/// The studies of the game.
pub static STUDIES: [&dyn Playable; 2] = [&Of::<shot::ShotStudy>::NEW, &Of::<matches::MatchStudy>::NEW];
