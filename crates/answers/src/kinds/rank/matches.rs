//! Matches of two sides in any dataset: who played on each side, and what share of a trial the first side won.

use tolley_analysis::statistics::tournament::{Rated, Tournament, Unrated};
use tolley_analysis::values::values_of;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::plan::{Plan, StreamsMode};
use tolley_experiment::table::MeasureKind;

use super::strengths::{self, Strengths};
use crate::AnswerError;
use crate::answer::Answer;
use crate::catalogue::word;
use crate::kinds::{Context, common};
use crate::rate::{Players, players};

fn refused<T>(message: impl Into<String>) -> Result<T, AnswerError> {
    Err(AnswerError::Refused(message.into()))
}

/// Refuses what has no measure of what the first side wins.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    won(ask, manifest).map(|_| ())
}

/// The measure of what the first side wins: the one that is asked for, or the first that is one half between equals.
fn won<'m>(ask: &Ask, manifest: &'m Manifest) -> Result<&'m str, AnswerError> {
    let mut known = manifest.measures.iter();
    let found = match &ask.measure {
        Some(name) => known.find(|measure| measure.column == *name),
        None => known.find(|measure| measure.kind == MeasureKind::Fair),
    };
    let Some(measure) = found else { return refused("rank needs a measure of what the first side wins") };
    Ok(&measure.column)
}

/// How strong the players of both sides are.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let Some(plan) = context.plan else { return refused("this version does not know the keys of the dataset") };
    let Some(sides) = plan.study.schema.sides() else { return refused("there are no two sides in this dataset") };
    let players = players(plan, sides).map_err(AnswerError::Refused)?;
    let (rated, missing) = rated(plan, &players, dataset, won(ask, dataset.manifest())?)?;
    let of = Strengths {
        names: &players.names,
        rated: &rated,
        first: word("rank.first_side"),
        averaged: &players.averaged,
        is_common: plan.streams == StreamsMode::Common,
    };
    let about = common::about(ask, dataset, context, missing);
    Ok(strengths::answer(&of, about, common::four_times(dataset, context)))
}

fn rated(
    plan: &Plan,
    players: &Players,
    dataset: &Dataset,
    measure: &str,
) -> Result<(Rated, tolley_analysis::Missing), AnswerError> {
    let grid = &plan.grid;
    let values = values_of(dataset, measure)?;
    let mut tournament = Tournament::new(players.names.len(), grid.repeats);
    for point in 0..grid.points() {
        for repeat in 0..grid.repeats {
            let share = values.of_trials[grid.trial(point, repeat) as usize];
            if share.is_nan() {
                continue;
            }
            // a tie is one half of each; of several matches in a trial each counts its part
            let results = if share == 0.5 { [0.0, 1.0, 0.0] } else { [share, 0.0, 1.0 - share] };
            tournament.add(repeat, players.at[point as usize], results);
        }
    }
    let rated = tournament.rated().map_err(|why| AnswerError::Refused(unrated(&why, players)))?;
    Ok((rated, values.missing))
}

/// Why nobody is rated.
pub fn unrated(why: &Unrated, players: &Players) -> String {
    let named =
        |some: &[usize]| some.iter().map(|player| players.names[*player].as_str()).collect::<Vec<_>>().join("; ");
    match why {
        Unrated::NoMatch => "there is no match of two different players".to_owned(),
        Unrated::NotJoined(one, other) => {
            format!("players are not joined by matches: ({}) met nobody of ({})", named(one), named(other))
        }
        Unrated::NoMaximum => "the matches fit no strengths: their likelihood has no maximum".to_owned(),
    }
}
