//! The crate from outside, on simulators that it does not know.

mod asking;
mod choosing;
mod darts;
mod paths;
mod skills;
mod sweeping;
mod variance;
