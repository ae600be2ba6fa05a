//! Two hypotheses of normalised Elo, told apart while matches are played: the question, asked of a dataset.

use tolley_analysis::elo::{EloQuestion, strengths};
use tolley_answers::answer::Answer;
use tolley_answers::kinds::Context;
use tolley_answers::kinds::fair::{self as kind, Looks};
use tolley_dataset::Dataset;

use crate::exit::Stop;
use crate::output;

/// Trials a point by which it is worth to go on, half of what is likely still to come; `None` where all is decided.
/// What is known so far is said, unless nothing is to be said.
pub(super) fn open(dataset: &Dataset, question: &EloQuestion<'_>, is_quiet: bool) -> Result<Option<u64>, Stop> {
    let found = strengths(dataset, question)?;
    if !is_quiet {
        output::say(&kind::elo_line(&found));
    }
    let to_come = found.points.iter().filter_map(|point| point.to_go()?.as_seen).fold(0.0, f64::max);
    Ok((!found.is_decided()).then_some((to_come / 2.0) as u64))
}

/// What a dataset answers, and its looks.
pub(super) fn answered(
    dataset: &Dataset,
    question: &EloQuestion<'_>,
    context: &Context<'_>,
) -> Result<(Answer, Option<Looks>), Stop> {
    let (answer, looks) = kind::elo_answer(question, dataset, context)?;
    Ok((answer, Some(looks)))
}
