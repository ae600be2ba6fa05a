//! A trial of any study, played with its film.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tolley_experiment::plan::Plan;
use tolley_experiment::point_keys::PointKeys;
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::Study;
use tolley_experiment::table::Table;

use crate::PageError;

/// A trial that was played.
pub struct Played<S: Study> {
    pub keys: S::Keys,
    pub scratch: S::Scratch,
    pub tables: Vec<Table>,
    pub rows: Rows,
    pub status: Status,
}

/// Plays it after `change` of its keys, and `film` of what it is played with.
pub fn play<S: Study>(
    plan: &Plan,
    trial: u64,
    change: impl FnOnce(&mut S::Keys),
    film: impl FnOnce(&mut S::Scratch),
) -> Result<Played<S>, PageError> {
    let (point, _) = plan.grid.locate(trial);
    let mut keys = PointKeys::<S::Keys>::of(plan).at(point);
    change(&mut keys);
    let setup = S::setup(&keys).map_err(PageError::Faults)?;
    let mut scratch = S::scratch(&setup, &S::Shared::default());
    film(&mut scratch);
    let tables = S::tables();
    let mut rows = Rows::new(&tables);
    let streams: Streams = plan.streams_of(trial);
    let playing = AssertUnwindSafe(|| S::play(&setup, &mut scratch, &streams, &mut rows));
    let status = catch_unwind(playing).map_err(|_| PageError::Panicked { trial })?;
    Ok(Played { keys, scratch, tables, rows, status })
}
