//! How many bytes rows will take as Parquet, judged by a sample of them.

use std::collections::BTreeMap;

use tolley_experiment::plan::Plan;
use tolley_experiment::row::{Rows, Values};

/// Bytes of a measured f64 after its bytes are split into streams and packed: sign and exponent pack, the rest is
/// noise.
const NUMBER_BYTES: f64 = 7.0;
/// What a part has besides its values: schema, scenario and statistics.
const PART_BYTES: f64 = 20_000.0;
/// Bytes of trial, point, repeat and axes, which run in order and pack almost to nothing.
const KEY_BYTES: f64 = 0.2;
/// Bytes of the value of an axis that no other point has: itself and its number in a dictionary.
const DRAWN_BYTES: f64 = 10.0;

/// Values of a sample, by column of each table.
pub struct Sizes {
    trials: u64,
    tables: Vec<Vec<Column>>,
}

#[derive(Clone, Default)]
struct Column {
    count: u64,
    is_number: bool,
    /// How often each value came, by its bits.
    values: BTreeMap<u64, u64>,
}

impl Sizes {
    /// Of nothing yet.
    pub fn new(plan: &Plan) -> Sizes {
        let columns = |table: &tolley_experiment::table::Table| vec![Column::default(); table.columns.len()];
        Sizes { trials: 0, tables: plan.study.tables.iter().map(columns).collect() }
    }

    /// Takes rows into the sample.
    pub fn add(&mut self, rows: &Rows) {
        self.trials += rows.status.len() as u64;
        for (columns, rows) in self.tables.iter_mut().zip(&rows.tables) {
            for (column, values) in columns.iter_mut().zip(&rows.columns) {
                column.add(values);
            }
        }
    }

    /// Takes another sample of the same plan into this one.
    pub fn join(&mut self, other: &Sizes) {
        self.trials += other.trials;
        for (columns, others) in self.tables.iter_mut().zip(&other.tables) {
            columns.iter_mut().zip(others).for_each(|(column, other)| column.join(other));
        }
    }

    /// Bytes of the whole plan.
    pub fn bytes(&self, plan: &Plan) -> f64 {
        let packed: f64 = self.tables.iter().flatten().map(Column::bytes).sum();
        let a_trial = packed / self.trials.max(1) as f64 + KEY_BYTES;
        let drawn = plan.grid.axes.iter().filter(|axis| axis.distribution.is_some()).count();
        // once with the trials of the point, once with the points
        let axes = 2.0 * DRAWN_BYTES * drawn as f64 * plan.grid.points() as f64;
        axes + a_trial * plan.grid.trials() as f64
            + PART_BYTES * (plan.schedule().parts() * plan.study.tables.len() as u64 + 1) as f64
    }
}

impl Column {
    fn join(&mut self, other: &Column) {
        self.count += other.count;
        self.is_number |= other.is_number;
        other.values.iter().for_each(|(bits, count)| *self.values.entry(*bits).or_insert(0) += count);
    }

    fn add(&mut self, values: &Values) {
        let mut note = |bits: u64| {
            self.count += 1;
            *self.values.entry(bits).or_insert(0) += 1;
        };
        match values {
            Values::F64(v) => v.iter().for_each(|value| note(value.to_bits())),
            Values::U32(v) => v.iter().for_each(|value| note(u64::from(*value))),
            Values::U64(v) => v.iter().for_each(|value| note(*value)),
            Values::Bool(v) => v.iter().for_each(|value| note(u64::from(*value))),
            Values::Name(v) => v.iter().for_each(|value| note(u64::from(*value))),
        }
        self.is_number = matches!(values, Values::F64(_));
    }

    /// Bytes of the sample: the information in the values, and for a number no more than what packing gets it down to.
    fn bytes(&self) -> f64 {
        let total = self.count as f64;
        // values that came once may be anything; values that come again cost their share of surprise
        let cost = |count: &u64| match *count {
            1 if self.is_number => NUMBER_BYTES,
            count => count as f64 * (total / count as f64).log2() / 8.0,
        };
        self.values.values().map(cost).sum()
    }
}
