//! Whether it is fair where the share is solved, not played.

use tolley_analysis::MARGIN;
use tolley_analysis::solved::{exact_share, solved};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;

use super::{case, headline, notes, tables, tables_of, words};
use crate::AnswerError;
use crate::answer::{Answer, Quantity, say};
use crate::kinds::{Context, common};

/// Refuses what is no share.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    Ok(exact_share(manifest, ask.measure.as_deref()).map(|_| ())?)
}

/// The verdicts, without chance.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let column = exact_share(manifest, ask.measure.as_deref())?;
    let (shares, missing) = solved(dataset, &column.name)?;
    let (measure, margin) = (Quantity::of_column(column), ask.margin.unwrap_or(MARGIN));
    let cases = case::of_solved(manifest, &shares, margin);
    let said = words::of_cases(&cases, &measure, margin);
    let at_worst = (cases.len() > 1).then(|| say("fair.at_worst"));
    let amount = words::amount(&cases, &measure, at_worst).into_iter().collect();
    let points = tables::solved(&cases, &measure);
    Ok(Answer {
        about: common::about(ask, dataset, context, missing),
        headline: headline(said, amount),
        findings: Vec::new(),
        tables: tables_of(&cases, &measure, points),
        notes: notes::of_solved(dataset, margin),
        next: Vec::new(),
    })
}
