//! How a share, a count or a mean hangs on several things at once: logistic, Poisson and linear regression, with errors
//! that hold however the values of a cluster hang together, and however widely counts are spread.
//!
//! Fit: J. A. Nelder, R. W. M. Wedderburn, J. R. Stat. Soc. A 135 (1972) 370, <https://doi.org/10.2307/2344614>.
//! Errors: K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986) 13, <https://doi.org/10.1093/biomet/73.1.13>, times clusters
//! over clusters less one, with Student's t and Fisher's F of that many degrees of freedom.

use crate::distributions::fisher_tail;
use crate::estimates::{Estimate, about, t_quantile, t_tail};
use crate::matrix::{Matrix, cholesky, solve};

mod fit_test;

/// Rounds of Newton's method, and the largest step after which it is done.
const ROUNDS: usize = 60;
const DONE: f64 = 1e-11;
/// What neither a term nor its error reaches is rounding: the values are the same, cluster by cluster.
const ROUNDING: f64 = 1e-9;
/// A logarithm of odds or of a rate beyond which something tells all cases apart.
const FARTHEST: f64 = 30.0;

/// What is linear in the covariates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The logarithm of the odds of a share.
    Logit,
    /// The logarithm of a count.
    Log,
    /// A mean itself.
    Mean,
}

/// All values with the same covariates.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// One of each term.
    pub covariates: Vec<f64>,
    /// Of each cluster, in the same order in all cells, the sum of its values and how many they are.
    pub clusters: Vec<[f64; 2]>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Where all covariates are 0, then what one more of each does; `n` counts clusters.
    pub terms: Vec<Estimate>,
    /// Two-sided, each alone, of no difference.
    pub p: Vec<f64>,
    /// The chance of means so far from the fitted ones where the terms tell all; `None` where as many terms as
    /// different covariates leave nothing to be tested, or there are fewer than twice as many clusters as there is to
    /// be tested.
    pub p_fit: Option<f64>,
    covariance: Matrix,
    clusters: u64,
}

impl Family {
    fn mean(self, linear: f64) -> f64 {
        match self {
            Family::Logit => 1.0 / (1.0 + libm::exp(-linear)),
            Family::Log => libm::exp(linear),
            Family::Mean => linear,
        }
    }

    /// Of a value with this mean; of a mean itself one, as its spread is not asked for.
    fn variance(self, mean: f64) -> f64 {
        match self {
            Family::Logit => mean * (1.0 - mean),
            Family::Log => mean,
            Family::Mean => 1.0,
        }
    }

    fn linear(self, mean: f64) -> f64 {
        match self {
            Family::Logit => libm::log(mean / (1.0 - mean)),
            Family::Log => libm::log(mean),
            Family::Mean => mean,
        }
    }
}

