//! A solution for people: who has the edge, which die to roll where, and positions to learn from.

mod map;
mod record;
mod sheets;
mod text;

pub(super) use record::SheetRecord;
pub use sheets::Sheets;
pub(super) use text::text;
