//! How many trials a verdict takes, before they are played.

use tolley_analysis::MOST_DIFFERENCE;
use tolley_analysis::fair::Fairness;
use tolley_analysis::statistics::needed as plans;
use tolley_analysis::verdict::{PointVerdict, level_of};
use tolley_dataset::Dataset;

use super::case::axis_values;
use super::words::place;
use crate::catalogue;
use crate::needed::rounded;
use crate::number::percent;
use crate::words::{GroupedCount, counted};

/// So many matches between equals, each played once.
pub fn of_margin(margin: f64) -> String {
    let single = GroupedCount(plans::single_matches_needed(margin)).to_string();
    let planned = catalogue::text("fair.planned", &[("margin", &percent(margin)), ("matches", &single)]);
    format!("{planned}\n{}\n", catalogue::word("fair.planned_how_sure"))
}

/// So many trials like those of a dataset.
pub fn of_trials(dataset: &Dataset, found: &Fairness) -> String {
    let tested = found.family.max(1);
    let level = level_of(found.confidence) / tested as f64;
    let needed = |point: &PointVerdict| {
        plans::trials_needed(point.deviation, 0.0, MOST_DIFFERENCE, found.margin, level).map(rounded)
    };
    let points = || found.points.iter().filter(|point| !point.is_identity);
    let most = points().map(needed).collect::<Option<Vec<u64>>>().and_then(|all| all.into_iter().max());
    let mut text = of_margin(found.margin);
    if let Some(most) = most {
        let cases = counted(tested as u64, "case");
        let trials = GroupedCount(most).to_string();
        text += &catalogue::text("fair.planned_like_these", &[("trials", &trials), ("cases", &cases)]);
        text += "\n";
    }
    for point in points() {
        let trials = needed(point).map_or("-".to_owned(), |needed| GroupedCount(needed).to_string());
        let place = place(&axis_values(dataset.manifest(), point.point)).text();
        let known = GroupedCount(point.estimate.n).to_string();
        let holes = [("trials", trials.as_str()), ("place", &place), ("known", &known)];
        text += &format!("  {}\n", catalogue::text("fair.planned_at", &holes));
    }
    text
}
