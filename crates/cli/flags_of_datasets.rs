//! Flags of the commands that look after a dataset.

use std::path::PathBuf;

/// Flags of `tolley status`.
#[derive(Debug, clap::Args)]
pub struct Status {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley finalize`.
#[derive(Debug, clap::Args)]
pub struct Finalize {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// The right to write.
    #[command(flatten)]
    pub claim: Claim,
}

/// Flag of all that write into a dataset that is there.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Claim {
    /// Take the dataset from a run on another machine at once, instead of waiting two minutes for a sign of life. Use
    /// it only if that run is dead: a living one stops with exit code 75 and loses what it has not saved. On this
    /// machine it changes nothing
    #[arg(long)]
    pub take_over: bool,
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
    /// The right to write.
    #[command(flatten)]
    pub claim: Claim,
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
    /// The right to write.
    #[command(flatten)]
    pub claim: Claim,
}

/// Flags of `tolley repair`.
#[derive(Debug, clap::Args)]
pub struct Repair {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Do what is listed
    #[arg(long)]
    pub yes: bool,
    /// Worker threads [default: one a core]; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no notes, only results, warnings and errors
    #[arg(short, long)]
    pub quiet: bool,
    /// The right to write.
    #[command(flatten)]
    pub claim: Claim,
}

/// Flags of `tolley check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Open every file, and read every column of it to its end
    #[arg(long)]
    pub deep: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
