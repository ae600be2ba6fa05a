//! The first screen of a page: one answer, from its verdict to what to do next, and one large picture of its kind.

mod facts;
mod limits;
mod lines;
mod ring;
mod rows;
#[cfg(test)]
mod tests;

use tolley_analysis::AnalysisError;
use tolley_answers::AnswerError;
use tolley_answers::answer::{Answer, NoteHeading};
use tolley_answers::kinds::{self, Context};
use tolley_dataset::Dataset;
use tolley_report::{Figure, Markup, Screen, Section};

pub use ring::RingPlan;

use super::known::Known;
use crate::PageError;

/// Rows of a table of an answer that stand on the page.
const MOST_ROWS: usize = 400;

/// What is asked of a dataset, answered; what it cannot be asked is left out.
pub fn answers(dataset: &Dataset, known: &Known) -> Result<Vec<Answer>, PageError> {
    let command = ["tolley", "ask"].map(str::to_owned).to_vec();
    let command = command.into_iter().chain([dataset.dir().display().to_string()]).collect();
    let context = Context { plan: known.plan.as_ref(), command, is_of_dataset: true, ..Context::default() };
    let mut answers = Vec::new();
    for ask in kinds::asks_of(dataset.manifest()) {
        match kinds::answer(&ask, dataset, &context) {
            Ok(answer) => answers.push(answer),
            Err(AnswerError::Refused(_) | AnswerError::Analysis(AnalysisError::Question(_))) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(answers)
}

/// The large picture of an answer, drawn from its tables; `None` where they have nothing to draw.
pub fn picture(answer: &Answer, ground: Option<&RingPlan>) -> Option<Figure> {
    let on_ring = ground.and_then(|ground| ring::picture(answer, ground));
    on_ring.or_else(|| limits::picture(answer)).or_else(|| lines::picture(answer))
}

/// The first screen.
pub fn screen(answer: &Answer, picture: Option<Figure>) -> Screen {
    let about = &answer.about;
    Screen {
        subject: subject(&about.study).to_owned(),
        question: about.opening.clone().unwrap_or_else(|| format!("study {}", about.study)),
        verdict: answer.headline.text(),
        lead: facts::lead(answer),
        rest: facts::rest(answer, picture.as_ref()),
        picture,
    }
}

/// The game that a study is of.
fn subject(study: &str) -> &'static str {
    match study.split('/').next() {
        Some("tinsley-green") => "Marbles",
        Some("cymbergaj") => "Coin football",
        Some("dice-football") => "Dice football",
        _ => "",
    }
}

/// Another answer to the same dataset, below the first screen.
pub fn also(answer: &Answer, picture: Option<Figure>) -> Section {
    let all = facts::lead(answer).into_iter().chain(facts::rest(answer, picture.as_ref()));
    let body = all.fold(Markup::new(), |body, fact| body.element("h3", &fact.heading).with(&fact.body));
    Section { heading: answer.headline.text(), body, figures: picture.into_iter().collect() }
}

/// What the first screen leaves out of an answer: its words, its tables, and how it was found.
pub fn details(answer: &Answer) -> Vec<Section> {
    let notes = |headings: &[NoteHeading]| {
        let of = answer.notes.iter().filter(|note| headings.contains(&note.heading));
        of.fold(Markup::new(), |body, note| body.element("p", &note.sentence.text()))
    };
    let tables = answer.tables.iter().fold(Markup::new(), |body, one| body.with(&facts::table(one, MOST_ROWS)));
    let mut found = notes(&[NoteHeading::Tried, NoteHeading::Depends, NoteHeading::Method]);
    if !answer.about.again.is_empty() {
        found = found.with(&facts::command(&answer.about.again));
    }
    vec![
        Section::of("What the words mean", notes(&[NoteHeading::Words, NoteHeading::DirectionOfTable])),
        Section::of("The same as a table", tables),
        Section::of("How this was found", found),
    ]
}
