//! In which range of a quantity does a difference keep most of what it has at its largest? The difference between two
//! values of an axis as a smooth curve over the quantity, and the range in which it is at least a share of its top.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::t_tail;
use tolley_statistics::matrix::{Matrix, cholesky, solve};

use crate::arms::Arms;
use crate::crossing::numbers;
use crate::error::AnalysisError;
use crate::measured::measure;
use crate::missing::Missing;
use crate::paired::Trials;
use crate::resampled::Resampled;
use crate::told;

/// Powers of the curve: a cubic in the logarithm of the quantity.
const POWERS: usize = 4;
/// Part of the top that is most of it.
pub const MOST: f64 = 0.95;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// An axis, with the value that a difference is taken from.
    pub of: (&'q str, &'q str),
    /// An axis of numbers above 0.
    pub along: &'q str,
    /// The measure.
    pub measure: &'q str,
}

/// The difference at one value of the quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The value, SI.
    pub at: f64,
    /// As played.
    pub difference: Estimate,
    /// By the curve.
    pub smooth: Estimate,
    /// Share of the resamples in which the curve has at least [`MOST`] of its top there.
    pub has_most: f64,
}

/// The differences over the whole axis at one combination of the other axes, or over all of them together.
#[derive(Clone, Debug, PartialEq)]
pub struct BandOf {
    /// Column and value of each other axis, SI; none of all together.
    pub values: Vec<(String, Value)>,
    /// In the order of the axis.
    pub places: Vec<Place>,
    /// Where the curve misses what was played the most, for its error, and the chance of so much, corrected for all
    /// places; `None` where repeats are too few.
    pub misses: Option<(f64, f64)>,
    /// From where to where the curve has at least [`MOST`] of its top, among the places played.
    pub band: Option<[f64; 2]>,
}

/// All of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// The measure.
    pub measure: String,
    /// Column of the quantity.
    pub along: String,
    /// All strata together, then, where there are several, each in the order of the design.
    pub bands: Vec<BandOf>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Looks for the range: the difference between the last value of an axis and the one it is taken from.
pub fn band(dataset: &Dataset, asked: &Asked<'_>) -> Result<Band, AnalysisError> {
    let manifest = dataset.manifest();
    let measure = measure(manifest, Some(asked.measure))?;
    let (missing, trials) = Trials::of(dataset, &measure)?;
    let arms = Arms::of(manifest, &[(asked.of.0, Some(asked.of.1)), (asked.along, None)])?;
    let along = numbers(&arms.values_of(1), asked.along)?;
    let refuse = |message: String| Err(AnalysisError::Question(message));
    let (places, kinds) = (along.len(), arms.values_of(0).len());
    let (from, to) = (arms.control() / places, kinds - 1);
    if from == to {
        return refuse(format!("{}: its last value is the one that differences are taken from", asked.of.0));
    }
    let Some(smoother) = smoother(&along) else {
        return refuse(format!("{}: a curve takes {} values above 0, or more", asked.along, POWERS + 1));
    };
    let name = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let differences = |means: &[f64]| -> Vec<f64> {
        (0..places).map(|place| means[to * places + place] - means[from * places + place]).collect()
    };
    let smooth = |means: &[f64]| -> Vec<f64> {
        let differences = differences(means);
        let row = |row: &Vec<f64>| row.iter().zip(&differences).map(|(weight, difference)| weight * difference).sum();
        smoother.iter().map(row).collect()
    };
    let of = |values: Vec<(String, Value)>, found: &Resampled| {
        let place = |(place, at): (usize, &f64)| Place {
            at: *at,
            difference: found.estimate(|means| Some(differences(means)[place])),
            smooth: found.estimate(|means| Some(smooth(means)[place])),
            has_most: found.share(|means| has_most(&smooth(means))[place]),
        };
        let is_in = has_most(&smooth(&found.means));
        let inside = || along.iter().zip(&is_in).filter(|(_, is_in)| **is_in).map(|(at, _)| *at);
        let miss = |place: usize| {
            let residual = found.estimate(|means| Some(differences(means)[place] - smooth(means)[place]));
            let [off, error] = [residual.value?, residual.std_error?];
            Some((along[place], 2.0 * t_tail(residual.n - 1, (off / error).abs())))
        };
        BandOf {
            values,
            misses: (0..places)
                .filter_map(miss)
                .min_by(|(_, one), (_, other)| one.total_cmp(other))
                .map(|(at, p)| (at, (places as f64 * p).min(1.0))),
            places: along.iter().enumerate().map(place).collect(),
            band: inside().next().zip(inside().next_back()).map(|(low, high)| [low, high]),
        }
    };
    let seed = manifest.plan.seed;
    let mut bands = vec![of(Vec::new(), &Resampled::over_strata(&trials, &arms, seed))];
    if arms.strata() > 1 {
        bands.extend((0..arms.strata()).map(|stratum| {
            let values = arms
                .stratum(stratum)
                .into_iter()
                .map(|(axis, value)| (name(&manifest.plan.grid.axes[axis].key), value));
            of(values.collect(), &Resampled::stratum(&trials, &arms, stratum, seed))
        }));
    }
    Ok(Band { measure: measure.column.clone(), bands, along: name(asked.along), missing })
}

