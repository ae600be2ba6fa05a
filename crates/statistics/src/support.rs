//! Distributions over a few known values, as the points of a pair of matches: the likeliest ones under a condition.
//!
//! After M. Van den Bergh, "The GSPRT approximation" and "Comments on normalized Elo" (2020), with which Stockfish's
//! fishtest tests its programs; the generalised ratio of likelihoods itself is X. Li, J. Liu, Z. Ying, Sequential
//! Analysis 33 (2014) 426.

/// What stands for a value that was never seen, so that no likelihood is zero.
const NEVER_SEEN: f64 = 1e-3;
/// Steps of a bisection at most; it ends where f64 has no middle left.
const STEPS: usize = 100;
/// Rounds in which mean and spread of the likeliest distribution agree, and how well.
const ROUNDS: usize = 50;
const AGREED: f64 = 1e-9;

/// How often each of some values was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    values: Vec<f64>,
    counts: Vec<f64>,
}

impl Counts {
    /// Of values in rising order, none seen yet.
    pub fn new(values: &[f64]) -> Counts {
        Counts { values: values.to_vec(), counts: vec![0.0; values.len()] }
    }

    /// Of values in rising order and how often each was seen.
    pub fn seen(values: &[f64], counts: &[u64]) -> Counts {
        Counts { values: values.to_vec(), counts: counts.iter().map(|count| *count as f64).collect() }
    }

    /// Adds one draw, a number of the values.
    pub fn add(&mut self, number: usize) {
        self.counts[number] += 1.0;
    }

    /// With part of one more draw of the highest value, or of the lowest.
    #[must_use]
    pub fn and_one_to(&self, is_high: bool, part: f64) -> Counts {
        let mut more = self.clone();
        let end = if is_high { more.counts.last_mut() } else { more.counts.first_mut() };
        end.into_iter().for_each(|count| *count += part);
        more
    }

    /// Draws seen.
    pub fn n(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Mean and standard deviation of what was seen.
    pub fn spread(&self) -> [f64; 2] {
        let shares: Vec<f64> = self.counts.iter().map(|count| count / self.n()).collect();
        spread(&self.values, &shares)
    }

    /// Logarithm of how much likelier what was seen is if the mean is `one` than if it is `other`, each with the
    /// likeliest distribution of that mean; `None` where a mean is beyond the values.
    pub fn llr_of_means(&self, one: f64, other: f64) -> Option<f64> {
        let (n, shares) = self.shares();
        let [p, q] = [with_mean(&self.values, &shares, one)?, with_mean(&self.values, &shares, other)?];
        Some(n * log_ratio(&shares, &p, &q))
    }

    /// The same of the distance of the mean from `value` in standard deviations of one draw.
    pub fn llr_of_distances(&self, value: f64, one: f64, other: f64) -> Option<f64> {
        let (n, shares) = self.shares();
        let of = |distance| with_distance(&self.values, &shares, value, distance);
        Some(n * log_ratio(&shares, &of(one)?, &of(other)?))
    }

    fn shares(&self) -> (f64, Vec<f64>) {
        let seen: Vec<f64> = self.counts.iter().map(|count| if *count == 0.0 { NEVER_SEEN } else { *count }).collect();
        let n: f64 = seen.iter().sum();
        (n, seen.iter().map(|count| count / n).collect())
    }
}

fn log_ratio(shares: &[f64], p: &[f64], q: &[f64]) -> f64 {
    shares.iter().zip(p.iter().zip(q)).map(|(share, (p, q))| share * libm::log(p / q)).sum()
}

fn spread(values: &[f64], shares: &[f64]) -> [f64; 2] {
    let mean: f64 = values.iter().zip(shares).map(|(value, share)| value * share).sum();
    let variance: f64 = values.iter().zip(shares).map(|(value, share)| share * (value - mean) * (value - mean)).sum();
    [mean, variance.sqrt()]
}

/// The likeliest shares of values whose mean is `mean` (A. B. Owen, Biometrika 75 (1988) 237): each share is divided by
/// 1 + x (value - mean), with the one x that brings the mean there.
fn with_mean(values: &[f64], shares: &[f64], mean: f64) -> Option<Vec<f64>> {
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(lowest < mean && mean < highest) {
        return None;
    }
    let tilted = |x: f64| values.iter().zip(shares).map(move |(value, share)| share / (1.0 + x * (value - mean)));
    // falls from +infinity to -infinity between the poles
    let off = |x: f64| tilted(x).zip(values).map(|(share, value)| share * (value - mean)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (highest - mean), 1.0 / (mean - lowest));
    for _ in 0..STEPS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if off(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(tilted(0.5 * (low + high)).collect())
}

/// The likeliest shares of values whose mean is `distance` standard deviations above `reference` (Van den Bergh,
/// "Comments on normalized Elo", proposition 1.1): the condition is linearised about the last ones until they agree.
fn with_distance(values: &[f64], shares: &[f64], reference: f64, distance: f64) -> Option<Vec<f64>> {
    let mut likeliest = vec![1.0 / values.len() as f64; values.len()];
    for _ in 0..ROUNDS {
        let [mean, deviation] = spread(values, &likeliest);
        let line = |value: &f64| {
            let z = (mean - value) / deviation;
            value - reference - distance * deviation * (1.0 + z * z) / 2.0
        };
        let next = with_mean(&values.iter().map(line).collect::<Vec<_>>(), shares, 0.0)?;
        let change = next.iter().zip(&likeliest).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        likeliest = next;
        if change < AGREED {
            break;
        }
    }
    Some(likeliest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilted_distribution_has_the_mean_and_sums_to_one() {
        let (values, shares) = ([0.0, 0.25, 0.5, 0.75, 1.0], [0.1, 0.2, 0.4, 0.2, 0.1]);
        for mean in [0.3, 0.5, 0.51, 0.9] {
            let tilted = with_mean(&values, &shares, mean).expect("within the values");
            assert!((spread(&values, &tilted)[0] - mean).abs() < 1e-12);
            assert!((tilted.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert_eq!(with_mean(&values, &shares, 1.0), None);
    }

    #[test]
    fn two_values_have_the_ratio_of_bernoulli() {
        let counts = Counts::seen(&[0.0, 1.0], &[40, 60]);
        let exact = 60.0 * libm::log(0.55 / 0.5) + 40.0 * libm::log(0.45 / 0.5);
        assert!((counts.llr_of_means(0.55, 0.5).expect("means") - exact).abs() < 1e-9);
    }

    #[test]
    fn pairs_of_games_give_the_ratio_that_was_published() {
        // fishtest: a test with bounds [0, 3] of normalised Elo, stopped at 2.96 (strategy test T18)
        let counts = Counts::seen(&[0.0, 0.25, 0.5, 0.75, 1.0], &[398, 4112, 7672, 4336, 430]);
        // normalised Elo of pairs: 800 / ln 10 a standard deviation of one game, a pair has sqrt 2 of it
        let distance = |elo: f64| elo / (800.0 / libm::log(10.0)) * 2.0_f64.sqrt();
        let llr = counts.llr_of_distances(0.5, distance(3.0), distance(0.0)).expect("values on both sides");
        assert!((llr - 2.958).abs() < 0.005, "{llr}");
        let [mean, deviation] = counts.spread();
        let elo = |score: f64| -400.0 * libm::log10(1.0 / score - 1.0);
        let half = 1.96 * deviation / counts.n().sqrt();
        assert!((elo(mean) - 2.95).abs() < 0.005 && ((elo(mean + half) - elo(mean - half)) / 2.0 - 2.18).abs() < 0.005);
    }
}
