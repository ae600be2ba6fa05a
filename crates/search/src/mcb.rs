//! Which of several choices may be the best? Multiple comparisons with the best (J. C. Hsu, Ann. Stat. 12 (1984) 1136,
//! <https://doi.org/10.1214/aos/1176346732>; constrained intervals with a quantile for each control: Hsu, "Multiple
//! Comparisons: Theory and Methods" (1996), ch. 4), on values that are paired by common seeds.

use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_statistics::equivalence::unseen_error;
use tolley_statistics::estimates::t_quantile_at;
use tolley_statistics::matrix::{Matrix, cholesky};

/// Draws by which a quantile of several dependent differences is found: it is right to about 1 in 100.
const DRAWS: usize = 4000;
/// Degrees of freedom up to which a spread is drawn exactly.
const FEW: u64 = 30;

/// One choice compared with the best of the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgainstBest {
    /// Its mean.
    pub mean: f64,
    /// Its mean less that of the best of the others.
    pub difference: f64,
    /// Of the true difference, for all choices at once; from 0 upwards it is the best, up to 0 it is not.
    pub interval: [f64; 2],
    /// Whether it may be the best.
    pub in_set: bool,
}

impl AgainstBest {
    /// Of one of which nothing is known.
    pub fn unknown() -> AgainstBest {
        AgainstBest { mean: f64::NAN, difference: f64::NAN, interval: [f64::NEG_INFINITY, f64::INFINITY], in_set: true }
    }
}

/// What values by themselves do not say of how well their means are known.
#[derive(Clone, Copy)]
pub struct Evidence<'e> {
    /// Replicates on which the spread of each choice stands: the fewest of any, where some have none of their own.
    pub known: u64,
    /// The most that one replicate of two choices may differ, by their places: where few of them differ, as one goal
    /// does of two corners, the spread seen says too little ([`unseen_error`]). 0 where it says all.
    pub most: &'e dyn Fn(usize, usize) -> f64,
}

/// Compares choices by paired values: `values[i][r]` is what choice `i` was worth in replicate `r`. All intervals hold
/// at once with this confidence, and so the set of those that may be the best holds the best.
///
/// Differences are taken as normal. `None` with fewer than two choices or replicates, or where these differ in number.
pub fn against_best(values: &[Vec<f64>], confidence: f64) -> Option<Vec<AgainstBest>> {
    let known = values.first()?.len() as u64;
    against_best_by(values, Evidence { known, most: &|_, _| 0.0 }, confidence)
}

/// The same, with what else is known of the values.
pub fn against_best_by(values: &[Vec<f64>], by: Evidence<'_>, confidence: f64) -> Option<Vec<AgainstBest>> {
    let (size, n) = (values.len(), values.first()?.len());
    if size < 2 || n < 2 || by.known < 2 || values.iter().any(|row| row.len() != n) {
        return None;
    }
    let compared = Compared::new(values, n, by);
    let quantiles: Vec<f64> = (0..size).map(|i| compared.quantile(i, confidence)).collect();
    let others = |i: usize| (0..size).filter(move |j| *j != i);
    let difference = |i: usize, j: usize| compared.means[i] - compared.means[j];
    let half = |i: usize, j: usize, control: usize| quantiles[control] * compared.error(i, j);
    let upper: Vec<f64> = (0..size)
        .map(|i| others(i).map(|j| difference(i, j) + half(i, j, i)).fold(f64::INFINITY, f64::min).max(0.0))
        .collect();
    // one that never differs from the best of the others is level with it
    let is_level = |i: usize| others(i).all(|j| difference(i, j) >= 0.0);
    let in_set: Vec<bool> = (0..size).map(|i| upper[i] > 0.0 || is_level(i)).collect();
    let lower = |i: usize| {
        let rivals = others(i).filter(|j| in_set[*j]).map(|j| difference(i, j) - half(i, j, j));
        rivals.fold(f64::INFINITY, f64::min).min(0.0)
    };
    let result = |i: usize| AgainstBest {
        mean: compared.means[i],
        difference: others(i).map(|j| difference(i, j)).fold(f64::INFINITY, f64::min),
        interval: [lower(i), upper[i]],
        in_set: in_set[i],
    };
    Some((0..size).map(result).collect())
}

