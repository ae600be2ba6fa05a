//! The words of a best choice: what it is for each skill, and what it hangs on.

mod answers;
mod asked;
mod choices;
mod json;
mod map;
mod text;
mod tidy;

pub use answers::{Answers, Stratum};
pub use asked::{Asked, Lifted};
pub use choices::csv as choices_csv;
pub use json::object;
pub use map::table as map_table;
pub use text::text;
pub use tidy::{csv, table};
