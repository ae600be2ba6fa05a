//! How often the same is judged otherwise: rows of paired trials side by side, from the first on, as long as what went
//! into them is the same. The first row whose outcome differs is a change; with it, and with the first row into which
//! something else went, two trials part, and nothing after it is the same any more.

use std::hash::{DefaultHasher, Hasher};

use serde_json::{Value as Json, json};
use tolley_dataset::{Batch, ColumnData, Dataset};
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;

use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::column_of;
use crate::paired::Trials;
use crate::told;
use crate::values::values_of;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axes whose values are compared, each with its value in the control.
    pub over: &'q [(&'q str, Option<&'q str>)],
    /// The table.
    pub table: &'q str,
    /// Columns of what goes into a row.
    pub inputs: &'q [&'q str],
    /// Columns of what comes of it.
    pub outcomes: &'q [&'q str],
}

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The table.
    pub table: String,
    /// Column and value of each axis in the control.
    pub control: Vec<(String, Value)>,
    /// All other arms in the order of the design.
    pub arms: Vec<JudgedArm>,
}

/// One arm beside the control.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedArm {
    /// Column and value of each axis that is compared, SI.
    pub values: Vec<(String, Value)>,
    /// Rows into which the same went, each trial's up to the first that changes.
    pub rows: u64,
    /// Those that change.
    pub changes: u64,
    /// Share of them, the repeat as a cluster.
    pub share: Estimate,
}

/// What went into a row, and what came of it.
type Row = [u64; 2];

/// Compares the rows of a dataset, as far as it goes.
pub fn judged(dataset: &Dataset, asked: &Asked<'_>) -> Result<Judged, AnalysisError> {
    let manifest = dataset.manifest();
    if manifest.plan.streams == StreamsMode::Independent {
        let message = "rows are paired, but the points of this dataset have independent random numbers";
        return Err(AnalysisError::Question(message.to_owned()));
    }
    let arms = Arms::of(manifest, asked.over)?;
    let rows = rows_of(dataset, asked)?;
    let others = (0..arms.count()).filter(|arm| *arm != arms.control());
    Ok(Judged {
        table: asked.table.to_owned(),
        control: arms.values(arms.control()),
        arms: others.map(|arm| beside(&arms, arm, &rows)).collect(),
    })
}

/// The rows of each trial that is ok, in their order; none of others.
fn rows_of(dataset: &Dataset, asked: &Asked<'_>) -> Result<Vec<Option<Vec<Row>>>, AnalysisError> {
    let tables = &dataset.manifest().tables;
    let table = tables.iter().find(|table| table.name == asked.table);
    let table = table.ok_or_else(|| AnalysisError::Question(format!("{}: there is no such table", asked.table)))?;
    asked.inputs.iter().chain(asked.outcomes).try_for_each(|name| column_of(table, name).map(|_| ()))?;
    let read: Vec<&str> = std::iter::once("trial").chain([asked.inputs, asked.outcomes].concat()).collect();
    // which trials are ok stands in the first table
    let there = values_of(dataset, "trial")?.of_trials;
    let mut rows: Vec<Option<Vec<Row>>> = there.iter().map(|trial| (!trial.is_nan()).then(Vec::new)).collect();
    let mut is_stray = false;
    let first_outcome = 1 + asked.inputs.len();
    dataset.scan(asked.table, &read, |batch| {
        for (row, trial) in batch.u64(0).iter().enumerate() {
            let number = |columns| hash(batch, columns, row);
            match rows.get_mut(*trial as usize) {
                Some(Some(rows)) => rows.push([number(1..first_outcome), number(first_outcome..read.len())]),
                Some(None) => {}
                None => is_stray = true,
            }
        }
    })?;
    if is_stray {
        return Err(AnalysisError::Measure("a row belongs to a trial that is not planned".to_owned()));
    }
    Ok(rows)
}

