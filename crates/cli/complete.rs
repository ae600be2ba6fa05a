//! What a shell completes by: commands and flags, and the names of scenarios, questions, datasets, studies, keys, coins
//! and designs.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use tolley_answers::glossary;
use tolley_cymbergaj::keys::COINS;
use tolley_experiment::design;
use tolley_session::shipped::Shipped;
use tolley_session::studies;

use crate::profile::TEMPLATES;

/// Names that may stand for a value, as far as they are typed.
type Names = fn() -> Vec<String>;

/// The command with what completes the values of its arguments.
pub fn completed(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|of| of.get_name().to_owned()).collect();
    let of = command.get_name().to_owned();
    let command = command.mut_args(|arg| with_completer(&of, arg));
    names.iter().fold(command, |command, name| command.mut_subcommand(name, completed))
}

/// An argument with the names that may be its value; files are completed next to them where a path may stand.
fn with_completer(command: &str, arg: Arg) -> Arg {
    let (names, has_paths): (Names, bool) = match (command, arg.get_id().as_str()) {
        ("scene", "file") => (scenes, true),
        ("show", "scenario") => (datasets, true),
        ("ask", "scenario") => (asked, true),
        (_, "scenario") => (scenarios, true),
        (_, "dataset") => (datasets, true),
        (_, "study") => (study_names, false),
        ("coins", "id") => (coins, false),
        ("new", "name") => (beginnings, false),
        ("explain", "words") => (words, false),
        (_, "set" | "sweep") => (settings, false),
        (_, "over" | "along" | "against" | "each") => (keys, false),
        (_, "design") => (designs, false),
        _ => return arg,
    };
    let complete = move |current: &OsStr| {
        let typed = current.to_string_lossy().into_owned();
        let named = names().into_iter().filter(|name| name.starts_with(&typed)).map(CompletionCandidate::new);
        let files = if has_paths { PathCompleter::any().complete(current) } else { Vec::new() };
        named.chain(files).collect::<Vec<_>>()
    };
    arg.add(ArgValueCompleter::new(complete))
}

fn shipped(is_scene: bool) -> Vec<String> {
    let all = Shipped::all().iter().filter(|shipped| shipped.is_scene() == is_scene);
    all.map(|shipped| shipped.name().to_owned()).collect()
}

fn scenes() -> Vec<String> {
    shipped(true)
}

fn scenarios() -> Vec<String> {
    shipped(false)
}

/// Scenarios and research questions.
fn asked() -> Vec<String> {
    let mut questions: Vec<String> = Shipped::all().iter().flat_map(|shipped| shipped.questions()).collect();
    questions.sort();
    questions.dedup();
    scenarios().into_iter().chain(questions).collect()
}

/// Datasets in the folder `runs`.
fn datasets() -> Vec<String> {
    let entries = fs::read_dir(Path::new("runs")).into_iter().flatten().flatten();
    let played = entries.filter(|entry| entry.path().join("manifest.json").is_file());
    played.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn study_names() -> Vec<String> {
    studies::all().map(|study| study.name().to_owned()).collect()
}

/// What `tolley new` writes.
fn beginnings() -> Vec<String> {
    let profiles = TEMPLATES.iter().map(|template| template.name.to_owned());
    scenarios().into_iter().chain(scenes()).chain(study_names()).chain(profiles).collect()
}

fn coins() -> Vec<String> {
    COINS.iter().map(|coin| coin.id.to_owned()).collect()
}

fn designs() -> Vec<String> {
    design::NAMES.iter().map(|name| (*name).to_owned()).collect()
}

/// Keys of all studies, each once.
fn keys() -> Vec<String> {
    let infos = studies::infos();
    let mut keys: Vec<String> =
        infos.iter().flat_map(|info| info.schema.keys.iter().map(|key| key.path.to_string())).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// Keys with what comes before their value.
fn settings() -> Vec<String> {
    keys().into_iter().map(|key| key + "=").collect()
}

/// Terms, and keys.
fn words() -> Vec<String> {
    glossary::terms().map(|term| term.name.to_owned()).chain(keys()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_name_is_there() {
        for (names, known) in [
            (asked as Names, "TGQ4"),
            (scenarios, "knuckling_down"),
            (scenes, "head_on"),
            (keys, "toley.diameter_m"),
            (settings, "toley.diameter_m="),
            (coins, "PL-1zl-1990"),
            (designs, "sobol"),
            (study_names, "cymbergaj/flick"),
            (beginnings, "cymbergaj/flick"),
            (words, "toley"),
        ] {
            assert!(names().iter().any(|name| name == known), "{known}");
        }
    }
}
