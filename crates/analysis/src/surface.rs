//! What two quantities that are off do to a share together: a curve in one, a line in the other, in each stratum.

use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::value::Value;
use tolley_statistics::matrix::Matrix;
use tolley_statistics::tolerance::{Effects, Fitted};

use crate::error::AnalysisError;
use crate::fair::measure;
use crate::missing::Missing;
use crate::summary::{HALF, MOST_DIFFERENCE};
use crate::values::{Values, values_of};

/// Powers of both quantities in a term, and those that are tried where they do not fit.
const TERMS: [&[[usize; 2]]; 2] = [&[[1, 0], [2, 0], [0, 1]], &[[1, 0], [2, 0], [3, 0], [0, 1], [1, 1]]];
/// Terms that fit worse than this share of true ones are told.
const WORST_FIT: f64 = 0.05;

/// A quantity that is off: its key, and its value at which nothing is.
pub type Quantity<'q> = (&'q str, f64);

/// The effects of two quantities, each as a share of its value at which nothing is off.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// The column.
    pub measure: String,
    /// The least and the most that was tried of each.
    pub tried: [[f64; 2]; 2],
    /// One for each combination of the other axes.
    pub strata: Vec<Stratum>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// One combination of the other axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum {
    /// Column and value of each other axis, SI.
    pub values: Vec<(String, Value)>,
    /// Powers of both quantities in each term.
    pub terms: Vec<[usize; 2]>,
    /// Coefficients of the terms.
    pub fitted: Fitted,
}

impl Stratum {
    /// The effect on the share by some coefficients.
    pub fn effect(&self, coefficients: &[f64], off: [f64; 2]) -> f64 {
        self.terms.iter().zip(coefficients).map(|(powers, coefficient)| coefficient * term(*powers, off)).sum()
    }

    /// Whether the effects may well be such.
    pub fn fits(&self) -> bool {
        self.fitted.p_fit.is_none_or(|p| p >= WORST_FIT)
    }
}

fn term([one, other]: [usize; 2], off: [f64; 2]) -> f64 {
    let power = |base: f64, exponent: usize| (0..exponent).map(|_| base).product::<f64>();
    power(off[0], one) * power(off[1], other)
}

