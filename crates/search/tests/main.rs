//! The crate from outside, on simulators that it does not know.

#![expect(clippy::print_stdout, reason = "measured figures are read with --nocapture")]

mod asking;
mod best;
mod budget;
mod choosing;
mod darts;
mod kernel;
mod later;
mod paths;
mod skills;
mod sweeping;
mod variance;
