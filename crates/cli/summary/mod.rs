//! `tolley summary`: what a dataset says, from its files alone.

mod effects;
pub mod number;
mod text;

use indicatif::HumanCount;
use serde_json::json;
use tolley_analysis::{Effect, summary};
use tolley_dataset::Dataset;
use tolley_dice_football::solve;
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
    plan.study.starts_with(DICE_FOOTBALL).then(|| solve::notice(&value))
}

/// Prints the summary of a dataset.
pub fn run(args: &args::Summary) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let effects = if args.effects { Effects::Told } else { Effects::Untold };
    let code = print_with(&dataset, args.json, effects)?;
    Ok(if dataset.is_complete() { code } else { exit::INCOMPLETE })
}

/// Whether effects of axes are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effects {
    Told,
    Untold,
}

/// Prints the summary, and at last whether too many trials are missing from it; the exit code that says so.
pub fn print(dataset: &Dataset, as_json: bool) -> Result<u8, Stop> {
    print_with(dataset, as_json, Effects::Untold)
}

fn print_with(dataset: &Dataset, as_json: bool, effects: Effects) -> Result<u8, Stop> {
    let summary = summary(dataset)?;
    let effects = match effects {
        Effects::Told => Some(tolley_analysis::effects(dataset, &summary)?),
        Effects::Untold => None,
    };
    let place = dataset.dir().display().to_string();
    let notice = notice(&dataset.manifest().plan);
    if as_json {
        let mut object = summary.to_json();
        object["dataset"] = json!(place);
        if let Some(effects) = effects {
            object["effects"] = effects.iter().map(Effect::to_json).collect();
        }
        if let Some(notice) = notice {
            object["notice"] = json!(notice);
        }
        output::json(&object)?;
    } else {
        let notice = notice.map_or_else(String::new, |notice| format!("\n{notice}"));
        let effects = effects.map_or_else(String::new, |effects| effects::text(&effects));
        output::result(&(text::text(&summary, EXTENT, &place) + &effects + &notice))?;
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
