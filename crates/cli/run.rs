//! `tolley run`: a scenario becomes a dataset, and the dataset a summary.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use indicatif::HumanCount;
use tolley_dataset::{Dataset, DatasetError, Versions};
use tolley_experiment::plan::Plan;
use tolley_experiment::run::{Control, Outcome, RunError};
use tolley_experiment::scenario::{self, Overrides};

use crate::args;
use crate::exit::{self, Stop};
use crate::output::{self};
use crate::progress::{self, Watch};
use crate::studies::{AnyStudy, PHYSICS_VERSION};
use crate::{dice_files, dry_run, idle_axes, list, one_trial, share, summary};

/// Panics of trials that are shown; the dataset marks every one.
const PANICS_SHOWN: u32 = 3;

/// Plays a scenario.
pub fn run(args: &args::Run) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        return list::scenarios();
    };
    let (plan, study) = plan(path, args)?;
    if let Some(trial) = args.trial {
        return one_trial::run(&plan, study, trial);
    }
    if args.flags.dry_run {
        return dry_run::run(&plan, study, args);
    }
    let runs = |plan: &_, threads, dataset: &_, control: &_| study.run(plan, threads, dataset, control);
    play_planned(&plan, path, args, runs)
}

/// Plays all blocks of a plan that the dataset does not have.
pub trait Runs: FnOnce(&Plan, Option<usize>, &Dataset, &Control) -> Result<Outcome, RunError<DatasetError>> {}

impl<F: FnOnce(&Plan, Option<usize>, &Dataset, &Control) -> Result<Outcome, RunError<DatasetError>>> Runs for F {}

/// Plays the plan of a scenario into its dataset, and prints the summary; of a share of it, how far that is.
pub fn play_planned(plan: &Plan, path: &Path, args: &args::Run, runs: impl Runs) -> Result<u8, Stop> {
    if let Some(share) = share::share(args.flags.shard.as_deref(), args.flags.blocks.as_deref())? {
        let dataset = Dataset::open_share(&folder(path, args)?, plan, VERSIONS, share)?;
        return play_share(plan, &dataset, args, runs);
    }
    let (dataset, failed) = play_into(plan, path, args, runs)?;
    let code = summary::print(&dataset, args.flags.json)?;
    tell_failed(failed);
    Ok(code)
}

/// The dataset of a scenario, played as far as it is not.
pub fn dataset(args: &args::Run) -> Result<(Dataset, Failed), Stop> {
    let path = args.scenario.as_deref().unwrap_or(Path::new(""));
    let (plan, study) = plan(path, args)?;
    play_into(&plan, path, args, |plan, threads, dataset, control| study.run(plan, threads, dataset, control))
}

fn play_into(plan: &Plan, path: &Path, args: &args::Run, runs: impl Runs) -> Result<(Dataset, Failed), Stop> {
    let dataset = Dataset::open(&folder(path, args)?, plan, VERSIONS)?;
    let failed = play(plan, &dataset, args, runs)?;
    dataset.finish()?;
    Ok((dataset, failed))
}

/// The first trial that failed, and why.
pub type Failed = Option<(u64, String)>;

/// Says it on stderr.
pub fn tell_failed(failed: Failed) {
    if let Some((trial, message)) = failed {
        output::say(&format!("error: trial {trial} failed: {message}"));
    }
}

const VERSIONS: Versions<'static> = Versions { tolley: env!("CARGO_PKG_VERSION"), physics: PHYSICS_VERSION };

/// Plays a share of a plan; the others are somebody else's.
fn play_share(plan: &Plan, dataset: &Dataset, args: &args::Run, runs: impl Runs) -> Result<u8, Stop> {
    let failed = play(plan, dataset, args, runs)?;
    if !args.flags.quiet {
        output::say(&format!(
            "this share is done: {}; `tolley finalize` makes parts of all shares",
            blocks_of(dataset)
        ));
    }
    Ok(match failed {
        Some((trial, message)) => {
            output::say(&format!("error: trial {trial} failed: {message}"));
            exit::MISMATCH
        }
        None => exit::DONE,
    })
}

/// Reads a scenario, with what the command line says over it.
pub fn plan(path: &Path, args: &args::Run) -> Result<(Plan, AnyStudy), Stop> {
    let flags = &args.flags;
    let overrides = Overrides {
        repeats: flags.repeats,
        seed: flags.seed,
        set: flags.set.clone(),
        sweep: flags.sweep.clone(),
        design: flags.design.clone(),
        points: flags.points,
        allow_large: flags.allow_large,
    };
    let studies = AnyStudy::infos();
    let (mut plan, warnings) = if is_stdin(path) {
        scenario::read_from("stdin", std::io::stdin().lock(), &studies, overrides)?
    } else {
        scenario::read(path, &studies, overrides)?
    };
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
    dice_files::take(&mut plan, args)?;
    let study = AnyStudy::named(plan.study.name);
    Ok((plan, study.ok_or_else(|| Stop::new(exit::FAILURE, "error: a study without a name"))?))
}

