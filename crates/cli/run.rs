//! `tolley run`: a scenario becomes a dataset, and the dataset a summary.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use indicatif::HumanCount;
use tolley_analysis::{AnalysisError, Missing, Summary};
use tolley_dataset::{Dataset, DatasetError, Manifest};
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::run::{Control, Outcome, RunError, where_possible};
use tolley_experiment::scenario::{self, Overrides};

use crate::args;
use crate::exit::{self, Stop};
use crate::output::{self};
use crate::place::{VERSIONS, chosen_folder, is_stdin};
use crate::progress::{self, Watch};
use crate::signals::Signals;
use crate::studies::AnyStudy;
use crate::{claim, dice_files, dry_run, host, idle_axes, list, one_trial, share, shipped, summary};

/// Panics of trials that are shown; the dataset marks every one.
const PANICS_SHOWN: u32 = 3;

/// Plays a scenario.
pub fn run(args: &args::Run) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        return list::scenarios();
    };
    let (plan, study) = plan(path, args)?;
    if let Some(trial) = args.trial {
        return one_trial::run(&plan, study, trial, args);
    }
    if args.flags.dry_run {
        return dry_run::run(&plan, study, args);
    }
    let runs = |plan: &_, threads, dataset: &_, control: &_| study.run(plan, threads, dataset, control);
    play_planned(&plan, path, args, runs)
}

/// Plays all blocks of a plan that the dataset does not have.
pub trait Runs: Fn(&Plan, Option<usize>, &Dataset, &Control) -> Result<Outcome, RunError<DatasetError>> {}

impl<F: Fn(&Plan, Option<usize>, &Dataset, &Control) -> Result<Outcome, RunError<DatasetError>>> Runs for F {}

/// Plays the plan of a scenario into its dataset, and prints the summary; of a share of it, how far that is.
pub fn play_planned(plan: &Plan, path: &Path, args: &args::Run, runs: impl Runs) -> Result<u8, Stop> {
    if let Some(share) = share::share(args.flags.shard.as_deref(), args.flags.blocks.as_deref())? {
        let dir = chosen_folder(path, args)?;
        let dataset = claim::with(args.flags.take_over, args.flags.quiet, |claim| {
            Dataset::open_share(&dir, plan, VERSIONS, share, claim)
        })?;
        return play_share(plan, &dataset, args, &runs);
    }
    let Played { dataset, failed, summed, is_new } = play_into(plan, path, args, runs)?;
    let code = summary::print(&dataset, &summed, args.flags.json)?;
    tell_failed(failed);
    if is_new && !args.flags.quiet && !args.flags.json {
        output::say(&format!("a page with charts: tolley report {}", dataset.dir().display()));
    }
    Ok(code)
}

/// The dataset that is judged: one as it stands, or what `play` makes of a scenario.
pub fn to_judge(
    path: &Path,
    flags: &args::Flags,
    of_scenarios: &[&str],
    play: impl FnOnce() -> Result<(Dataset, Failed), Stop>,
) -> Result<(Dataset, Failed), Stop> {
    if path.is_dir() {
        let given: Vec<&str> = flags.about_playing().into_iter().chain(of_scenarios.iter().copied()).collect();
        exit::refuse(&given, "a dataset is judged as it stands; this flag is for a scenario")?;
        return Ok((AnyStudy::load(path)?, None));
    }
    let why = "a share of a dataset has no answer: play it with `tolley run`, then judge the dataset";
    exit::refuse(&flags.about_shares(), why)?;
    play()
}

/// The dataset of a plan that was read, played as far as it is not.
pub fn dataset_of(plan: &Plan, study: AnyStudy, args: &args::Run) -> Result<(Dataset, Failed), Stop> {
    let path = args.scenario.as_deref().unwrap_or(Path::new(""));
    let played =
        play_into(plan, path, args, |plan, threads, dataset, control| study.run(plan, threads, dataset, control));
    played.map(|played| (played.dataset, played.failed))
}

/// A scenario that was played.
struct Played {
    dataset: Dataset,
    failed: Failed,
    summed: Summary,
    /// Whether not all of it was there before.
    is_new: bool,
}

