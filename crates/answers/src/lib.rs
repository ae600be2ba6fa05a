//! Estimates become words: what analyses find is put into sentences, tables, objects and files of numbers.
//!
//! Nothing here takes arguments, prints, plays or reads a clock. What a dataset's plan means to this program is
//! handed in.

pub mod answer;
pub mod best;
pub mod catalogue;
pub mod columns;
pub mod directions;
mod error;
pub mod fairness;
pub mod glossary;
pub mod influence;
pub mod kinds;
pub mod limited;
pub mod needed;
pub mod number;
pub mod point_columns;
pub mod rate;
pub mod render;
pub mod stored;
pub mod summary;
pub mod tidy;
pub mod words;
pub mod written;

pub use error::AnswerError;
