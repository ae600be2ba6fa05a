//! How trials are played: one worker, all of them in parallel, and shots without a plan.

mod meter;
mod parallel;
pub mod playable;
pub mod player;
pub mod shooter;
pub mod trials;

pub use meter::{BlockEvent, Meter};
pub use parallel::{Control, Keep, Outcome, RunError, both, each, on_workers, run, where_possible, workers};
