//! How trials are played: one worker, all of them in parallel, and shots without a plan.

mod parallel;
pub mod playable;
pub mod player;
pub mod shooter;
pub mod trials;

pub use parallel::{Control, Keep, Outcome, RunError, both, each, on_workers, run, where_possible, workers};
