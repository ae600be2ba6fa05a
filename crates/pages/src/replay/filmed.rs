//! The page of a trial, whichever its study.

use tolley_cymbergaj::matches::RecordLevel;
use tolley_experiment::plan::Plan;
use tolley_experiment::status::Status;
use tolley_experiment::study::Study;
use tolley_report::Replay;
use {tolley_cymbergaj as cymbergaj, tolley_dice_football as dice_football, tolley_tinsley_green as tinsley_green};

use super::cut::cut_short;
use super::played::play;
use super::{coins, dice, marbles, page};
use crate::PageError;

/// A trial that was played again.
pub struct RecordedTrial {
    /// Its page.
    pub replay: Replay,
    /// How the trial ended: the page of one that is quarantined shows what was played.
    pub status: Status,
}

/// Plays a trial of a plan again, and makes its page.
pub fn record(plan: &Plan, trial: u64) -> Result<RecordedTrial, PageError> {
    let (mut replay, status) = played(plan, trial)?;
    replay.shots.iter_mut().filter_map(cut_short).for_each(|note| replay.notes.push(note));
    Ok(RecordedTrial { replay, status })
}

fn played(plan: &Plan, trial: u64) -> Result<(Replay, Status), PageError> {
    let page = page::page(plan, trial);
    Ok(match plan.study.name {
        <tinsley_green::shot::ShotStudy as Study>::NAME => {
            let mut played = play::<tinsley_green::shot::ShotStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            (marbles::shot(page, &mut played), played.status)
        }
        <tinsley_green::matches::MatchStudy as Study>::NAME => {
            let mut played = play::<tinsley_green::matches::MatchStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            (marbles::matches(page, &mut played), played.status)
        }
        <cymbergaj::shot::FlickStudy as Study>::NAME => {
            let mut played = play::<cymbergaj::shot::FlickStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            (coins::flick(page, &mut played), played.status)
        }
        <cymbergaj::matches::MatchStudy as Study>::NAME => {
            let all = |keys: &mut cymbergaj::matches::MatchKeys| keys.contest.record = RecordLevel::Events;
            let mut played = play::<cymbergaj::matches::MatchStudy>(plan, trial, all, |scratch| scratch.film())?;
            let keys = played.keys;
            (coins::matches(page, &keys, played.scratch.take_films(), &played.tables, &played.rows), played.status)
        }
        <cymbergaj::matches::ShootoutStudy as Study>::NAME => {
            let all = |keys: &mut cymbergaj::matches::ShootoutKeys| keys.contest.record = RecordLevel::Events;
            let mut played = play::<cymbergaj::matches::ShootoutStudy>(plan, trial, all, |scratch| scratch.film())?;
            let keys = played.keys.into();
            (coins::matches(page, &keys, played.scratch.take_films(), &played.tables, &played.rows), played.status)
        }
        <dice_football::matches::MatchStudy as Study>::NAME => {
            let all = |keys: &mut dice_football::matches::MatchKeys| keys.format.rolls = true;
            let played = play::<dice_football::matches::MatchStudy>(plan, trial, all, |_| {})?;
            (dice::matches(page, &played), played.status)
        }
        <dice_football::solve::SolveStudy as Study>::NAME => {
            let message = "dice-football/solve plays nothing: its rows are the values of positions, not of matches";
            return Err(PageError::Refused(message.to_owned()));
        }
        other => return Err(PageError::Refused(format!("{other}: no page shows a trial of this study"))),
    })
}