fn is_stdin(scenario: &Path) -> bool {
    scenario == Path::new("-")
}

/// Where the dataset goes.
fn folder(scenario: &Path, args: &args::Run) -> Result<PathBuf, Stop> {
    match &args.flags.output {
        Some(folder) => Ok(folder.clone()),
        None if is_stdin(scenario) => {
            let message = "error: a scenario from stdin has no name: say where its dataset goes, -o DIR";
            Err(Stop::new(exit::BAD_INPUT, message))
        }
        None => default_dir(scenario),
    }
}

/// The scenario's own name below `runs/`, if every file system and shell takes it as a name.
fn default_dir(scenario: &Path) -> Result<PathBuf, Stop> {
    let name = scenario.file_stem().unwrap_or_default().to_string_lossy();
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    if (1..=64).contains(&name.len()) && is_plain && !name.bytes().all(|byte| byte == b'.') {
        return Ok(Path::new("runs").join(&*name));
    }
    let message = "the name of the scenario cannot be that of a folder (1 to 64 letters, digits, _, . and -)";
    Err(Stop::new(exit::BAD_INPUT, format!("error: {}: {message}; choose one with -o", scenario.display())))
}

/// Plays what is not kept yet; the first trial that failed, if one did.
fn play(plan: &Plan, dataset: &Dataset, args: &args::Run, runs: impl Runs) -> Result<Failed, Stop> {
    let signals = progress::Signals::listen()?;
    let trials_left = dataset.trials_left();
    if trials_left == 0 {
        signals.release();
        return Ok(None);
    }
    if !args.flags.quiet {
        output::say(&beginning(plan, dataset));
    }
    if let Some(study) = AnyStudy::named(plan.study.name) {
        idle_axes::warnings(plan, study).iter().for_each(|warning| output::say(warning));
    }
    let control = Control::default();
    let watch = Watch { control: &control, signals: &signals, trials: trials_left, quiet: args.flags.quiet };
    let threads = args.flags.threads.map(usize::from);
    let outcome = quiet_panics(|| watch.during(|| runs(plan, threads, dataset, &control)));
    signals.release();
    let outcome = outcome.map_err(|error| failure(error, dataset))?;
    match (outcome.interrupted, signals.code()) {
        (true, code) => Err(interrupted(code, dataset)),
        (false, _) => Ok(outcome.first_panic),
    }
}

fn beginning(plan: &Plan, dataset: &Dataset) -> String {
    let (trials, points) = (HumanCount(plan.grid.trials()), HumanCount(plan.grid.points()));
    let kept = dataset.done_trials();
    let continued = if kept == 0 { String::new() } else { format!(", {} are there already", HumanCount(kept)) };
    format!("{trials} trials at {points} points into {}{continued}", dataset.dir().display())
}

fn failure(error: RunError<DatasetError>, dataset: &Dataset) -> Stop {
    match error {
        RunError::Threads(message) => Stop::new(exit::FAILURE, format!("error: cannot start the threads: {message}")),
        RunError::Point { point, faults } => {
            let told =
                faults.iter().map(|fault| format!("error: {}: {} (at point {point})", fault.path, fault.message));
            Stop::new(exit::BAD_INPUT, told.collect::<Vec<_>>().join("\n"))
        }
        RunError::Keep(error) => {
            let Stop { code, message } = error.into();
            Stop::new(code, format!("{message}\n{}", kept(dataset)))
        }
    }
}

fn interrupted(code: Option<u8>, dataset: &Dataset) -> Stop {
    Stop::new(code.unwrap_or(exit::INCOMPLETE), format!("interrupted: {}", kept(dataset)))
}

fn kept(dataset: &Dataset) -> String {
    format!("{}; the same command continues", blocks_of(dataset))
}

fn blocks_of(dataset: &Dataset) -> String {
    let (done, all) = (HumanCount(dataset.done_count()), HumanCount(dataset.schedule().blocks()));
    format!("{done} of {all} blocks are kept in {}", dataset.dir().display())
}

/// Shows the first panics of trials; each is caught, marked in its row, and told at the end.
fn quiet_panics<T>(action: impl FnOnce() -> T) -> T {
    let show = std::panic::take_hook();
    let shown = AtomicU32::new(0);
    std::panic::set_hook(Box::new(move |panic| {
        if shown.fetch_add(1, Ordering::Relaxed) < PANICS_SHOWN {
            show(panic);
        }
    }));
    let out = action();
    drop(std::panic::take_hook());
    out
}
