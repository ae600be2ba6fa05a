//! Where the dataset of a scenario goes, and whether it may.

use std::path::{Path, PathBuf};

use tolley_dataset::{Dataset, Versions, physics_version_of};
use tolley_experiment::plan::Plan;

use crate::error::SessionError;
use crate::monitor::{Monitor, Note};
use crate::request::PlayRequest;
use crate::share::share;
use crate::studies::PHYSICS_VERSION;

/// Of what this program writes.
pub const VERSIONS: Versions<'static> = Versions { tolley: env!("CARGO_PKG_VERSION"), physics: PHYSICS_VERSION };

/// Letters of the name of a profile that stand in that of a folder.
const MOST_LETTERS: usize = 32;

/// Refuses what a run would refuse before its first trial.
pub fn would_play(plan: &Plan, request: &PlayRequest, monitor: &dyn Monitor) -> Result<(), SessionError> {
    let share = share(&request.share, monitor)?;
    let folder = folder(request)?;
    match share {
        // others may be at it
        Some(_) => Ok(Dataset::would_share(plan)?),
        None => Ok(Dataset::would_open(&folder, plan, VERSIONS)?),
    }
}

/// Where the dataset goes.
pub fn folder(request: &PlayRequest) -> Result<PathBuf, SessionError> {
    match (&request.output, request.source.path()) {
        (Some(folder), _) => Ok(folder.clone()),
        (None, Some(path)) => named_folder(path, &request.with, "").map(beside_other_physics),
        (None, None) => {
            let message = "a scenario from stdin has no name: say where its dataset goes, -o DIR";
            Err(SessionError::request("output", message))
        }
    }
}

/// Where the dataset goes, noted where it does not go where one of another version of the physics is.
pub fn chosen_folder(request: &PlayRequest, monitor: &dyn Monitor) -> Result<PathBuf, SessionError> {
    match (&request.output, request.source.path()) {
        (None, Some(path)) => Ok(of_this_physics(named_folder(path, &request.with, "")?, monitor)),
        _ => folder(request),
    }
}

/// A folder that nobody asked for, or the one beside it where that has a dataset of another version of the physics,
/// which is noted.
pub fn of_this_physics(usual: PathBuf, monitor: &dyn Monitor) -> PathBuf {
    let folder = beside_other_physics(usual.clone());
    if usual != folder
        && let Some(there) = physics_version_of(&usual)
    {
        monitor.note(&Note::OtherPhysics { usual: &usual, folder: &folder, there, here: PHYSICS_VERSION });
    }
    folder
}

fn beside_other_physics(usual: PathBuf) -> PathBuf {
    match physics_version_of(&usual) {
        Some(other) if other != PHYSICS_VERSION => {
            let name = usual.file_name().unwrap_or_default().to_string_lossy();
            usual.with_file_name(format!("{name}-physics{PHYSICS_VERSION}"))
        }
        _ => usual,
    }
}

/// The folder of a scenario that is played with profiles, which has their names in its own: `runs/knuckling_down-me`.
pub fn named_folder(scenario: &Path, with: &[PathBuf], ending: &str) -> Result<PathBuf, SessionError> {
    let mut names = String::new();
    for profile in with {
        let name = profile.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let plain: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || "_.-".contains(*c)).take(MOST_LETTERS).collect();
        names += &format!("-{}", if plain.is_empty() { "profile" } else { &plain });
    }
    default_folder(scenario, &format!("{names}{ending}"))
}

/// The scenario's own name below `runs/`, with an ending for what is no plain run of it, if every file system and shell
/// takes it as a name.
pub fn default_folder(scenario: &Path, ending: &str) -> Result<PathBuf, SessionError> {
    let name = scenario.file_stem().unwrap_or_default().to_string_lossy();
    // letters of any language, and blanks, but nothing that a file system or a shell takes for something else
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || "_.- ".contains(c)) && name.trim() == name;
    if (1..=64).contains(&name.chars().count()) && is_plain && !name.chars().all(|c| c == '.') {
        return Ok(Path::new("runs").join(format!("{name}{ending}")));
    }
    let message = "the name of the scenario cannot be that of a folder (1 to 64 letters, digits, blanks, _, . and -)";
    Err(SessionError::request("output", format!("{}: {message}; choose one with -o", scenario.display())))
}