/// Fits a constant and all covariates; `None` where they do not determine it, where a covariate tells all from nothing,
/// or with fewer than two clusters.
pub fn fit(family: Family, cells: &[Cell]) -> Option<Fit> {
    let rows: Vec<Vec<f64>> =
        cells.iter().map(|cell| std::iter::once(1.0).chain(cell.covariates.iter().copied()).collect()).collect();
    let size = rows.first()?.len();
    let totals: Vec<[f64; 2]> = cells.iter().map(|cell| sum(cell.clusters.iter())).collect();
    let all = sum(totals.iter());
    let mut beta = vec![0.0; size];
    beta[0] = family.linear(all[0] / all[1]);
    let root = settled(family, &rows, &totals, &mut beta)?;
    let means: Vec<f64> = rows.iter().map(|row| family.mean(dot(row, &beta))).collect();
    let count = cells.iter().map(|cell| cell.clusters.len()).max()?;
    let columns: Vec<Vec<f64>> = (0..size).map(|j| solve(&root, &unit(size, j))).collect();
    let mut covariance = Matrix::zero(size, size);
    let mut clusters = 0;
    for cluster in 0..count {
        let mut score = vec![0.0; size];
        let mut values = 0.0;
        for ((cell, row), mean) in cells.iter().zip(&rows).zip(&means) {
            let [y, n] = cell.clusters.get(cluster).copied().unwrap_or_default();
            score.iter_mut().zip(row).for_each(|(score, x)| *score += x * (y - n * mean));
            values += n;
        }
        // one without values is none
        clusters += u64::from(values > 0.0);
        // what the cluster does to each term is summed before it is squared: where all cancels, 1e-16 is left as the
        // error and not the root of that
        let moved: Vec<f64> = columns.iter().map(|column| dot(column, &score)).collect();
        for i in 0..size {
            (0..size).for_each(|j| covariance[(i, j)] += moved[i] * moved[j]);
        }
    }
    if clusters < 2 {
        return None;
    }
    covariance.scale(clusters as f64 / (clusters - 1) as f64);
    let quantile = t_quantile(clusters - 1);
    let term = |k: usize| {
        let (value, error) = exact(beta[k], covariance[(k, k)]);
        Estimate { n: clusters, value: Some(value), std_error: Some(error), interval: about(value, quantile * error) }
    };
    let p = |k: usize| match exact(beta[k], covariance[(k, k)]) {
        (0.0, 0.0) => 1.0,
        (value, error) => 2.0 * t_tail(clusters - 1, value.abs() / error),
    };
    let p_fit = fit_test::p_of_fit(family, cells, &rows, &beta, &root);
    Some(Fit { terms: (0..size).map(term).collect(), p: (0..size).map(p).collect(), p_fit, covariance, clusters })
}

/// A term with its error; nothing where both are rounding.
fn exact(value: f64, variance: f64) -> (f64, f64) {
    let error = variance.max(0.0).sqrt();
    if value.abs() < ROUNDING && error < ROUNDING { (0.0, 0.0) } else { (value, error) }
}

impl Fit {
    /// The chance of terms so large where all of these, counted with the constant as 0, do nothing (Wald).
    pub fn joint(&self, which: &[usize]) -> Option<f64> {
        // a term that is rounding does nothing in any cluster, and is none to be tested
        let which: Vec<usize> = which.iter().copied().filter(|k| self.terms[*k].interval.is_some()).collect();
        if which.is_empty() {
            return None;
        }
        let covariance = Matrix::of(which.len(), which.len(), |i, j| self.covariance[(which[i], which[j])]);
        let values: Vec<f64> = which.iter().map(|k| self.terms[*k].value.unwrap_or(f64::NAN)).collect();
        let off = dot(&values, &solve(&cholesky(&covariance)?, &values)) / which.len() as f64;
        if off.is_finite() { fisher_tail([which.len() as f64, (self.clusters - 1) as f64], off) } else { None }
    }
}

/// Newton's method from a start; the root of the information where it ends.
fn settled(family: Family, rows: &[Vec<f64>], totals: &[[f64; 2]], beta: &mut [f64]) -> Option<Matrix> {
    let size = beta.len();
    for _ in 0..ROUNDS {
        let mut score = vec![0.0; size];
        let mut information = Matrix::zero(size, size);
        for (row, [y, n]) in rows.iter().zip(totals) {
            let mean = family.mean(dot(row, beta));
            let weight = n * family.variance(mean);
            for i in 0..size {
                score[i] += row[i] * (y - n * mean);
                (0..size).for_each(|j| information[(i, j)] += weight * row[i] * row[j]);
            }
        }
        let root = cholesky(&information)?;
        let step = solve(&root, &score);
        beta.iter_mut().zip(&step).for_each(|(beta, step)| *beta += step);
        let is_apart = family != Family::Mean && rows.iter().any(|row| dot(row, beta).abs() > FARTHEST);
        if is_apart || beta.iter().any(|beta| !beta.is_finite()) {
            return None;
        }
        let scale = |beta: &f64| 1.0 + beta.abs();
        if step.iter().zip(beta.iter()).all(|(step, beta)| step.abs() < DONE * scale(beta)) {
            return Some(root);
        }
    }
    None
}