struct Compared<'e> {
    n: u64,
    by: Evidence<'e>,
    means: Vec<f64>,
    /// Of one replicate.
    covariance: Matrix,
    /// Independent normal deviates, of as many differences as there are, each over one estimate of their spread.
    draws: Vec<Vec<f64>>,
}

impl<'e> Compared<'e> {
    fn new(values: &[Vec<f64>], n: usize, by: Evidence<'e>) -> Compared<'e> {
        let means: Vec<f64> = values.iter().map(|row| row.iter().sum::<f64>() / n as f64).collect();
        let cell = |i: usize, j: usize| {
            let products = values[i].iter().zip(&values[j]).map(|(a, b)| (a - means[i]) * (b - means[j]));
            products.sum::<f64>() / (n - 1) as f64
        };
        let covariance = Matrix::of(means.len(), means.len(), cell);
        let mut stream = Streams::new(0, 0, None).open(Purpose::named("against best"));
        let draws = (0..DRAWS).map(|_| draw(means.len() - 1, by.known - 1, &mut stream)).collect();
        Compared { n: n as u64, by, means, covariance, draws }
    }

    /// Of the difference of two means: the standard error, and what may have gone unseen, in quadrature.
    fn error(&self, i: usize, j: usize) -> f64 {
        let standard_error = (self.between([i, j], [i, j]) / self.n as f64).max(0.0).sqrt();
        standard_error.hypot(unseen_error((self.by.most)(i, j), self.n))
    }

    /// Covariance of two differences.
    fn between(&self, [i, j]: [usize; 2], [k, l]: [usize; 2]) -> f64 {
        let of = |a, b| self.covariance[(a, b)];
        of(i, k) - of(i, l) - of(j, k) + of(j, l)
    }

    /// Of the largest of the standardised differences between `control` and the others (C. W. Dunnett, J. Am. Stat.
    /// Assoc. 50 (1955) 1096), for their correlations as seen; by Bonferroni's inequality where these are degenerate.
    fn quantile(&self, control: usize, confidence: f64) -> f64 {
        let others: Vec<usize> = (0..self.means.len()).filter(|j| *j != control).collect();
        let bonferroni = t_quantile_at(self.by.known - 1, 1.0 - (1.0 - confidence) / others.len() as f64);
        let sd = |j: usize| self.between([control, j], [control, j]).max(0.0).sqrt();
        let cell = |a: usize, b: usize| {
            let (a, b) = (others[a], others[b]);
            self.between([control, a], [control, b]) / (sd(a) * sd(b))
        };
        let Some(root) =
            (others.len() > 1).then(|| Matrix::of(others.len(), others.len(), cell)).and_then(|r| cholesky(&r))
        else {
            return bonferroni;
        };
        let mixed = |z: &[f64], i: usize| (0..=i).map(|k| root[(i, k)] * z[k]).sum::<f64>();
        let top = |z: &Vec<f64>| (0..z.len()).map(|i| mixed(z, i)).fold(f64::NEG_INFINITY, f64::max);
        let mut largest: Vec<f64> = self.draws.iter().map(top).collect();
        largest.sort_by(f64::total_cmp);
        largest[((confidence * DRAWS as f64) as usize).min(DRAWS - 1)].min(bonferroni)
    }
}

/// Normal deviates over an estimate of their spread from so many degrees of freedom.
fn draw(size: usize, dof: u64, stream: &mut Stream) -> Vec<f64> {
    let z: Vec<f64> = (0..size).map(|_| stream.normal()).collect();
    let spread = if dof < FEW {
        ((0..dof).map(|_| stream.normal()).map(|z| z * z).sum::<f64>() / dof as f64).sqrt()
    } else {
        // E. B. Wilson, M. M. Hilferty, Proc. Natl. Acad. Sci. 17 (1931) 684
        let part = 2.0 / (9.0 * dof as f64);
        let root = 1.0 - part + part.sqrt() * stream.normal();
        (root * root * root).sqrt()
    };
    z.into_iter().map(|z| z / spread).collect()
}
