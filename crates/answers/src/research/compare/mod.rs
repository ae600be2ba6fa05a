//! The words of a comparison: each value of an axis beside the control, and beside the best.

mod found;
mod text;
mod tidy;

pub use found::{Better, Compared, Question, compared};
pub use text::{short, text};
pub use tidy::tidy;