/// One number for the cells of a row: equal for equal ones, else unequal but once in 10^19.
fn hash(batch: &Batch, columns: std::ops::Range<usize>, row: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    for column in columns {
        let bits = match batch.column(column) {
            ColumnData::F64(values) => values[row].to_bits(),
            ColumnData::U64(values) => values[row],
            ColumnData::Bool(values) => u64::from(values[row]),
            ColumnData::Name(values) => u64::from(values[row]),
        };
        hasher.write_u64(if batch.has_value(column, row) { bits } else { u64::MAX });
    }
    hasher.finish()
}

fn beside(arms: &Arms<'_>, arm: usize, rows: &[Option<Vec<Row>>]) -> JudgedArm {
    let mut counts = [vec![f64::NAN; rows.len()], vec![f64::NAN; rows.len()]];
    let mut sums = [0; 2];
    for stratum in 0..arms.strata() {
        for repeat in 0..arms.repeats() {
            let [at, control] = [arm, arms.control()].map(|of| arms.trial(of, stratum, repeat));
            if let (Some(of_arm), Some(of_control)) = (&rows[at], &rows[control]) {
                let found = parted(of_arm, of_control);
                for which in 0..2 {
                    counts[which][at] = found[which] as f64;
                    sums[which] += found[which];
                }
            }
        }
    }
    let [changes, compared] = counts;
    let share = Trials::Pooled(changes, compared).mean(arms, arm, true);
    JudgedArm { values: arms.values(arm), rows: sums[1], changes: sums[0], share }
}

/// Rows that change, one at most, and rows into which the same went up to it.
fn parted(one: &[Row], other: &[Row]) -> [u64; 2] {
    let mut compared = 0;
    for ([in_one, out_one], [in_other, out_other]) in one.iter().zip(other) {
        if in_one != in_other {
            break;
        }
        compared += 1;
        if out_one != out_other {
            return [1, compared];
        }
    }
    [0, compared]
}

impl Judged {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let arm = |arm: &JudgedArm| {
            json!({
                "values": told::values(&arm.values), "rows": arm.rows, "changes": arm.changes,
                "share": told::estimate(&arm.share),
            })
        };
        let arms: Vec<Json> = self.arms.iter().map(arm).collect();
        json!({ "table": self.table, "beside": told::values(&self.control), "arms": arms })
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::grid::{Axis, Grid};

    use super::*;

    #[test]
    fn two_trials_part_at_the_first_row_that_differs() {
        let same: Vec<Row> = (0..5).map(|row| [row, 10]).collect();
        let mut other = same.clone();
        assert_eq!(parted(&same, &other), [0, 5]);
        (other[2], other[3]) = ([2, 11], [3, 12]);
        assert_eq!(parted(&same, &other), [1, 3], "what follows a change is not compared");
        other[1] = [7, 12];
        assert_eq!(parted(&same, &other), [0, 1], "another choice is no change");
        assert_eq!(parted(&same, &same[..2]), [0, 2]);
    }

    #[test]
    fn changes_are_a_share_of_the_rows_that_are_the_same_until_then() {
        let grid = Grid::new(50, vec![Axis::of_values("a.x", (0..2).map(Value::Count).collect())]);
        let arms = Arms::new(&grid, &[("a.x", None)], str::to_owned).expect("a grid");
        // the second of four rows is judged otherwise in every fifth repeat; one trial is not ok
        let rows = (0..grid.trials()).map(|trial| {
            let (point, repeat) = grid.locate(trial);
            let is_other = |row: u64| point == 1 && row == 1 && repeat.is_multiple_of(5);
            (trial != 7).then(|| (0..4).map(|row| [row, u64::from(is_other(row))]).collect::<Vec<Row>>())
        });
        let found = beside(&arms, 1, &rows.collect::<Vec<_>>());
        let (point, repeat) = grid.locate(7);
        assert!(point < 2 && !repeat.is_multiple_of(5), "the one that is left out would not have changed");
        assert_eq!((found.changes, found.rows), (10, 10 * 2 + 39 * 4));
        let [low, high] = found.share.interval.expect("an interval");
        let share = found.share.value.expect("a share");
        assert!((share - 10.0 / 176.0).abs() < 1e-12 && low < share && share < high && low > 0.0, "{found:?}");
    }
}
