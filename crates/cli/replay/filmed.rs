//! Plays a trial of any study with its film.

use tolley_cymbergaj::matches::RecordLevel;
use tolley_experiment::plan::{Plan, PointKeys};
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::Study;
use tolley_experiment::table::Table;
use tolley_report::Replay;

use super::{coins, dice, marbles};
use crate::exit::Stop;
use crate::studies::AnyStudy;
use {tolley_cymbergaj as cymbergaj, tolley_dice_football as dice_football, tolley_tinsley_green as tinsley_green};

/// A trial that was played.
pub struct Played<S: Study> {
    pub keys: S::Keys,
    pub scratch: S::Scratch,
    pub tables: Vec<Table>,
    pub rows: Rows,
}

/// The page of a trial.
pub fn replay(plan: &Plan, study: AnyStudy, trial: u64) -> Result<Replay, Stop> {
    let page = super::page(plan, trial, "");
    let mut replay = match study {
        AnyStudy::TinsleyGreenShot => {
            let mut played = play::<tinsley_green::shot::ShotStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            marbles::shot(page, &mut played)
        }
        AnyStudy::TinsleyGreenMatch => {
            let mut played = play::<tinsley_green::matches::MatchStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            marbles::matches(page, &mut played)
        }
        AnyStudy::CymbergajFlick => {
            let mut played = play::<cymbergaj::shot::FlickStudy>(plan, trial, |_| {}, |scratch| scratch.film())?;
            coins::flick(page, &mut played)
        }
        AnyStudy::CymbergajMatch => {
            let all = |keys: &mut cymbergaj::matches::MatchKeys| keys.contest.record = RecordLevel::Events;
            let mut played = play::<cymbergaj::matches::MatchStudy>(plan, trial, all, |scratch| scratch.film())?;
            let keys = played.keys;
            coins::matches(page, &keys, played.scratch.take_films(), &played.tables, &played.rows)
        }
        AnyStudy::CymbergajShootout => {
            let all = |keys: &mut cymbergaj::matches::ShootoutKeys| keys.contest.record = RecordLevel::Events;
            let mut played = play::<cymbergaj::matches::ShootoutStudy>(plan, trial, all, |scratch| scratch.film())?;
            let keys = played.keys.into();
            coins::matches(page, &keys, played.scratch.take_films(), &played.tables, &played.rows)
        }
        AnyStudy::DiceFootballMatch => {
            let all = |keys: &mut dice_football::matches::MatchKeys| keys.format.rolls = true;
            let played = play::<dice_football::matches::MatchStudy>(plan, trial, all, |_| {})?;
            dice::matches(page, &played)
        }
        AnyStudy::DiceFootballSolve => {
            let message =
                "error: dice-football/solve plays nothing: its rows are the values of positions, not of matches";
            return Err(Stop::new(crate::exit::BAD_INPUT, message));
        }
    };
    if replay.title.is_empty() {
        replay.title = format!("Trial {trial} of {}", plan.study.name);
    }
    Ok(replay)
}

fn play<S: Study>(
    plan: &Plan,
    trial: u64,
    change: impl FnOnce(&mut S::Keys),
    film: impl FnOnce(&mut S::Scratch),
) -> Result<Played<S>, Stop> {
    let (point, _) = plan.grid.locate(trial);
    let mut keys = PointKeys::<S::Keys>::of(plan).at(point);
    change(&mut keys);
    let setup = S::setup(&keys).map_err(|faults| Stop::refused(&faults))?;
    let mut scratch = S::scratch(&setup, &S::Shared::default());
    film(&mut scratch);
    let tables = S::tables();
    let mut rows = Rows::new(&tables);
    let streams: Streams = plan.streams_of(trial);
    let status = S::play(&setup, &mut scratch, &streams, &mut rows);
    if status != Status::Ok {
        crate::output::say(&format!(
            "note: the trial is quarantined: {}; the page shows what was played",
            status.name()
        ));
    }
    Ok(Played { keys, scratch, tables, rows })
}
