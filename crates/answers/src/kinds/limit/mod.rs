//! How far along an axis a measure stays within a margin of where it begins, of one half, or within a range.

pub mod tables;
pub mod words;

use tolley_analysis::AnalysisError;
use tolley_analysis::limit::{self, LimitQuestion, LimitReference, Limits, axis_of_limit, limits};
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::role::Role;
use tolley_experiment::value::Value;

use self::words::{LimitClaim, LimitUnit};
use super::{Context, common};
use crate::AnswerError;
use crate::answer::{Answer, Certainty, Headline, Note, NoteHeading, Quantity, Sentence, fill, say};

/// Refuses what no dataset of this manifest has a limit for.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    Ok(limit::check(manifest, &question(ask, manifest)?)?)
}

/// How far along the axis.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let found = limits(dataset, &question(ask, manifest)?)?;
    let measure = measure_of(manifest, &found.measure);
    let unit = LimitUnit::of(manifest, &found);
    let claim = LimitClaim::of(&found, &measure);
    let (verdict, certainty, sentence) = words::headline(&|key| Quantity::of_key(manifest, key), &found, &unit, &claim);
    let headline = Headline {
        verdict,
        certainty,
        sentence,
        amount: vec![margin(&found, &measure, &unit.along)],
        depends_on: Vec::new(),
    };
    let is_alone = found.strata.len() == 1;
    let mut first = tables::brief(manifest, &found, &unit);
    first.is_brief = !is_alone;
    let tables =
        vec![first, tables::crossings(manifest, &found, &unit), tables::places(manifest, &found, &measure, is_alone)];
    let needed = words::needed(&found);
    let next = needed.map(|needed| common::settle(needed, dataset, context)).into_iter().collect();
    let about = common::about(ask, dataset, context, found.missing);
    Ok(Answer { about, headline, findings: Vec::new(), tables, notes: notes(&found, certainty), next })
}

/// The question of the analysis.
fn question<'q>(ask: &'q Ask, manifest: &'q Manifest) -> Result<LimitQuestion<'q>, AnswerError> {
    let is_side = |key: &str| manifest.described_key(key).is_some_and(|column| column.role == Some(Role::Side));
    let along = ask.along.as_deref().or_else(|| ask.over.first().map(String::as_str));
    let along = along.or_else(|| axis_of_limit(&manifest.plan.grid, is_side)).ok_or_else(|| {
        AnalysisError::Question("no axis of at least three numbers in a grid, along which a limit could be; --along KEY --sweep KEY=MIN:MAX:STEP makes one".to_owned())
    })?;
    Ok(LimitQuestion {
        along,
        from: ask.equal,
        measure: ask.measure.as_deref(),
        margin: ask.margin,
        within: ask.within,
        confidence: ask.confidence.unwrap_or(CONFIDENCE),
    })
}

/// What is measured, in words: a column of the first table, else the text itself.
pub fn measure_of(manifest: &Manifest, measure: &str) -> Quantity {
    let column = manifest.tables[0].index(measure).map(|index| &manifest.tables[0].columns[index]);
    column.map_or_else(|| Quantity::plain(measure, measure), Quantity::of_column)
}

/// What counts as staying.
fn margin(found: &Limits, measure: &Quantity, along: &Quantity) -> Sentence {
    let off = measure.difference();
    let number = |number: f64, of: &Quantity| Sentence::of_value(Value::Number(number), of);
    match found.reference {
        LimitReference::Range([low, high]) => {
            fill("limit.margin_range", [("low", number(low, measure)), ("high", number(high, measure))])
        }
        LimitReference::Half => fill("limit.margin_half", [("margin", number(found.margin, &off))]),
        LimitReference::Start => {
            let start = number(found.from, along);
            fill("limit.margin_start", [("margin", number(found.margin, &off)), ("start", start)])
        }
    }
}

/// Definitions and the method.
pub fn notes(found: &Limits, certainty: Certainty) -> Vec<Note> {
    let note = |heading, sentence| Note { heading, sentence };
    let mut notes = Vec::new();
    if certainty == Certainty::Clearly {
        notes.push(note(NoteHeading::Words, say("limit.word_clearly")));
    }
    notes.push(note(NoteHeading::Method, say("limit.method")));
    if found.strata.iter().any(|stratum| stratum.sides.iter().any(|side| side.is_by_values)) {
        notes.push(note(NoteHeading::Method, say("limit.method_by_values")));
    }
    if found.strata.iter().any(|stratum| stratum.fit.as_ref().is_some_and(|fit| fit.p_fit().is_none())) {
        notes.push(note(NoteHeading::Method, say("limit.method_untested")));
    }
    notes.push(note(NoteHeading::Method, say("limit.margin_is_assumed")));
    notes
}

#[cfg(test)]
mod tests;
