//! Which of several choices may be the best? Multiple comparisons with the best (J. C. Hsu, Ann. Stat. 12 (1984) 1136,
//! <https://doi.org/10.1214/aos/1176346732>; constrained intervals with a quantile for each control: Hsu, "Multiple
//! Comparisons: Theory and Methods" (1996), ch. 4), on values that are paired by common seeds.

use std::collections::BTreeMap;

use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_statistics::estimates::t_quantile_at;
use tolley_statistics::matrix::{Matrix, cholesky};

/// Draws by which a quantile of several dependent differences is found: it is right to about 1 in 100.
const DRAWS: usize = 4000;
/// Degrees of freedom up to which a spread is drawn exactly.
const FEW: u64 = 30;

/// One choice compared with the best of the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgainstBest {
    /// Its mean less that of the best of the others.
    pub difference: f64,
    /// Of the true difference, for all choices at once; from 0 upwards it is the best, up to 0 it is not.
    pub interval: [f64; 2],
    /// Whether it may be the best.
    pub in_set: bool,
}

/// How far two choices are apart, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// The mean of the first less that of the second.
    pub off: f64,
    /// Of that difference, with all that it may be off by besides its spread.
    pub error: f64,
    /// Replicates on which the error stands.
    pub known: u64,
}

impl Apart {
    /// Of two choices neither of which says anything of the other: no error is too large.
    const UNKNOWN: Apart = Apart { off: 0.0, error: f64::INFINITY, known: 2 };
}

/// Compares choices by paired values: `values[i][r]` is what choice `i` was worth in replicate `r`. All intervals hold
/// at once with this confidence, and so the set of those that may be the best holds the best.
///
/// Differences are taken as normal. `None` with fewer than two choices or replicates, or where these differ in number.
pub fn against_best(values: &[Vec<f64>], confidence: f64) -> Option<Vec<AgainstBest>> {
    let n = values.first()?.len();
    if n < 2 || values.iter().any(|row| row.len() != n) {
        return None;
    }
    let spread = Spread::of(values);
    let apart = |i: usize, j: usize| Some(Apart { off: spread.off(i, j), error: spread.error(i, j), known: n as u64 });
    against_best_by(values, &apart, confidence)
}

/// The same by what is known of each pair of choices, nothing where that is nothing. Where each is known by all
/// replicates, and these are not fewer than choices, their differences hang together as the values do; else they are
/// taken one by one (Bonferroni), and values need not be there. `None` with fewer than two choices.
///
/// Two choices may be known by other replicates than two others, so that each may be beaten by another one: then none
/// is the best by what is known, and all of them may be.
pub fn against_best_by(
    values: &[Vec<f64>],
    apart: &dyn Fn(usize, usize) -> Option<Apart>,
    confidence: f64,
) -> Option<Vec<AgainstBest>> {
    let (size, n) = (values.len(), values.first()?.len());
    if size < 2 {
        return None;
    }
    let others = |i: usize| (0..size).filter(move |j| *j != i);
    let rows: Vec<Vec<Apart>> =
        (0..size).map(|i| (0..size).map(|j| apart(i, j).unwrap_or(Apart::UNKNOWN)).collect()).collect();
    let is_whole = n >= size
        && values.iter().all(|row| row.len() == n)
        && (0..size).all(|i| others(i).all(|j| rows[i][j].error.is_finite() && rows[i][j].known == n as u64));
    let together = is_whole.then(|| {
        let (spread, draws) = (Spread::of(values), draws(size - 1, n as u64 - 1));
        (0..size).map(|i| spread.quantile(i, &draws, confidence)).collect::<Vec<f64>>()
    });
    let mut alone: BTreeMap<u64, f64> = rows.iter().flatten().map(|apart| (apart.known, f64::NAN)).collect();
    let upper_tail = (1.0 - confidence) / (size - 1) as f64;
    alone.iter_mut().for_each(|(known, quantile)| *quantile = t_quantile_at((*known).max(2) - 1, 1.0 - upper_tail));
    let quantile = |i: usize, j: usize| together.as_ref().map_or_else(|| alone[&rows[i][j].known], |all| all[i]);
    let difference = |i: usize, j: usize| rows[i][j].off;
    let half =
        |i: usize, j: usize, control: usize| quantile(control, if control == i { j } else { i }) * rows[i][j].error;
    let mut upper: Vec<f64> = (0..size)
        .map(|i| others(i).map(|j| difference(i, j) + half(i, j, i)).fold(f64::INFINITY, f64::min).max(0.0))
        .collect();
    // one that never differs from the best of the others is level with it
    let is_level = |i: usize| others(i).all(|j| difference(i, j) >= 0.0);
    let mut in_set: Vec<bool> = (0..size).map(|i| upper[i] > 0.0 || is_level(i)).collect();
    if !in_set.contains(&true) {
        in_set.fill(true);
        upper.fill(f64::INFINITY);
    }
    let lower = |i: usize| {
        let rivals = others(i).filter(|j| in_set[*j]).map(|j| difference(i, j) - half(i, j, j));
        rivals.fold(f64::INFINITY, f64::min).min(0.0)
    };
    let result = |i: usize| AgainstBest {
        difference: others(i).map(|j| difference(i, j)).fold(f64::INFINITY, f64::min),
        interval: [lower(i), upper[i]],
        in_set: in_set[i],
    };
    Some((0..size).map(result).collect())
}