fn sum<'p>(pairs: impl Iterator<Item = &'p [f64; 2]>) -> [f64; 2] {
    pairs.fold([0.0; 2], |[y, n], add| [y + add[0], n + add[1]])
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn unit(size: usize, at: usize) -> Vec<f64> {
    (0..size).map(|place| f64::from(u8::from(place == at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five cells of four clusters.
    fn cells() -> Vec<Cell> {
        let covariates = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 2.0], [3.0, 1.0]];
        let yes = [[1, 0, 2, 1], [2, 1, 2, 0], [0, 0, 1, 1], [3, 2, 2, 3], [4, 1, 3, 2]];
        let of = [[3, 2, 3, 2], [3, 3, 2, 1], [2, 2, 3, 3], [4, 4, 3, 4], [4, 2, 3, 3]];
        let cell = |k: usize| Cell {
            covariates: covariates[k].to_vec(),
            clusters: yes[k].iter().zip(of[k]).map(|(yes, of)| [f64::from(*yes), f64::from(of)]).collect(),
        };
        (0..5).map(cell).collect()
    }

    #[test]
    fn fits_and_errors_are_those_of_statsmodels() {
        // statsmodels 0.14 GLM, cov_type "cluster" without its correction, errors times the root of 4 / 3; its Wald
        // statistic by scipy.stats.f of 2 and 3
        let wanted = [
            (
                Family::Logit,
                [-0.573_668_886_806_959_9, 0.857_574_023_316_424_2, -0.035_405_613_135_856_925],
                [0.566_091_513_388_497_1, 0.314_252_072_267_925_9, 0.259_750_228_338_813_3],
                0.104_597_339_916_981_43,
            ),
            (
                Family::Log,
                [-0.941_438_294_237_030_5, 0.282_756_826_397_272_45, -0.004_530_176_604_079_058],
                [0.329_495_688_541_789, 0.067_491_069_208_423_08, 0.129_744_676_108_700_77],
                0.048_813_681_167_357_75,
            ),
            (
                Family::Mean,
                [0.373_430_656_934_306_6, 0.174_014_598_540_145_8, -0.005_693_430_656_934_249],
                [0.140_508_521_439_017_43, 0.038_486_953_003_821_184, 0.059_173_722_340_299_97],
                0.042_818_917_417_272_42,
            ),
        ];
        for (family, values, errors, joint) in wanted {
            let found = fit(family, &cells()).expect("a fit");
            for (term, (value, error)) in found.terms.iter().zip(values.iter().zip(errors)) {
                assert!(term.value.is_some_and(|found| (found - value).abs() < 1e-9), "{family:?}: {term:?}, {value}");
                assert!(term.std_error.is_some_and(|found| (found - error).abs() < 1e-7), "{term:?}, {error}");
            }
            assert!(found.joint(&[1, 2]).is_some_and(|p| (p - joint).abs() < 1e-7), "{family:?}: {joint}");
        }
    }

    #[test]
    fn counts_in_pairs_are_told_apart_as_by_statsmodels() {
        // goals of who starts a half and of the other, four repeats at three lengths; the same call as above
        let counts =
            [(0.0, [1, 0, 2, 1], [0, 1, 1, 1]), (1.0, [3, 1, 2, 0], [2, 2, 0, 1]), (2.0, [4, 2, 5, 3], [3, 4, 2, 1])];
        let cell = |first: f64, doubled: f64, goals: [u32; 4]| Cell {
            covariates: vec![first, doubled, first * doubled],
            clusters: goals.iter().map(|goals| [f64::from(*goals), 1.0]).collect(),
        };
        let own = counts.iter().map(|(doubled, goals, _)| cell(1.0, *doubled, *goals));
        let other = counts.iter().map(|(doubled, _, goals)| cell(0.0, *doubled, *goals));
        let found = fit(Family::Log, &own.chain(other).collect::<Vec<_>>()).expect("a fit");
        let wanted = [
            [-0.338_794_243_673_332_6, 0.213_242_475_367_389_47, 0.210_322_727_198_035],
            [0.216_341_325_544_366_75, 0.591_959_460_582_619_2, 0.739_011_239_402_628_3],
            [0.620_011_873_652_773_3, 0.185_875_109_098_685_26, 0.044_531_825_237_178_73],
            [0.050_854_249_098_982_784, 0.231_856_409_483_104_4, 0.840_464_823_627_859_8],
        ];
        for ((term, p), [value, error, wanted_p]) in found.terms.iter().zip(&found.p).zip(wanted) {
            assert!(term.value.is_some_and(|found| (found - value).abs() < 1e-9), "{term:?}, {value}");
            assert!(term.std_error.is_some_and(|found| (found - error).abs() < 1e-7), "{term:?}, {error}");
            assert!((p - wanted_p).abs() < 1e-7, "{p}, {wanted_p}");
        }
    }

    #[test]
    fn what_never_differs_is_no_effect_of_rounding() {
        // the second factor changes no count of any cluster, alone or with the first
        let counts = [[3.0, 1.0, 2.0, 5.0, 4.0, 2.0, 7.0], [4.0, 6.0, 1.0, 2.0, 8.0, 3.0, 5.0]];
        let cell = |a: usize, b: f64| Cell {
            covariates: vec![a as f64, b, a as f64 * b],
            clusters: counts[a].iter().map(|count| [*count, 1.0]).collect(),
        };
        for family in [Family::Log, Family::Mean] {
            let found = fit(family, &[cell(0, 0.0), cell(1, 0.0), cell(0, 1.0), cell(1, 1.0)]).expect("a fit");
            for k in [2, 3] {
                assert_eq!((found.terms[k].value, found.terms[k].interval, found.p[k]), (Some(0.0), None, 1.0));
            }
            assert!(found.p[1] < 1.0);
        }
        // rare counts, of which only the last factor changes some: the square of rounding had a root of 1e-8
        let count = |cluster: usize, last: usize| f64::from(u8::from((cluster * 7 + last * 3) % 11 < 3 - last));
        let all = [0.0, 0.5, 1.0].into_iter().flat_map(|half| [0.0, 1.0].map(|is| (is, half / 0.3)));
        let rare = |(is, half): (f64, f64)| {
            [0, 1].map(|last| Cell {
                covariates: vec![is, half, last as f64],
                clusters: (0..30).map(|cluster| [count(cluster, last), 3.0]).collect(),
            })
        };
        let cells: Vec<Cell> = all.flat_map(rare).collect();
        for family in [Family::Logit, Family::Log, Family::Mean] {
            let found = fit(family, &cells).expect("a fit");
            for k in [1, 2] {
                assert_eq!((found.terms[k].value, found.terms[k].interval, found.p[k]), (Some(0.0), None, 1.0));
            }
            assert!(found.p[3] < 1.0 && found.terms[3].interval.is_some());
            assert!(found.joint(&[3]).is_some() && found.joint(&[1, 2, 3]) == found.joint(&[3]));
        }
        // clusters that are all alike have no error but rounding
        for (family, values) in [(Family::Mean, [3.0, 4.0]), (Family::Log, [0.3, 0.7]), (Family::Logit, [0.3, 0.7])] {
            let cell = |a: usize, b: f64| Cell { covariates: vec![a as f64, b], clusters: vec![[values[a], 1.0]; 20] };
            let found = fit(family, &[cell(0, 0.0), cell(1, 0.0), cell(0, 1.0), cell(1, 1.0)]).expect("a fit");
            assert_eq!((found.terms[2].value, found.terms[2].interval, found.p[2]), (Some(0.0), None, 1.0));
            assert!(found.terms[1].interval.is_none() && found.joint(&[1, 2]).is_none(), "{found:?}");
        }
    }

    #[test]
    fn what_tells_all_cases_apart_or_nothing_is_not_fitted() {
        let cell = |x: f64, y: f64| Cell { covariates: vec![x], clusters: vec![[y, 1.0], [y, 1.0]] };
        assert_eq!(fit(Family::Logit, &[cell(0.0, 0.0), cell(1.0, 1.0)]), None);
        assert_eq!(fit(Family::Logit, &[cell(0.0, 0.0), cell(1.0, 0.0)]), None);
        assert_eq!(fit(Family::Mean, &[cell(1.0, 0.0), cell(1.0, 1.0)]), None);
        assert_eq!(fit(Family::Mean, &[]), None);
    }
}