/// Of a dataset whose grid has both quantities among its axes.
pub fn surface(dataset: &Dataset, quantities: [Quantity<'_>; 2]) -> Result<Surface, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let question = |message: String| AnalysisError::Question(message);
    if !grid.is_full_grid() {
        return Err(question("effects of two quantities need a grid; this design is another".to_owned()));
    }
    let mut axes = [0; 2];
    for (axis, (key, _)) in axes.iter_mut().zip(quantities) {
        let found = grid.axes.iter().position(|axis| axis.key == key);
        let keys = || grid.axes.iter().map(|axis| axis.key.as_str()).collect::<Vec<_>>().join(", ");
        *axis = found.ok_or_else(|| question(format!("{key} is no axis of this dataset; its axes are {}", keys())))?;
    }
    let column = measure(manifest, None)?.column.clone();
    let Values { of_trials: values, missing } = values_of(dataset, &column)?;
    let offs = |point: u64| {
        [0, 1].map(|which| match *grid.axis_value(axes[which], point) {
            Value::Number(value) => value / quantities[which].1 - 1.0,
            _ => f64::NAN,
        })
    };
    let is_first = |point: &u64| axes.iter().all(|axis| grid.axis_indices(*point)[*axis] == 0);
    let mut strata = Vec::new();
    for first in (0..grid.points()).filter(is_first) {
        let is_other = |axis: &usize| !axes.contains(axis);
        let others: Vec<usize> = (0..grid.axes.len()).filter(is_other).collect();
        let same = |point: &u64| {
            let [one, other] = [grid.axis_indices(first), grid.axis_indices(*point)];
            others.iter().all(|axis| one[*axis] == other[*axis])
        };
        let points: Vec<u64> = (0..grid.points()).filter(same).collect();
        let name = |axis: &usize| {
            let key = &grid.axes[*axis].key;
            let column = manifest.key_column(key).map_or_else(|| key.clone(), |column| column.name.clone());
            (column, grid.axis_value(*axis, first).into_owned())
        };
        let (terms, fitted) = fitted(grid, &points, &offs, &values).ok_or_else(|| {
            question("too few values were tried, or too few trials, for the effects of both".to_owned())
        })?;
        strata.push(Stratum { values: others.iter().map(name).collect(), terms: terms.to_vec(), fitted });
    }
    let ends = |which: usize| {
        let all = (0..grid.points()).map(|point| offs(point)[which]);
        all.fold([0.0_f64, 0.0], |[low, high], off| [low.min(off), high.max(off)])
    };
    Ok(Surface { measure: column, tried: [ends(0), ends(1)], strata, missing })
}

/// The first terms that fit, or the last ones that can be fitted.
fn fitted(
    grid: &Grid,
    points: &[u64],
    offs: &impl Fn(u64) -> [f64; 2],
    values: &[f64],
) -> Option<(&'static [[usize; 2]], Fitted)> {
    let value = |point: u64, repeat: u64| values[grid.trial(point, repeat) as usize];
    // where nothing is off nothing differs by construction, and no term has an effect
    let points: Vec<u64> = points.iter().copied().filter(|point| offs(*point) != [0.0, 0.0]).collect();
    let trials =
        (0..grid.repeats).map(|repeat| points.iter().map(|point| value(*point, repeat) - HALF).collect::<Vec<_>>());
    let trials = trials.filter(|trial| trial.iter().all(|effect| !effect.is_nan()));
    let effects = Effects::of(vec![0.0; points.len()], MOST_DIFFERENCE, trials)?;
    let of_terms = |terms: &'static [[usize; 2]]| {
        let matrix = Matrix::of(points.len(), terms.len(), |i, j| term(terms[j], offs(points[i])));
        Some((terms, effects.fit_terms(&matrix, terms.len())?))
    };
    let found: Vec<_> = TERMS.into_iter().filter_map(of_terms).collect();
    let good = found.iter().find(|(_, fitted)| fitted.p_fit.is_none_or(|p| p >= WORST_FIT)).cloned();
    good.or_else(|| found.into_iter().last())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::grid::Axis;
    use tolley_experiment::random::{Purpose, Streams};

    #[test]
    fn effects_of_both_are_found_again() {
        let (masses, diameters) = ([1.0, 1.02, 1.04, 1.08], [1.0, 1.005, 1.01]);
        let axis =
            |key: &str, values: &[f64]| Axis::of_values(key, values.iter().copied().map(Value::Number).collect());
        let grid = Grid::new(400, vec![axis("a.mass_ratio", &masses), axis("a.diameter_ratio", &diameters)]);
        let offs = |point: u64| [masses[point as usize / 3] - 1.0, diameters[point as usize % 3] - 1.0];
        let truth = |[mass, diameter]: [f64; 2]| 0.2 * mass - 1.5 * mass * mass + 0.8 * diameter;
        let mut values = vec![0.0; grid.trials() as usize];
        for repeat in 0..400 {
            let mut stream = Streams::new(7, repeat, None).open(Purpose::named("noise"));
            let shared = 0.02 * stream.normal();
            for point in 0..12 {
                let off = offs(point);
                let is_equal = off == [0.0, 0.0];
                let noise = if is_equal { 0.0 } else { shared + 0.01 * stream.normal() };
                values[grid.trial(point, repeat) as usize] = HALF + truth(off) + noise;
            }
        }
        let points: Vec<u64> = (0..12).collect();
        let (terms, found) = fitted(&grid, &points, &offs, &values).expect("determined");
        assert_eq!(terms, TERMS[0]);
        for (k, truth) in [0.2, -1.5, 0.8].into_iter().enumerate() {
            let error = found.covariance[(k, k)].sqrt();
            assert!((found.coefficients[k] - truth).abs() < 4.0 * error && error < 0.6, "{k}: {found:?}");
        }
        assert!(found.p_fit.is_some_and(|p| p > 0.001), "{found:?}");
        // two values cannot tell three terms
        assert!(fitted(&grid, &[0, 1, 3], &offs, &values).is_none());
    }
}
