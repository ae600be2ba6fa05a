//! The page of a trial, whichever its study.

use tolley_cymbergaj::matches::RecordLevel;
use tolley_experiment::plan::Plan;
use tolley_experiment::study::Study;
use tolley_report::Replay;

use super::played::play;
use super::{coins, dice, marbles, page};
use crate::exit::{self, Stop};
use {tolley_cymbergaj as cymbergaj, tolley_dice_football as dice_football, tolley_tinsley_green as tinsley_green};

/// The page of a trial.
pub fn replay(plan: &Plan, trial: u64) -> Result<Replay, Stop> {
    let page = page::page(plan, trial);
    Ok(match plan.study.name {
        tinsley_green::shot::ShotStudy::NAME => {
            let mut played = play::<tinsley_green::shot::ShotStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            marbles::shot(page, &mut played)
        }
        tinsley_green::matches::MatchStudy::NAME => {
            let mut played = play::<tinsley_green::matches::MatchStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            marbles::matches(page, &mut played)
        }
        cymbergaj::shot::FlickStudy::NAME => {
            let mut played = play::<cymbergaj::shot::FlickStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            coins::flick(page, &mut played)
        }
        cymbergaj::matches::MatchStudy::NAME => {
            let all = |keys: &mut cymbergaj::matches::MatchKeys| keys.contest.record = RecordLevel::Events;
            let mut played = play::<cymbergaj::matches::MatchStudy>(plan, trial, all, |scratch| scratch.film())?;
            let keys = played.keys;
            coins::matches(page, &keys, played.scratch.take_films(), &played.tables, &played.rows)
        }
        cymbergaj::matches::ShootoutStudy::NAME => {
            let all = |keys: &mut cymbergaj::matches::ShootoutKeys| keys.contest.record = RecordLevel::Events;
            let mut played = play::<cymbergaj::matches::ShootoutStudy>(plan, trial, all, |scratch| scratch.film())?;
            let keys = played.keys.into();
            coins::matches(page, &keys, played.scratch.take_films(), &played.tables, &played.rows)
        }
        dice_football::matches::MatchStudy::NAME => {
            let all = |keys: &mut dice_football::matches::MatchKeys| keys.format.rolls = true;
            let played = play::<dice_football::matches::MatchStudy>(plan, trial, all, |_| {})?;
            dice::matches(page, &played)
        }
        _ => {
            let message =
                "error: dice-football/solve plays nothing: its rows are the values of positions, not of matches";
            return Err(Stop::new(exit::BAD_INPUT, message));
        }
    })
}
