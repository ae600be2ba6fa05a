//! A best choice that was searched: what it is for each skill, and what it depends on.

mod answer;
mod answers;
mod asked;
mod by_case;
mod choices;
mod costs;
mod decided;
mod json;
mod map;
mod methods;

pub use answer::answer;
pub use answers::{Answers, Stratum};
pub use asked::{Asked, Lifted, Pooled, Rest};
pub use choices::csv as choices_csv;
pub use json::object;
pub use map::table as map_table;
