//! The words of a summary: tables of its points, of its lines and of effects, and the assumptions on which it stands.

mod assumed;
mod effects;
mod lines;
mod order;
mod text;

pub use assumed::told as assumptions;
pub use effects::text as effects;
pub use lines::{csv, csv_of_points, heading, table};
pub use order::Order;
pub use text::{Extent, foot, text, under_card};
