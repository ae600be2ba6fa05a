//! What the laws leave to chance, drawn for them: what the referee sees, TG-2, and what befalls players and balls,
//! TG-4b, TG-4c, TG-6c, TG-7a to 7c, TG-8, TG-9b, TG-9d, TG-9f.
//!
//! Each matter draws from its own stream, and draws nothing while its probability is 0: turning one on shifts no other.

mod after;
mod before;
mod draw;

pub use after::after_shot;
pub use before::{approve, before_shot, before_turn, cabbages, drops, fudges};
