//! Does every one of n seats win one match in n?

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::equivalence::{Comparison, PValues, Verdict};
use tolley_statistics::estimates::{CONFIDENCE, Estimate, Moments, share, share_at, upper_of};
use tolley_statistics::uniform::chi_square;

use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::summary::MARGIN;
use crate::told;
use crate::values::values_of;
use crate::verdict::corrected;

/// One design point.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatsOfPoint {
    /// Column and value of each axis, SI.
    pub values: Vec<(String, Value)>,
    /// Of each seat the share of matches it wins, with Wilson's interval.
    pub shares: Vec<Estimate>,
    /// The same with intervals that hold for all seats of the point at once: Wilson's at a level for each that is the
    /// whole over their number (L. A. Goodman, Technometrics 7 (1965) 247).
    pub at_once: Vec<Estimate>,
    /// Of each seat how far its wins are off those expected, in standard deviations of them.
    pub residuals: Vec<f64>,
    /// The chance of wins so unevenly spread where all seats are alike (Pearson's chi-square).
    pub p: Option<f64>,
    /// Of each seat beside one in n, corrected by Holm for all seats of all points.
    pub verdicts: Vec<Option<Verdict>>,
}

/// All points.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// The column that names the winner's seat, from 0.
    pub column: String,
    /// How far from one in n is still fair.
    pub margin: f64,
    /// In the order of the design.
    pub points: Vec<SeatsOfPoint>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// How often each seat wins, where `key` says how many there are.
pub fn seats(dataset: &Dataset, key: &str, column: &str) -> Result<Seats, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let axis = grid.axes.iter().position(|axis| axis.key == key);
    let axis = axis.ok_or_else(|| AnalysisError::Question(format!("{key} is no axis of this dataset")))?;
    let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let values = values_of(dataset, column)?;
    let mut comparisons = Vec::new();
    let mut points = Vec::new();
    for point in 0..grid.points() {
        let Value::Count(count) = *grid.axis_value(axis, point) else {
            return Err(AnalysisError::Question(format!("{key} does not count seats")));
        };
        let won: Vec<f64> = (0..grid.repeats)
            .map(|repeat| values.of_trials[grid.trial(point, repeat) as usize])
            .filter(|seat| !seat.is_nan())
            .collect();
        let wins: Vec<u64> =
            (0..count).map(|seat| won.iter().filter(|won| **won == seat as f64).count() as u64).collect();
        let of_seat = |seat: u64| {
            let mut moments = Moments::default();
            won.iter().for_each(|won| moments.add(f64::from(u8::from(*won == seat as f64))));
            Comparison::new(&moments, 1.0 / count as f64, 1.0, MARGIN)
        };
        comparisons.push((0..count).map(of_seat).collect::<Vec<_>>());
        let axes = grid.axes.iter().enumerate();
        points.push(SeatsOfPoint {
            values: axes.map(|(axis, entry)| (name(&entry.key), grid.axis_value(axis, point).into_owned())).collect(),
            shares: wins.iter().map(|wins| share(*wins, won.len() as u64)).collect(),
            at_once: at_once(&wins, won.len() as u64),
            residuals: residuals(&wins, won.len() as u64),
            p: chi_square(&wins),
            verdicts: Vec::new(),
        });
    }
    let alone: Vec<PValues> = comparisons.iter().flatten().flatten().map(Comparison::p_values).collect();
    let mut p = corrected(&alone).into_iter();
    for (point, comparisons) in points.iter_mut().zip(&comparisons) {
        let verdict =
            |comparison: &Option<Comparison>| comparison.and_then(|_| p.next()).map(|p| Verdict::of_difference(&p));
        point.verdicts = comparisons.iter().map(verdict).collect();
    }
    Ok(Seats { column: column.to_owned(), margin: MARGIN, points, missing: values.missing })
}

fn at_once(wins: &[u64], n: u64) -> Vec<Estimate> {
    let upper = upper_of(1.0 - (1.0 - CONFIDENCE) / wins.len() as f64);
    wins.iter().map(|wins| share_at(*wins, n, upper)).collect()
}

/// Wins less those expected, over the root of n p (1 - p) (S. J. Haberman, Biometrics 29 (1973) 205).
fn residuals(wins: &[u64], n: u64) -> Vec<f64> {
    let (n, even) = (n as f64, 1.0 / wins.len() as f64);
    let deviation = (n * even * (1.0 - even)).sqrt();
    wins.iter().map(|wins| (*wins as f64 - n * even) / deviation).collect()
}

impl SeatsOfPoint {
    /// The seat that is farthest off, and its share less an even one, with an interval that holds for all at once.
    pub fn most_off(&self) -> Option<(usize, Estimate)> {
        let even = 1.0 / self.at_once.len() as f64;
        let off = |share: &Estimate| {
            let interval = share.interval.map(|ends| ends.map(|end| end - even));
            Estimate { value: share.value.map(|value| value - even), interval, ..*share }
        };
        let all = self.at_once.iter().map(off).enumerate().filter(|(_, off)| off.value.is_some());
        let size = |off: &Estimate| off.value.map_or(0.0, f64::abs);
        all.max_by(|a, b| size(&a.1).total_cmp(&size(&b.1)))
    }
}

impl Seats {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let point = |point: &SeatsOfPoint| {
            let seat = |seat: usize| {
                let mut object = told::estimate(&point.shares[seat]);
                object["says"] = json!(point.verdicts[seat].map(Verdict::name));
                object["at_once"] = told::estimate(&point.at_once[seat]);
                object["residual"] = json!(point.residuals[seat]);
                object
            };
            let seats: Vec<Json> = (0..point.shares.len()).map(seat).collect();
            let most = point.most_off().map(|(seat, off)| json!({ "seat": seat + 1, "off": told::estimate(&off) }));
            json!({ "values": told::values(&point.values), "seats": seats, "p_uniform": point.p, "most_off": most })
        };
        let points: Vec<Json> = self.points.iter().map(point).collect();
        json!({
            "column": self.column, "margin": self.margin, "correction": "holm", "points": points,
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residuals_and_intervals_of_all_seats_are_those_of_scipy() {
        // (30 - 20) / sqrt(60 / 3 * 2 / 3); scipy.stats.binomtest(30, 60).proportion_ci(1 - 0.05 / 3, "wilson")
        let [first, ..] = residuals(&[30, 18, 12], 60)[..] else { panic!("three seats") };
        assert!((first - 10.0 / (40.0_f64 / 3.0).sqrt()).abs() < 1e-12, "{first}");
        let [low, high] = at_once(&[30, 18, 12], 60)[0].interval.expect("an interval");
        assert!(
            (low - 0.352_359_704_412_034_46).abs() < 1e-9 && (high - 0.647_640_295_587_965_5).abs() < 1e-9,
            "{low} {high}"
        );
    }
}
