//! Flags of the commands that look after a dataset.

use std::path::PathBuf;

/// Flags of `tolley status` and `tolley finalize`.
#[derive(Debug, clap::Args)]
pub struct Status {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley merge`.
#[derive(Debug, clap::Args)]
pub struct Merge {
    /// Folder of the dataset, which is made if it is not there
    pub dataset: PathBuf,
    /// Folders in which shares of it were played; they stay as they are
    #[arg(required = true, value_name = "SOURCE")]
    pub sources: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley gc`.
#[derive(Debug, clap::Args)]
pub struct Gc {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Remove what is listed
    #[arg(long)]
    pub yes: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
