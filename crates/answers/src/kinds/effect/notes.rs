//! How an effect was found, and what its words mean.

use tolley_dataset::Manifest;
use tolley_experiment::value::Value;

use super::found::EffectFound;
use crate::answer::{Note, NoteHeading, Sentence, fill, say};

/// All notes.
pub(super) fn notes(found: &EffectFound, manifest: &Manifest) -> Vec<Note> {
    let method = |sentence: Sentence| Note { heading: NoteHeading::Method, sentence };
    let contrasts = &found.contrasts;
    if found.is_solved {
        return vec![method(say("effect.solved")), method(margin(found))];
    }
    let mut notes = words();
    let repeats = Sentence::of_count(manifest.plan.grid.repeats);
    notes.push(method(fill("effect.paired", [("repeats", repeats)])));
    if contrasts.family == 1 {
        notes.push(method(say("effect.one_tested")));
    } else {
        let family = Sentence::of_count(contrasts.family as u64);
        notes.push(method(fill("effect.corrected", [("values", family)])));
    }
    notes.push(method(margin(found)));
    if !found.strata.axes.is_empty() {
        notes.push(method(say("effect.strata_corrected")));
    }
    if contrasts.strata_with_values < contrasts.strata {
        notes.push(method(say("effect.some_missing")));
    }
    if found.exact.is_some() {
        notes.push(method(say("effect.few_changed")));
    }
    notes
}

fn margin(found: &EffectFound) -> Sentence {
    if found.margin() == 0.0 {
        return say("effect.no_margin");
    }
    fill("effect.margin", [("margin", Sentence::of_value(Value::Number(found.margin()), &found.difference))])
}

fn words() -> Vec<Note> {
    let ids = ["effect.word_clearly", "effect.word_probably", "effect.word_open"];
    ids.map(|id| Note { heading: NoteHeading::Words, sentence: say(id) }).to_vec()
}
