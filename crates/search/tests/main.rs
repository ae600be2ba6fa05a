//! The crate from outside, on simulators that it does not know.

mod asking;
mod choosing;
mod darts;
mod skills;
mod sweeping;