fn play_into(plan: &Plan, path: &Path, args: &args::Run, runs: impl Runs) -> Result<Played, Stop> {
    let dir = chosen_folder(path, args)?;
    let mut dataset =
        claim::with(args.flags.take_over, args.flags.quiet, |claim| Dataset::open_by(&dir, plan, VERSIONS, claim))?;
    begin(plan, &dataset, args);
    let is_new = dataset.trials_left() > 0;
    let mut failed: Failed = None;
    loop {
        let first = play(plan, &dataset, args, &runs)?;
        failed = failed.into_iter().chain(first).min();
        dataset.write_parts()?;
        let threads = args.flags.threads.map(usize::from);
        let summed = where_possible(threads, || tolley_analysis::summary(&dataset))?;
        let Some(next) = &summed.facts.next else {
            finish(&dataset, &summed, threads)?;
            return Ok(Played { dataset, failed, summed, is_new });
        };
        if !args.flags.quiet {
            let [open, points, repeats] = [next.open, plan.grid.points(), next.repeats].map(HumanCount);
            output::say(&format!("{open} of {points} points go on, to {repeats} trials each"));
        }
        dataset = dataset.extend(next, plan.study.pace)?;
    }
}

/// Sums up a dataset of which every block is done, writes what its rows say, and closes it.
pub fn close(dataset: &Dataset) -> Result<Summary, Stop> {
    dataset.write_parts()?;
    let summed = where_possible(None, || tolley_analysis::summary(dataset))?;
    finish(dataset, &summed, None)?;
    Ok(summed)
}

fn finish(dataset: &Dataset, summed: &Summary, threads: Option<usize>) -> Result<(), Stop> {
    dataset.write_estimates(summed.estimates())?;
    Ok(where_possible(threads, || dataset.finish())?)
}

/// Refuses, before anything is played, a question to which the dataset of a plan has no answer, whatever its rows are.
pub fn refuse_question(plan: &Plan, check: impl FnOnce(&Manifest) -> Result<(), AnalysisError>) -> Result<(), Stop> {
    Ok(check(&Manifest::of(plan, VERSIONS)?)?)
}

/// Refuses a plan whose points end by themselves, for what needs as many trials at each.
pub fn refuse_stop(plan: &Plan, what: &str) -> Result<(), Stop> {
    match &plan.stop {
        None => Ok(()),
        Some(_) => Err(Stop::new(exit::BAD_INPUT, format!("error: {what}; the scenario has [stop]"))),
    }
}

/// The first trial that failed, and why.
pub type Failed = Option<(u64, String)>;

/// Says it on stderr.
fn tell_failed(failed: Failed) {
    if let Some((trial, message)) = failed {
        output::say(&format!("error: trial {trial} failed: {message}"));
    }
}

/// Says at the end of an answer what is missing from it; the exit code.
pub fn judged(dataset: &Dataset, missing: &Missing, failed: Failed) -> u8 {
    tell_failed(failed);
    let code = summary::doubts(missing);
    if dataset.is_complete() { code } else { exit::INCOMPLETE }
}

