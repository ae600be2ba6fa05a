//! The module `tolley._native`: what the Python package calls. It turns arguments into those of Rust and back, and
//! keeps Python's signals; what is played and told is the command's.

mod answer;
mod command;
mod course;
mod dataset;
mod dice;
mod door;
mod guest;
mod object;
mod playing;
mod point;
mod problem;
mod scene;
mod shooter;
mod table;

use pyo3::prelude::*;

/// What the Python package calls.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::course::Match;
    #[pymodule_export]
    use super::dataset::Dataset;
    #[pymodule_export]
    use super::dice::DiceGame;
    #[pymodule_export]
    use super::door::{Door, Measured, Watch, indices, saltelli};
    #[pymodule_export]
    use super::playing::{Request, merge};
    #[pymodule_export]
    use super::problem::Stopped;
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::shooter::Shooter;
    #[pymodule_export]
    use super::table::Table;
    use super::*;

    /// Version of the package.
    #[pyfunction]
    fn version() -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}
