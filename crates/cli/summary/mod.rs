//! `tolley summary`: what a dataset says, from its files alone.

mod effects;
pub mod number;
mod text;

use indicatif::HumanCount;
use serde_json::{Map, json};
use tolley_analysis::{Effect, Missing, Summary, summary};
use tolley_dataset::Dataset;
use tolley_dice_football::solve;
use tolley_experiment::key::Path;
use tolley_experiment::plan::PlanRecord;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// How the names of the studies of dice football begin.
const DICE_FOOTBALL: &str = "dice-football/";
/// What people are shown.
const EXTENT: text::Extent = text::Extent { rows: 20, width: 120 };

/// What is to be told with every number of dice football; `None` for other games.
pub fn notice(plan: &PlanRecord) -> Option<String> {
    let value = |path: Path| plan.base.get(&path.to_string()).cloned();
    plan.study.starts_with(DICE_FOOTBALL).then(|| solve::notice(&value))
}

/// Prints the summary of a dataset.
pub fn run(args: &args::Summary) -> Result<u8, Stop> {
    let dataset = Dataset::load(&args.dataset)?;
    let effects = if args.effects { Effects::Told } else { Effects::Untold };
    let code = print_with(&dataset, &summary(&dataset)?, args.json, effects)?;
    Ok(if dataset.is_complete() { code } else { exit::INCOMPLETE })
}

/// Whether effects of axes are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effects {
    Told,
    Untold,
}

/// Prints the summary, and at last whether too many trials are missing from it; the exit code that says so.
pub fn print(dataset: &Dataset, summed: &Summary, as_json: bool) -> Result<u8, Stop> {
    print_with(dataset, summed, as_json, Effects::Untold)
}

fn print_with(dataset: &Dataset, summary: &Summary, as_json: bool, effects: Effects) -> Result<u8, Stop> {
    let effects = match effects {
        Effects::Told => Some(tolley_analysis::effects(dataset, summary)?),
        Effects::Untold => None,
    };
    let place = dataset.dir().display().to_string();
    let notice = notice(&dataset.manifest().plan);
    if as_json {
        let mut more = Map::from_iter([("dataset".to_owned(), json!(place))]);
        if let Some(effects) = effects {
            more.insert("effects".to_owned(), effects.iter().map(Effect::to_json).collect());
        }
        more.extend(notice.map(|notice| ("notice".to_owned(), json!(notice))));
        output::json(&summary.json(more))?;
    } else {
        let notice = notice.map_or_else(String::new, |notice| format!("\n{notice}"));
        let effects = effects.map_or_else(String::new, |effects| effects::text(&effects));
        output::result(&(text::text(&summary.facts, summary.points(), EXTENT, &place) + &effects + &notice))?;
    }
    Ok(doubts(&summary.facts.missing()))
}

/// Says whether too many trials are missing from estimates; the exit code that says so.
pub fn doubts(missing: &Missing) -> u8 {
    if missing.is_doubtful() {
        output::say(&format!(
            "error: {} of {} trials are quarantined, more than 1 in 100,000: what is left may not be a fair sample",
            HumanCount(missing.quarantined),
            HumanCount(missing.trials)
        ));
    }
    if missing.is_doubtful() || missing.failed > 0 { exit::MISMATCH } else { exit::DONE }
}
