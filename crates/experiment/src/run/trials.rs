//! Plays some trials of a plan on several threads, and hands back one number of each: for those who search.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::declare::row::{Rows, Values};
use crate::declare::status::Status;
use crate::declare::study::Shortcuts;
use crate::run::parallel::{Control, pool};
use crate::run::player::{Player, Refused, Setups};
use crate::scenario::plan::Plan;

/// Trials that a worker takes at a time.
const CHUNK: usize = 8;

/// Why there are no numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Unplayed {
    /// [`Control::stop`] was set.
    Stopped,
    /// A point breaks a rule of the study.
    Refused(Refused),
    /// The threads could not be started.
    Threads(String),
}

/// These columns of the first table for each of these trials, in their order, those of a trial in a row; NaN where a
/// trial has no such number or no result. It never depends on the number of threads.
pub fn numbers<S: Shortcuts>(
    plan: &Plan,
    threads: Option<usize>,
    trials: &[u64],
    columns: &[usize],
    control: &Control,
    shared: &S::Shared,
) -> Result<Vec<f64>, Unplayed> {
    let pool = pool(threads).map_err(Unplayed::Threads)?;
    let setups = Setups::<S>::new(plan, shared);
    let chunks: Vec<&[u64]> = trials.chunks(CHUNK).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![Vec::new(); chunks.len()]));
    let work = || {
        let mut player = Player::<S>::new(plan, &setups);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.get(number) else { return Ok(()) };
            let mut numbers = Vec::with_capacity(chunk.len() * columns.len());
            for trial in *chunk {
                if control.stop.load(Ordering::Relaxed) {
                    return Err(Unplayed::Stopped);
                }
                player.play(*trial).map_err(Unplayed::Refused)?;
                let rows = player.take().rows;
                numbers.extend(columns.iter().map(|column| number_of(&rows, *column)));
                control.trials_played.fetch_add(1, Ordering::Relaxed);
            }
            found.lock().unwrap_or_else(PoisonError::into_inner)[number] = numbers;
        }
    };
    let worked: Vec<Result<(), Unplayed>> = pool.broadcast(|_| work());
    worked.into_iter().collect::<Result<(), Unplayed>>()?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner).concat())
}

/// The number of the one trial that was played.
fn number_of(rows: &Rows, column: usize) -> f64 {
    if rows.status.first() != Some(&Status::Ok) {
        return f64::NAN;
    }
    let number = match &rows.tables[0].columns[column] {
        Values::F64(values) => values.first().copied(),
        Values::U32(values) => values.first().map(|value| f64::from(*value)),
        Values::U64(values) => values.first().map(|value| *value as f64),
        Values::Bool(values) => values.first().map(|value| f64::from(u8::from(*value))),
        Values::Name(_) => None,
    };
    number.unwrap_or(f64::NAN)
}
