//! How often the same is judged otherwise, as an aligned table.

use tolley_analysis::Estimate;
use tolley_analysis::judged::{Judged, JudgedArm};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};
use crate::words::GroupedCount;

/// Digits where no interval says how many.
const DIGITS: usize = 4;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Judged) -> String {
    let plan = &dataset.manifest().plan;
    let values: Vec<&[(String, Value)]> = found.arms.iter().map(|arm| arm.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&values);
    let count = |count: u64| GroupedCount(count).to_string();
    table.push(headed("compared", "rows", found.arms.iter().map(|arm| count(arm.rows))));
    table.push(headed("changed", "rows", found.arms.iter().map(|arm| count(arm.changes))));
    table.push(headed("changed", "share", found.arms.iter().map(|arm| share(&arm.share))));
    format!(
        "{}: how often are {} judged otherwise than at {}? {} repeats, seed {}; 95 % intervals, repeats as clusters\n\n{}\n\
         compared: rows of paired trials into which the same went, up to the first that came out otherwise (changed).\n\
         What players who know the reading choose otherwise is no change of this kind, and ends what is compared.\n\
         dataset: {}\n",
        plan.study,
        found.table,
        named(&found.control),
        count(plan.grid.repeats),
        plan.seed,
        columns::indented(&columns::rows(&table)),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Judged) -> String {
    let one = |arm: &JudgedArm| {
        let values: Vec<String> = arm.values.iter().map(value).collect();
        format!("{}: {}", values.join(" "), share(&arm.share))
    };
    let all: Vec<String> = found.arms.iter().map(one).collect();
    format!("share of {} judged otherwise than at {}: {}", found.table, named(&found.control), all.join(", "))
}

fn share(estimate: &Estimate) -> String {
    number::estimate(estimate, 1.0, number::decimals(estimate, 1.0).unwrap_or(DIGITS))
}

fn value((column, value): &(String, Value)) -> String {
    number::value(value, Shown::of_column(column).factor)
}

fn named(values: &[(String, Value)]) -> String {
    let one = |of: &(String, Value)| {
        let Shown { name, unit, .. } = Shown::of_column(&of.0);
        format!("{name} {} {unit}", value(of)).trim_end().to_owned()
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}
