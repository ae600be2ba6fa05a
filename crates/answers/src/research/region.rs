//! The points that are as wanted, as an aligned table.

use tolley_analysis::region::{PointOfRegion, Region, Side};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

/// Digits where no interval says how many.
const DIGITS: usize = 3;

/// Everything that is found: the points inside, one a line.
pub fn text(dataset: &Dataset, found: &Region) -> String {
    let plan = &dataset.manifest().plan;
    let inside: Vec<&PointOfRegion> = found.on(Side::Inside).collect();
    let rows: Vec<&[(String, Value)]> = inside.iter().map(|point| point.values.as_slice()).collect();
    let mut table: Vec<TextColumn> = axis_columns(&rows);
    for (at, (measure, _)) in found.bounds.iter().enumerate() {
        let shown = Shown::of_column(measure);
        let cell = |point: &&PointOfRegion| {
            let estimate = &point.estimates[at];
            number::estimate(estimate, shown.factor, number::decimals(estimate, shown.factor).unwrap_or(DIGITS))
        };
        table.push(headed(&shown.name, &shown.unit, inside.iter().map(cell)));
    }
    let table =
        if inside.is_empty() { String::new() } else { format!("\n{}", columns::indented(&columns::rows(&table))) };
    format!(
        "{}: {}\n{} repeats, seed {}\n{table}\ninside: the whole 95 % interval of every measure is as wanted, of each point \
         by itself; outside: that of one\nmeasure is not; open: neither.\ndataset: {}\n",
        plan.study,
        short(found),
        plan.grid.repeats,
        plan.seed,
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Region) -> String {
    let bound = |(measure, [low, high]): &(String, [f64; 2])| {
        let number = number::short;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("{measure} {} to {}", number(*low), number(*high)),
            (false, _) => format!("{measure} at most {}", number(*high)),
            (true, false) => format!("{measure} at least {}", number(*low)),
        }
    };
    let bounds: Vec<String> = found.bounds.iter().map(bound).collect();
    let [inside, outside, open] = [Side::Inside, Side::Outside, Side::Open].map(|side| found.on(side).count());
    format!("{}: {inside} points inside, {outside} outside, {open} open", bounds.join(" and "))
}
