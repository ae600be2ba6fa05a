//! Skill from data: how far a player misses, by maximum likelihood, of places restricted to the spread about the mean,
//! with intervals from the likelihood ratio
//! (S. S. Wilks, Ann. Math. Stat. 9 (1938) 60, <https://doi.org/10.1214/aoms/1177732360>).

use tolley_statistics::estimates::{normal_quantile_at, t_quantile};
use tolley_statistics::matrix::Matrix;

use crate::execution::{Law, Noise};

mod misfit;
mod tails;

pub use misfit::{Misfit, fit_of_hits};
pub use tails::Tails;

/// Half the 95 % quantile of chi-square with one degree of freedom: by how much the logarithm of the likelihood may
/// fall.
const FALL: f64 = 1.920_729_410_347_062;
/// Values of a spread at which a likelihood is looked at first, evenly in the logarithm.
const LOOKS: usize = 200;
/// Steps of golden section and bisection.
const STEPS: usize = 50;
/// A part of the size of errors by which those differ that are the same but for rounding.
const ALIKE: f64 = 1e-12;

/// A standard deviation fitted to data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The likeliest.
    pub sd: f64,
    /// 95 %; an end at the end of the range that was looked at is open, `None`.
    pub interval: [Option<f64>; 2],
    /// Whether the likelihood rises so steeply to an end of the range that what is likely lies beyond it: both ends are
    /// open then.
    pub is_beyond: bool,
}

/// The likeliest standard deviation in a range from the logarithm of its likelihood; `None` where that is nowhere
/// finite.
///
/// An estimate on an end of the range is one that the data do not bound: all hits, or none.
pub fn fit(range: [f64; 2], log_likelihood: impl Fn(f64) -> f64) -> Option<Fitted> {
    let of = |log_sd: f64| log_likelihood(libm::exp(log_sd));
    let at = place(range, LOOKS);
    let Top { looks, best, top } = Top::of(range, LOOKS, of)?;
    let floor = of(top).max(looks[best]) - FALL;
    let below = (0..LOOKS).rev().find(|k| at(*k) < top && (looks[*k].is_nan() || looks[*k] < floor));
    let above = (0..LOOKS).find(|k| at(*k) > top && (looks[*k].is_nan() || looks[*k] < floor));
    // an interval that is no longer than a look, at an end of the range, is that end
    let is_beyond = (best == 0 && above == Some(1)) || (best + 1 == LOOKS && below == Some(LOOKS - 2));
    let end = |out: Option<usize>| out.map(|k| libm::exp(crossing(top, at(k), floor, of)));
    let interval = if is_beyond { [None; 2] } else { [end(below), end(above)] };
    Some(Fitted { sd: libm::exp(top), interval, is_beyond })
}

/// The place of each of so many looks in a range, in the logarithm.
fn place(range: [f64; 2], looks: usize) -> impl Fn(usize) -> f64 {
    let ends = range.map(libm::log);
    move |k| ends[0] + (ends[1] - ends[0]) * k as f64 / (looks - 1) as f64
}

/// Where a function of a logarithm is highest.
struct Top {
    looks: Vec<f64>,
    /// The highest look.
    best: usize,
    /// Beside it.
    top: f64,
}

impl Top {
    /// By so many looks; `None` where none is finite.
    fn of(range: [f64; 2], count: usize, of: impl Fn(f64) -> f64) -> Option<Top> {
        let at = place(range, count);
        let looks: Vec<f64> = (0..count).map(|k| of(at(k))).collect();
        let best =
            (0..count).filter(|k| looks[*k].is_finite()).reduce(|a, b| if looks[b] > looks[a] { b } else { a })?;
        let top = golden(at(best.saturating_sub(1)), at((best + 1).min(count - 1)), of);
        Some(Top { looks, best, top })
    }
}

/// The maximum between two points (J. Kiefer, Proc. Am. Math. Soc. 4 (1953) 502).
fn golden(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> f64 {
    let part = 0.5 * (5.0_f64.sqrt() - 1.0);
    let [mut a, mut b] = [high - part * (high - low), low + part * (high - low)];
    let [mut at_a, mut at_b] = [of(a), of(b)];
    for _ in 0..STEPS {
        if at_a >= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - part * (high - low);
            at_a = of(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + part * (high - low);
            at_b = of(b);
        }
    }
    0.5 * (low + high)
}

/// Where a function falls below `floor` between a point above it and one below.
fn crossing(mut above: f64, mut below: f64, floor: f64, of: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..STEPS {
        let middle = 0.5 * (above + below);
        if of(middle) >= floor { above = middle } else { below = middle }
    }
    0.5 * (above + below)
}

/// Logarithm of the likelihood of counts of outcomes with these chances, but for a constant.
pub fn of_counts(counts: &[u64], chances: &[f64]) -> f64 {
    let seen = counts.iter().zip(chances).filter(|(count, _)| **count > 0);
    seen.map(|(count, chance)| *count as f64 * libm::log(*chance)).sum()
}

/// The chance that a normal error stays within `half_width` on either side.
pub fn hit_chance(half_width: f64, sd: f64) -> f64 {
    libm::erf(half_width / (sd * core::f64::consts::SQRT_2))
}

/// The angle by which a ball may miss the centre of a target and still hit it: both radii over the distance of the
/// centres.
pub fn half_angle_rad(radii_m: f64, distance_m: f64) -> f64 {
    libm::asin(radii_m / distance_m)
}

/// Tries at one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tries {
    /// The error at which it is just hit, as [`half_angle_rad`].
    pub half_width: f64,
    /// How often it was hit.
    pub hits: u64,
    /// In how many tries.
    pub n: u64,
}

