//! How answers are printed and kept: by every command in the same way.

use std::path::Path;

use tolley_answers::answer::Answer;
use tolley_answers::render::{files, json, markdown, text};
use tolley_session::place::VERSIONS;

use crate::exit::Stop;
use crate::host::{self, Host};
use crate::output;

/// What of an answer is printed and kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Showing {
    /// As one object instead of text.
    pub is_json: bool,
    /// As a card of Markdown instead of text.
    pub is_markdown: bool,
    /// With all tables and notes.
    pub has_details: bool,
    /// Whether a CSV file is kept too.
    pub has_csv: bool,
}

/// Prints the answers, and then keeps them in a folder if there is one: what cannot be kept has been seen.
pub fn print_and_keep(answers: &[Answer], folder: Option<&Path>, showing: Showing) -> Result<(), Stop> {
    hand_over(answers);
    if showing.is_json {
        let objects: Vec<serde_json::Value> = answers.iter().map(json::object).collect();
        match &objects[..] {
            [one] => output::json(one)?,
            several => output::json(&several)?,
        }
    } else if showing.is_markdown {
        output::result(&markdown::cards(heading(answers), answers))?;
    } else {
        let extent = text::Extent { width: output::width(), has_details: showing.has_details };
        output::result(&text::texts(answers, extent))?;
    }
    folder.map_or(Ok(()), |folder| keep(answers, folder, showing.has_csv))
}

/// Hands answers to the program in which the command runs, if it is no terminal.
pub fn hand_over(answers: &[Answer]) {
    Host::current().iter().for_each(|host| host.answered(answers));
}

/// Keeps answers in a folder, which is made if it is not there; a program may keep none.
pub fn keep(answers: &[Answer], folder: &Path, has_csv: bool) -> Result<(), Stop> {
    if !host::keeps_answers() {
        return Ok(());
    }
    Ok(files::keep(folder, answers, has_csv, VERSIONS)?)
}

/// What the scenario opens with, else the kind of question.
fn heading(answers: &[Answer]) -> &str {
    answers.first().map_or("", |answer| answer.about.opening.as_deref().unwrap_or(answer.about.kind))
}
