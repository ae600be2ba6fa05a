//! How much memory a run of a plan takes, at most.

use experiment::plan::Plan;
use experiment::row::Rows;
use experiment::table::{ColumnKind, Table};
use tolley_experiment as experiment;

use crate::encode::CHUNK_ROWS;
use crate::keep::MOST_WAITING_BYTES;
use crate::schema::ROW_GROUP_ROWS;

/// Of the program, its threads and the summary, measured with small runs.
const PROGRAM_BYTES: f64 = 60e6;
/// Numbers of trial, point and repeat.
const ID_BYTES: f64 = 24.0;
/// How often rows are held that are written at once: as they came, and joined.
const COPIES: f64 = 2.0;

/// Bytes that a run holds, without what a study prepares for its points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// In all, at most.
    pub bytes: f64,
    /// What one thread more takes of it.
    pub thread_bytes: f64,
}

/// The memory of a run on so many threads, judged by some of its trials: rows that wait, and for each thread its block
/// twice, as it is played and as it is written, and what it takes to write a part.
pub fn memory(plan: &Plan, sample: &[Rows], threads: usize) -> Memory {
    let (schedule, played) =
        (plan.schedule(), sample.iter().map(|rows| rows.status.len()).sum::<usize>().max(1) as f64);
    let block_trials = schedule.stretches().iter().map(|stretch| stretch.block_trials).max().unwrap_or(0) as f64;
    let part_trials = (0..schedule.parts()).map(|part| schedule.part_len(part)).max().unwrap_or(0) as f64;
    let axes = plan.grid.axes.len() as f64 * 8.0;
    let (mut trial_bytes, mut writing) = (0.0_f64, 0.0_f64);
    for (number, table) in plan.study.tables.iter().enumerate() {
        let rows = sample.iter().map(|rows| rows.tables[number].trial.len()).sum::<usize>() as f64 / played;
        let row_bytes = ID_BYTES + axes + row_bytes(table);
        trial_bytes += rows * row_bytes;
        let at_once = |most: usize| (part_trials * rows).min(most as f64) * row_bytes;
        writing = writing.max(COPIES * at_once(CHUNK_ROWS) + at_once(ROW_GROUP_ROWS));
    }
    let waiting = (trial_bytes * plan.grid.trials() as f64).min(MOST_WAITING_BYTES as f64);
    let thread_bytes = 2.0 * trial_bytes * block_trials + writing;
    Memory { bytes: PROGRAM_BYTES + waiting + threads as f64 * thread_bytes, thread_bytes }
}

fn row_bytes(table: &Table) -> f64 {
    let column = |kind: &ColumnKind| match kind {
        ColumnKind::F64 | ColumnKind::U32 | ColumnKind::U64 => 8.0,
        ColumnKind::Bool | ColumnKind::Name { .. } => 1.0,
    };
    table.columns.iter().map(|entry| column(&entry.kind)).sum()
}
