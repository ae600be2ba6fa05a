//! `tolley repair`: files of a dataset that are gone or broken, made again to the same bytes.

use indicatif::HumanCount;
use serde_json::json;
use tolley_dataset::{Dataset, Mend, OpenError, Repair};
use tolley_experiment::plan::Plan;
use tolley_experiment::run::{Control, where_possible};
use tolley_session::studies::{self, AnyStudy, PHYSICS_VERSION};

use crate::args;
use crate::claim;
use crate::exit::{self, Stop};
use crate::flags::Flags;
use crate::output::{self, counted};
use crate::run::{self, without_panics};

/// Says what is to be repaired, and repairs it if that is asked for.
pub fn run(args: &args::Repair) -> Result<u8, Stop> {
    // who is to repair it waits for the lock, or takes it over, when he begins
    let look = if args.yes { Dataset::diagnosed } else { Dataset::to_repair };
    let (dataset, repair) = without_panics(|| where_possible(None, || look(&args.dataset)))?;
    let made = mends(&dataset, &repair);
    if repair.mends.is_empty() || !args.yes {
        // what cannot be done is not offered
        made?;
        told(&repair, args, false)?;
        return Ok(if repair.mends.is_empty() { exit::DONE } else { exit::INCOMPLETE });
    }
    let mends = made?;
    mend(mends, args)?;
    told(&repair, args, true)?;
    let dataset = Dataset::load(&args.dataset)?;
    let report = where_possible(None, || dataset.check())?;
    // a file that is not of the dataset is left alone
    let wrong: Vec<_> = report.findings.iter().filter(|finding| !finding.is_stray()).collect();
    for finding in &wrong {
        output::say(&format!("error: {finding}"));
    }
    Ok(match (wrong.is_empty(), report.gaps.is_empty() && report.is_sealed) {
        (false, _) => exit::MISMATCH,
        (true, true) => exit::DONE,
        (true, false) => exit::INCOMPLETE,
    })
}

/// The plan and study by which files are made again, where any is; refused where this version would make others.
fn mends(dataset: &Dataset, repair: &Repair) -> Result<Option<(Plan, AnyStudy)>, Stop> {
    if !repair.needs_points && repair.trials == 0 {
        return Ok(None);
    }
    let bad = |why: String| Stop::new(exit::BAD_INPUT, format!("error: {}: {why}", dataset.dir().display()));
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

fn told(repair: &Repair, args: &args::Repair, is_done: bool) -> Result<(), Stop> {
    let dir = args.dataset.display();
    if args.json {
        let of = |mend: &Mend| json!({ "path": mend.path.display().to_string(), "fault": mend.fault, "how": mend.how });
        let files: Vec<_> = repair.mends.iter().map(of).collect();
        return Ok(output::json(&json!({
            "dataset": dir.to_string(), "repaired": is_done, "trials": repair.trials, "files": files,
        }))?);
    }
    let state = if is_done { "done" } else { "to do" };
    let line = |mend: &Mend| format!("{} {}; {state}: {}", mend.path.display(), mend.fault, mend.how);
    let mut lines: Vec<String> = repair.mends.iter().map(line).collect();
    let (files, trials) = (counted(lines.len() as u64, "file"), HumanCount(repair.trials));
    lines.push(match (repair.mends.is_empty(), is_done) {
        (true, _) if repair.closes => "nothing to repair".to_owned(),
        (true, _) => "nothing to repair; not complete: the same tolley run continues it".to_owned(),
        (_, true) => format!("repaired: {files}; trials played again: {trials}"),
        (_, false) => {
            format!("to be repaired: {files}; trials to play again: {trials}; `tolley repair {dir} --yes` does it")
        }
    });
    Ok(output::result(&lines.join("\n"))?)
}

fn begin(args: &args::Repair) -> Result<(Dataset, Repair), OpenError> {
    claim::with(args.claim.take_over, args.quiet, |claim| Dataset::begin_repair(&args.dataset, claim))
}

/// Makes again what is gone or broken, by the plan where that takes one.
fn mend(plan: Option<(Plan, AnyStudy)>, args: &args::Repair) -> Result<(), Stop> {
    let (dataset, repair) = without_panics(|| where_possible(None, || begin(args)))?;
    if let Some((plan, study)) = plan {
        if repair.needs_points {
            dataset.make_points(&plan)?;
        }
        play(&plan, study, &dataset, &repair, args)?;
    }
    let dataset = dataset.repaired()?;
    if repair.needs_estimates {
        let summed = where_possible(None, || tolley_analysis::summary(&dataset))?;
        dataset.write_estimates(summed.estimates())?;
    }
    if repair.closes {
        where_possible(None, || dataset.finish())?;
    }
    Ok(())
}

/// Plays what is lost: blocks that waited go where they were, all others into their parts.
fn play(plan: &Plan, study: AnyStudy, dataset: &Dataset, repair: &Repair, args: &args::Repair) -> Result<(), Stop> {
    let threads = args.threads.map(usize::from);
    for lost in &repair.blocks {
        let gathered = dataset.gather(lost);
        let played = study.run(plan, threads, &gathered, &Control::default());
        played.map_err(|error| run::failure(error, dataset))?;
        gathered.finish()?;
    }
    let flags = Flags { threads: args.threads, quiet: args.quiet || args.json, ..Flags::default() };
    let playing = args::Run { scenario: None, trial: None, flags };
    // trials that failed once fail again, and their rows say so
    run::play(plan, dataset, &playing, &|plan: &_, threads, dataset: &_, control: &_| {
        study.run(plan, threads, dataset, control)
    })?;
    Ok(())
}
