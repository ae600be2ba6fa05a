//! Verdicts and tolerances as a tidy table: one row an estimate, a p-value, a bound.

use tolley_analysis::Estimate;
use tolley_analysis::course::Course;
use tolley_analysis::dataset::Method;
use tolley_analysis::fair::Fairness;
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::tolerances::Tolerances;
use tolley_analysis::verdict::PointVerdict;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::needed::needed_terms;
use crate::tidy::{Row, Tidy};

/// Everything that is answered.
pub fn tidy(dataset: &Dataset, found: &Fairness) -> Tidy {
    let mut rows = Vec::new();
    for (number, point) in found.points.iter().enumerate() {
        match found.courses.as_ref().map(|courses| courses[number].as_ref()) {
            Some(course) => rows.extend(of_course(found, point, course)),
            None => rows.extend(of_point(found, point)),
        }
    }
    rows.extend(found.tolerances.iter().flat_map(tolerance_rows));
    Tidy::of(None, dataset, rows)
}

/// A number that has no interval.
fn plain(value: f64, n: u64) -> Estimate {
    Estimate { n, value: Some(value), ..Estimate::default() }
}

fn verdict(point: &PointVerdict, said: Option<Verdict>, method: &str) -> Option<Row> {
    let said = if point.is_identity { "identical" } else { said?.name() };
    Some(Row::at_point(format!("says {said}"), plain(1.0, point.estimate.n), method, point.point))
}

fn of_point(found: &Fairness, point: &PointVerdict) -> Vec<Row> {
    let method = "two one-sided tests, Holm";
    let row = |term: &str, estimate: Estimate, method: &str| Row::at_point(term, estimate, method, point.point);
    let mut rows = vec![row(&found.measure, point.estimate, Method::WilsonEffectiveN.name())];
    let n = point.estimate.n;
    if let Some(p) = &point.p {
        rows.push(row("p of the margin or beyond it", plain(p.within, n), method));
        rows.push(row("p of within the margin", plain(p.outside, n), method));
        rows.push(row("p of equality", plain(p.differs, n), method));
    }
    for (term, needed) in needed_terms("trials", point.needed) {
        rows.push(row(&term, plain(needed as f64, n), method));
    }
    rows.extend(verdict(point, point.verdict, method));
    rows.extend(point.never_differed.then(|| row("never differed", plain(1.0, n), "count")));
    rows
}

/// A point that was looked at while it was played.
fn of_course(found: &Fairness, point: &PointVerdict, course: Option<&Course>) -> Vec<Row> {
    let method = "sequential test of likelihoods, Bonferroni";
    let row = |term: &str, estimate: Estimate, method: &str| Row::at_point(term, estimate, method, point.point);
    let interval = course.and_then(|course| course.interval);
    let share = Estimate { interval, std_error: point.estimate.std_error, ..point.estimate };
    let mut rows = vec![row(&found.measure, share, "share, at all looks together")];
    if let Some(course) = course {
        rows.push(row("logarithm of the ratio of margin to equality", plain(course.llr, course.n), method));
        rows.push(row("trials at the last look", plain(course.n as f64, course.n), method));
        let shares = ["a quarter", "half", "three quarters"];
        for (share, likely) in shares.iter().zip(course.likely.into_iter().flatten()) {
            let term = format!("trials needed as seen, in {share} of runs");
            rows.extend(likely.map(|likely| row(&term, plain(likely as f64, course.n), method)));
        }
    }
    rows.extend(verdict(point, course.map(|course| course.verdict), method));
    rows
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

#[cfg(test)]
mod tests {
    use tolley_analysis::tolerances::Stratum;

    use super::*;

    #[test]
    fn what_is_known_by_values_alone_is_a_row_without_a_curve_too() {
        let stratum = Stratum {
            values: Vec::new(),
            curve: None,
            degree: 0,
            n: 8,
            sides: [None; 2],
            tried: [None, Some(0.02)],
            has_values: [true; 2],
        };
        let tolerances = Tolerances {
            key: "a.mass_ratio".to_owned(),
            column: "a_mass_ratio".to_owned(),
            equal: 1.0,
            confidence: 0.95,
            whole: None,
            strata: vec![stratum],
        };
        let rows = tolerance_rows(&tolerances);
        let terms: Vec<(&str, Option<f64>)> = rows.iter().map(|row| (row.term.as_str(), row.estimate.value)).collect();
        assert_eq!(terms, [("tolerance of a.mass_ratio above 1 by values alone", Some(0.02))]);
    }
}
