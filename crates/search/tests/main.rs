//! The crate from outside, on simulators that it does not know.

mod darts;
mod sweeping;
