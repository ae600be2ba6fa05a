//! What a run answers so far: the first sentence of its card, how much that is, and what there is to choose.

use tolley_answers::answer::{Answer, Sentence, Verdict};
use tolley_answers::render::text::opening;
use tolley_answers::words::wrapped;
use tolley_dataset::Dataset;

use crate::{card, output};

/// Lines below the first one while a run is watched.
const MOST_LINES: usize = 5;

/// `Choose spin of 0 or less. 6.1 points of the break (5.0 to 7.3).`; nothing where nothing is known yet.
pub fn text(dataset: &Dataset) -> Option<String> {
    line(&first(dataset)?)
}

/// The same, and below it what there is to choose, line by line.
pub fn with_choices(dataset: &Dataset) -> Option<String> {
    let first = first(dataset)?;
    let width = output::width_of_progress();
    let below = opening(&first, MOST_LINES, width);
    Some(format!("{}\n\n{below}", wrapped(&line(&first)?, width, "  ")))
}

fn first(dataset: &Dataset) -> Option<Answer> {
    // blocks that wait become parts meanwhile, so that a look may find a file gone: the next one will not
    card::answers(dataset, Vec::new()).ok()?.into_iter().next()
}

fn line(first: &Answer) -> Option<String> {
    if first.headline.verdict == Verdict::CannotTell && first.headline.amount.is_empty() {
        return None;
    }
    let ended = |text: String| if text.ends_with('.') { text } else { text + "." };
    let amounts = first.headline.amount.iter().map(Sentence::text).map(ended);
    let all: Vec<String> = [first.headline.text()].into_iter().chain(amounts).collect();
    Some(all.join(" "))
}
