//! How many trials a verdict takes, before they are played.

use tolley_analysis::MOST_DIFFERENCE;
use tolley_analysis::fair::Fairness;
use tolley_analysis::statistics::needed as plans;
use tolley_analysis::verdict::{PointVerdict, level_of};
use tolley_dataset::Dataset;

use super::case::axis_values;
use super::words::place;
use crate::needed::rounded;
use crate::number::percent;
use crate::words::{GroupedCount, counted};

/// So many matches between equals, each played once.
pub fn of_margin(margin: f64) -> String {
    let single = GroupedCount(plans::single_matches_needed(margin));
    format!(
        "To show that a fair match is fair to within {}, play {single} single matches.\nSo many show it in 9 of 10 runs, by two \
         one-sided tests at 5 %.\n",
        percent(margin)
    )
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
        text += &format!("Trials like these: {} at each point, with {cases} tested together.\n", GroupedCount(most));
    }
    for point in points() {
        let trials = needed(point).map_or("-".to_owned(), |needed| GroupedCount(needed).to_string());
        let place = place(&axis_values(dataset.manifest(), point.point)).text();
        text += &format!("  {trials} trials{place}, from {}\n", GroupedCount(point.estimate.n));
    }
    text
}
