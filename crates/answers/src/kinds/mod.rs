//! Kinds of questions: each reads a dataset and makes an answer.

pub mod best;
pub mod common;
mod default;
pub mod depends;
pub mod depends_on;
pub mod directed;
pub mod effect;
pub mod fair;
pub mod limit;
pub mod map;
pub mod rank;
pub mod response;
pub mod tried;
mod valued;

use std::path::PathBuf;

use tolley_analysis::follows::follows;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;

use crate::AnswerError;
use crate::answer::{Answer, Note, NoteHeading, Quantity};
pub use default::{asks_of, default_asks};

/// What a kind may use besides the dataset that is asked.
#[derive(Default)]
pub struct Context<'c> {
    /// The plan of the dataset as this version knows it; absent where it does not.
    pub plan: Option<&'c Plan>,
    /// The same scenario with one assumption set otherwise each, by the same seed, so that trials are paired.
    pub strata: &'c [Stratum],
    /// How long a trial took on this machine, where that was measured.
    pub seconds_per_trial: Option<f64>,
    /// What was typed to ask this, word by word, without the number of repeats: `tolley ask effect foul_limit`.
    pub command: Vec<String>,
    /// Whether that asks a dataset, which is judged as it stands: more trials are played from its scenario, which it
    /// does not name, and no command has a number of repeats.
    pub is_of_dataset: bool,
}

/// The scenario with one assumption set to another plausible value.
pub struct Stratum {
    /// Path of the key.
    pub key: String,
    /// Its value.
    pub value: Value,
    /// Where the dataset lies.
    pub place: PathBuf,
    /// What was played; it may have fewer repeats than the scenario itself.
    pub dataset: Dataset,
}

/// Refuses what a dataset of this manifest cannot be asked, whatever its rows are.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    match ask.kind {
        AskKind::Best => best::check(ask, manifest),
        AskKind::Depends => depends::check(ask, manifest),
        AskKind::Effect => effect::check(ask, manifest),
        AskKind::Fair => fair::check(ask, manifest),
        AskKind::Limit => limit::check(ask, manifest),
        AskKind::Map => map::check(ask, manifest),
        AskKind::Rank => rank::check(ask, manifest),
        AskKind::Response => response::check(ask, manifest),
    }
}

/// Answers one question about a dataset.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let mut answer = match valued::valued(ask, dataset, context) {
        valued::Valued::AsAsked => of_kind(ask, dataset, context)?,
        valued::Valued::Nothing(answer) => *answer,
        valued::Valued::Instead(ask, note) => {
            let answer = of_kind(&ask, dataset, context)?;
            let notes = [note].into_iter().chain(answer.notes).collect();
            Answer { notes, ..answer }
        }
    };
    directed::add_zeros(&mut answer, &dataset.manifest().plan.base);
    Ok(answer)
}

fn of_kind(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let mut answer = by_kind(ask, dataset, context)?;
    let measure = ask.measure.as_deref().or(dataset.manifest().measures.first().map(|first| first.column.as_str()));
    // of the best choices more is said
    let measure = measure.filter(|_| ask.kind != AskKind::Best);
    if let Some(follows) = measure.map(|measure| follows(dataset, measure)).transpose()?.flatten() {
        let sentence = common::so_far(&follows, &Quantity::of_measure(dataset.manifest(), measure)).and(".");
        answer.notes.push(Note { heading: NoteHeading::Method, sentence });
    }
    Ok(answer)
}

fn by_kind(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    match ask.kind {
        AskKind::Best => best::answer(ask, dataset, context),
        AskKind::Depends => depends::answer(ask, dataset, context),
        AskKind::Effect => effect::answer(ask, dataset, context),
        AskKind::Fair => fair::answer(ask, dataset, context),
        AskKind::Limit => limit::answer(ask, dataset, context),
        AskKind::Map => map::answer(ask, dataset, context),
        AskKind::Rank => rank::answer(ask, dataset, context),
        AskKind::Response => response::answer(ask, dataset, context),
    }
}