/// Where a curve has at least [`MOST`] of its top; of a curve below 0 its depth counts.
fn has_most(curve: &[f64]) -> Vec<bool> {
    let size = |sign: f64| curve.iter().map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max);
    let (sign, top) = if size(1.0) >= size(-1.0) { (1.0, size(1.0)) } else { (-1.0, size(-1.0)) };
    curve.iter().map(|value| sign * value >= MOST * top).collect()
}

/// The matrix that takes what was seen at places to a least squares curve there; `None` where they do not determine it.
fn smoother(along: &[f64]) -> Option<Vec<Vec<f64>>> {
    if along.len() <= POWERS || along[0] <= 0.0 {
        return None;
    }
    // scaled to -1 to 1, so that powers are of one size
    let (first, last) = (libm::log(along[0]), libm::log(along[along.len() - 1]));
    let powers = |at: &f64| -> Vec<f64> {
        let x = (2.0 * libm::log(*at) - first - last) / (last - first);
        (0..POWERS).scan(1.0, |power, _| Some(core::mem::replace(power, *power * x))).collect()
    };
    let rows: Vec<Vec<f64>> = along.iter().map(powers).collect();
    let normal = Matrix::of(POWERS, POWERS, |i, j| rows.iter().map(|row| row[i] * row[j]).sum());
    let root = cholesky(&normal)?;
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
    Some(
        rows.iter()
            .map(|row| solve(&root, row))
            .map(|row| rows.iter().map(|other| dot(&row, other)).collect())
            .collect(),
    )
}

impl Band {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let place = |place: &Place| {
            json!({
                "at": place.at, "difference": told::estimate(&place.difference),
                "smooth": told::estimate(&place.smooth), "has_most": place.has_most,
            })
        };
        let band = |band: &BandOf| {
            let places: Vec<Json> = band.places.iter().map(place).collect();
            let [at, p] = band.misses.map_or([None; 2], |(at, p)| [Some(at), Some(p)]);
            json!({ "values": told::values(&band.values), "band": band.band, "misses_at": at, "p_of_fit": p, "places": places })
        };
        json!({
            "measure": self.measure, "along": self.along, "most": MOST,
            "strata": self.bands.iter().map(band).collect::<Vec<_>>(), "method": "cubic in ln, bootstrap of repeats",
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_of_the_logarithm_is_its_own_curve_and_noise_is_shared() {
        let along = [0.2, 0.3, 0.5, 0.7, 0.9, 1.2];
        let weights = smoother(&along).expect("six places");
        let cubic = |at: f64| 1.0 - 0.5 * at.ln() + 0.3 * at.ln().powi(2) - 0.2 * at.ln().powi(3);
        for (row, at) in weights.iter().zip(along) {
            let smooth: f64 = row.iter().zip(along).map(|(weight, at)| weight * cubic(at)).sum();
            assert!((smooth - cubic(at)).abs() < 1e-9, "{at}: {smooth}");
        }
        // the trace of a projection is its rank
        let trace: f64 = (0..along.len()).map(|at| weights[at][at]).sum();
        assert!((trace - POWERS as f64).abs() < 1e-9);
        assert!(smoother(&along[..4]).is_none() && smoother(&[0.0, 1.0, 2.0, 3.0, 4.0]).is_none());
    }

    #[test]
    fn most_of_a_top_is_told_of_depths_too() {
        assert_eq!(has_most(&[0.1, 0.96, 1.0, 0.94]), [false, true, true, false]);
        assert_eq!(has_most(&[-1.0, -0.5, -0.96]), [true, false, true]);
    }
}
