//! What a row takes that is still to be played, judged by those that were.

use std::collections::{BTreeMap, BTreeSet};

use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use experiment::plan::Plan;
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

/// A row of twice as many points takes at least so much of what it took before.
const LEAST_LESS: f64 = 0.5;

/// Where a trial stands among those that were played.
#[derive(Clone, Copy)]
struct Rank {
    /// Number of its point.
    point: usize,
    /// Number of the trial at its point.
    repeat: usize,
    /// Trials of its point.
    repeats: usize,
}

/// What is left of a plan.
pub(super) struct Rest {
    ranks: BTreeMap<u64, Rank>,
    rows: Vec<u64>,
    /// Points of the plan over those that were played.
    points: f64,
    /// The same of repeats.
    repeats: f64,
}

impl Rest {
    /// Besides the trials of these rows.
    pub(super) fn of(plan: &Plan, trial_of_rows: &[u64]) -> Rest {
        let grid = &plan.grid;
        let (mut of_points, mut of_repeats) = (BTreeMap::<u64, BTreeSet<u64>>::new(), BTreeMap::<u64, u64>::new());
        for rows in trial_of_rows.chunk_by(|a, b| a == b) {
            let (point, repeat) = grid.locate(rows[0]);
            of_points.entry(point).or_default().insert(repeat);
            *of_repeats.entry(repeat).or_default() += 1;
        }
        // what a repeat shares is seen where about all points played it
        let most = of_repeats.values().max().copied().unwrap_or(0);
        of_repeats.retain(|_, points| 2 * *points >= most);
        of_points.values_mut().for_each(|repeats| repeats.retain(|repeat| of_repeats.contains_key(repeat)));
        of_points.retain(|_, repeats| !repeats.is_empty());
        let mut ranks = BTreeMap::new();
        for (number, (point, repeats)) in of_points.iter().enumerate() {
            let rank = |repeat| Rank { point: number, repeat, repeats: repeats.len() };
            ranks.extend(repeats.iter().enumerate().map(|(at, repeat)| (grid.trial(*point, *repeat), rank(at))));
        }
        let over = |all: u64, played: usize| all as f64 / played.max(1) as f64;
        let (points, repeats) = (over(grid.points(), of_points.len()), over(grid.repeats, of_repeats.len()));
        Rest { ranks, rows: trial_of_rows.to_vec(), points, repeats }
    }

    /// Bytes of a row more as far as was played, and from there on, as `weigh` finds those of some rows: those of the
    /// later repeats of points that were all played, or else of points between others. The closer points lie, the more
    /// they share: with twice as many a row takes as much less as it did the last time that they were twice as many.
    pub(super) fn rows(
        &self,
        batch: &RecordBatch,
        weigh: impl Fn(&RecordBatch) -> Result<f64, ParquetError>,
    ) -> Result<[f64; 2], ParquetError> {
        let some = |is_kept: &dyn Fn(Rank) -> bool| {
            let kept: BooleanArray =
                self.rows.iter().map(|trial| Some(self.ranks.get(trial).is_some_and(|rank| is_kept(*rank)))).collect();
            let kept = filter_record_batch(batch, &kept)?;
            Ok::<[f64; 2], ParquetError>([weigh(&kept)?, kept.num_rows() as f64])
        };
        let a_row = |[more, more_rows]: [f64; 2], [bytes, rows]: [f64; 2]| (more - bytes) / (more_rows - rows).max(1.0);
        let whole = some(&|_| true)?;
        if self.points <= self.repeats || self.ranks.values().all(|rank| rank.point == 0) {
            // a point of one repeat says nothing of what another one takes
            let whole =
                if self.ranks.values().any(|rank| rank.repeats > 1) { some(&|rank| rank.repeats > 1)? } else { whole };
            let half = some(&|rank| rank.repeats > 1 && rank.repeat < rank.repeats.div_ceil(2))?;
            return Ok([a_row(whole, half); 2]);
        }
        let half = some(&|rank| rank.point % 2 == 0)?;
        let quarter = some(&|rank| rank.point % 4 == 0)?;
        let (last, before) = (a_row(whole, half), a_row(half, quarter));
        let less = if before > 0.0 { (last / before).clamp(LEAST_LESS, 1.0) } else { 1.0 };
        let (mut next, mut points, mut bytes) = (last, 1.0, 0.0);
        while points < self.points {
            let more = points.min(self.points - points);
            next *= less;
            bytes += more * next;
            points += more;
        }
        Ok([last, bytes / (points - 1.0)])
    }
}
