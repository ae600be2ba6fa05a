//! A plan becomes a dataset: it is played as far as it is not, continued, and closed.

use tolley_analysis::Summary;
use tolley_dataset::{CpuClock, Dataset, DatasetError, Share};
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::Playable;
use tolley_experiment::run::{Control, Meter, RunError, where_possible};

use crate::error::{Kept, SessionError};
use crate::estimate::cores;
use crate::idle_axes;
use crate::monitor::{Closing, Monitor, Note, claim};
use crate::panics::quiet_panics;
use crate::place::{VERSIONS, chosen_folder};
use crate::request::PlayRequest;
use crate::watch::Watch;

/// The first trial that failed, and why.
pub type Failed = Option<(u64, String)>;

/// A plan that was played.
pub struct Played {
    /// Its dataset, complete.
    pub dataset: Dataset,
    /// The first of its trials that failed now.
    pub failed: Failed,
    /// What its rows say.
    pub summary: Summary,
    /// Whether not all of it was there before.
    pub is_new: bool,
}

/// Steps after the last trial, whose monitor hears when they are done, or one of them failed.
struct Steps<'a>(&'a dyn Monitor);

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        self.0.closed();
    }
}

/// Plays a plan into its dataset, as far as that does not have it, and closes the dataset.
pub fn play(
    plan: &Plan,
    study: &dyn Playable,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<Played, SessionError> {
    let folder = chosen_folder(request, monitor)?;
    let mut dataset = claim(request.take_over, monitor, |claim| Dataset::open_by(&folder, plan, VERSIONS, claim))?;
    begin(plan, &dataset, monitor);
    let is_new = dataset.trials_left() > 0;
    let mut failed: Failed = None;
    loop {
        let first = play_blocks(plan, study, &dataset, request.threads, monitor)?;
        failed = failed.into_iter().chain(first).min();
        let steps = Steps(monitor);
        monitor.closing(Closing::Files);
        dataset.write_parts()?;
        monitor.closing(Closing::Summary);
        let summary = where_possible(request.threads, || tolley_analysis::summary(&dataset))?;
        let Some(next) = &summary.facts.next else {
            monitor.closing(Closing::End);
            finish(&dataset, &summary, request.threads)?;
            return Ok(Played { dataset, failed, summary, is_new });
        };
        drop(steps);
        let points = plan.grid.points();
        monitor.note(&Note::GoesOn { open: next.open, points, repeats: next.repeats });
        dataset = dataset.extend(next, plan.study.pace)?;
    }
}

/// Plays a share of a plan into its dataset; the others are somebody else's.
pub fn play_share(
    plan: &Plan,
    study: &dyn Playable,
    share: Share,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<(Dataset, Failed), SessionError> {
    let folder = chosen_folder(request, monitor)?;
    let dataset =
        claim(request.take_over, monitor, |claim| Dataset::open_share(&folder, plan, VERSIONS, share, claim))?;
    begin(plan, &dataset, monitor);
    let failed = play_blocks(plan, study, &dataset, request.threads, monitor)?;
    Ok((dataset, failed))
}

/// Sums up a dataset of which every block is done, writes what its rows say, and closes it.
pub(crate) fn close(dataset: &Dataset) -> Result<Summary, SessionError> {
    dataset.write_parts()?;
    let summary = where_possible(None, || tolley_analysis::summary(dataset))?;
    finish(dataset, &summary, None)?;
    Ok(summary)
}

fn finish(dataset: &Dataset, summary: &Summary, threads: Option<usize>) -> Result<(), SessionError> {
    dataset.write_estimates(summary.estimates())?;
    Ok(where_possible(threads, || dataset.finish())?)
}

/// Plays what a dataset does not have yet; the first trial that failed, if one did.
pub(crate) fn play_blocks(
    plan: &Plan,
    study: &dyn Playable,
    dataset: &Dataset,
    threads: Option<usize>,
    monitor: &dyn Monitor,
) -> Result<Failed, SessionError> {
    monitor.listen()?;
    let trials = dataset.trials_left();
    if trials == 0 {
        return Ok(None);
    }
    // from here on the lock is given back before the program ends
    monitor.hold();
    let idle = where_possible(threads, || idle_axes::idle_axes(plan, study));
    idle.iter().for_each(|axis| monitor.note(&Note::IdleAxis(axis)));
    let meter = Meter::new(|| CpuClock::Thread.now());
    let control = Control { meter: Some(meter), ..Control::default() };
    let leave = || dataset.leave().map_or_else(SessionError::from, |()| interrupted(dataset));
    let workers = threads.unwrap_or_else(cores);
    let watch = Watch { control: &control, monitor, trials, is_kept: true, dataset: Some(dataset), workers };
    let outcome = quiet_panics(|| watch.during(&leave, || study.run(plan, threads, dataset, &control)));
    monitor.release();
    let outcome = outcome?.map_err(|error| failure(error, dataset))?;
    if outcome.interrupted { Err(interrupted(dataset)) } else { Ok(outcome.first_panic) }
}

/// Notes what is played.
fn begin(plan: &Plan, dataset: &Dataset, monitor: &dyn Monitor) {
    if dataset.trials_left() > 0 {
        monitor.note(&Note::Begins {
            trials: plan.grid.trials(),
            is_most: plan.stop.is_some(),
            points: plan.grid.points(),
            kept: dataset.done_trials(),
            folder: dataset.dir(),
        });
    }
}

/// Why a run into a dataset failed.
pub(crate) fn failure(error: RunError<DatasetError>, dataset: &Dataset) -> SessionError {
    match error {
        RunError::Threads(why) => SessionError::Threads(why),
        RunError::Point { point, faults } => SessionError::Refused { point: Some(point), faults },
        RunError::Keep(error) => SessionError::Unkept { error, kept: Kept::of_dataset(dataset) },
    }
}

fn interrupted(dataset: &Dataset) -> SessionError {
    SessionError::Interrupted(Some(Kept::of_dataset(dataset)))
}
