//! Indices as an aligned table.

use std::fmt;

use tolley_analysis::Estimate;
use tolley_analysis::sensitivity::{End, Input, Sensitivity};
use tolley_analysis::statistics::indices::{Index, Indices};
use tolley_dataset::Dataset;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::words::GroupedCount;

/// Characters of the longest bar.
const BAR: f64 = 20.0;

/// Everything that is answered.
pub fn text(dataset: &Dataset, found: &Sensitivity, left_out: &[impl fmt::Display], place: &str) -> String {
    let plan = &dataset.manifest().plan;
    let state = if dataset.is_complete() { "" } else { "PARTIAL: " };
    let shown = Shown::of_column(&found.measure);
    let unit = if shown.unit.is_empty() { String::new() } else { format!(" {}", shown.unit) };
    let [rows, whole] = found.rows.map(GroupedCount);
    let decimals = number::decimals(&found.mean, shown.factor).unwrap_or(3);
    let head = format!(
        "{}: what does it hang on? {}\n{state}{}, mean {}{unit}; {whole} of {rows} rows of a Saltelli design, {} trials a \
         point, seed {}\n",
        plan.study,
        found.about,
        found.measure,
        number::estimate(&found.mean, shown.factor, decimals),
        GroupedCount(found.repeats),
        plan.seed,
    );
    let chance = if found.repeats == 1 { "" } else { "Chance is taken out of both. " };
    let notes: String = found.notes.iter().map(|note| format!("{note}\n")).collect();
    let table = columns::indented(&columns::rows(&table(found, &shown)));
    format!(
        "{head}\n{table}\nST: share of the variance that would stay if all but this key were known; S1: share that would go if \
         it alone\nwere known; each with the bootstrap's 95 %. {chance}Means are at the lowest and the highest quarter of a key's \
         numbers,\nwith all alike in it, or at each value.\n{notes}{}dataset: {place}\n",
        not_swept(left_out)
    )
}

/// A line for each key that was not swept, and why.
fn not_swept(left_out: &[impl fmt::Display]) -> String {
    if left_out.is_empty() {
        return String::new();
    }
    let lines: String = left_out.iter().map(|left| format!("  {left}\n")).collect();
    format!("Left out, each with why it is not drawn with the others:\n{lines}")
}

fn table(found: &Sensitivity, shown: &Shown) -> Vec<TextColumn> {
    let head = |names: [&str; 2]| names.map(str::to_owned).into_iter();
    let cells = |cell: &dyn Fn(&Input) -> String| found.inputs.iter().map(cell).collect::<Vec<_>>();
    let index = |input: &Input, of: fn(&Indices) -> Index| match input.indices.as_ref().map(|found| (found, of(found)))
    {
        Some((_, Index { value, interval: Some([low, high]) })) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        Some((found, Index { value, interval: None })) if !found.is_seen => format!("{value:.2}"),
        _ => "-".to_owned(),
    };
    let total = |input: &Input| index(input, |found| found.total);
    let first = |input: &Input| index(input, |found| found.first);
    let bar = |input: &Input| {
        let share = input.indices.map_or(0.0, |indices| indices.total.value.clamp(0.0, 1.0));
        "█".repeat((share * BAR).round() as usize)
    };
    let ends = |input: &Input| {
        // the means at its ends differ by chance alone
        if input.indices.is_some_and(|indices| !indices.is_seen) {
            return vec!["changed nothing".to_owned()];
        }
        input.ends.iter().map(|end| format!("{}: {}", place(input, end), mean(&end.mean, shown))).collect::<Vec<_>>()
    };
    let ends = |input: &Input| ends(input).join(", ");
    vec![
        TextColumn::left(head(["key", ""]).chain(cells(&|input| input.key.clone()))),
        TextColumn::right(head(["ST", ""]).chain(cells(&total))),
        TextColumn::left(head(["", ""]).chain(cells(&bar))),
        TextColumn::right(head(["S1", ""]).chain(cells(&first))),
        TextColumn::left(head([&format!("{} at", shown.name), &shown.unit]).chain(cells(&ends))),
    ]
}

/// A part of an axis.
fn place(input: &Input, end: &End) -> String {
    let shown = Shown::of_column(&input.column);
    let [low, high] = end.values.each_ref().map(|value| match number::value(value, shown.factor).parse::<f64>() {
        Ok(number) => number::short(number),
        Err(_) => number::value(value, shown.factor),
    });
    let unit = if shown.unit.is_empty() { String::new() } else { format!(" {}", shown.unit) };
    if low == high { format!("{low}{unit}") } else { format!("{low}..{high}{unit}") }
}

fn mean(estimate: &Estimate, shown: &Shown) -> String {
    let decimals = number::decimals(estimate, shown.factor).unwrap_or(3);
    number::estimate(estimate, shown.factor, decimals)
}
