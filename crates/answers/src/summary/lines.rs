//! Lines of a summary that was asked for one axis, or for differences: as a table and as comma-separated values.

use tolley_analysis::lines::{Line, Lines, Pairing};
use tolley_analysis::{Estimate, Facts, Summary};
use tolley_experiment::value::Value;

use super::text;
use crate::columns::TextColumn;
use crate::number::{self, Shown};
use crate::words::GroupedCount;

/// A table of at most so many lines.
pub fn table(facts: &Facts, found: &Lines, most: usize, width: usize) -> String {
    let lines = &found.lines[..found.lines.len().min(most)];
    let axes: Vec<TextColumn> = found
        .axes
        .iter()
        .enumerate()
        .map(|(at, axis)| {
            let head = Shown::of(&facts.axes[*axis].column, &facts.axes[*axis].unit);
            let cells = lines.iter().map(|line| number::value(&line.values[at], head.factor));
            text::axis(&head, cells)
        })
        .collect();
    let mut told: Vec<Vec<TextColumn>> = Vec::new();
    for (at, measure) in found.measures.iter().enumerate() {
        let info = &facts.measures[*measure];
        let head = Shown::of(&info.column, &info.unit);
        let estimates = || lines.iter().map(|line| &line.estimates[at]);
        if estimates().all(|estimate| estimate.n == 0) {
            continue;
        }
        let mut columns = vec![text::headed(&head, cells(estimates(), &head))];
        if *measure == found.by && found.beside.is_some() {
            let none = Estimate::default();
            let differences = lines.iter().map(|line| line.difference.as_ref().unwrap_or(&none));
            let name = Shown { name: "difference".to_owned(), unit: head.unit.clone(), factor: head.factor };
            columns.push(text::headed(&name, cells(differences, &head)));
        }
        let n = estimates().map(|estimate| GroupedCount(estimate.n).to_string());
        columns.push(text::headed(&Shown::plain("n"), n));
        told.push(columns);
    }
    text::tables(&axes, told, width)
}

fn cells<'e>(estimates: impl Iterator<Item = &'e Estimate> + Clone, head: &Shown) -> impl Iterator<Item = String> {
    let digits = estimates.clone().filter_map(|estimate| number::decimals(estimate, head.factor)).max().unwrap_or(3);
    estimates.map(|estimate| number::estimate(estimate, head.factor, digits.max(2))).collect::<Vec<_>>().into_iter()
}

/// What stands over the table.
pub fn heading(facts: &Facts, found: &Lines, asked_over: bool) -> String {
    let by = &facts.measures[found.by].column;
    let what = match (asked_over, found.axes.first()) {
        (true, Some(axis)) => format!("{}: all other axes averaged over", facts.axes[*axis].key),
        _ => format!("points by {by}, best first"),
    };
    match &found.beside {
        Some(beside) => {
            let how = match found.pairing {
                Pairing::Paired => "paired by their random numbers",
                Pairing::Welch => "not paired, since their random numbers are independent (Welch)",
                Pairing::Newcombe => "not paired, since their random numbers are independent (Newcombe)",
            };
            format!("{what}; differences of {by} from {beside}, {how}; 95 % intervals")
        }
        None => format!("{what}; values with their 95 % intervals"),
    }
}

/// Tidy values: a row a line and measure, SI.
pub fn csv(facts: &Facts, found: &Lines, most: usize) -> Result<String, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let axes = found.axes.iter().map(|axis| facts.axes[*axis].column.as_str());
    let own = ["measure", "estimate", "std_error", "conf_low", "conf_high", "n"];
    let differences = ["difference", "difference_low", "difference_high", "difference_n"];
    let has_differences = found.beside.is_some();
    let head = axes.chain(own).chain(differences.into_iter().filter(|_| has_differences));
    out.write_record(head)?;
    for line in found.lines.iter().take(most) {
        for (measure, estimate) in found.measures.iter().zip(&line.estimates) {
            let mut row: Vec<String> = line.values.iter().map(plain).collect();
            row.push(facts.measures[*measure].column.clone());
            row.extend(numbers(estimate));
            if has_differences {
                let difference = line.difference.as_ref().filter(|_| *measure == found.by);
                row.extend(difference.map_or_else(|| vec![String::new(); 4], without_error));
            }
            out.write_record(row)?;
        }
    }
    Ok(text_of(out))
}

/// The same of all points and measures.
pub fn csv_of_points(summary: &Summary, most: usize) -> Result<String, csv::Error> {
    let facts = &summary.facts;
    let lines = summary.points().take(most).map(|point| Line {
        values: point.values,
        estimates: point.estimates,
        difference: None,
    });
    let found = Lines {
        by: facts.headline,
        measures: (0..facts.measures.len()).collect(),
        axes: (0..facts.axes.len()).collect(),
        lines: lines.collect(),
        beside: None,
        pairing: Pairing::default(),
    };
    csv(facts, &found, most)
}

fn plain(value: &Value) -> String {
    if let Value::Choice(choice) = value { choice.to_string() } else { value.to_string() }
}

fn numbers(estimate: &Estimate) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let [low, high] = estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
    vec![number(estimate.value), number(estimate.std_error), number(low), number(high), estimate.n.to_string()]
}

fn without_error(estimate: &Estimate) -> Vec<String> {
    let mut told = numbers(estimate);
    told.remove(1);
    told
}

fn text_of(out: csv::Writer<Vec<u8>>) -> String {
    String::from_utf8_lossy(&out.into_inner().unwrap_or_default()).into_owned()
}
