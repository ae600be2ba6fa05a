//! `tolley show --sheet`: what a dataset answers, on a page for a notice board.

use std::path::Path;

use tolley_answers::kinds::Context;
use tolley_answers::kinds::tried::tried;
use tolley_answers::render::sheet::sheet;
use tolley_answers::written;
use tolley_dataset::Dataset;
use tolley_session::place::VERSIONS;
use tolley_session::studies;

use crate::exit::{self, Stop};
use crate::kept::{self, KeptAnswers};
use crate::{card, known, output};

/// Characters in a line of a page that is printed.
const WIDTH: usize = 76;
/// What is said over a scenario that changes no question.
const SILENT: [&str; 4] = ["--seed", "--repeats", "--design", "--points"];

/// Prints the sheet of a dataset, or of an answer that was kept; of a dataset that was asked, what was answered.
pub fn run(folder: &Path) -> Result<u8, Stop> {
    if let Some(kept) = KeptAnswers::of(folder) {
        return kept::sheet(folder, &kept, WIDTH, &[]);
    }
    let dataset = studies::load(folder)?;
    let code = if dataset.is_complete() { exit::DONE } else { exit::INCOMPLETE };
    let asked = written::beside(dataset.dir(), "-answer")?;
    if let Some(kept) = KeptAnswers::of(&asked) {
        return kept::sheet(&asked, &kept, WIDTH, &otherwise(&dataset)).map(|_| code);
    }
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
    output::result(&sheet(&answers, WIDTH, VERSIONS.tolley, [&figures, &otherwise(&dataset)]))?;
    Ok(code)
}

/// What flags said over the scenario, as typed: its question may name other values.
fn otherwise(dataset: &Dataset) -> Vec<String> {
    let said = dataset.manifest().overridden.iter().filter(|over| !SILENT.contains(&over.flag.as_str()));
    said.map(|over| format!("{} = {}", over.key, over.value)).collect()
}
