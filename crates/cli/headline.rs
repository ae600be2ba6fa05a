//! What a run answers so far, in one line: the first sentence of its card, and how much that is.

use tolley_answers::answer::{Sentence, Verdict};
use tolley_dataset::Dataset;

use crate::card;

/// `Choose spin of 0 or less. 6.1 points of the break (5.0 to 7.3).`; nothing where nothing is known yet.
pub fn text(dataset: &Dataset) -> Option<String> {
    // blocks that wait become parts meanwhile, so that a look may find a file gone: the next one will not
    let first = card::answers(dataset, Vec::new()).ok()?.into_iter().next()?;
    if first.headline.verdict == Verdict::CannotTell && first.headline.amount.is_empty() {
        return None;
    }
    let ended = |text: String| if text.ends_with('.') { text } else { text + "." };
    let amounts = first.headline.amount.iter().map(Sentence::text).map(ended);
    let all: Vec<String> = [first.headline.text()].into_iter().chain(amounts).collect();
    Some(all.join(" "))
}
