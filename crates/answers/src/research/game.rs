//! The value of a game of places, as aligned tables.

use tolley_analysis::game::{Game, GameOfStratum};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

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
    let left = |name: &str, unit: &str, cells: Vec<String>| {
        let mut column = headed(name, unit, cells.into_iter());
        column.is_left = true;
        column
    };
    let gains: Vec<Shown> = found.gains.first().into_iter().flatten().map(|(name, _)| Shown::of_column(name)).collect();
    let loses = Shown::of_column(&found.loses.0);
    let joined =
        |of: fn(&Shown) -> &String| gains.iter().map(|shown| of(shown).as_str()).collect::<Vec<_>>().join(", ");
    let own = |plan: &Vec<(String, Value)>| {
        let told = plan.iter().zip(&gains).map(|((_, value), shown)| number::value(value, shown.factor));
        told.collect::<Vec<_>>().join(", ")
    };
    let plans: Vec<String> = found.gains.iter().map(own).collect();
    let places: Vec<String> = found.loses.1.iter().map(|value| number::value(value, loses.factor)).collect();
    table.push(left(&joined(|shown| &shown.name), &joined(|shown| &shown.unit), cells(&|of| mixed(&plans, &of.gains))));
    table.push(left(&loses.name, &loses.unit, cells(&|of| mixed(&places, &of.loses))));
    format!(
        "{}: what is {} where both sides choose their plans as well as they can, neither knowing the other's?\n{} repeats, \
         seed {}; 95 % intervals by bootstrap of repeats\n\n{}\nvalue: of the matrix of means by both plans (linear \
         programme); a plan with the share of times it is chosen; more\nagainst: what the best answer gains on who always \
         has that plan. Who strikes then sees what lies before him.\ndataset: {}\n",
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
    let own = found.gains.first().into_iter().flatten().map(|(name, _)| name.as_str());
    let own = own.collect::<Vec<_>>().join(", ");
    format!("{}, the value of the game of {own} and {}: {}", found.measure, found.loses.0, all.join(", "))
}

fn held(found: &Game) -> String {
    let shown = Shown::of_column(&found.loses.0);
    format!("{} {}", number::value(&found.plan, shown.factor), shown.unit)
}

/// `5 (60 %); 20 (40 %)`.
fn mixed(plans: &[String], shares: &[f64]) -> String {
    let often = plans.iter().zip(shares).filter(|(_, share)| **share >= SELDOM);
    often.map(|(plan, share)| format!("{plan} ({:.0} %)", share * 100.0)).collect::<Vec<_>>().join("; ")
}
