//! `tolley summary`: what a dataset says, from its files alone.

use serde_json::json;
use tolley_analysis::summary;
use tolley_dataset::Dataset;

use crate::args;
use crate::exit::{self, Stop};
use crate::output::{self, grouped};

/// Rows of the table for people.
const ROWS: usize = 20;
/// Quarantined share of the trials from which on estimates are not to be trusted without a look.
const MOST_QUARANTINED: f64 = 1e-5;
/// Characters in a line.
const WIDTH: usize = 120;

/// Prints the summary of a dataset.
pub fn run(args: &args::Summary) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let panicked = print(&dataset, args.json)?;
    Ok(match (dataset.is_complete(), panicked) {
        (false, _) => exit::INCOMPLETE,
        (true, 0) => exit::DONE,
        (true, _) => exit::MISMATCH,
    })
}

/// Prints the summary; how many trials panicked.
pub fn print(dataset: &Dataset, as_json: bool) -> Result<u64, Stop> {
    let summary = summary(dataset)?;
    let place = dataset.dir().display().to_string();
    if as_json {
        let mut object = summary.to_json();
        object["dataset"] = json!(place);
        output::json(&object)?;
    } else {
        output::result(&summary.to_text(ROWS, WIDTH, &place))?;
    }
    if summary.quarantined_share() > MOST_QUARANTINED {
        output::say(&format!(
            "warning: {} of {} trials are quarantined, more than 1 in 100,000",
            grouped(summary.quarantined_count()),
            grouped(summary.trials[0])
        ));
    }
    Ok(summary.failed_count())
}
