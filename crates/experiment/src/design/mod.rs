//! Which points and trials there are: axes and how points spread over them, and the order in which trials are played.

pub mod axis;
mod designs;
pub mod distribution;
pub(crate) mod drawn;
pub mod exclusion;
pub mod grid;
mod halton;
mod latin;
pub(crate) mod points_file;
pub mod schedule;
pub mod sobol;
pub(crate) mod sweep;

pub use designs::{Design, NAMES, saltelli_rows};
