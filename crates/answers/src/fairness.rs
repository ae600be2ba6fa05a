//! Verdicts and tolerances in the words of pages and of questions, until these show typed answers.

use tolley_analysis::Estimate;
use tolley_analysis::fair::Fairness;
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::tolerances::Tolerances;
use tolley_analysis::verdict::PointVerdict;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::number::Shown;
use crate::tidy::Row;

/// What these tests do not know of a dataset that grew.
pub fn grown(dataset: &Dataset) -> Option<String> {
    let steps = dataset.manifest().stretches.len();
    let told = || {
        format!(
            "The dataset grew in {steps} steps: these tests hold if what was seen did not say how far, else `tolley ask fair \
             --sequential` does."
        )
    };
    (steps > 1).then(told)
}

/// How many of the points that are fair never differed, if any.
pub fn never_differed(found: &Fairness) -> Option<String> {
    let is_so = |point: &&PointVerdict| point.never_differed && point.verdict == Some(Verdict::Fair);
    let count = found.points.iter().filter(is_so).count();
    (count > 0).then(|| format!("{count} of those fair never differed in any trial"))
}

/// How far in all strata at once: by the curves, and by values alone.
pub fn everywhere(tolerances: &Tolerances) -> String {
    let told = |robust: [Option<f64>; 2]| {
        let side = |side: usize, name: &str| match robust[side] {
            Some(bound) => format!("{} {name}", amount(tolerances, bound)),
            None if tolerances.strata.iter().any(|stratum| !stratum.has_values[side]) => {
                format!("nothing tried {name}")
            }
            None => format!("none shown {name}"),
        };
        format!("{}, {}", side(1, "above"), side(0, "below"))
    };
    let [robust, tried] = [tolerances.robust(), tolerances.robust_tried()].map(told);
    format!("{robust}; by values alone: {tried}")
}

fn signed(off: f64) -> String {
    if off == 0.0 {
        return "0".to_owned();
    }
    format!("{:+.5}", off).trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// By how much a quantity is off, and what that is of the whole.
fn amount(tolerances: &Tolerances, off: f64) -> String {
    let plain = signed(off);
    match &tolerances.whole {
        Some((column, value)) => {
            let shown = Shown::of_column(column);
            // the smallest unit of a mass that people weigh coins in
            let (unit, factor) = if shown.unit == "g" { ("mg", 1000.0) } else { (shown.unit.as_str(), 1.0) };
            format!("{plain} ({:+.0} {unit})", off * value * shown.factor * factor)
        }
        None => plain,
    }
}

/// A number that has no interval.
fn plain(value: f64, n: u64) -> Estimate {
    Estimate { n, value: Some(value), ..Estimate::default() }
}

/// How far a quantity may be off, in each stratum and in all of them.
pub fn tolerance_rows(tolerances: &Tolerances) -> Vec<Row> {
    let Tolerances { key, equal, strata, confidence, .. } = tolerances;
    let mut rows = Vec::new();
    let mut add = |term: String, value: f64, n: u64, method: &str, values: &[(String, Value)]| {
        rows.push(Row::of(term, plain(value, n), method).at(values));
    };
    let bound = format!("bound, one-sided {} %", confidence * 100.0);
    let by_values = format!("fixed sequence of two one-sided tests, {} %", confidence * 100.0);
    // what a ratio of 1 stands for
    let whole = tolerances.whole.as_ref().map(|(column, whole)| (format!(" as {column}"), *whole));
    let scales = || std::iter::once((String::new(), 1.0)).chain(whole.clone());
    for stratum in strata {
        let (n, values) = (stratum.n, stratum.values.as_slice());
        for (side, name) in [(1, "above"), (0, "below")] {
            for (unit, scale) in scales() {
                if let Some(tried) = stratum.tried[side] {
                    let term = format!("tolerance of {key} {name} {equal}{unit} by values alone");
                    add(term, tried * scale, n, &by_values, values);
                }
                let Some(tolerance) = stratum.sides[side] else { continue };
                let meets = tolerance.value.map(|value| value * scale);
                meets.into_iter().for_each(|value| {
                    add(format!("margin met by {key} {name} {equal}{unit}"), value, n, "curve", values);
                });
                let fair = tolerance.bound.map(|fair| fair * scale);
                fair.into_iter().for_each(|fair| {
                    add(format!("tolerance of {key} {name} {equal}{unit}"), fair, n, &bound, values);
                });
            }
        }
        if stratum.is_untested() {
            add(format!("curve over {key} is not tested"), 1.0, n, &format!("power {}", stratum.degree), values);
        }
        if let Some(p) = stratum.curve.as_ref().and_then(|curve| curve.p_fit) {
            let method = format!("chi-square, power {}", stratum.degree);
            add(format!("p of the curve over {key}"), p, n, &method, values);
        }
    }
    let (robust, tried) = (tolerances.robust(), tolerances.robust_tried());
    let n = strata.iter().map(|stratum| stratum.n).sum();
    for (side, name) in [(1, "above"), (0, "below")].into_iter().filter(|_| strata.len() > 1) {
        for (unit, scale) in scales() {
            if let Some(fair) = robust[side] {
                add(format!("tolerance of {key} {name} {equal}{unit}, in every stratum"), fair * scale, n, &bound, &[]);
            }
            if let Some(tried) = tried[side] {
                let term = format!("tolerance of {key} {name} {equal}{unit} by values alone, in every stratum");
                add(term, tried * scale, n, &by_values, &[]);
            }
        }
    }
    rows
}
