//! Axes in the order of what they change, in a line and as an aligned table.

use tolley_analysis::influence::{Influence, Ranked};
use tolley_dataset::Dataset;

use crate::columns;
use crate::number::{self, Shown};
use crate::point_columns::headed;

/// Digits where no interval says how many.
const DIGITS: usize = 4;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Influence) -> String {
    let plan = &dataset.manifest().plan;
    let cells = |cell: &dyn Fn(&Ranked) -> String| found.ranked.iter().map(cell).collect::<Vec<_>>().into_iter();
    let above = |place: usize| if found.is_surely_above_next(place) { "yes" } else { "" }.to_owned();
    let left = |head: &str, cells: std::vec::IntoIter<String>| {
        let mut column = headed(head, "", cells);
        column.is_left = true;
        column
    };
    let table = [
        left("what", cells(&|one| one.key.clone())),
        left("most with", cells(&value)),
        headed("changed", "share", cells(&share)),
        headed("surely above", "the next", (0..found.ranked.len()).map(above)),
    ];
    format!(
        "{}: on what does {} hang most? {} repeats, seed {}; 95 % intervals, repeats as clusters\n\n{}\nchanged: share of \
         paired trials that come out otherwise than in the control, of the value with which the most do, others averaged\n\
         over; if several values do alike, chance has raised the most. surely above: the intervals do not meet.\n\
         dataset: {}\n",
        plan.study,
        found.measure,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Influence) -> String {
    let mut told = String::new();
    for (place, one) in found.ranked.iter().enumerate() {
        let after = match place.checked_sub(1) {
            None => "",
            Some(before) if found.is_surely_above_next(before) => ", then ",
            Some(_) => ", not told apart from ",
        };
        told += &format!("{after}{} {} {}", one.key, value(one), share(one));
    }
    format!("in order of influence on {} (share of trials changed): {told}", found.measure)
}

fn value(one: &Ranked) -> String {
    let (column, value) = &one.value;
    let Shown { unit, factor, .. } = Shown::of_column(column);
    format!("{} {unit}", number::value(value, factor)).trim_end().to_owned()
}

/// With its interval.
pub fn share(one: &Ranked) -> String {
    number::estimate(&one.changed, 1.0, number::decimals(&one.changed, 1.0).unwrap_or(DIGITS))
}
