//! Two players, a table and the laws: whole matches, from the toss to a winner.

pub mod keys;
pub mod pairing;
pub mod run;
pub mod setup;

pub use pairing::{Pairing, Stage};
pub use run::{Act, Scribe, Start, play};
