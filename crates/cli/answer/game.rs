//! The value of a game of places, as aligned tables.

use tolley_analysis::game::{Game, GameOfStratum};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::point_columns::{axis_columns, headed};
use crate::summary::number::{self, Shown};

/// Digits of a share.
const DIGITS: usize = 3;
/// Of how often a plan is chosen what is told.
const SELDOM: f64 = 0.005;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Game) -> String {
    let plan = &dataset.manifest().plan;
    let rows: Vec<&[(String, Value)]> = found.strata.iter().map(|stratum| stratum.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&rows);
    let cells = |cell: &dyn Fn(&GameOfStratum) -> String| found.strata.iter().map(cell).collect::<Vec<_>>();
    let value = |stratum: &GameOfStratum| number::estimate(&stratum.value, 1.0, DIGITS);
    table.push(headed("value", "", cells(&value).into_iter()));
    let exploited = |stratum: &GameOfStratum| number::estimate(&stratum.exploited, 1.0, DIGITS);
    table.push(headed("more against", &held(found), cells(&exploited).into_iter()));
    let mixes = |axis: &(String, Vec<Value>), shares: &[&Vec<f64>]| {
        let shown = Shown::of_column(&axis.0);
        let mut column = headed(&shown.name, &shown.unit, shares.iter().map(|shares| mixed(axis, shares, &shown)));
        column.is_left = true;
        column
    };
    table.push(mixes(&found.gains, &found.strata.iter().map(|stratum| &stratum.gains).collect::<Vec<_>>()));
    table.push(mixes(&found.loses, &found.strata.iter().map(|stratum| &stratum.loses).collect::<Vec<_>>()));
    format!(
        "{}: what is {} where both sides choose their plans as well as they can, neither knowing the other's?\n{} repeats, \
         seed {}; 95 % intervals by bootstrap of repeats\n\n{}\nvalue: of the matrix of means by both plans (linear \
         programme); a plan with the share of times it is chosen; more\nagainst: what the best answer gains on who always \
         has that plan.\ndataset: {}\n",
        plan.study,
        found.measure,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Game) -> String {
    let one = |stratum: &GameOfStratum| number::estimate(&stratum.value, 1.0, DIGITS);
    let all: Vec<String> = found.strata.iter().map(one).collect();
    format!("{}, the value of the game of {} and {}: {}", found.measure, found.gains.0, found.loses.0, all.join(", "))
}

fn held(found: &Game) -> String {
    let shown = Shown::of_column(&found.loses.0);
    format!("{} {}", number::value(&found.plan, shown.factor), shown.unit)
}

/// `5 (60 %), 20 (40 %)`.
fn mixed((_, values): &(String, Vec<Value>), shares: &[f64], shown: &Shown) -> String {
    let often = values.iter().zip(shares).filter(|(_, share)| **share >= SELDOM);
    let told = often.map(|(value, share)| format!("{} ({:.0} %)", number::value(value, shown.factor), share * 100.0));
    told.collect::<Vec<_>>().join(", ")
}
