//! Sequential halving: the budget is split over rounds, and after each the worse half goes (Z. Karnin, T. Koren,
//! O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). The baseline that others are held to.

use crate::arms::{Choice, Pull, leaders};

/// The state of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Halving {
    /// Arms that are left, the best of the last round first.
    left: Vec<usize>,
    rounds: u64,
    budget: u64,
    asked: bool,
    /// Sum and number of draws of this round.
    sums: Vec<(f64, u64)>,
    draws: u64,
}

impl Halving {
    /// Among so many arms with so many draws; every arm is drawn at least once a round, so that a small budget is
    /// passed.
    pub fn new(arms: usize, budget: u64) -> Halving {
        let rounds = u64::from(arms.max(2).next_power_of_two().trailing_zeros());
        Halving { left: (0..arms).collect(), rounds, budget, asked: false, sums: vec![(0.0, 0); arms], draws: 0 }
    }

    /// Draws to make before the next question; `None` when the choice is made.
    pub fn ask(&mut self) -> Option<Vec<Pull>> {
        if self.asked {
            self.halve();
        }
        if self.left.len() < 2 {
            return None;
        }
        self.asked = true;
        let times = (self.budget / (self.rounds * self.left.len() as u64)).max(1);
        Some(self.left.iter().map(|&arm| Pull { arm, times }).collect())
    }

    /// One draw of an arm.
    pub fn tell(&mut self, arm: usize, value: f64) {
        self.sums[arm].0 += value;
        self.sums[arm].1 += 1;
        self.draws += 1;
    }

    /// The arm that is left, or the best so far.
    pub fn choice(&self) -> Choice {
        let means: Vec<f64> = (0..self.sums.len()).map(|arm| self.mean(arm)).collect();
        let best = if self.left.len() == 1 { self.left[0] } else { leaders(&means)[0] };
        let others: Vec<f64> =
            (0..means.len()).map(|arm| if arm == best { f64::NEG_INFINITY } else { means[arm] }).collect();
        let runner_up = leaders(&others)[0];
        Choice { best, runner_up, gap: means[best] - means[runner_up], draws: self.draws, confidence: None }
    }

    fn mean(&self, arm: usize) -> f64 {
        let (sum, n) = self.sums[arm];
        if n == 0 { f64::NEG_INFINITY } else { sum / n as f64 }
    }

    fn halve(&mut self) {
        let mut ranked = self.left.clone();
        ranked.sort_by(|&a, &b| self.mean(b).total_cmp(&self.mean(a)));
        ranked.truncate(self.left.len().div_ceil(2));
        self.left = ranked;
        if self.left.len() > 1 {
            // each round counts its own draws alone
            self.left.iter().for_each(|&arm| self.sums[arm] = (0.0, 0));
        }
        self.asked = false;
    }
}
