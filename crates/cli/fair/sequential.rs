//! Plays a scenario until every design point has a verdict.

use std::path::Path;

use tolley_analysis::course::LOOK;
use tolley_analysis::fair::fairness;
use tolley_analysis::verdict::Question;
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_session::studies::AnyStudy;

use crate::args;
use crate::exit::Stop;
use crate::place;
use crate::run::{self, Failed};

/// Trials of a point before the first look.
const FIRST: u64 = 16 * LOOK;

/// The dataset, grown by an eighth at a time up to the repeats of the scenario; where one is there, from what it has.
pub fn dataset(
    plan: Plan,
    study: AnyStudy,
    playing: &args::Run,
    question: &Question<'_>,
) -> Result<(Dataset, Failed), Stop> {
    grown(plan, study, playing, |dataset| {
        let is_open = fairness(dataset, question)?.is_decided() != Some(true);
        Ok(is_open.then_some(0))
    })
}

/// The dataset, grown until nothing is open, up to the repeats of the scenario: `open` says by how many trials a point
/// it is worth to go on before the next look, or `None` at the end; an eighth of what is there is the least, all of it
/// the most.
pub fn grown(
    mut plan: Plan,
    study: AnyStudy,
    playing: &args::Run,
    open: impl Fn(&Dataset) -> Result<Option<u64>, Stop>,
) -> Result<(Dataset, Failed), Stop> {
    let path = playing.scenario.as_deref().unwrap_or(Path::new(""));
    run::refuse_stop(&plan, "--sequential has a rule of its own for when to stop")?;
    let planned = plan.grid.repeats;
    let there = Dataset::load(&place::folder(path, playing)?).map_or(0, |dataset| dataset.manifest().plan.grid.repeats);
    let (mut repeats, mut first_failed) = (FIRST.max(there).min(planned), None);
    loop {
        plan.grid.change(|grid| grid.repeats = repeats);
        let (dataset, failed) = run::dataset_of(&plan, study, playing)?;
        first_failed = first_failed.or(failed);
        let more = open(&dataset)?;
        match more {
            Some(more) if repeats < planned => {
                repeats = (repeats + more.clamp(repeats / 8, repeats)).next_multiple_of(LOOK).min(planned);
            }
            _ => return Ok((dataset, first_failed)),
        }
    }
}
