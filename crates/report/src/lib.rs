//! Self-contained pages from numbers and motion.
//!
//! A page is one file: markup that is made here, numbers as JSON, one bundled script and one stylesheet. It loads
//! nothing, and runs nothing but its own script. This crate knows no game and no dataset: what a page shows is handed
//! to it.

pub mod document;
pub mod figure;
pub mod markup;
pub mod page;
pub mod replay;
pub mod screen;

pub use document::{Document, Section};
pub use figure::Figure;
pub use markup::Markup;
pub use page::Page;
pub use replay::Replay;
pub use screen::{Fact, Screen};
