//! Two hypotheses of normalised Elo, told apart while matches are played: the question, asked of a dataset.

use serde_json::json;
use tolley_analysis::elo::{EloQuestion, strengths};
use tolley_answers::fair::{self as words, Looks};
use tolley_answers::tidy::Tidy;
use tolley_dataset::Dataset;
use tolley_session::place::VERSIONS;
use tolley_session::play::Failed;

use super::ENDING;
use crate::exit::Stop;
use crate::run;
use crate::written::{self, Written};
use crate::{args, output};

/// Trials a point by which it is worth to go on, half of what is likely still to come; `None` where all is decided.
/// What is known so far is said, unless nothing is to be said.
pub(super) fn open(dataset: &Dataset, question: &EloQuestion<'_>, is_quiet: bool) -> Result<Option<u64>, Stop> {
    let found = strengths(dataset, question)?;
    if !is_quiet {
        output::say(&words::elo_line(&found));
    }
    let to_come = found.points.iter().filter_map(|point| point.to_go()?.as_seen).fold(0.0, f64::max);
    Ok((!found.is_decided()).then_some((to_come / 2.0) as u64))
}

/// Says and keeps what a dataset answers.
pub(super) fn tell(
    (dataset, failed): (&Dataset, Failed),
    question: &EloQuestion<'_>,
    args: &args::Fair,
) -> Result<u8, Stop> {
    let found = strengths(dataset, question)?;
    let place = dataset.dir().display().to_string();
    let mut object = found.to_json();
    object["dataset"] = json!(place);
    object["complete"] = json!(dataset.is_complete());
    object["sides_differ"] = words::sides_json(dataset);
    written::say_made(&mut object, dataset)?;
    let tidy = Tidy::of(None, dataset, words::elo_rows(&found));
    let written = Written { dataset, ending: ENDING, object, tidy, has_csv: args.csv };
    written.tell(args.flags.json, || words::sides_text(dataset) + &words::elo_text(dataset, &found, &place))?;
    Looks::keep(Some(&Looks::of_elo(&found)), &written.folder()?, args.csv, VERSIONS)?;
    if found.points.iter().all(|point| point.there == 0) {
        output::say(&format!("warning: no trial has a value of {}: nothing is judged", found.measure));
    }
    Ok(run::judged(dataset, &found.missing, failed))
}
