//! Where the dataset of a scenario goes, and whether it may.

use std::path::{Path, PathBuf};

use tolley_dataset::{Dataset, Versions, physics_version_of};
use tolley_experiment::plan::Plan;
use tolley_session::studies::PHYSICS_VERSION;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::share;

/// Of what this program writes.
pub const VERSIONS: Versions<'static> = Versions { tolley: env!("CARGO_PKG_VERSION"), physics: PHYSICS_VERSION };

/// Refuses what a run would refuse before its first trial.
pub fn would_play(plan: &Plan, args: &args::Run) -> Result<(), Stop> {
    let share = share::share(args.flags.shard.as_deref(), args.flags.blocks.as_deref())?;
    let folder = folder(args.scenario.as_deref().unwrap_or(Path::new("")), args)?;
    match share {
        // others may be at it
        Some(_) => Ok(Dataset::would_share(plan)?),
        None => Ok(Dataset::would_open(&folder, plan, VERSIONS)?),
    }
}

/// Whether a scenario is read from stdin.
pub fn is_stdin(scenario: &Path) -> bool {
    scenario == Path::new("-")
}

/// Where the dataset goes.
pub fn folder(scenario: &Path, args: &args::Run) -> Result<PathBuf, Stop> {
    match &args.flags.output {
        Some(folder) => Ok(folder.clone()),
        None if is_stdin(scenario) => {
            let message = "error: a scenario from stdin has no name: say where its dataset goes, -o DIR";
            Err(Stop::new(exit::BAD_INPUT, message))
        }
        None => default_dir(scenario, "").map(of_this_physics),
    }
}

/// Where the dataset goes, said where it does not go where one of another version of the physics is.
pub fn chosen_folder(scenario: &Path, args: &args::Run) -> Result<PathBuf, Stop> {
    match args.flags.output {
        None if !is_stdin(scenario) => Ok(said(default_dir(scenario, "")?, args.flags.quiet)),
        _ => folder(scenario, args),
    }
}

/// A folder that nobody asked for, or the one beside it where that has a dataset of another version of the physics,
/// which is said.
pub fn said(usual: PathBuf, is_quiet: bool) -> PathBuf {
    let folder = of_this_physics(usual.clone());
    if let Some(other) = physics_version_of(&usual).filter(|_| usual != folder && !is_quiet) {
        let (usual, folder) = (usual.display(), folder.display());
        output::say(&format!(
            "note: {usual} was played by physics {other}; this is physics {PHYSICS_VERSION}, which goes to {folder}"
        ));
    }
    folder
}

fn of_this_physics(usual: PathBuf) -> PathBuf {
    match physics_version_of(&usual) {
        Some(other) if other != PHYSICS_VERSION => {
            let name = usual.file_name().unwrap_or_default().to_string_lossy();
            usual.with_file_name(format!("{name}-physics{PHYSICS_VERSION}"))
        }
        _ => usual,
    }
}

/// Beside a dataset, whose folder holds nothing but what its records speak of: its name with an ending.
pub fn beside(dataset: &Path, ending: &str) -> Result<PathBuf, Stop> {
    let bad = |message: String| Stop::new(exit::BAD_INPUT, format!("error: {message}"));
    let whole = dataset.canonicalize().map_err(|error| bad(format!("{}: {error}", dataset.display())))?;
    let name = whole.file_name().ok_or_else(|| bad("a folder without a name: say -o FILE".to_owned()))?;
    let folder = match dataset.parent().filter(|_| dataset.file_name() == Some(name)) {
        Some(parent) => parent.to_path_buf(),
        None => whole.parent().map_or_else(PathBuf::new, Path::to_path_buf),
    };
    Ok(folder.join(format!("{}{ending}", name.to_string_lossy())))
}

/// The scenario's own name below `runs/`, with an ending for what is no plain run of it, if every file system and shell
/// takes it as a name.
pub fn default_dir(scenario: &Path, ending: &str) -> Result<PathBuf, Stop> {
    let name = scenario.file_stem().unwrap_or_default().to_string_lossy();
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    if (1..=64).contains(&name.len()) && is_plain && !name.bytes().all(|byte| byte == b'.') {
        return Ok(Path::new("runs").join(format!("{name}{ending}")));
    }
    let message = "the name of the scenario cannot be that of a folder (1 to 64 letters, digits, _, . and -)";
    Err(Stop::new(exit::BAD_INPUT, format!("error: {}: {message}; choose one with -o", scenario.display())))
}
