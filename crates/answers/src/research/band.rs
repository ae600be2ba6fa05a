//! The range in which a difference keeps most of its top, as aligned tables.

use tolley_analysis::band::{Band, BandOf, MOST, Place};
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns;
use crate::number::{self, Shown};
use crate::point_columns::headed;

/// Digits of a share.
const DIGITS: usize = 3;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Band) -> String {
    let plan = &dataset.manifest().plan;
    let shown = Shown::of_column(&found.along);
    let at = |place: &Place| number::short(place.at * shown.factor);
    let table = |band: &BandOf| {
        let cells = |cell: &dyn Fn(&Place) -> String| band.places.iter().map(cell).collect::<Vec<_>>().into_iter();
        let table = [
            headed(&shown.name, &shown.unit, cells(&at)),
            headed("difference", &found.measure, cells(&|place| number::estimate(&place.difference, 1.0, DIGITS))),
            headed("curve", &found.measure, cells(&|place| number::estimate(&place.smooth, 1.0, DIGITS))),
            headed("has most", "share", cells(&|place| format!("{:.2}", place.has_most))),
        ];
        let fit = band.misses.map_or_else(
            || "not tested".to_owned(),
            |(at, p)| {
                let refused = if p <= LEVEL { "refused" } else { "not refused" };
                format!(
                    "{refused}, farthest off at {} (p {}, all places)",
                    number::short(at * shown.factor),
                    number::p_value(p)
                )
            },
        );
        format!("{}{}fit of the curve: {fit}\n\n", named(band), columns::indented(&columns::rows(&table)))
    };
    format!(
        "{}: where does the difference keep {:.0} % of its largest? {}\n{} repeats, seed {}; 95 % intervals by bootstrap of \
         repeats\n\n{}curve: cubic in the logarithm of {}, least squares; has most: in that share of the resamples the \
         curve has at\nleast {:.0} % of its top there.\ndataset: {}\n",
        plan.study,
        MOST * 100.0,
        short(found),
        plan.grid.repeats,
        plan.seed,
        found.bands.iter().map(table).collect::<String>(),
        found.along,
        MOST * 100.0,
        dataset.dir().display(),
    )
}

/// `at friction 0.2:`, of the band of a stratum.
fn named(band: &BandOf) -> String {
    let value = |(column, value): &(String, Value)| {
        let Shown { name, unit, factor } = Shown::of_column(column);
        format!("{name} {} {unit}", number::value(value, factor)).trim_end().to_owned()
    };
    let all: Vec<String> = band.values.iter().map(value).collect();
    if all.is_empty() { String::new() } else { format!("at {}:\n", all.join(", ")) }
}

/// In a line: all together, then each stratum.
pub fn short(found: &Band) -> String {
    let shown = Shown::of_column(&found.along);
    let range = |low: f64, high: f64| {
        let [low, high] = [low, high].map(|at| number::short(at * shown.factor));
        format!("{low} to {high} {}", shown.unit).trim_end().to_owned()
    };
    let one = |band: &BandOf| {
        let sure: Vec<f64> = band.places.iter().filter(|place| place.has_most >= 0.95).map(|place| place.at).collect();
        let sure = match sure.as_slice() {
            [] => "nowhere in 95 % of resamples".to_owned(),
            all => format!("in 95 % of resamples {}", range(all[0], all[all.len() - 1])),
        };
        let told = band.band.map_or("nowhere".to_owned(), |[low, high]| range(low, high));
        let fit = band.misses.filter(|(_, p)| *p <= LEVEL);
        let fit = fit.map_or_else(String::new, |(at, p)| {
            format!(" (by a curve that does not fit at {}, p {})", number::short(at * shown.factor), number::p_value(p))
        });
        format!("{}{told}, {sure}{fit}", named(band).replace(":\n", " "))
    };
    let all: Vec<String> = found.bands.iter().map(one).collect();
    format!(
        "{} keeps {:.0} % of its largest difference for {} of {}",
        found.measure,
        MOST * 100.0,
        found.along,
        all.join("; ")
    )
}
