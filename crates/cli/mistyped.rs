//! Commands that there are not: what was meant, and what names that commands once had are called now.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use clap::error::ErrorKind;
use tolley_experiment::problem::{escaped, nearest};

use crate::args::Args;

/// Old names, each with the command that does it now.
const OLD_NAMES: [(&str, &str); 19] = [
    ("best", "ask best"),
    ("check", "data check"),
    ("coins", "list coins"),
    ("compare", "ask effect"),
    ("export", "data export"),
    ("fair", "ask fair"),
    ("finalize", "data finalize"),
    ("gc", "data clean"),
    ("init", "new"),
    ("merge", "data merge"),
    ("rate", "ask rank"),
    ("repair", "data repair"),
    ("replay", "show DATASET --recording TRIAL"),
    ("report", "show DATASET --page"),
    ("schema", "list schemas"),
    ("sensitivity", "ask depends"),
    ("skill", "fit"),
    ("status", "data status"),
    ("summary", "show"),
];

/// What is said where a command is typed that there is not: what was meant, in one line.
pub fn told(error: clap::Error, typed: &[OsString]) -> clap::Error {
    let word = |at: usize| typed.get(at).and_then(|word| word.to_str());
    let (first, second) = (word(1).unwrap_or_default(), word(2).unwrap_or_default());
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => unknown(if first == "help" { second } else { first }),
        ErrorKind::ArgumentConflict | ErrorKind::UnknownArgument if first == "data" => {
            let names = names_of("data");
            let is_name = names.iter().any(|name| name == second) || Path::new(second).exists();
            if is_name || second.starts_with('-') { String::new() } else { not_of("tolley data", second, &names) }
        }
        _ => String::new(),
    };
    if message.is_empty() { error } else { clap::Error::raw(error.kind(), message + "\n") }
}

/// What is said of a first word that is no command.
fn unknown(typed: &str) -> String {
    if let Some((old, new)) = OLD_NAMES.iter().find(|(old, _)| *old == typed) {
        return format!("`tolley {old}` is called `tolley {new}`; `tolley help` lists all commands");
    }
    let names: Vec<String> = Args::command().get_subcommands().map(|of| of.get_name().to_owned()).collect();
    not_of("tolley", typed, &names)
}

fn not_of(command: &str, typed: &str, names: &[String]) -> String {
    let hint = nearest(typed, names.iter().map(String::as_str)).map(|name| format!("; did you mean {name}?"));
    let known = || format!("; there are {}", names.join(", "));
    format!("{command} has no command {}{}", escaped(typed), hint.unwrap_or_else(known))
}

/// The commands of a command.
fn names_of(name: &str) -> Vec<String> {
    let all = Args::command();
    let found = all.find_subcommand(name).into_iter().flat_map(clap::Command::get_subcommands);
    found.map(|of| of.get_name().to_owned()).collect()
}
