//! Datasets that are played a piece at a time: until nothing is open, or as far as a pilot goes.

use tolley_analysis::course::LOOK;
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::Playable;

use crate::error::SessionError;
use crate::monitor::Monitor;
use crate::place;
use crate::play::{Failed, play};
use crate::request::PlayRequest;
use crate::scenario::refuse_stop;

/// Trials of a point before the first look.
const FIRST: u64 = 16 * LOOK;
/// Trials of a point of a pilot: they tell its standard deviation to 4 %.
const MOST: u64 = 256;
/// Of a point of a large design.
const LEAST: u64 = 16;
/// Trials of all points of a pilot, unless they are so many that the least of each is more.
const ALL: u64 = 8_192;

/// Plays a plan until nothing is open, up to its repeats; where a dataset is there, from what it has. `open` says by
/// how many trials a point it is worth to go on before the next look, or `None` at the end; an eighth of what is there
/// is the least, all of it the most.
pub fn grow<E: From<SessionError>>(
    mut plan: Plan,
    study: &dyn Playable,
    request: &PlayRequest,
    monitor: &dyn Monitor,
    open: impl Fn(&Dataset) -> Result<Option<u64>, E>,
) -> Result<(Dataset, Failed), E> {
    refuse_stop(&plan, "--sequential has a rule of its own for when to stop")?;
    let planned = plan.grid.repeats;
    let there = Dataset::load(&place::folder(request)?).map_or(0, |dataset| dataset.manifest().plan.grid.repeats);
    let (mut repeats, mut first_failed) = (FIRST.max(there).min(planned), None);
    loop {
        plan.grid.change(|grid| grid.repeats = repeats);
        let played = play(&plan, study, request, monitor)?;
        first_failed = first_failed.or(played.failed);
        match open(&played.dataset)? {
            Some(more) if repeats < planned => {
                repeats = (repeats + more.clamp(repeats / 8, repeats)).next_multiple_of(LOOK).min(planned);
            }
            _ => return Ok((played.dataset, first_failed)),
        }
    }
}

/// Plays a few trials of each design point, enough to say how many a verdict takes, into a dataset of its own; as many
/// as were asked for, if they were.
pub fn pilot(
    mut plan: Plan,
    study: &dyn Playable,
    repeats: Option<u64>,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<(Dataset, Failed), SessionError> {
    if repeats.is_none() {
        let repeats = (ALL / plan.grid.points().max(1)).clamp(LEAST, MOST);
        plan.grid.change(|grid| grid.repeats = grid.repeats.min(repeats));
    }
    let mut request = request.clone();
    if let (None, Some(path)) = (&request.output, request.source.path()) {
        request.output = Some(place::of_this_physics(place::named_folder(path, &request.with, "-pilot")?, monitor));
    }
    let played = play(&plan, study, &request, monitor)?;
    Ok((played.dataset, played.failed))
}
