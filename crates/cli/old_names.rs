//! Names that commands once had: what each is called now.

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::Args;

/// Old names, each with the command that does it now.
pub const OLD_NAMES: [(&str, &str); 18] = [
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
];

/// Says the new name where an old one was typed.
pub fn told(error: clap::Error, typed: Option<&str>) -> clap::Error {
    let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
    let now = OLD_NAMES.iter().chain(&[("summary", "show")]).find(|(old, _)| typed == Some(old));
    match now.filter(|_| is_unknown) {
        Some((old, new)) => {
            let message = format!("`tolley {old}` is called `tolley {new}`; `tolley help` lists all commands");
            Args::command().error(ErrorKind::InvalidSubcommand, message)
        }
        None => error,
    }
}
