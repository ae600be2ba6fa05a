//! Whether what is asked has a value in any trial: where nobody names a measure the first that has some is taken, and
//! where the one that is named has none that is said.

use tolley_analysis::values::values_of;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::table::{ColumnKind, MeasureKind};

use super::{Context, common};
use crate::answer::{Answer, Certainty, Headline, Next, Note, NoteHeading, Quantity, Sentence, Verdict, fill};

/// What may be asked of what was played.
pub enum Valued {
    /// The question as it stands.
    AsAsked,
    /// The same of another measure, with a note that says so.
    Instead(Box<Ask>, Note),
    /// Nothing: that is the answer.
    Nothing(Box<Answer>),
}

/// Looks whether the measure of a question has a value in any trial, if another one has.
pub fn valued(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Valued {
    let manifest = dataset.manifest();
    let Some(asked) = measure_of(ask, manifest).filter(|asked| !has_values(dataset, asked)) else {
        return Valued::AsAsked;
    };
    let mut others = manifest.measures.iter().map(|measure| measure.column.as_str()).filter(|other| *other != asked);
    // where nothing has a value, nothing was played yet
    let Some(other) = others.find(|other| has_values(dataset, other)) else { return Valued::AsAsked };
    let of = |name: &str| Sentence::of_name(Quantity::of_measure(manifest, Some(name)).with_article());
    let none = fill("common.no_value", [("measure", of(asked))]);
    if ask.measure.is_none() {
        let sentence = fill("common.no_value_so_other", [("none", none), ("other", of(other))]);
        let note = Note { heading: NoteHeading::Caution, sentence };
        let other = Ask { measure: Some(other.to_owned()), ..ask.clone() };
        return Valued::Instead(Box::new(other), note);
    }
    let missing = values_of(dataset, other).map_or_else(|_| Default::default(), |values| values.missing);
    let next = Next {
        sentence: fill("common.ask_other", [("other", of(other))]),
        command: with_measure(&context.command, other),
        seconds: None,
    };
    Valued::Nothing(Box::new(Answer {
        about: common::about(ask, dataset, context, missing),
        headline: Headline {
            verdict: Verdict::CannotTell,
            certainty: Certainty::CannotTell,
            sentence: fill("common.no_value_of_asked", [("none", none)]),
            amount: Vec::new(),
            depends_on: Vec::new(),
        },
        findings: Vec::new(),
        tables: Vec::new(),
        notes: Vec::new(),
        next: vec![next],
    }))
}

/// The column of the first table that a question is about; nothing of other texts, and of kinds that look for a
/// measure of their own.
fn measure_of<'a>(ask: &'a Ask, manifest: &'a Manifest) -> Option<&'a str> {
    let first = || manifest.measures.first().map(|measure| measure.column.as_str());
    let fair = || manifest.measures.iter().find(|measure| measure.kind == MeasureKind::Fair);
    let default = match ask.kind {
        AskKind::Best | AskKind::Effect | AskKind::Map | AskKind::Response => first(),
        AskKind::Limit => fair().map(|measure| measure.column.as_str()).or_else(first),
        AskKind::Depends | AskKind::Fair | AskKind::Rank => None,
    };
    let name = ask.measure.as_deref().or(default).filter(|_| ask.kind != AskKind::Rank)?;
    let table = &manifest.tables[0];
    let kind = &table.columns[table.index(name)?].kind;
    (!matches!(kind, ColumnKind::Name { .. })).then_some(name)
}

/// Whether a trial has a value of a column; what cannot be read is told by whoever reads it next.
fn has_values(dataset: &Dataset, column: &str) -> bool {
    values_of(dataset, column).map_or(true, |values| values.of_trials.iter().any(|value| !value.is_nan()))
}

/// A command that asks for this measure.
fn with_measure(command: &[String], measure: &str) -> Vec<String> {
    let mut words = command.to_vec();
    if let Some(at) = words.iter().position(|word| word == "--measure") {
        words.drain(at..(at + 2).min(words.len()));
    }
    if !words.is_empty() {
        words.extend(["--measure".to_owned(), measure.to_owned()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_names_one_measure() {
        let command = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let typed = command(&["tolley", "ask", "--measure", "break_points_count", "runs/a"]);
        assert_eq!(
            with_measure(&typed, "toley_stays"),
            command(&["tolley", "ask", "runs/a", "--measure", "toley_stays"])
        );
        assert!(with_measure(&[], "toley_stays").is_empty());
    }
}
