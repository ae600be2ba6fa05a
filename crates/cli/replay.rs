//! `tolley show --recording`: one trial of a dataset played again and filmed, as a page.

use std::path::{Path, PathBuf};

use tolley_answers::render::shell_line;
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::status::Status;
use tolley_pages::{RecordedTrial, record, write_new};
use tolley_session::studies::{self, AnyStudy};
use tolley_session::{ScenarioRequest, scenario};

use crate::args;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::html;
use crate::output;

/// Writes the page of a trial.
pub fn run(args: &args::Replay) -> Result<u8, Stop> {
    let source = &args.scenario;
    let (plan, study, dataset) = if source.is_dir() {
        let dataset = Dataset::load(source)?;
        let (plan, study) = studies::plan_of(&dataset).map_err(|why| {
            let place = source.display();
            Stop::new(exit::BAD_INPUT, format!("error: {place}: this version cannot play its trials again: {why}"))
        })?;
        (plan, study, Some(dataset))
    } else {
        let reading = ScenarioRequest { source: args::source(source), ..ScenarioRequest::default() };
        let (plan, study) = scenario::plan(&reading, &Console::new(true))?;
        (plan, study, None)
    };
    if args.trial >= plan.grid.trials() {
        let message = format!("error: there are trials 0 to {}, no trial {}", plan.grid.trials() - 1, args.trial);
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let path = args.output.clone().unwrap_or_else(|| default_path(source, args.trial));
    if path.exists() {
        let message = format!("error: {} is there already; -o names another file", path.display());
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let RecordedTrial { mut replay, status } = record(&plan, args.trial)?;
    if status != Status::Ok {
        output::say(&format!("note: the trial is quarantined: {}; the page shows what was played", status.name()));
    }
    let (place, trial) = (source.display().to_string(), args.trial.to_string());
    replay.command = shell_line(&["tolley", "show", &place, "--recording", &trial].map(str::to_owned));
    let differing = dataset.map(|dataset| differing(&dataset, &plan, study, args.trial)).transpose()?.flatten();
    if let Some(tables) = differing.iter().find(|tables| !tables.is_empty()) {
        let tables = tables.join(", ");
        replay
            .notes
            .push(format!("The dataset has other rows of this trial in {tables}: this version plays it otherwise."));
    }
    let page = replay.html().map_err(|error| Stop::new(exit::FAILURE, format!("error: {error}")))?;
    write_new(&path, &page)?;
    output::result(&format!("{} ({})", path.display(), output::bytes(page.len() as f64)))?;
    if args.open {
        html::open(&path);
    }
    match differing.filter(|tables| !tables.is_empty()) {
        Some(tables) => {
            let message = format!("error: the dataset has other rows of trial {} in {}", args.trial, tables.join(", "));
            Err(Stop::new(exit::MISMATCH, message))
        }
        None => Ok(exit::DONE),
    }
}

/// The tables in which a dataset has other rows of a trial; `None` where it has not that trial.
fn differing(dataset: &Dataset, plan: &Plan, study: AnyStudy, trial: u64) -> Result<Option<Vec<String>>, Stop> {
    let rows = study.play_one(plan, trial, None).map_err(|faults| Stop::refused(&faults))?;
    Ok(dataset.differing_tables(trial, rows)?)
}

/// Beside the dataset, or in the folder where the command runs.
fn default_path(source: &Path, trial: u64) -> PathBuf {
    let name = source.file_stem().map_or_else(|| "replay".to_owned(), |name| name.display().to_string());
    let folder = if source.is_dir() { source.parent() } else { None };
    folder.unwrap_or(Path::new("")).join(format!("{name}-trial-{trial}.html"))
}
