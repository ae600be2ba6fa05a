//! Smooth surfaces, as aligned tables.

use tolley_analysis::smooth::{LEAST_R2, Part, Smooth, Stratum, Surfaced};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

/// Digits where no interval says how many.
const DIGITS: usize = 3;
/// Digits of an index and of R2.
const INDEX_DIGITS: usize = 2;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Smooth) -> String {
    let plan = &dataset.manifest().plan;
    format!(
        "{}: a smooth surface over {}\n{} repeats, seed {}; through the means of all points, with a length for each axis \
         (Gaussian process, Matern 5/2)\n\n{}\n{}{}R2: what surfaces through four fifths of the points tell of the others; \
         below {LEAST_R2} a surface is not to be read.\n{}ST: the share of its variance that hangs on each axis, in the order of the \
         first line, alone or with others. Intervals are of one place by\nitself, 95 %.\ndataset: {}\n",
        plan.study,
        found.over.iter().map(|(column, _)| column.as_str()).collect::<Vec<_>>().join(", "),
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&surfaces(found))),
        found.strata.iter().map(|stratum| parts(found, stratum)).collect::<String>(),
        found.strata.iter().map(|stratum| plans(found, stratum)).collect::<String>(),
        if has_chance(found) { WITHOUT_CHANCE } else { "" },
        dataset.dir().display(),
    )
}

/// What is said of the second R2.
const WITHOUT_CHANCE: &str = "without chance: of what of the variance of the points is not chance in so few trials, \
                              whose lower end decides where it is known.\n";
/// Places along each axis of a plan, at most.
const PLAN_PLACES: usize = 13;

fn has_chance(found: &Smooth) -> bool {
    found.strata.iter().flat_map(|stratum| stratum.surfaces.iter().flatten()).any(|one| one.r2_without_chance.is_some())
}

/// Plans of the surfaces over two axes: the first from left to right, the second from below.
fn plans(found: &Smooth, stratum: &Stratum) -> String {
    let [(across, _), (up, _)] = found.over.as_slice() else { return String::new() };
    let of = |(surfaced, (measure, _)): (&Option<Surfaced>, &(String, [f64; 2]))| {
        let map = &surfaced.as_ref().filter(|one| !one.map.is_empty())?.map;
        let [columns, rows] = [0, 1].map(|axis| some_of(map.iter().map(|place| place.at[axis]).collect()));
        let cell = |x: f64, y: f64| {
            let here = map.iter().find(|place| place.at == [x, y]).and_then(|place| place.estimate.value);
            here.map_or_else(String::new, |value| format!("{value:.1}"))
        };
        let shown = |column: &str, value: f64| number::short(value * Shown::of_column(column).factor);
        let mut table = vec![headed("", "", rows.iter().rev().map(|y| shown(up, *y)))];
        table.extend(columns.iter().map(|x| headed(&shown(across, *x), "", rows.iter().rev().map(|y| cell(*x, *y)))));
        let mut halves: Vec<f64> = map.iter().filter_map(|place| place.estimate.std_error).collect();
        halves.sort_by(f64::total_cmp);
        let median = 1.96 * halves[halves.len() / 2];
        let values = told_values(&stratum.values);
        let with = if values.is_empty() { String::new() } else { format!(" at {values}") };
        let unit = Shown::of_column(across).unit;
        Some(format!(
            "{measure}{with}, {} across, {} upwards ({unit}); each known to {median:.1} in the median:\n\n{}\n",
            Shown::of_column(across).name,
            Shown::of_column(up).name,
            columns::indented(&columns::rows(&table))
        ))
    };
    stratum.surfaces.iter().zip(&found.bounds).filter_map(of).collect()
}

/// Some of all values, evenly, the middle one among them.
fn some_of(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values.dedup();
    let step = values.len().div_ceil(PLAN_PLACES);
    let first = values.len() / 2 % step;
    values.into_iter().skip(first).step_by(step).collect()
}

