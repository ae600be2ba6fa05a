//! How strong players are, and what each seat wins.

mod matches;
mod seats;
mod strengths;
#[cfg(test)]
mod tests;

use tolley_analysis::seats::seats as seats_of;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use super::Context;
use super::common::{self, Ahead};
use crate::AnswerError;
use crate::answer::Answer;

pub use matches::unrated;
pub use strengths::{Strengths, answer as of_strengths};

/// Refuses what has neither seats nor two sides.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    match seats_key(ask, manifest) {
        Some(key) => seats::check(key, ask, manifest),
        None => matches::check(ask, manifest),
    }
}

/// Ranks the seats where the number of players is asked over, else the players of two sides.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    let Some(key) = seats_key(ask, manifest) else {
        return matches::answer(ask, dataset, context);
    };
    seats::check(key, ask, manifest)?;
    let found = seats_of(dataset, key, ask.measure.as_deref().unwrap_or_default())?;
    let about = common::about(ask, dataset, context, found.missing);
    let next = common::settle(Ahead::of(seats::needed(&found, manifest.plan.grid.repeats)), dataset, context);
    Ok(seats::answer(&found, &seats::axes(manifest), about, next))
}

/// The axis of counts over which is asked: how many players there are.
fn seats_key<'a>(ask: &'a Ask, manifest: &Manifest) -> Option<&'a str> {
    let [key] = ask.over.as_slice() else { return None };
    let grid = &manifest.plan.grid;
    let axis = grid.axes.iter().position(|axis| axis.key == *key)?;
    let is_count = |point: u64| matches!(*grid.axis_value(axis, point), Value::Count(_));
    (0..grid.points()).all(is_count).then_some(key.as_str())
}
