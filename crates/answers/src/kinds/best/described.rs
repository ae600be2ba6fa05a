//! One design point alone: nothing is compared, and each measure is described.

use tolley_analysis::Estimate;
use tolley_dataset::{Dataset, Manifest};

use crate::AnswerError;
use crate::answer::sentence::Form;
use crate::answer::{Cell, Certainty, Column, Finding, Headline, Quantity, Sentence, Table, Verdict, fill, say};

/// What the point shows, the measure that is asked first; nothing where no measure has a value.
pub struct Described {
    /// What holds.
    pub headline: Headline,
    /// The other measures, a line each.
    pub findings: Vec<Finding>,
    /// All of them.
    pub table: Table,
}

/// Describes a dataset of one point.
pub fn describe(dataset: &Dataset, named: &str, is_exact: bool) -> Result<Described, AnswerError> {
    let summary = tolley_analysis::summary(dataset)?;
    let manifest = dataset.manifest();
    let point = summary.points().next();
    let estimates = point.into_iter().flat_map(|point| point.estimates);
    let all: Vec<(Quantity, Estimate)> = summary
        .facts
        .measures
        .iter()
        .zip(estimates)
        .filter(|(_, estimate)| estimate.value.is_some())
        .map(|(measure, estimate)| (quantity(manifest, &measure.column), estimate))
        .collect();
    Ok(of_measures(all, named, is_exact))
}

fn quantity(manifest: &Manifest, column: &str) -> Quantity {
    let found = manifest.tables[0].columns.iter().find(|other| other.name == column);
    found.map_or_else(|| Quantity::plain(column, column), Quantity::of_column)
}

/// Of measures and what they are.
pub fn of_measures(all: Vec<(Quantity, Estimate)>, named: &str, is_exact: bool) -> Described {
    let first = all.iter().position(|(quantity, _)| quantity.name == named).unwrap_or(0);
    let sentence = |(quantity, estimate): &(Quantity, Estimate)| {
        let value = ("value", Sentence::of_estimate(*estimate, quantity, Form::WithInterval));
        let id = if is_exact { "best.described_exactly" } else { "best.described" };
        fill(id, [("measure", Sentence::of_name(quantity.label.clone())), value])
    };
    let (verdict, certainty, sentence) = match all.get(first) {
        Some(of) if is_exact => (Verdict::Exact, Certainty::Clearly, sentence(of)),
        Some(of) => (Verdict::Described, Certainty::Clearly, sentence(of)),
        None => (Verdict::CannotTell, Certainty::CannotTell, say("best.described_none")),
    };
    let finding = |(quantity, estimate): &(Quantity, Estimate)| Finding {
        subject: quantity.label.clone(),
        says: Sentence::of_estimate(*estimate, quantity, Form::WithInterval),
        detail: Sentence::default(),
        certainty: None,
    };
    let others = all.iter().enumerate().filter(|(at, _)| *at != first);
    let findings = others.map(|(_, of)| finding(of)).collect();
    let column =
        |(quantity, _): &(Quantity, _)| Column::result(quantity.clone(), &quantity.name, "mean", "student-t or wilson");
    let table = Table {
        name: "measures",
        title: say("best.title_measures"),
        columns: all.iter().map(column).collect(),
        rows: vec![all.iter().map(|(_, estimate)| Cell::Estimate(*estimate)).collect()],
        is_brief: false,
    };
    Described {
        headline: Headline { verdict, certainty, sentence, amount: Vec::new(), depends_on: Vec::new() },
        findings,
        table,
    }
}
