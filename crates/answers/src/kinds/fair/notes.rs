//! What the words mean, how it is tested, and what was left out.

use tolley_analysis::fair::Fairness;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::case::{Case, ShareClass};
use super::sides;
use crate::answer::{Note, NoteHeading, Quantity, Sentence};

fn note(heading: NoteHeading, sentence: Sentence) -> Note {
    Note { heading, sentence }
}

fn words(words: &'static str) -> Note {
    note(NoteHeading::Words, Sentence::words(words))
}

fn method(words: &'static str) -> Note {
    note(NoteHeading::Method, Sentence::words(words))
}

fn number(name: &str) -> Quantity {
    Quantity::plain(name, name)
}

/// Of matches that were played.
pub fn of_played(dataset: &Dataset, found: &Fairness, cases: &[Case]) -> Vec<Note> {
    let has = |class: ShareClass| cases.iter().any(|case| case.class == class);
    let mut notes = vec![
        words("fair: the share is shown to lie within the margin of one half, whether or not it is exactly one half."),
        words("unfair: the share is shown to lie beyond the margin. Cannot tell yet: neither is shown."),
        words(
            "clearly: after a correction for all that is tested here. Probably: only by a test of the one case alone.",
        ),
    ];
    if has(ShareClass::Same) {
        notes.push(words(
            "equal by construction: both sides have the same and nothing ever differed, which is no evidence.",
        ));
    }
    if has(ShareClass::Odd) {
        notes.push(words(
            "not even: the share is shown not to be one half, and may lie within the margin or beyond it.",
        ));
    }
    if cases.iter().any(|case| case.never_differed) {
        notes.push(words(
            "never differed: no trial came out otherwise although the sides are not alike, as where what they have unlike does nothing there.",
        ));
    }
    let family = cases.iter().filter(|case| case.is_tested()).count() as u64;
    let tests = match found.courses {
        Some(_) => Sentence::words(
            "tested after every 4 trials, by how much likelier the margin is than equality; errors are shared out over ",
        ),
        None => Sentence::words("two one-sided tests of each case, corrected by Holm for "),
    };
    notes.push(note(NoteHeading::Method, tests.value(Value::Count(family), &number("cases")).and(" cases.")));
    let margin = Sentence::words("the margin of ").value(Value::Number(found.margin), &number("margin"));
    notes.push(note(
        NoteHeading::Method,
        margin
            .and(" is an assumption: no laws say how unequal a fair match may be; one match in a hundred is a choice."),
    ));
    let steps = dataset.manifest().stretches.len() as u64;
    if steps > 1 && found.courses.is_none() {
        let sentence = Sentence::words("the dataset grew in ").value(Value::Count(steps), &number("steps"));
        let why = " steps: these tests hold if what was seen did not decide how far; with --sequential they always do.";
        notes.push(note(NoteHeading::Method, sentence.and(why)));
    }
    if found.points.iter().any(|point| point.needed.is_some()) {
        notes.push(method(
            "needed: with so many trials a verdict comes in 9 of 10 runs, if the truth is what was seen so far, or if it is equality; a \
             truth nearer the margin takes more, without end.",
        ));
    }
    notes.extend(sides::sentence(dataset.manifest()).map(|sentence| note(NoteHeading::Method, sentence)));
    notes
}

/// Of what was solved.
pub fn of_solved(dataset: &Dataset, margin: f64) -> Vec<Note> {
    let sentence = Sentence::words("fair: within ").value(Value::Number(margin), &number("margin"));
    let mut notes = vec![
        note(NoteHeading::Words, sentence.and(" of one half, which is an assumption; unfair: further off.")),
        method(
            "an exact solution of the game: no trials, no chance, no interval. It holds for the assumed rules and dice.",
        ),
    ];
    notes.extend(sides::sentence(dataset.manifest()).map(|sentence| note(NoteHeading::Method, sentence)));
    notes
}
