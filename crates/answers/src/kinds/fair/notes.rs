//! What the words mean, how it is tested, and what was left out.

use tolley_analysis::fair::Fairness;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::case::{Case, ShareClass};
use super::sides;
use crate::answer::{Note, NoteHeading, Quantity, Sentence, fill, say};

fn note(heading: NoteHeading, sentence: Sentence) -> Note {
    Note { heading, sentence }
}

fn words(id: &'static str) -> Note {
    note(NoteHeading::Words, say(id))
}

fn method(id: &'static str) -> Note {
    note(NoteHeading::Method, say(id))
}

fn margin_of(margin: f64) -> Sentence {
    Sentence::of_value(Value::Number(margin), &Quantity::plain("margin", "margin"))
}

/// Of matches that were played.
pub fn of_played(dataset: &Dataset, found: &Fairness, cases: &[Case]) -> Vec<Note> {
    let has = |class: ShareClass| cases.iter().any(|case| case.class == class);
    let mut notes = vec![words("fair.word_fair"), words("fair.word_unfair"), words("fair.word_clearly")];
    if has(ShareClass::Same) {
        notes.push(words("fair.word_equal"));
    }
    if has(ShareClass::Odd) {
        notes.push(words("fair.word_odd"));
    }
    if cases.iter().any(|case| case.never_differed) {
        notes.push(words("fair.word_never_differed"));
    }
    let family = Sentence::of_count(cases.iter().filter(|case| case.is_tested()).count() as u64);
    let tests = match found.courses {
        Some(_) => fill("fair.tested_at_looks", [("cases", family)]),
        None => fill("fair.tested_once", [("cases", family)]),
    };
    notes.push(note(NoteHeading::Method, tests));
    let margin = [("margin", margin_of(found.margin))];
    notes.push(note(NoteHeading::Method, fill("fair.margin_is_assumed", margin)));
    let steps = dataset.manifest().stretches.len() as u64;
    if steps > 1 && found.courses.is_none() {
        let grew = fill("fair.grew_in_steps", [("steps", Sentence::of_count(steps))]);
        notes.push(note(NoteHeading::Method, grew));
    }
    if found.points.iter().any(|point| point.needed.is_some()) {
        notes.push(method("fair.word_needed"));
    }
    notes.extend(sides::sentence(dataset.manifest()).map(|sentence| note(NoteHeading::Method, sentence)));
    notes
}

/// Of what was solved.
pub fn of_solved(dataset: &Dataset, margin: f64) -> Vec<Note> {
    let fair = fill("fair.word_fair_solved", [("margin", margin_of(margin))]);
    let mut notes = vec![note(NoteHeading::Words, fair), method("fair.method_solved")];
    notes.extend(sides::sentence(dataset.manifest()).map(|sentence| note(NoteHeading::Method, sentence)));
    notes
}
