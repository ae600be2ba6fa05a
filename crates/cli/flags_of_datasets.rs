//! Flags of `tolley data`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::flags::dataset;
use crate::help::{CHECK, CLEAN, EXPORT, REPAIR, SHARES};

/// What `tolley data` is told.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Data {
    /// What is done.
    #[command(subcommand)]
    pub command: Option<DataCommand>,
    /// Folder whose datasets are listed [default: runs]
    pub folder: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is done with a dataset.
#[derive(Debug, Subcommand)]
pub enum DataCommand {
    /// Say how far a dataset is, and who is writing to it
    Status(Status),
    /// Check the files of a dataset: hashes, rows, gaps, files that do not belong there
    #[command(after_help = CHECK)]
    Check(Check),
    /// Say which files of a dataset are gone or broken; with --yes make them again, to the same bytes
    #[command(after_help = REPAIR)]
    Repair(Repair),
    /// Make one dataset of shares that several machines have played into folders of their own
    #[command(after_help = SHARES)]
    Merge(Merge),
    /// Finish the files of several runs, and mark the dataset complete if nothing is missing
    #[command(after_help = SHARES)]
    Finalize(Finalize),
    /// List files left by stopped runs in a dataset; with --yes remove them
    #[command(after_help = CLEAN)]
    Clean(Clean),
    /// Print a table of a dataset as CSV or JSON
    #[command(after_help = EXPORT)]
    Export(Export),
}

/// Flags of `tolley data export`.
#[derive(Debug, clap::Args)]
pub struct Export {
    /// Folder of the dataset
    #[arg(value_parser = dataset)]
    pub dataset: PathBuf,
    /// Name of the table
    pub table: String,
    /// Comma-separated values; this or --json must be said
    #[arg(long, required_unless_present = "json", conflicts_with = "json")]
    pub csv: bool,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
    /// File that is written instead of stdout; there must be none of that name
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Flags of `tolley data status`.
#[derive(Debug, clap::Args)]
pub struct Status {
    /// Folder of the dataset
    #[arg(value_parser = dataset)]
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley data finalize`.
#[derive(Debug, clap::Args)]
pub struct Finalize {
    /// Folder of the dataset
    #[arg(value_parser = dataset)]
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

/// Flags of `tolley data merge`.
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

/// Flags of `tolley data clean`.
#[derive(Debug, clap::Args)]
pub struct Clean {
    /// Folder of the dataset
    #[arg(value_parser = dataset)]
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

/// Flags of `tolley data repair`.
#[derive(Debug, clap::Args)]
pub struct Repair {
    /// Folder of the dataset
    #[arg(value_parser = dataset)]
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

/// Flags of `tolley data check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Folder of the dataset
    #[arg(value_parser = dataset)]
    pub dataset: PathBuf,
    /// Open every file, and read every column of it to its end
    #[arg(long)]
    pub deep: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
