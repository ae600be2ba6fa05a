//! How long what may be lost lasts, as aligned tables.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::survival::Step;
use tolley_analysis::survival::{CurveOf, Survival};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::exact::NONE_SEEN;
use crate::columns::{self, TextColumn};
use crate::point_columns::{axis_columns, headed};
use crate::summary::number::{self, Shown};

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
        "{}: how long until {}? {} repeats, seed {}\n\n{}\nlasts: Kaplan and Meier's share that is still there after so \
         many turns of others; 95 % intervals, repeats in 20 groups\nleft out in turn. By Cox's model (exact for counted \
         turns, each turn of each combination of the other axes with\na hazard of its own) the chance of being lost in a \
         turn is multiplied by\n{}dataset: {}\n",
        plan.study,
        found.lost,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        factors(found, column, step).iter().map(|factor| format!("  {factor}\n")).collect::<String>(),
        dataset.dir().display(),
    )
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

/// In a line.
pub fn short(found: &Survival, (column, step): (&str, f64)) -> String {
    let first = |curve: &CurveOf| {
        let first = curve.steps.first().filter(|step| step.turn == 1)?;
        let shown = Shown::of_column(&curve.value.0);
        let value = number::value(&curve.value.1, shown.factor);
        Some(format!("{} at {} {value}", number::estimate(&first.lasts, 1.0, DIGITS), shown.name))
    };
    let lasts: Vec<String> = found.curves.iter().filter_map(first).collect();
    format!(
        "the next turn of another outlast {}; the chance of being lost in a turn is multiplied by {}",
        lasts.join(", "),
        factors(found, column, step).join(" and by ")
    )
}