/// How values spread and hang together.
struct Spread {
    n: u64,
    means: Vec<f64>,
    /// Of one replicate.
    covariance: Matrix,
}

impl Spread {
    fn of(values: &[Vec<f64>]) -> Spread {
        let n = values[0].len();
        let means: Vec<f64> = values.iter().map(|row| row.iter().sum::<f64>() / n as f64).collect();
        let cell = |i: usize, j: usize| {
            let products = values[i].iter().zip(&values[j]).map(|(a, b)| (a - means[i]) * (b - means[j]));
            products.sum::<f64>() / (n - 1) as f64
        };
        let covariance = Matrix::of(means.len(), means.len(), cell);
        Spread { n: n as u64, means, covariance }
    }

    fn off(&self, i: usize, j: usize) -> f64 {
        self.means[i] - self.means[j]
    }

    /// Standard error of the difference of two means.
    fn error(&self, i: usize, j: usize) -> f64 {
        (self.between([i, j], [i, j]) / self.n as f64).max(0.0).sqrt()
    }

    /// Covariance of two differences.
    fn between(&self, [i, j]: [usize; 2], [k, l]: [usize; 2]) -> f64 {
        let of = |a, b| self.covariance[(a, b)];
        of(i, k) - of(i, l) - of(j, k) + of(j, l)
    }

    /// Of the largest of the standardised differences between `control` and the others (C. W. Dunnett, J. Am. Stat.
    /// Assoc. 50 (1955) 1096), for their correlations as seen, by independent normal deviates, of as many differences
    /// as there are, each over one estimate of their spread; by Bonferroni's inequality where these are degenerate.
    fn quantile(&self, control: usize, draws: &[Vec<f64>], confidence: f64) -> f64 {
        let others: Vec<usize> = (0..self.means.len()).filter(|j| *j != control).collect();
        let bonferroni = t_quantile_at(self.n - 1, 1.0 - (1.0 - confidence) / others.len() as f64);
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
        let mut largest: Vec<f64> = draws.iter().map(top).collect();
        largest.sort_by(f64::total_cmp);
        largest[((confidence * DRAWS as f64) as usize).min(DRAWS - 1)].min(bonferroni)
    }
}

fn draws(size: usize, dof: u64) -> Vec<Vec<f64>> {
    let mut stream = Streams::new(0, 0, None).open(Purpose::named("against best"));
    (0..DRAWS).map(|_| draw(size, dof, &mut stream)).collect()
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
