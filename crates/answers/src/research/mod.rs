//! The research questions: what is asked of which scenario, and what each analysis says of its dataset, in words.

mod asked;
mod band;
mod bins;
pub mod compare;
mod crossing;
mod differences;
mod exact;
mod findings;
mod found;
mod game;
mod influence;
mod judged;
mod questions;
pub mod race;
mod ranks;
mod region;
mod regression;
pub mod robust;
mod seats;
mod smooth;
pub mod strata;
mod survival;
mod text;
mod tidy;
mod trend;
mod within;

pub use asked::{asked, decided};
pub use differences::{not_asked, why};
pub use findings::{Findings, Signed, best as best_findings, race as race_findings};
pub use found::Answer;
pub use questions::{Ask, Part, Question, all, read};
pub use text::text;
