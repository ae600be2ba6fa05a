//! Answers become text, objects and tables of numbers; nothing here knows an analysis.

pub mod files;
pub mod frame;
pub mod json;
pub mod markdown;
pub mod sheet;
mod shell;
pub mod text;
pub mod tidy;

pub use shell::shell_line;
