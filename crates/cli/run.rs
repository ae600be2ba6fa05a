//! `tolley run`: a scenario becomes a dataset, and the dataset a summary.

use std::path::Path;

use serde_json::json;
use tolley_analysis::Missing;
use tolley_answers::render::shell_line;
use tolley_dataset::{Dataset, Share};
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::Playable;
use tolley_session::play::{self, Failed, Played};
use tolley_session::studies::{self, AnyStudy};
use tolley_session::trial::play_trial;
use tolley_session::{Kept, SessionError, share};

use crate::again;
use crate::args;
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::summary::Values;
use crate::{dry_run, list, output, summary};

/// Plays a scenario.
pub fn run(args: &args::Run) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        return list::scenarios(None);
    };
    let playing = Playing::new(path, &args.flags);
    let (plan, study) = playing.plan()?;
    if let Some(trial) = args.trial {
        return one_trial(&plan, study, trial, &playing);
    }
    if args.flags.dry_run {
        return dry_run::run(&plan, study, &playing, args.flags.json);
    }
    play_planned(&plan, study, &playing, &args.flags, (args.details || args.raw, Values::asked(args.raw)))
}

/// Plays a plan into its dataset, and prints what it answers; of a share of it, how far that is.
pub fn play_planned(
    plan: &Plan,
    study: &dyn Playable,
    playing: &Playing,
    flags: &args::Flags,
    (has_details, values): (bool, Values),
) -> Result<u8, Stop> {
    if let Some(share) = share(&playing.request.share, &playing.console)? {
        return play_share(plan, study, share, playing, flags.quiet);
    }
    let Played { dataset, failed, summary, is_new } = play::play(plan, study, &playing.request, &playing.console)?;
    let command = again::command(&["run"], &playing.source, flags, &[]);
    let code = summary::print(&dataset, &summary, command, (flags.json, has_details), values)?;
    tell_failed(failed);
    if is_new && !flags.quiet && !flags.json {
        let report = ["tolley", "show", &dataset.dir().display().to_string(), "--page"].map(str::to_owned);
        output::say(&format!("a page with charts: {}", shell_line(&report)));
    }
    Ok(code)
}

/// Plays a share of a plan; the others are somebody else's.
fn play_share(plan: &Plan, study: &dyn Playable, share: Share, playing: &Playing, is_quiet: bool) -> Result<u8, Stop> {
    let (dataset, failed) = play::play_share(plan, study, share, &playing.request, &playing.console)?;
    if !is_quiet {
        let kept = Kept::of_dataset(&dataset);
        output::say(&format!("this share is done: {kept}; `tolley data finalize` makes parts of all shares"));
    }
    let code = if failed.is_some() { exit::MISMATCH } else { exit::DONE };
    tell_failed(failed);
    Ok(code)
}

/// Plays a trial and prints its rows as one JSON object.
fn one_trial(plan: &Plan, study: AnyStudy, trial: u64, playing: &Playing) -> Result<u8, Stop> {
    let played = play_trial(plan, study, trial, &playing.request, &playing.console)?;
    let status = played.status.map_or("panic", |status| status.name());
    let stored = played.differing.as_ref().map(|tables| if tables.is_empty() { "same" } else { "differs" });
    output::json(&json!({
        "study": plan.study.name, "trial": trial, "point": played.point, "repeat": played.repeat, "status": status,
        "stored": stored, "tables": played.tables,
    }))?;
    match played.differing.filter(|tables| !tables.is_empty()) {
        Some(tables) => Err(SessionError::Differs { trial, tables }.into()),
        None => Ok(if status == "panic" { exit::MISMATCH } else { exit::DONE }),
    }
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
        return Ok((studies::load(path)?, None));
    }
    let why = "a share of a dataset has no answer: play it with `tolley run`, then judge the dataset";
    exit::refuse(&flags.about_shares(), why)?;
    play()
}

/// Says on stderr which trial failed, if one did.
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
