//! What may be asked for: a scenario with what is said over it, and how it is played.

use std::io::Read;
use std::path::{Path, PathBuf};

use tolley_experiment::scenario::Overrides;

/// Where a scenario comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// From a file, or one that comes with the program, by its name.
    File(PathBuf),
    /// From a text.
    Text {
        /// How messages name it.
        name: String,
        /// The scenario, TOML.
        text: String,
    },
    /// From a stream that is opened when it is read.
    Stream {
        /// How messages name it.
        name: &'static str,
        /// Opens it.
        open: fn() -> Box<dyn Read>,
    },
}

impl Default for Source {
    fn default() -> Source {
        Source::Text { name: "scenario".to_owned(), text: String::new() }
    }
}

impl Source {
    /// The file, where it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Source::File(path) => Some(path),
            Source::Text { .. } | Source::Stream { .. } => None,
        }
    }
}

/// A scenario that is to be read, and what is said over it.
#[derive(Clone, Debug, Default)]
pub struct ScenarioRequest {
    /// Where it comes from.
    pub source: Source,
    /// What is said over it.
    pub overrides: Overrides,
    /// File of the eight dice; what the scenario says wins.
    pub dice: Option<PathBuf>,
    /// File of the board; what the scenario says wins.
    pub board: Option<PathBuf>,
}

/// How a plan is played.
#[derive(Clone, Debug, Default)]
pub struct PlayRequest {
    /// Where its scenario comes from, which names the folder of the dataset.
    pub source: Source,
    /// Folder of the dataset, in place of the usual one.
    pub output: Option<PathBuf>,
    /// Worker threads; one a core where it does not say. They never change a result.
    pub threads: Option<usize>,
    /// The share that is played; all where it does not say.
    pub share: ShareRequest,
    /// Whether the dataset is taken from a run on another machine at once.
    pub take_over: bool,
    /// Profiles, which name the folder of the dataset too.
    pub with: Vec<PathBuf>,
}

/// The share of a dataset that is played, as people and batch systems say it.
#[derive(Clone, Debug, Default)]
pub struct ShareRequest {
    /// Every N-th block from block I on: `I/N`, `auto/N` or `auto`.
    pub shard: Option<String>,
    /// Blocks counted from 0, both included: `FIRST-LAST`.
    pub blocks: Option<String>,
}
