//! The page of answers alone: what the first screen of a dataset's page shows, without its rows.

use tolley_answers::answer::Answer;
use tolley_report::{Document, Section};

use super::screen;

/// The page of an answer and of those that were given with it.
pub fn page(answer: &Answer, also: &[Answer]) -> Document {
    let others = also.iter().map(|other| screen::also(other, screen::picture(other, None)));
    let sections: Vec<Section> = others.chain(screen::details(answer)).collect();
    let first = screen::screen(answer, screen::picture(answer, None));
    Document { question: first.question.clone(), screen: Some(first), sections, ..Document::default() }
}
