//! `tolley summary`: what a dataset says, from its files alone.

mod number;
mod text;

use indicatif::HumanCount;
use serde_json::json;
use tolley_analysis::summary;
use tolley_dataset::Dataset;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Quarantined share of the trials from which on estimates are not to be trusted without a look.
const MOST_QUARANTINED: f64 = 1e-5;
/// What people are shown.
const EXTENT: text::Extent = text::Extent { rows: 20, width: 120 };

/// Prints the summary of a dataset.
pub fn run(args: &args::Summary) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let code = print(&dataset, args.json)?;
    Ok(if dataset.is_complete() { code } else { exit::INCOMPLETE })
}

/// Prints the summary, and at last whether too many trials are missing from it; the exit code that says so.
pub fn print(dataset: &Dataset, as_json: bool) -> Result<u8, Stop> {
    let summary = summary(dataset)?;
    let place = dataset.dir().display().to_string();
    if as_json {
        let mut object = summary.to_json();
        object["dataset"] = json!(place);
        output::json(&object)?;
    } else {
        output::result(&text::text(&summary, EXTENT, &place))?;
    }
    let is_doubtful = summary.quarantined_share() > MOST_QUARANTINED;
    if is_doubtful {
        output::say(&format!(
            "error: {} of {} trials are quarantined, more than 1 in 100,000: what is left may not be a fair sample",
            HumanCount(summary.quarantined_count()),
            HumanCount(summary.trials[0])
        ));
    }
    Ok(if is_doubtful || summary.failed_count() > 0 { exit::MISMATCH } else { exit::DONE })
}
