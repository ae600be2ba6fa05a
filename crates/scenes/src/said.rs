//! What a scene says by name, and what it says in vain.

use tolley_experiment::document::{Document, Reader};
use tolley_experiment::problem::Severity;

/// The name of a body or line, which no other may have.
pub(crate) fn name(reader: &Reader<'_>, taken: &[String]) -> Option<String> {
    let name = reader.text("name");
    match name {
        None if !reader.has("name") => reader.wrong("name", "is missing"),
        Some("") => reader.wrong("name", "is empty"),
        Some(name) if taken.iter().any(|other| other == name) => {
            reader.wrong("name", format!("\"{name}\" stands twice"))
        }
        _ => {}
    }
    name.map(str::to_owned)
}

/// Keys that are known but do nothing here: a warning each.
pub(crate) fn idle(document: &Document, reader: &Reader<'_>, names: &[&'static str], why: &str) {
    for name in names {
        if let Some(item) = reader.item(name) {
            document.note(item.place, &reader.path_of(name), format!("has no effect: {why}"), Severity::Warning);
        }
    }
}
