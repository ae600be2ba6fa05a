//! Two players, a table and the laws: whole matches, from the toss to a winner.

pub mod keys;
pub mod pairing;
pub mod record;
pub mod rows;
pub mod run;
pub mod setup;
pub mod study;
pub mod sums;
pub mod tally;

pub use pairing::{Drill, Pairing, Stage};
pub use run::{Act, Scribe, Start, play};
