//! Smooth surfaces, as aligned tables.

use tolley_analysis::smooth::{LEAST_R2, Part, Smooth, Stratum, Surfaced};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::point_columns::{axis_columns, headed};
use crate::summary::number::{self, Shown};

/// Digits where no interval says how many.
const DIGITS: usize = 3;
/// Digits of an index and of R2.
const INDEX_DIGITS: usize = 2;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Smooth) -> String {
    let plan = &dataset.manifest().plan;
    format!(
        "{}: a smooth surface over {}\n{} repeats, seed {}; through the means of all points, with a length for each axis \
         (Gaussian process, Matern 5/2)\n\n{}\n{}R2: what surfaces through four fifths of the points tell of the others; \
         below {LEAST_R2} a surface is not to be read.\nST: the share of its variance that hangs on each axis, in the order of the \
         first line, alone or with others. Intervals are of one place by\nitself, 95 %.\ndataset: {}\n",
        plan.study,
        found.over.iter().map(|(column, _)| column.as_str()).collect::<Vec<_>>().join(", "),
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&surfaces(found))),
        found.strata.iter().map(|stratum| parts(found, stratum)).collect::<String>(),
        dataset.dir().display(),
    )
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
    table.push(headed("R2", "", told(&|one| r2(one)).into_iter()));
    let digits = INDEX_DIGITS;
    let totals =
        |one: &Surfaced| one.totals.iter().map(|total| format!("{total:.digits$}")).collect::<Vec<_>>().join(" ");
    table.push(headed("ST", "in turn", told(&totals).into_iter()));
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

fn r2(surfaced: &Surfaced) -> String {
    surfaced.r2.map_or_else(|| "-".to_owned(), |r2| format!("{r2:.INDEX_DIGITS$}"))
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
        let values: Vec<String> = stratum
            .values
            .iter()
            .map(|(column, value)| format!("{column} {}", number::value(value, Shown::of_column(column).factor)))
            .collect();
        let of = if values.is_empty() { String::new() } else { format!("{}: ", values.join(", ")) };
        let surface = |(surfaced, (measure, _)): (&Option<Surfaced>, &(String, [f64; 2]))| match surfaced {
            Some(one) if one.r2.is_some_and(|r2| r2 >= LEAST_R2) => {
                format!("{measure} is most at {} (R2 {})", place(found, one), r2(one))
            }
            Some(one) => format!("the surface of {measure} is not to be read (R2 {})", r2(one)),
            None => format!("{measure} does not differ"),
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
