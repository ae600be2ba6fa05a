//! Whole matches: the laws say who shoots and what follows, policies choose, the kernel plays, and rows are left; the
//! study `tinsley-green/match`.

mod ball_rows;
mod buffers;
mod cabbage;
pub mod chance;
mod chosen;
pub mod first_play;
pub mod keys;
mod losses;
mod numbers;
pub mod opening;
mod played;
mod record;
pub mod roster;
pub mod rows;
mod setup;
mod shot;
pub mod sides;
mod sink;
mod step;
mod streams;
mod study;
pub mod teams;
mod workspace;

#[cfg(test)]
mod tests;

pub use buffers::Buffers;
pub use keys::MatchKeys;
pub use numbers::{seen, seen_names};
pub use setup::Setup;
pub use step::{Course, play};
pub use study::MatchStudy;
