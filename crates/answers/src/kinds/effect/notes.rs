//! How an effect was found, and what its words mean.

use tolley_dataset::Manifest;
use tolley_experiment::value::Value;

use super::found::EffectFound;
use crate::answer::{Note, NoteHeading, Quantity, Sentence};

/// All notes.
pub(super) fn notes(found: &EffectFound, manifest: &Manifest) -> Vec<Note> {
    let count = |count: u64, what: &str| (Value::Count(count), Quantity::plain("count", what));
    let method = |sentence: Sentence| Note { heading: NoteHeading::Method, sentence };
    let contrasts = &found.contrasts;
    if found.is_solved {
        let solved = "the values are computed without chance, so that nothing is estimated";
        return vec![method(Sentence::words(solved)), method(margin(found))];
    }
    let mut notes = words();
    let (repeats, label) = count(manifest.plan.grid.repeats, "repeats");
    let paired = Sentence::words("differences are paired, trial by trial, by the same random numbers: ");
    notes.push(method(paired.value(repeats, &label).and(" trials at each point; intervals are Student's, of 95 %")));
    if contrasts.family == 1 {
        notes.push(method(Sentence::words("one value is tested, so that nothing is to be corrected")));
    } else {
        let (family, label) = count(contrasts.family as u64, "values");
        let corrected = Sentence::words("tests of ").value(family, &label);
        notes.push(method(corrected.and(" values are corrected together (Holm); false finds: Benjamini and Hochberg")));
    }
    notes.push(method(margin(found)));
    if !found.strata.axes.is_empty() {
        let strata = "differences at each value of the other axes are corrected together; whether they change from value \
                      to value is tested on paired changes, corrected for all pairs";
        notes.push(method(Sentence::words(strata)));
    }
    if contrasts.strata_with_values < contrasts.strata {
        let some =
            "not every value has a result everywhere: a mean is over where it has, a difference over where both have";
        notes.push(method(Sentence::words(some)));
    }
    if found.exact.is_some() {
        let rare = "few trials changed, so that a difference is clear only if an exact test says so too: its signs are \
                    drawn at random 10,000 times";
        notes.push(method(Sentence::words(rare)));
    }
    notes
}

fn margin(found: &EffectFound) -> Sentence {
    if found.margin() == 0.0 {
        return Sentence::words("no margin is given: the sign of a difference is judged, not its size");
    }
    let margin = Sentence::words("differences of up to ").value(Value::Number(found.margin()), &found.difference);
    margin.and(" do not matter; that margin is an assumption")
}

fn words() -> Vec<Note> {
    let word = |words: &'static str| Note { heading: NoteHeading::Words, sentence: Sentence::words(words) };
    vec![
        word("clearly: the test, corrected for all that is compared here, says it at 5 %"),
        word("probably: only the test of this one comparison says it"),
        word("cannot tell yet: neither says it"),
    ]
}
