//! The words of indices: which key an outcome hangs on, and which were left out.

mod text;
mod tidy;

pub use text::text;
pub use tidy::{rows, tidy};
