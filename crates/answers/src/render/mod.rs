//! Answers become text, objects and tables of numbers; nothing here knows an analysis.

pub mod text;
