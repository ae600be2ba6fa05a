//! KL-LUCB: the leader and the one that may still be better are drawn until their bounds part (E. Kaufmann,
//! S. Kalyanakrishnan, "Information complexity in bandit subset selection", COLT 2013).

use crate::arms::{Choice, FIRST, Pull, choice, leaders};

/// Draws of each critical arm a round.
const BATCH: u64 = 10;

/// The state of a choice among arms whose draws lie between 0 and 1, in most cases none or one.
#[derive(Clone, Debug, PartialEq)]
pub struct KlLucb {
    delta: f64,
    round: u64,
    /// Sum and number of draws.
    arms: Vec<(f64, u64)>,
}

impl KlLucb {
    /// Among so many arms, wrong with a chance of at most `delta`.
    pub fn new(arms: usize, delta: f64) -> KlLucb {
        KlLucb { delta, round: 0, arms: vec![(0.0, 0); arms] }
    }

    /// Draws to make before the next question; `None` when the best is known.
    pub fn ask(&mut self) -> Option<Vec<Pull>> {
        if self.arms.len() < 2 {
            return None;
        }
        self.round += 1;
        if self.round == 1 {
            return Some((0..self.arms.len()).map(|arm| Pull { arm, times: FIRST }).collect());
        }
        let critical = self.critical()?;
        Some(critical.map(|arm| Pull { arm, times: BATCH }).to_vec())
    }

    /// One draw of an arm.
    pub fn tell(&mut self, arm: usize, value: f64) {
        self.arms[arm].0 += value;
        self.arms[arm].1 += 1;
    }

    /// The arm with the highest mean; known with the stated confidence once [`ask`](KlLucb::ask) is `None`.
    pub fn choice(&self) -> Choice {
        let draws = self.arms.iter().map(|(_, n)| n).sum();
        choice(&self.means(), draws, self.critical().is_none().then_some(1.0 - self.delta))
    }

    fn means(&self) -> Vec<f64> {
        self.arms.iter().map(|(sum, n)| if *n == 0 { 0.0 } else { sum / *n as f64 }).collect()
    }

    /// The leader and its challenger; `None` when their bounds have parted.
    fn critical(&self) -> Option<[usize; 2]> {
        // k1 = 405.5 and alpha = 1.1 of theorem 2 of the source
        let t = self.round.saturating_sub(1).max(1) as f64;
        let rate = libm::log(405.5 * self.arms.len() as f64 * libm::pow(t, 1.1) / self.delta);
        let means = self.means();
        let [best, _] = leaders(&means);
        let upper = |arm: usize| upper(means[arm], rate / self.arms[arm].1 as f64);
        let bounds: Vec<f64> =
            (0..means.len()).map(|arm| if arm == best { f64::NEG_INFINITY } else { upper(arm) }).collect();
        let [challenger, _] = leaders(&bounds);
        (bounds[challenger] >= lower(means[best], rate / self.arms[best].1 as f64)).then_some([best, challenger])
    }
}

/// Kullback-Leibler divergence of two Bernoulli distributions.
fn divergence(p: f64, q: f64) -> f64 {
    let term = |p: f64, q: f64| if p > 0.0 { p * libm::log(p / q) } else { 0.0 };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

/// The highest mean whose divergence from `p` is at most `most`.
fn upper(p: f64, most: f64) -> f64 {
    // Pinsker's bound lies above it, and Newton's steps come down to it, the divergence being convex
    let mut q = p + (0.5 * most).sqrt();
    if q >= 1.0 {
        return bisected(p, most);
    }
    for _ in 0..30 {
        let step = (divergence(p, q) - most) * q * (1.0 - q) / (q - p);
        q -= step;
        if step < 1e-12 {
            break;
        }
    }
    q
}

fn lower(p: f64, most: f64) -> f64 {
    1.0 - upper(1.0 - p, most)
}

fn bisected(p: f64, most: f64) -> f64 {
    let (mut low, mut high) = (p, 1.0);
    for _ in 0..52 {
        let middle = 0.5 * (low + high);
        if divergence(p, middle) > most { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_have_the_divergence_that_was_asked_for() {
        for p in [0.0, 0.1, 0.5, 0.93] {
            for most in [1e-4, 0.01, 0.3, 1.0] {
                assert!((divergence(p, upper(p, most)) - most).abs() < 1e-8, "{p} {most}");
                assert!((divergence(p, bisected(p, most)) - most).abs() < 1e-6 * most.max(1e-3));
            }
        }
        assert_eq!((upper(1.0, 0.1), lower(0.0, 0.1)), (1.0, 0.0));
    }
}
