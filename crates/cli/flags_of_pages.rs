//! Flags of what shows a scene, a trial or a dataset.

use std::path::PathBuf;

use crate::flags::finite;

/// Flags of `tolley scene`.
#[derive(Debug, clap::Args)]
pub struct Scene {
    /// Scene file, TOML
    pub file: PathBuf,
    /// Show the state at this time, s, instead of the end
    #[arg(long, value_name = "SECONDS", value_parser = finite)]
    pub until: Option<f64>,
    /// Print one JSON object, numbers with all their digits
    #[arg(long)]
    pub json: bool,
    /// Write a page too that shows the motion in a browser; there must be no file of that name
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Flags of `tolley replay`.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// Folder of the dataset, or a scenario file
    #[arg(id = "scenario", value_name = "DATASET|SCENARIO")]
    pub scenario: PathBuf,
    /// Number of the trial, from 0
    #[arg(long, value_name = "N")]
    pub trial: u64,
    /// File of the page; there must be none of that name [default: <dataset>-trial-<N>.html next to the dataset]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Open it in the browser
    #[arg(long)]
    pub open: bool,
}

/// Flags of `tolley summary`.
#[derive(Debug, clap::Args)]
pub struct Summary {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object with every point
    #[arg(long)]
    pub json: bool,
    /// Print all tables, methods and corrections of the answer too, and the table of points
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub details: bool,
    /// List points by the means of their own trials, not smoothed over all points; JSON and CSV always have those
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub raw: bool,
    /// Print what each axis does to each measure too: paired differences from its first value
    #[arg(long)]
    pub effects: bool,
    /// Sort by this measure, largest first, instead of the first of the study
    #[arg(long, value_name = "MEASURE")]
    pub by: Option<String>,
    /// A line for each value of this axis, all other axes averaged over
    #[arg(long, value_name = "KEY")]
    pub over: Option<String>,
    /// Difference of each line from the best one, or from the one with this value of an axis
    #[arg(long, value_name = "best|KEY=VALUE", value_parser = beside)]
    pub vs: Option<String>,
    /// Lines that are shown [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: Option<u32>,
    /// Print comma-separated values instead, in SI, all lines unless --top says how many
    #[arg(long, conflicts_with_all = ["json", "effects"])]
    pub csv: bool,
}

/// `best`, or a key and a value.
fn beside(text: &str) -> Result<String, String> {
    let is_pair = text.split_once('=').is_some_and(|(key, value)| !key.is_empty() && !value.is_empty());
    if text == "best" || is_pair {
        Ok(text.to_owned())
    } else {
        Err("best, or a key and one of its values: KEY=VALUE".to_owned())
    }
}
