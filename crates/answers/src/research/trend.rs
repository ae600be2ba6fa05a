//! Whether a measure rises or falls along an axis, as an aligned table.

use tolley_analysis::Estimate;
use tolley_analysis::trend::{Stratum, Trended};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, TextColumn};
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};

/// Digits where no interval says how many.
const DIGITS: usize = 3;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Trended) -> String {
    let plan = &dataset.manifest().plan;
    let shown = Shown::of_column(&found.along.0);
    let rows: Vec<&[(String, Value)]> = found.strata.iter().map(|stratum| stratum.values.as_slice()).collect();
    let cells = |cell: &dyn Fn(&Stratum) -> String| found.strata.iter().map(cell).collect::<Vec<_>>().into_iter();
    let mut table: Vec<TextColumn> =
        if rows.iter().all(|row| row.is_empty()) { Vec::new() } else { axis_columns(&rows) };
    for (place, value) in found.along.1.iter().enumerate() {
        let head = number::value(value, shown.factor);
        table.push(headed(&head, &shown.unit, cells(&|stratum| told(&stratum.means[place]))));
    }
    table.push(headed("one place more", "", cells(&|stratum| told(&stratum.slope))));
    if found.strata.iter().any(|stratum| stratum.trend.is_some()) {
        let trend = |stratum: &Stratum| stratum.trend.map_or("-".to_owned(), |trend| number::p_value(trend.p));
        table.push(headed("p", "trend", cells(&trend)));
    }
    table.push(headed("p", "isotonic", cells(&|stratum| number::p_value(stratum.p))));
    table.push(headed("least p", "reversal", cells(&|stratum| number::p_value(least(&stratum.reversals)))));
    let mut says = headed("", "", cells(&|stratum| stratum.way.name().to_owned()));
    says.is_left = true;
    table.push(says);
    format!(
        "{}: does {} rise or fall along {}?\n{} repeats, seed {}; 95 % intervals\n\n{}\ntrend: Cochran and Armitage's test \
         over places, every trial for itself, for measures that are all or nothing. isotonic: whether a\ncurve that only \
         rises, or only falls, explains more than a constant (signs of repeats at random); reversal: of the\n\
         steps against it (Holm).\ndataset: {}\n",
        plan.study,
        found.measure,
        found.along.0,
        plan.grid.repeats,
        plan.seed,
        columns::indented(&columns::rows(&table)),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Trended) -> String {
    let one = |stratum: &Stratum| {
        let values: Vec<String> = stratum
            .values
            .iter()
            .map(|(column, value)| {
                let Shown { name, unit, factor } = Shown::of_column(column);
                format!("{name} {} {unit}", number::value(value, factor)).trim_end().to_owned()
            })
            .collect();
        let of = if values.is_empty() { String::new() } else { format!("{}: ", values.join(", ")) };
        let trend = stratum
            .trend
            .map_or_else(String::new, |trend| format!("; Cochran-Armitage p {}", number::p_value(trend.p)));
        format!(
            "{of}{} ({} a place, isotonic p {}{trend})",
            stratum.way.name(),
            told(&stratum.slope),
            number::p_value(stratum.p)
        )
    };
    let all: Vec<String> = found.strata.iter().map(one).collect();
    format!("{} along {}: {}", found.measure, found.along.0, all.join(", "))
}

/// The smallest of the p-values of reversals.
pub fn least(p: &[f64]) -> f64 {
    p.iter().copied().fold(1.0, f64::min)
}

fn told(estimate: &Estimate) -> String {
    number::estimate(estimate, 1.0, number::decimals(estimate, 1.0).unwrap_or(DIGITS))
}
