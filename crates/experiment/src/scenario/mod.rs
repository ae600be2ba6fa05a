//! What a scenario file says, and the plan that comes of it.

pub mod ask;
mod ask_table;
pub mod asked;
mod asked_table;
pub mod best;
mod best_table;
mod beyond;
pub mod checked;
mod cut;
mod entries;
mod kept;
pub mod key_reader;
pub mod overrides;
pub mod plan;
pub mod point_keys;
mod profile;
pub mod profiled;
mod reading;
pub mod stop;

pub use overrides::{Overridden, Overrides};
pub use reading::{MAX_TRIALS, MAX_TRIALS_EVER, describe, parse, questions, read, read_from};
