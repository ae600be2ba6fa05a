//! A scenario becomes a plan.

use tolley_analysis::AnalysisError;
use tolley_dataset::Manifest;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario;

use crate::error::SessionError;
use crate::monitor::{Monitor, Note};
use crate::place::VERSIONS;
use crate::request::{ScenarioRequest, Source};
use crate::studies::{self, AnyStudy};
use crate::{dice_files, shipped};

/// Reads a scenario, with what is said over it, and notes what is odd about it.
pub fn plan(request: &ScenarioRequest, monitor: &dyn Monitor) -> Result<(Plan, AnyStudy), SessionError> {
    let (plan, warnings) = read(request, monitor)?;
    with_study(plan, &warnings, monitor)
}

/// Finds the study of a plan, after what is odd about it is noted.
pub fn with_study(plan: Plan, warnings: &Problems, monitor: &dyn Monitor) -> Result<(Plan, AnyStudy), SessionError> {
    if !warnings.0.is_empty() {
        monitor.note(&Note::Warnings(warnings));
    }
    let study = studies::named(plan.study.name);
    Ok((plan, study.ok_or_else(|| SessionError::Failed("a study without a name".to_owned()))?))
}

/// Reads a scenario, and hands back what is odd about it.
pub fn read(request: &ScenarioRequest, monitor: &dyn Monitor) -> Result<(Plan, Problems), SessionError> {
    let (studies, overrides) = (studies::infos(), request.overrides.clone());
    let (mut plan, warnings) = match &request.source {
        Source::File(path) => shipped::read(path, &studies, overrides)?,
        Source::Text { name, text } => scenario::read_from(name, text.as_bytes(), &studies, overrides)?,
        Source::Stream { name, open } => scenario::read_from(name, open(), &studies, overrides)?,
    };
    dice_files::take(&mut plan, request, monitor)?;
    Ok((plan, warnings))
}

/// Refuses, before anything is played, a question to which the dataset of a plan has no answer, whatever its rows are.
pub fn refuse_question(
    plan: &Plan,
    check: impl FnOnce(&Manifest) -> Result<(), AnalysisError>,
) -> Result<(), SessionError> {
    Ok(check(&Manifest::of(plan, VERSIONS)?)?)
}

/// Refuses a plan whose points end by themselves, for what needs as many trials at each.
pub fn refuse_stop(plan: &Plan, what: &str) -> Result<(), SessionError> {
    match &plan.stop {
        None => Ok(()),
        Some(_) => Err(SessionError::request("scenario", format!("{what}; the scenario has [stop]"))),
    }
}
