//! A scenario that a command plays: what its flags ask the session for.

use std::path::{Path, PathBuf};

use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_session::play::{self, Failed};
use tolley_session::shipped::Shipped;
use tolley_session::studies::AnyStudy;
use tolley_session::{PlayRequest, ScenarioRequest, scenario};

use crate::console::Console;
use crate::exit::{self, Stop};
use crate::flags::Flags;
use crate::headline;

/// A scenario that is played, and who is told of it.
pub struct Playing {
    /// The scenario as it was typed.
    pub source: PathBuf,
    /// What is read.
    pub scenario: ScenarioRequest,
    /// How it is played.
    pub request: PlayRequest,
    /// Who is told.
    pub console: Console,
}

impl Playing {
    /// The scenario of this path, as flags say.
    pub fn new(path: &Path, flags: &Flags) -> Playing {
        let (source, console) = (path.to_owned(), flags.console().looking(headline::with_choices));
        Playing { source, scenario: flags.scenario(path), request: flags.playing(path), console }
    }

    /// Its plan and study; what is odd about it is told.
    pub fn plan(&self) -> Result<(Plan, AnyStudy), Stop> {
        if let Some(scene) = Shipped::found(&self.source).filter(|shipped| shipped.is_scene()) {
            let message = format!("error: {0} is a scene: tolley scene {0}", scene.name());
            return Err(Stop::new(exit::BAD_INPUT, message));
        }
        Ok(scenario::plan(&self.scenario, &self.console)?)
    }

    /// The dataset of a plan, played as far as it is not.
    pub fn dataset(&self, plan: &Plan, study: AnyStudy) -> Result<(Dataset, Failed), Stop> {
        let played = play::play(plan, study, &self.request, &self.console)?;
        Ok((played.dataset, played.failed))
    }
}

/// The dataset of a plan in a folder, played as far as it is not.
pub fn dataset_in(
    folder: PathBuf,
    plan: &Plan,
    study: AnyStudy,
    threads: Option<u16>,
    is_quiet: bool,
) -> Result<(Dataset, Failed), Stop> {
    let threads = threads.map(usize::from);
    let request = PlayRequest { output: Some(folder), threads, ..PlayRequest::default() };
    let played = play::play(plan, study, &request, &Console::new(is_quiet))?;
    Ok((played.dataset, played.failed))
}