/// `marbles_left 48, by nearest`.
fn told_values(values: &[(String, Value)]) -> String {
    let one = |(column, value): &(String, Value)| {
        format!("{column} {}", number::value(value, Shown::of_column(column).factor))
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A line for each measure of each stratum.
fn surfaces(found: &Smooth) -> Vec<TextColumn> {
    let rows: Vec<(&Stratum, usize)> = found
        .strata
        .iter()
        .flat_map(|stratum| (0..found.bounds.len()).map(move |measure| (stratum, measure)))
        .collect();
    let of = |(stratum, measure): &(&Stratum, usize)| stratum.surfaces[*measure].clone();
    let told = |tell: &dyn Fn(&Surfaced) -> String| {
        rows.iter().map(|row| of(row).map_or_else(|| "-".to_owned(), |surfaced| tell(&surfaced))).collect::<Vec<_>>()
    };
    let values: Vec<&[(String, Value)]> = rows.iter().map(|(stratum, _)| stratum.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&values);
    table.push(headed("surface of", "", rows.iter().map(|(_, measure)| found.bounds[*measure].0.clone())));
    table.push(headed("R2", "", told(&|one| r2(one.r2)).into_iter()));
    if has_chance(found) {
        table.push(headed(
            "without chance",
            "",
            told(&|one| without_chance(one).unwrap_or_else(|| "-".to_owned())).into_iter(),
        ));
    }
    let digits = INDEX_DIGITS;
    let totals =
        |one: &Surfaced| one.totals.iter().map(|total| format!("{total:.digits$}")).collect::<Vec<_>>().join(" ");
    if rows.iter().filter_map(of).any(|one| !one.totals.is_empty()) {
        table.push(headed("ST", "in turn", told(&totals).into_iter()));
    }
    let top = |one: &Surfaced| number::estimate(&one.top.1, 1.0, number::decimals(&one.top.1, 1.0).unwrap_or(DIGITS));
    table.push(headed("top", "", told(&top).into_iter()));
    let mut places = headed("where", "", told(&|one| place(found, one)).into_iter());
    places.is_left = true;
    table.push(places);
    table
}

/// `table_length 900, table_width 450`.
fn place(found: &Smooth, surfaced: &Surfaced) -> String {
    let at = surfaced.top.0.iter().zip(&found.over).map(|(at, (column, _))| {
        let shown = Shown::of_column(column);
        format!("{} {:.2$}", shown.name, at * shown.factor, if shown.factor > 1.0 { 0 } else { 2 })
    });
    at.collect::<Vec<_>>().join(", ")
}

fn r2(r2: Option<f64>) -> String {
    r2.map_or_else(|| "-".to_owned(), |r2| format!("{r2:.INDEX_DIGITS$}"))
}

/// What it tells of what is not chance, with its interval.
fn without_chance(surfaced: &Surfaced) -> Option<String> {
    let told = surfaced.r2_without_chance?;
    let [low, high] = told.interval?;
    Some(format!("{:.INDEX_DIGITS$} [{low:.INDEX_DIGITS$}, {high:.INDEX_DIGITS$}]", told.value?))
}

/// By how much it is told to be read or not.
fn why(surfaced: &Surfaced) -> String {
    match without_chance(surfaced) {
        Some(told) => format!("R2 without chance {told}"),
        None if surfaced.r2_without_chance.is_some() => "all that differs may be chance".to_owned(),
        None => format!("R2 {}", r2(surfaced.r2)),
    }
}

/// From where to where a map goes.
fn range(surfaced: &Surfaced) -> String {
    let values = || surfaced.map.iter().filter_map(|place| place.estimate.value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    if surfaced.map.is_empty() { String::new() } else { format!(", from {low:.1} to {high:.1}") }
}

/// How much of each part of each axis is as wanted.
fn parts(found: &Smooth, stratum: &Stratum) -> String {
    if stratum.parts.is_empty() {
        return String::new();
    }
    let rows = &stratum.parts;
    let axis = |part: &Part| Shown::of_column(&found.over[part.axis].0);
    let range = |part: &Part| {
        let factor = axis(part).factor;
        let digits = if factor > 1.0 { 0 } else { 2 };
        format!("{:.digits$} to {:.digits$} {}", part.range[0] * factor, part.range[1] * factor, axis(part).unit)
    };
    let mut name = headed("axis", "", rows.iter().map(|part| axis(part).name.clone()));
    name.is_left = true;
    let mut table = vec![name, headed("part", "", rows.iter().map(range))];
    for (at, head) in ["inside", "outside", "open"].into_iter().enumerate() {
        table.push(headed(head, "share", rows.iter().map(|part| format!("{:.1$}", part.shares[at], INDEX_DIGITS))));
    }
    format!("{}\n", columns::indented(&columns::rows(&table)))
}

/// In a line.
pub fn short(found: &Smooth) -> String {
    let stratum = |stratum: &Stratum| {
        let values = told_values(&stratum.values);
        let of = if values.is_empty() { String::new() } else { format!("{values}: ") };
        let surface = |(surfaced, (measure, _)): (&Option<Surfaced>, &(String, [f64; 2]))| match surfaced {
            Some(one) if one.is_read() => {
                format!("{measure} is most at {}{} ({})", place(found, one), range(one), why(one))
            }
            Some(one) => format!("the surface of {measure} is not to be read ({})", why(one)),
            None => format!("{measure} has no surface"),
        };
        let told: Vec<String> = stratum.surfaces.iter().zip(&found.bounds).map(surface).collect();
        let shares = stratum.shares.map_or_else(String::new, |[inside, outside, open]| {
            let [inside, outside, open] = [inside, outside, open].map(|share| format!("{:.0} %", 100.0 * share));
            format!("; of the box {inside} is as wanted, {outside} is not, {open} may be")
        });
        format!("{of}{}{shares}", told.join(", "))
    };
    found.strata.iter().map(stratum).collect::<Vec<_>>().join("; ")
}
