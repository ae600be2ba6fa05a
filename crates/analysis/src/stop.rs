//! Which points of a plan go on by its rule to stop by: what the rows of all finished rounds say, and nothing else.

use tolley_dataset::{Dataset, NextStretch};
use tolley_experiment::stop::next_repeats;
use tolley_statistics::estimates::upper_of;

use crate::tally::Tallies;

/// What is played next, when every block is done; `None` when nothing is.
pub(crate) fn next_stretch(dataset: &Dataset, tallies: &Tallies) -> Option<NextStretch> {
    let manifest = dataset.manifest();
    let rule = manifest.plan.stop.as_ref()?;
    let (played, most) = (dataset.schedule().repeats(), manifest.plan.grid.repeats);
    if !dataset.has_all_blocks() || played >= most {
        return None;
    }
    let measure = manifest.measures.iter().position(|measure| measure.column == rule.metric)?;
    let (tally, upper) = (&tallies.tallies[measure], upper_of(rule.confidence));
    let (mut ended, mut open): (Vec<[u64; 2]>, u64) = (Vec::new(), 0);
    for point in dataset.schedule().open_points() {
        // a point without an interval has nothing to end by
        if tally.half_width(point as usize, upper).is_none_or(|half_width| half_width > rule.half_width) {
            open += 1;
            continue;
        }
        match ended.last_mut() {
            Some([_, end]) if *end == point => *end += 1,
            _ => ended.push([point, point + 1]),
        }
    }
    (open > 0).then(|| NextStretch { ended, open, repeats: next_repeats(played, most) })
}
