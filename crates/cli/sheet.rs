//! `tolley show --sheet`: what a dataset answers, on a page for a notice board.

use std::path::Path;

use tolley_answers::kinds::Context;
use tolley_answers::kinds::tried::tried;
use tolley_answers::render::sheet::sheet;
use tolley_session::place::VERSIONS;
use tolley_session::studies;

use crate::exit::{self, Stop};
use crate::{card, known, output};

/// Characters in a line of a page that is printed.
const WIDTH: usize = 76;

/// Prints the sheet of a dataset.
pub fn run(folder: &Path) -> Result<u8, Stop> {
    let dataset = studies::load(folder)?;
    let figures = ["tolley", "show", &folder.display().to_string(), "--details"].map(str::to_owned);
    let mut answers = card::answers(&dataset, Vec::new())?;
    if answers.is_empty() {
        let message = format!("error: {}: it can be asked nothing, so that there is no sheet", folder.display());
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    // what moves such results most, and was not tried
    let plan = known::plan_of(&dataset);
    let context = Context { plan: plan.as_ref(), ..Context::default() };
    let tried = answers.first().and_then(|first| tried(first, dataset.manifest(), &context));
    answers.first_mut().into_iter().for_each(|first| first.notes.extend(tried.clone()));
    output::result(&sheet(&answers, WIDTH, VERSIONS.tolley, &figures))?;
    Ok(if dataset.is_complete() { exit::DONE } else { exit::INCOMPLETE })
}
