//! `tolley summary`: what a dataset says, from its files alone.

mod number;
mod text;

use indicatif::HumanCount;
use serde_json::json;
use tolley_analysis::summary;
use tolley_dataset::Dataset;
use tolley_dice_football::notice;
use tolley_experiment::key::Path;
use tolley_experiment::plan::PlanRecord;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Quarantined share of the trials from which on estimates are not to be trusted without a look.
const MOST_QUARANTINED: f64 = 1e-5;
/// How the names of the studies of dice football begin.
const DICE_FOOTBALL: &str = "dice-football/";
/// What people are shown.
const EXTENT: text::Extent = text::Extent { rows: 20, width: 120 };

/// What is to be told with every number of dice football; `None` for other games.
fn notice(plan: &PlanRecord) -> Option<String> {
    let value = |path: Path| plan.base.get(&path.to_string()).cloned();
    plan.study.starts_with(DICE_FOOTBALL).then(|| notice::notice(&value))
}

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
    let notice = notice(&dataset.manifest().plan);
    if as_json {
        let mut object = summary.to_json();
        object["dataset"] = json!(place);
        if let Some(notice) = notice {
            object["notice"] = json!(notice);
        }
        output::json(&object)?;
    } else {
        let notice = notice.map_or_else(String::new, |notice| format!("\n{notice}"));
        output::result(&(text::text(&summary, EXTENT, &place) + &notice))?;
    }
    if summary.quarantined_share() > MOST_QUARANTINED {
        output::say(&format!(
            "warning: {} of {} trials are quarantined, more than 1 in 100,000",
            HumanCount(summary.quarantined_count()),
            HumanCount(summary.trials[0])
        ));
    }
    Ok(summary.failed_count())
}
