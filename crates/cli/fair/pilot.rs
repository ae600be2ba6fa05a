//! Plays a few trials of each design point: enough to say how many a verdict takes.

use std::path::Path;

use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_session::studies::AnyStudy;

use crate::args;
use crate::exit::Stop;
use crate::place;
use crate::run::{self, Failed};

/// Trials of a point: they tell its standard deviation to 4 %.
const MOST: u64 = 256;
/// Of a point of a large design.
const LEAST: u64 = 16;
/// Trials of all points, unless they are so many that the least of each is more.
const ALL: u64 = 8_192;

/// A dataset of its own, of as many repeats as it takes; as many as were asked for, if they were.
pub fn dataset(mut plan: Plan, study: AnyStudy, playing: &args::Run) -> Result<(Dataset, Failed), Stop> {
    let path = playing.scenario.as_deref().unwrap_or(Path::new(""));
    if playing.flags.repeats.is_none() {
        let repeats = (ALL / plan.grid.points().max(1)).clamp(LEAST, MOST);
        plan.grid.change(|grid| grid.repeats = grid.repeats.min(repeats));
    }
    let mut playing = playing.clone();
    if playing.flags.output.is_none() && !place::is_stdin(path) {
        playing.flags.output = Some(place::said(place::default_dir(path, "-pilot")?, playing.flags.quiet));
    }
    run::dataset_of(&plan, study, &playing)
}
