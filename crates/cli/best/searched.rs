//! The search of a plan: its shots are watched, and kept until there is an answer.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use indicatif::HumanCount;
use tolley_answers::best::Stratum;
use tolley_dataset::Manifest;
use tolley_experiment::best::Best;
use tolley_experiment::plan::Plan;
use tolley_experiment::run::{self as threads, Control};
use tolley_search::best::find;
use tolley_session::place::VERSIONS;
use tolley_session::studies::AnyStudy;
use tolley_session::watch::Watch;
use tolley_session::{Kept, Monitor, SessionError, quiet_panics};

use super::arena::Arena;
use super::ask::{ask, refuse_too_wide};
use super::ended::Ended;
use super::kept::KeptShots;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::output;

/// What is searched, and where the answer is kept.
pub struct BestRequest {
    /// The question.
    pub best: Best,
    /// Folder of the answer.
    pub folder: PathBuf,
    /// Whether answer.csv is written too.
    pub has_csv: bool,
    /// Worker threads; one a core where it does not say.
    pub threads: Option<usize>,
    /// Whether nothing but results, warnings and errors is printed.
    pub is_quiet: bool,
    /// The command that makes the answer again.
    pub again: Vec<String>,
}

/// Searches at each design point; what is stopped keeps its shots, and goes on.
pub fn search(plan: &Plan, study: AnyStudy, request: &BestRequest) -> Result<Vec<Stratum>, Stop> {
    let BestRequest { best, is_quiet, threads: workers, .. } = request;
    let console = Console::new(*is_quiet);
    console.listen()?;
    // before anything is said, so that whoever hears of it is told what becomes of it
    console.hold();
    if !is_quiet {
        let (shots, skills, points) = (HumanCount(best.shots), best.skills.len(), plan.grid.points());
        output::say(&format!("{shots} shots for skills: {skills}, design points: {points}"));
    }
    let (control, folder) = (Control::default(), &request.folder);
    let kept = Mutex::new(KeptShots::of(folder, &question_of(plan, best)?));
    let watch = Watch {
        control: &control,
        monitor: &console,
        trials: best.shots,
        is_kept: true,
        dataset: None,
        workers: workers.unwrap_or(1),
    };
    let interrupted = || {
        let done = kept.lock().unwrap_or_else(PoisonError::into_inner).count();
        let there = Kept { done, blocks: best.shots, what: "shots", folder: folder.clone() };
        SessionError::Interrupted((done > 0).then_some(there))
    };
    let points = Points { plan, study, best, threads: *workers, control: &control, kept: &kept };
    let found = quiet_panics(|| watch.during(&interrupted, || threads::on_workers(*workers, || points.searched())))?;
    console.release();
    let found = found.map_err(SessionError::Threads)?.map_err(|ended| match ended {
        Ended::Stopped => interrupted().into(),
        other => stopped(other, best),
    })?;
    kept.into_inner().unwrap_or_else(PoisonError::into_inner).forget()?;
    Ok(found)
}

/// What is asked, in one line: shots of it are those of the same question by the same version alone.
fn question_of(plan: &Plan, best: &Best) -> Result<String, Stop> {
    let manifest = serde_json::to_string(&Manifest::of(plan, VERSIONS)?)
        .map_err(|error| Stop::new(exit::FAILURE, format!("error: {error}")))?;
    Ok(format!("{manifest} {best:?}").replace('\n', " "))
}

/// What is told of a search that ended without an answer.
pub fn stopped(ended: Ended, best: &Best) -> Stop {
    match ended {
        Ended::Stopped => SessionError::Interrupted(None).into(),
        Ended::NoValue => {
            let message = format!(
                "error: best.objective: no choice is found of which half of the shots or more have a value of {}",
                best.objective
            );
            Stop::new(exit::BAD_INPUT, message)
        }
        Ended::Failed(stop) => stop,
    }
}

/// The design points of a search.
struct Points<'a> {
    plan: &'a Plan,
    study: AnyStudy,
    best: &'a Best,
    threads: Option<usize>,
    control: &'a Control,
    kept: &'a Mutex<KeptShots>,
}

impl Points<'_> {
    /// Searches at each.
    fn searched(&self) -> Result<Vec<Stratum>, Ended> {
        let table = &self.plan.study.tables[0];
        let column = table.index(&self.best.objective).ok_or(Ended::NoValue)?;
        (0..self.plan.grid.points()).map(|point| self.searched_at(point, column)).collect()
    }

    fn searched_at(&self, point: u64, column: usize) -> Result<Stratum, Ended> {
        let Points { plan, study, best, threads, control, kept } = *self;
        let mut asked = ask(plan, best, point, best.shots / plan.grid.points())?;
        refuse_too_wide(plan, best, &asked)?;
        if let Some(mut pooled) = asked.pooled.take() {
            let arena = Arena { plan, study, best, asked: &asked, point, column, threads, control, kept: Some(kept) };
            let skills = 0..asked.task.skills();
            pooled.rest = skills.map(|skill| arena.rest(&pooled, skill)).collect::<Result<_, Ended>>()?;
            let spent: u64 = pooled.rest.iter().map(|rest| rest.played).sum();
            asked.task.shots = asked.task.shots.saturating_sub(spent).max(1);
            if pooled.rest.iter().all(|rest| rest.count > 0) {
                asked.pooled = Some(pooled);
            } else {
                asked.play_all_that_follows();
            }
        }
        let arena = Arena { plan, study, best, asked: &asked, point, column, threads, control, kept: Some(kept) };
        let answer = find(&asked.task, &mut |shots| arena.play(shots))?;
        let value = |(axis, key): (usize, &usize)| {
            let path = plan.study.schema.keys[*key].path;
            (path.column(), plan.grid.axis_value(axis, point).into_owned())
        };
        Ok(Stratum { values: plan.axis_keys().iter().enumerate().map(value).collect(), asked, answer })
    }
}