/// Plays a share of a plan; the others are somebody else's.
fn play_share(plan: &Plan, dataset: &Dataset, args: &args::Run, runs: &impl Runs) -> Result<u8, Stop> {
    begin(plan, dataset, args);
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

/// Reads a scenario, with what the command line says over it, and tells what to look at.
pub fn plan(path: &Path, args: &args::Run) -> Result<(Plan, AnyStudy), Stop> {
    let (plan, warnings) = quiet_plan(path, args)?;
    told(plan, &warnings)
}

/// A plan with its study, after its warnings are told.
pub fn told(plan: Plan, warnings: &Problems) -> Result<(Plan, AnyStudy), Stop> {
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
    let study = AnyStudy::named(plan.study.name);
    Ok((plan, study.ok_or_else(|| Stop::new(exit::FAILURE, "error: a study without a name"))?))
}

/// The same, and the warnings.
pub fn quiet_plan(path: &Path, args: &args::Run) -> Result<(Plan, Problems), Stop> {
    read(path, args, false)
}

/// A plan whose points may be impossible, and of which nothing is asked.
pub fn draft(path: &Path, args: &args::Run) -> Result<Plan, Stop> {
    read(path, args, true).map(|(plan, _)| plan)
}

fn read(path: &Path, args: &args::Run, is_draft: bool) -> Result<(Plan, Problems), Stop> {
    let flags = &args.flags;
    let overrides = Overrides {
        repeats: flags.repeats,
        seed: flags.seed,
        set: flags.set.clone(),
        sweep: flags.sweep.clone(),
        list: flags.list.clone(),
        design: flags.design.clone(),
        points: flags.points,
        allow_large: flags.allow_large,
        is_draft,
    };
    let studies = AnyStudy::infos();
    let (mut plan, warnings) = if is_stdin(path) {
        scenario::read_from(host::input_name(), host::input(), &studies, overrides)?
    } else {
        shipped::read(path, &studies, overrides)?
    };
    dice_files::take(&mut plan, args)?;
    Ok((plan, warnings))
}

/// Does something whose panics are caught and told in other words.
pub fn without_panics<T>(action: impl FnOnce() -> T) -> T {
    let show = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let out = action();
    std::panic::set_hook(show);
    out
}

/// Plays what is not kept yet; the first trial that failed, if one did.
pub fn play(plan: &Plan, dataset: &Dataset, args: &args::Run, runs: &impl Runs) -> Result<Failed, Stop> {
    let signals = Signals::listen()?;
    let trials_left = dataset.trials_left();
    if trials_left == 0 {
        return Ok(None);
    }
    // from here on the lock is given back before the command exits
    signals.hold();
    let threads = args.flags.threads.map(usize::from);
    if let Some(study) = AnyStudy::named(plan.study.name) {
        let warnings = where_possible(threads, || idle_axes::warnings(plan, study));
        warnings.iter().for_each(|warning| output::say(warning));
    }
    let control = Control::default();
    let leave = |code| {
        let stop = dataset.leave().map_or_else(Stop::from, |()| interrupted(Some(code), dataset));
        output::say(&stop.message);
        std::process::exit(stop.code.into());
    };
    let (quiet, keeps) = (args.flags.quiet, "finished blocks are kept");
    let headline = Some((dataset, args.flags.watch));
    let watch =
        Watch { control: &control, signals: &signals, trials: trials_left, quiet, keeps, headline, leave: &leave };
    let outcome = quiet_panics(|| watch.during(|| runs(plan, threads, dataset, &control)));
    signals.release();
    let outcome = outcome?.map_err(|error| failure(error, dataset))?;
    match (outcome.interrupted, signals.code()) {
        (true, code) => Err(interrupted(code, dataset)),
        (false, _) => Ok(outcome.first_panic),
    }
}

/// Says what is played.
fn begin(plan: &Plan, dataset: &Dataset, args: &args::Run) {
    if !args.flags.quiet && dataset.trials_left() > 0 {
        output::say(&beginning(plan, dataset));
    }
}

fn beginning(plan: &Plan, dataset: &Dataset) -> String {
    let (trials, points) = (HumanCount(plan.grid.trials()), HumanCount(plan.grid.points()));
    let kept = dataset.done_trials();
    let continued = if kept == 0 { String::new() } else { format!(", {} are there already", HumanCount(kept)) };
    let at_most = if plan.stop.is_some() { "at most " } else { "" };
    format!("{at_most}{trials} trials at {points} points into {}{continued}", dataset.dir().display())
}

pub fn failure(error: RunError<DatasetError>, dataset: &Dataset) -> Stop {
    match error {
        RunError::Threads(message) => progress::no_threads(message),
        RunError::Point { point, faults } => {
            let told =
                faults.iter().map(|fault| format!("error: {}: {} (at point {point})", fault.path, fault.message));
            Stop::new(exit::BAD_INPUT, told.collect::<Vec<_>>().join("\n"))
        }
        RunError::Keep(error) => {
            let Stop { code, message, .. } = error.into();
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
pub fn quiet_panics<T>(action: impl FnOnce() -> T) -> T {
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