/// The spread of a normal error without bias from hits at targets of any size or distance; `None` without tries. The
/// range goes down as far as the smallest target asks for: what misses it at all has an error.
pub fn from_hits(tries: &[Tries], range: [f64; 2]) -> Option<Fitted> {
    if tries.iter().all(|at| at.n == 0) || tries.iter().any(|at| at.hits > at.n) {
        return None;
    }
    fit(looked_at(tries, range), |sd| log_likelihood(tries, sd))
}

/// A range that goes down to where a normal error hits all that is tried.
fn looked_at(tries: &[Tries], [low, high]: [f64; 2]) -> [f64; 2] {
    const SURE: f64 = 0.01;
    [tries.iter().fold(low, |low, at| low.min(SURE * at.half_width)).max(f64::MIN_POSITIVE), high]
}

/// Logarithm of the likelihood of hits, but for a constant.
fn log_likelihood(tries: &[Tries], sd: f64) -> f64 {
    let one = |at: &Tries| {
        let z = at.half_width / (sd * core::f64::consts::SQRT_2);
        let missed = at.n - at.hits;
        let hit = if at.hits > 0 { at.hits as f64 * libm::log(libm::erf(z)) } else { 0.0 };
        hit + if missed > 0 { missed as f64 * libm::log(libm::erfc(z)) } else { 0.0 }
    };
    tries.iter().map(one).sum()
}

/// A player's errors fitted to where his shots ended, less where they were aimed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Landings {
    /// Shots.
    pub n: u64,
    /// Mean error of each number with its 95 % interval (Student's t).
    pub bias: Vec<(f64, [f64; 2])>,
    /// Standard deviation of each number with its interval from the likelihood ratio of the spread about the mean.
    pub sd: Vec<Fitted>,
    /// Correlations below the diagonal, row by row, with intervals (R. A. Fisher, Metron 1 (1921) 3).
    pub correlation: Vec<(f64, [f64; 2])>,
    covariance: Matrix,
}

impl Landings {
    /// Of errors, each of as many numbers; `None` with fewer than four, or where the errors of a number are all the
    /// same but for rounding.
    pub fn new(errors: &[Vec<f64>]) -> Option<Landings> {
        let (n, size) = (errors.len(), errors.first()?.len());
        if n < 4 || size == 0 || errors.iter().any(|error| error.len() != size || error.iter().any(|x| !x.is_finite()))
        {
            return None;
        }
        let count = n as f64;
        let mean: Vec<f64> = (0..size).map(|i| errors.iter().map(|error| error[i]).sum::<f64>() / count).collect();
        let cell = |i: usize, j: usize| {
            errors.iter().map(|error| (error[i] - mean[i]) * (error[j] - mean[j])).sum::<f64>() / (count - 1.0)
        };
        let covariance = Matrix::of(size, size, cell);
        let spread = |i: usize| covariance[(i, i)].sqrt();
        let half = |i: usize| t_quantile(n as u64 - 1) * spread(i) / count.sqrt();
        let bias = (0..size).map(|i| (mean[i], [mean[i] - half(i), mean[i] + half(i)])).collect();
        let largest = |i: usize| errors.iter().fold(0.0, |largest, error| f64::max(largest, error[i].abs()));
        let sd = (0..size).map(|i| of_spread(spread(i), largest(i), count - 1.0)).collect::<Option<_>>()?;
        let pairs = (0..size).flat_map(|i| (0..i).map(move |j| (i, j)));
        let correlation = pairs.map(|(i, j)| fisher(covariance[(i, j)] / (spread(i) * spread(j)), count)).collect();
        Some(Landings { n: n as u64, bias, sd, correlation, covariance })
    }

    /// Normal errors with this mean and covariance; `None` where a number follows from others.
    pub fn noise(&self) -> Option<Noise> {
        Noise::new(Law::Normal, self.bias.iter().map(|(bias, _)| *bias).collect(), &self.covariance)
    }
}

/// One standard deviation for all numbers of errors about 0, as of a player who misses alike each way without bias.
pub fn from_landings(errors: &[Vec<f64>]) -> Option<Fitted> {
    let numbers: Vec<f64> = errors.iter().flatten().copied().collect();
    let squares: f64 = numbers.iter().map(|x| x * x).sum();
    of_spread((squares / numbers.len() as f64).sqrt(), 0.0, numbers.len() as f64)
}

/// A standard deviation of `sd` of errors up to `largest` from so many degrees of freedom.
fn of_spread(sd: f64, largest: f64, dof: f64) -> Option<Fitted> {
    if !sd.is_finite() || sd <= ALIKE * largest {
        return None;
    }
    // the likelihood hangs on the ratio alone
    let likelihood = |ratio: f64| -dof * (libm::log(ratio) + 0.5 / (ratio * ratio));
    let fitted = fit([1e-3, 1e3], likelihood)?;
    Some(Fitted { sd, interval: fitted.interval.map(|end| end.map(|ratio| ratio * sd)), ..fitted })
}

/// A correlation with its interval.
fn fisher(correlation: f64, n: f64) -> (f64, [f64; 2]) {
    // beyond 1 is rounding
    let correlation = correlation.clamp(-1.0, 1.0);
    let (z, half) = (libm::atanh(correlation), normal_quantile_at(0.975) / (n - 3.0).sqrt());
    (correlation, [libm::tanh(z - half), libm::tanh(z + half)])
}
