//! Whole matches: the laws say who shoots and what follows, policies choose, the kernel plays, and rows are left.

pub mod court;
pub mod keys;
mod recorder;
pub mod rows;
mod shot;
pub mod squad;
mod study;
mod witness;

#[cfg(test)]
mod tests;

pub use study::{Buffers, Setup, WholeGame};
