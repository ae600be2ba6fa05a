//! Flags of what shows a scene, a trial or a dataset.

use std::path::PathBuf;

use crate::flags::{dataset, finite};

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

/// Flags of `tolley show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// Folder of a dataset or of an answer, or the name of a scenario that was played into runs/; a recording also
    /// takes a scenario file
    #[arg(id = "scenario", value_name = "DATASET", value_parser = dataset)]
    pub dataset: PathBuf,
    /// Write a page that answers: one HTML file with charts that works offline, and its numbers next to it
    #[arg(long, conflicts_with_all = ["recording", "table", "sheet"])]
    pub page: bool,
    /// Write a page that shows this trial, from 0, as it moved
    #[arg(long, value_name = "TRIAL", conflicts_with_all = ["table", "sheet"])]
    pub recording: Option<u64>,
    /// Print the first rows of this table
    #[arg(long, value_name = "NAME", conflicts_with = "sheet")]
    pub table: Option<String>,
    /// Print a sheet for a notice board: what holds, and what it rests on
    #[arg(long)]
    pub sheet: bool,
    /// File of the page [default: next to the dataset]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Print one JSON object with every point; of a table an object a row; of a page its numbers
    #[arg(long, conflicts_with_all = ["recording", "sheet"])]
    pub json: bool,
    /// What of the text is shown.
    #[command(flatten)]
    pub text: Text,
}

/// What of a text is shown.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "The text")]
pub struct Text {
    /// Print all tables, methods and corrections of the answer too, and the table of points
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub details: bool,
    /// List points by the means of their own trials, not smoothed over all points, as JSON and CSV always do; opens the
    /// details unless --top, --by or --effects ask for a table
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
    pub each: Option<String>,
    /// Difference of each line from the best one, or from the one with this value of an axis
    #[arg(long, value_name = "best|KEY=VALUE", value_parser = beside)]
    pub vs: Option<String>,
    /// Lines or rows that are shown [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: Option<u32>,
    /// Print comma-separated values instead, in SI, all lines unless --top says how many
    #[arg(long, conflicts_with_all = ["json", "effects"])]
    pub csv: bool,
}

/// What `tolley show` prints as text.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Folder of the dataset.
    pub dataset: PathBuf,
    /// As one JSON object.
    pub json: bool,
    /// What of it is shown.
    pub text: Text,
}

/// What `tolley show --page` writes.
#[derive(Debug)]
pub struct Report {
    /// Folder of the dataset or answer.
    pub dataset: PathBuf,
    /// File of the page.
    pub output: Option<PathBuf>,
    /// Whether the browser shows it.
    pub open: bool,
    /// Whether its numbers are printed too.
    pub json: bool,
}

/// What `tolley show --recording` writes.
#[derive(Debug)]
pub struct Replay {
    /// Folder of the dataset, or a scenario.
    pub scenario: PathBuf,
    /// Number of the trial.
    pub trial: u64,
    /// File of the page.
    pub output: Option<PathBuf>,
    /// Whether the browser shows it.
    pub open: bool,
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
