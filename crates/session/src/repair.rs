//! Files of a dataset that are gone or broken, made again to the same bytes.

use std::path::PathBuf;

use tolley_dataset::{Dataset, Repair};
use tolley_experiment::plan::Plan;
use tolley_experiment::run::{Control, where_possible};

use crate::error::SessionError;
use crate::monitor::{Monitor, claim};
use crate::panics::without_panics;
use crate::play::{failure, play_blocks};
use crate::studies::{self, AnyStudy, PHYSICS_VERSION};
use tolley_experiment::count::counted;

/// Which dataset is repaired, and how.
#[derive(Clone, Debug, Default)]
pub struct RepairRequest {
    /// Folder of the dataset.
    pub dataset: PathBuf,
    /// Whether it is repaired; otherwise is said what there is to do.
    pub is_wanted: bool,
    /// Worker threads; one a core where it does not say.
    pub threads: Option<usize>,
    /// Whether the dataset is taken from a run on another machine at once.
    pub take_over: bool,
}

/// What there was to repair, and whether it was.
pub struct Repaired {
    /// What there was to do.
    pub repair: Repair,
    /// Whether it was done.
    pub is_done: bool,
}

/// Says what is to be repaired, and repairs it if that is asked for.
pub fn repair(request: &RepairRequest, monitor: &dyn Monitor) -> Result<Repaired, SessionError> {
    // who is to repair it waits for the lock, or takes it over, when he begins
    let look = if request.is_wanted { Dataset::diagnosed } else { Dataset::to_repair };
    let (dataset, repair) = without_panics(|| where_possible(None, || look(&request.dataset)))?;
    // what cannot be done is not offered
    let plan = plan_to_mend(&dataset, &repair)?;
    let is_done = request.is_wanted && !repair.mends.is_empty();
    if is_done {
        mend(plan, request, monitor)?;
    }
    Ok(Repaired { repair, is_done })
}

/// The plan and study by which files are made again, where any is; refused where this version would make others.
fn plan_to_mend(dataset: &Dataset, repair: &Repair) -> Result<Option<(Plan, AnyStudy)>, SessionError> {
    if !repair.needs_points && repair.trials == 0 {
        return Ok(None);
    }
    let bad = |why: String| SessionError::request("dataset", format!("{}: {why}", dataset.dir().display()));
    let physics = dataset.manifest().physics_version;
    if repair.trials > 0 && physics != PHYSICS_VERSION {
        let (count, trials) = (repair.lost_files(), "trials were played");
        let lost = match count {
            0 => format!("{} is lost, which was", counted(repair.trials, "trial")),
            1 => format!("1 file is lost, and its {trials}"),
            _ => format!("{} are lost, and their {trials}", counted(count, "file")),
        };
        return Err(bad(format!(
            "{lost} by physics {physics}; this tolley plays physics {PHYSICS_VERSION}. Nothing was changed. Play the \
             scenario into a new folder: tolley run SCENARIO -o NEW"
        )));
    }
    studies::plan_of(dataset).map(Some).map_err(bad)
}

/// Makes again what is gone or broken, by the plan where that takes one.
fn mend(plan: Option<(Plan, AnyStudy)>, request: &RepairRequest, monitor: &dyn Monitor) -> Result<(), SessionError> {
    let begin = || claim(request.take_over, monitor, |claim| Dataset::begin_repair(&request.dataset, claim));
    let (dataset, repair) = without_panics(|| where_possible(None, begin))?;
    if let Some((plan, study)) = plan {
        if repair.needs_points {
            dataset.make_points(&plan)?;
        }
        play_lost(&plan, study, &dataset, &repair, request.threads, monitor)?;
    }
    let dataset = dataset.repaired()?;
    if repair.needs_estimates {
        let summary = where_possible(None, || tolley_analysis::summary(&dataset))?;
        dataset.write_estimates(summary.estimates())?;
    }
    if repair.closes {
        where_possible(None, || dataset.finish())?;
    }
    Ok(())
}

/// Plays what is lost: blocks that waited go where they were, all others into their parts.
fn play_lost(
    plan: &Plan,
    study: AnyStudy,
    dataset: &Dataset,
    repair: &Repair,
    threads: Option<usize>,
    monitor: &dyn Monitor,
) -> Result<(), SessionError> {
    for lost in &repair.blocks {
        let gathered = dataset.gather(lost);
        let played = study.run(plan, threads, &gathered, &Control::default());
        played.map_err(|error| failure(error, dataset))?;
        gathered.finish()?;
    }
    // trials that failed once fail again, and their rows say so
    play_blocks(plan, study, dataset, threads, monitor)?;
    Ok(())
}
