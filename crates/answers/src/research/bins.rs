//! How one column hangs on another, as an aligned table.

use tolley_analysis::Estimate;
use tolley_analysis::bins::{Bin, Bins, Stratum};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

/// Digits where no interval says how many.
const DIGITS: usize = 3;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Bins) -> String {
    let plan = &dataset.manifest().plan;
    let rows: Vec<(&Stratum, &Bin)> =
        found.strata.iter().flat_map(|stratum| stratum.bins.iter().map(move |bin| (stratum, bin))).collect();
    let values: Vec<&[(String, Value)]> = rows.iter().map(|(stratum, _)| stratum.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&values);
    let [by, measure] = [&found.by, &found.measure].map(|name| Shown::of_column(name));
    let range = |(_, bin): &(&Stratum, &Bin)| {
        let [low, high] = bin.range.map(|end| number::short(end * by.factor));
        format!("{low} to {high}")
    };
    table.push(headed(&by.name, &by.unit, rows.iter().map(range)));
    let digits = |estimate: &Estimate, factor: f64| number::decimals(estimate, factor).unwrap_or(DIGITS);
    let value = |(_, bin): &(&Stratum, &Bin)| {
        number::estimate(&bin.estimate, measure.factor, digits(&bin.estimate, measure.factor))
    };
    table.push(headed(&measure.name, &measure.unit, rows.iter().map(value)));
    table.push(headed("n", "rows", rows.iter().map(|(_, bin)| bin.estimate.n.to_string())));
    format!(
        "{}: how does {} hang on {}?\n{} repeats, seed {}; 95 % intervals, the rows of a repeat as one cluster\n\n{}\n{}\
         dataset: {}\n",
        plan.study,
        found.measure,
        found.by,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        found.strata.iter().map(|stratum| format!("{}\n", slope(found, stratum))).collect::<String>(),
        dataset.dir().display(),
    )
}

/// `b_error_ratio 1: a line changes by -0.02 [-0.03, -0.01] a 100 mm`.
fn slope(found: &Bins, stratum: &Stratum) -> String {
    let by = Shown::of_column(&found.by);
    let bin = stratum.bins.first().map_or(1.0, |bin| bin.range[1] - bin.range[0]);
    let factor = Shown::of_column(&found.measure).factor * bin;
    let told = number::estimate(&stratum.slope, factor, number::decimals(&stratum.slope, factor).unwrap_or(DIGITS));
    let values: Vec<String> = stratum
        .values
        .iter()
        .map(|(column, value)| format!("{column} {}", number::value(value, Shown::of_column(column).factor)))
        .collect();
    let of = if values.is_empty() { String::new() } else { format!("{}: ", values.join(", ")) };
    let p = stratum
        .p_permuted
        .map_or_else(String::new, |p| format!(" (p {} by permutation of places)", number::p_value(p)));
    format!(
        "{of}{} changes by {told} for every {} {} more of {}{p}",
        found.measure,
        number::short(bin * by.factor),
        by.unit,
        by.name
    )
}

/// In a line.
pub fn short(found: &Bins) -> String {
    found.strata.iter().map(|stratum| slope(found, stratum)).collect::<Vec<_>>().join("; ")
}
