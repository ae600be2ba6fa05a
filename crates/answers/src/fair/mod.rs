//! The words of verdicts: tables, tolerances, looks of a sequential test, and how alike both sides are.

mod elo;
mod looks;
mod sides;
mod text;
mod tidy;

pub use elo::{line as elo_line, rows as elo_rows, text as elo_text};
pub use looks::Looks;
pub use sides::{json as sides_json, text as sides_text};
pub use text::{everywhere, grown, never_differed, plan, text};
pub use tidy::{tidy, tolerance_rows};
