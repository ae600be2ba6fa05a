//! What every number of a game stands on, to be said with each of them.

use tolley_dice_football::solve;
use tolley_experiment::key::Path;
use tolley_experiment::plan::PlanRecord;

/// How the names of the studies of dice football begin.
const DICE_FOOTBALL: &str = "dice-football/";

/// What is to be said with every number of dice football; `None` for other games.
pub fn of(plan: &PlanRecord) -> Option<String> {
    let value = |path: Path| plan.base.get(&path.to_string()).cloned();
    plan.study.starts_with(DICE_FOOTBALL).then(|| solve::notice(&value))
}
