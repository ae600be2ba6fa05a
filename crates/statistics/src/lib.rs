//! Numbers become estimates with intervals, verdicts and sample sizes.
//!
//! Knows no game, no dataset and no file: what it is given are numbers and counts, what it returns are numbers with
//! their uncertainty. Every method names its source and is tested against published values or by replication.

pub mod distributions;
pub mod elo;
pub mod equivalence;
pub mod estimates;
pub mod exact;
pub mod gaussian_process;
pub mod indices;
pub mod matrix;
pub mod matrix_game;
pub mod multiplicity;
pub mod needed;
pub mod outlier;
pub mod passage;
pub mod race;
pub mod ratings;
pub mod sequential;
pub mod shares;
pub mod smoother;
pub mod support;
pub mod tolerance;
pub mod tournament;
pub mod tube;
pub mod uniform;

pub use estimates::Estimate;
