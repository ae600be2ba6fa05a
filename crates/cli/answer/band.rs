//! The range in which a difference keeps most of its top, as aligned tables.

use tolley_analysis::band::{Band, MOST, Place};
use tolley_dataset::Dataset;

use crate::columns;
use crate::point_columns::headed;
use crate::summary::number::{self, Shown};

/// Digits of a share.
const DIGITS: usize = 3;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Band) -> String {
    let plan = &dataset.manifest().plan;
    let shown = Shown::of_column(&found.along);
    let cells = |cell: &dyn Fn(&Place) -> String| found.places.iter().map(cell).collect::<Vec<_>>().into_iter();
    let at = |place: &Place| number::short(place.at * shown.factor);
    let table = [
        headed(&shown.name, &shown.unit, cells(&at)),
        headed("difference", &found.measure, cells(&|place| number::estimate(&place.difference, 1.0, DIGITS))),
        headed("curve", &found.measure, cells(&|place| number::estimate(&place.smooth, 1.0, DIGITS))),
        headed("has most", "share", cells(&|place| format!("{:.2}", place.has_most))),
    ];
    format!(
        "{}: where does the difference keep {:.0} % of its largest? {}\n{} repeats, seed {}; 95 % intervals by bootstrap of \
         repeats\n\n{}\ncurve: cubic in the logarithm of {}, least squares; has most: in that share of the resamples the \
         curve has at\nleast {:.0} % of its top there.\ndataset: {}\n",
        plan.study,
        MOST * 100.0,
        short(found),
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        found.along,
        MOST * 100.0,
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Band) -> String {
    let shown = Shown::of_column(&found.along);
    let sure: Vec<f64> = found.places.iter().filter(|place| place.has_most >= 0.95).map(|place| place.at).collect();
    let range = |low: f64, high: f64| {
        let [low, high] = [low, high].map(|at| number::short(at * shown.factor));
        format!("{low} to {high} {}", shown.unit).trim_end().to_owned()
    };
    let band = found.band.map_or("nowhere".to_owned(), |[low, high]| range(low, high));
    let sure = match sure.as_slice() {
        [] => "nowhere in 95 % of resamples".to_owned(),
        all => format!("in 95 % of resamples {}", range(all[0], all[all.len() - 1])),
    };
    format!(
        "{} keeps {:.0} % of its largest difference for {} of {band}; {sure}",
        found.measure,
        MOST * 100.0,
        found.along
    )
}
