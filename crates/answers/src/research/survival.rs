//! How long what may be lost lasts, as aligned tables.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::survival::Step;
use tolley_analysis::survival::{CurveOf, Place, Survival};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::exact::NONE_SEEN;
use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

/// Digits of a share and of a factor.
const DIGITS: usize = 3;
/// Turns of a curve that are told.
const MOST_TURNS: u32 = 12;

/// Everything that is found; `step` is what one more of the column is.
pub fn text(dataset: &Dataset, found: &Survival, (column, step): (&str, f64)) -> String {
    let plan = &dataset.manifest().plan;
    let rows: Vec<(&CurveOf, &Step)> = found
        .curves
        .iter()
        .flat_map(|curve| curve.steps.iter().map(move |step| (curve, step)))
        .filter(|(_, step)| step.turn <= MOST_TURNS)
        .collect();
    let values: Vec<&[(String, Value)]> = rows.iter().map(|(curve, _)| std::slice::from_ref(&curve.value)).collect();
    let mut table: Vec<TextColumn> = axis_columns(&values);
    table.push(headed("turn", "", rows.iter().map(|(_, step)| step.turn.to_string())));
    table.push(headed("there", "count", rows.iter().map(|(_, step)| step.at_risk.to_string())));
    table.push(headed("lost", "count", rows.iter().map(|(_, step)| step.lost.to_string())));
    let lasts = |(_, step): &(&CurveOf, &Step)| number::estimate(&step.lasts, 1.0, DIGITS);
    table.push(headed("lasts", "share", rows.iter().map(lasts)));
    format!(
        "{}: how long until {}? {} repeats, seed {}\n\n{}\n{}\nlasts: Kaplan and Meier's share that is still there after so \
         many turns of others; 95 % intervals, repeats in 20 groups\nleft out in turn, none where too few were seen. By Cox's model (exact for counted \
         turns, each turn of each combination of the other axes with\na hazard of its own) the chance of being lost in a \
         turn is multiplied by\n{}dataset: {}\n",
        plan.study,
        found.lost,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        columns::indented(&columns::rows(&places(found))),
        factors(found, column, step).iter().map(|factor| format!("  {factor}\n")).collect::<String>(),
        dataset.dir().display(),
    )
}

/// What lasts, place by place of the column.
fn places(found: &Survival) -> Vec<TextColumn> {
    let values: Vec<&[(String, Value)]> = found.places.iter().map(|place| std::slice::from_ref(&place.value)).collect();
    let mut table: Vec<TextColumn> = axis_columns(&values);
    let shown = Shown::of_column(&found.column);
    let between = |place: &Place| {
        let [from, to] = place.between.map(|x| number::short(x * shown.factor));
        format!("{from} to {to}")
    };
    table.push(headed(&shown.name, &shown.unit, found.places.iter().map(between)));
    table.push(headed("cases", "count", found.places.iter().map(|place| place.cases.to_string())));
    for (at, turn) in [1, found.last].iter().enumerate() {
        let lasts = |place: &Place| {
            place.lasts[at].as_ref().map_or_else(|| "-".to_owned(), |lasts| number::estimate(lasts, 1.0, DIGITS))
        };
        table.push(headed(&format!("lasts {turn}"), "share", found.places.iter().map(lasts)));
    }
    table
}

/// `1.03 [1.01, 1.05] (an effect) for 100 mm more of rest_radius`.
fn factors(found: &Survival, column: &str, step: f64) -> Vec<String> {
    let factor = |(name, factor): &(String, Estimate)| {
        let says = match factor.interval {
            Some([low, high]) if low > 1.0 || high < 1.0 => "an effect",
            _ => NONE_SEEN,
        };
        let told = number::estimate(factor, 1.0, DIGITS);
        let shown = Shown::of_column(name);
        let more = match name == column {
            true => format!("{} {} more of {}", number::short(step * shown.factor), shown.unit, shown.name),
            false => format!("a doubled {}", shown.name),
        };
        format!("{told} ({says}) for {more}")
    };
    found.factors.iter().map(factor).collect()
}

/// In a line: what is there after the next turn of another, and after the most of them that are told.
pub fn short(found: &Survival, (column, step): (&str, f64)) -> String {
    let last = found.last;
    let there = |turn: u32| {
        let of = |curve: &CurveOf| {
            let step = curve.steps.iter().find(|step| step.turn == turn)?;
            let shown = Shown::of_column(&curve.value.0);
            let value = number::value(&curve.value.1, shown.factor);
            Some(format!("{} at {} {value}", number::estimate(&step.lasts, 1.0, DIGITS), shown.name))
        };
        found.curves.iter().filter_map(of).collect::<Vec<_>>().join(", ")
    };
    let later = if last > 1 { format!("; {last} turns of others {}", there(last)) } else { String::new() };
    format!(
        "the next turn of another outlast {}{later}; the chance of being lost in a turn is multiplied by {}",
        there(1),
        factors(found, column, step).join(" and by ")
    )
}
