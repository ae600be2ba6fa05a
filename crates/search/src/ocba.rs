//! Optimal computing budget allocation: draws go where they most raise the chance of choosing the best (C.-H. Chen,
//! J. Lin, E. Yucesan, S. E. Chick, Discrete Event Dynamic Systems 10 (2000) 251,
//! <https://doi.org/10.1023/A:1008349927281>).

use tolley_statistics::estimates::Moments;

use crate::arms::{Choice, FIRST, Pull, choice, leaders};

/// One in so many draws goes to all arms alike at first: by a few unlucky ones the best would be left behind for good
/// where two others are level and take all that follows.
const EVEN: u64 = 5;

/// The state of a choice among arms with any means and spreads.
#[derive(Clone, Debug, PartialEq)]
pub struct Ocba {
    budget: u64,
    step: u64,
    first: u64,
    /// Draws that were asked for; some may have no value.
    asked: Vec<u64>,
    arms: Vec<Moments>,
}

impl Ocba {
    /// Among so many arms with so many draws: ten of each at least and a fifth of all in equal parts at first, the
    /// others allocated anew after each `step` of them.
    pub fn new(arms: usize, budget: u64, step: u64) -> Ocba {
        let first = FIRST.max(budget / EVEN / arms.max(1) as u64);
        Ocba { budget, step: step.max(1), first, asked: vec![0; arms], arms: vec![Moments::default(); arms] }
    }

    /// Draws to make before the next question; `None` when the budget is used.
    pub fn ask(&mut self) -> Option<Vec<Pull>> {
        let used: u64 = self.asked.iter().sum();
        let more = self.step.min(self.budget.saturating_sub(used));
        let pulls: Vec<Pull> = match (used, self.arms.len()) {
            (0, 1..) => (0..self.arms.len()).map(|arm| Pull { arm, times: self.first }).collect(),
            (_, 2..) if more > 0 => self.share_out(used, more),
            _ => return None,
        };
        pulls.iter().for_each(|pull| self.asked[pull.arm] += pull.times);
        Some(pulls)
    }

    /// What a draw of an arm brought; of one without a value nothing is told.
    pub fn tell(&mut self, arm: usize, value: f64) {
        self.arms[arm].add(value);
    }

    /// The arm with the highest mean, with the approximate chance that it is the best: one minus the sum of the chances
    /// that each other one is better (the source, equation 3).
    pub fn choice(&self) -> Choice {
        let means = self.means();
        let [best, _] = leaders(&means);
        let better = |arm: usize| {
            let [a, b] = [best, arm].map(|arm| self.arms[arm].standard_error());
            let z = (means[best] - means[arm]) / (a * a + b * b).sqrt();
            if z.is_nan() { 0.5 } else { 0.5 * libm::erfc(z / core::f64::consts::SQRT_2) }
        };
        let wrong: f64 = (0..means.len()).filter(|arm| *arm != best).map(better).sum();
        choice(&means, self.arms.iter().map(Moments::n).sum(), Some((1.0 - wrong).max(0.0)))
    }

    /// Of each arm; of one without a value below all others.
    fn means(&self) -> Vec<f64> {
        let mean = |arm: &Moments| if arm.n() > 0 { arm.mean() } else { f64::NEG_INFINITY };
        self.arms.iter().map(mean).collect()
    }

    /// Brings the numbers of draws as near to the best ratios as `more` draws can.
    fn share_out(&self, used: u64, more: u64) -> Vec<Pull> {
        let wanted = self.ratios();
        let total: f64 = wanted.iter().sum();
        let scale = (used + more) as f64 / total;
        let lack: Vec<f64> =
            wanted.iter().zip(&self.asked).map(|(share, asked)| (share * scale - *asked as f64).max(0.0)).collect();
        let lacking: f64 = lack.iter().sum();
        // whole draws whose running sum is that of the shares, rounded
        let (mut sum, mut given) = (0.0, 0);
        let mut pulls = Vec::new();
        for (arm, lack) in lack.iter().enumerate() {
            sum += lack / lacking * more as f64;
            let times = (sum.round() as u64).saturating_sub(given);
            given += times;
            if times > 0 {
                pulls.push(Pull { arm, times });
            }
        }
        pulls
    }

    /// Draws of each arm but for a factor (theorem 1 of the source).
    fn ratios(&self) -> Vec<f64> {
        let means = self.means();
        let [best, runner_up] = leaders(&means);
        let spread = |arm: usize| self.arms[arm].standard_error() * (self.arms[arm].n() as f64).sqrt();
        let largest = (0..means.len()).map(spread).fold(0.0, f64::max);
        if largest == 0.0 {
            // nothing varies, so that nothing is known of where to look
            return vec![1.0; means.len()];
        }
        // arms that never varied, or are level with the best, still get finite shares
        let spread = |arm: usize| spread(arm).max(1e-3 * largest);
        // where none of the others has a value there is no gap
        let gap = Some(means[best] - means[runner_up]).filter(|gap| gap.is_finite()).unwrap_or(0.0);
        let level = 1e-3 * gap.max(largest / (self.arms[best].n() as f64).sqrt());
        let ratio = |arm: usize| {
            let gap = (means[best] - means[arm]).max(level);
            (spread(arm) / gap) * (spread(arm) / gap)
        };
        let mut ratios: Vec<f64> = (0..means.len()).map(|arm| if arm == best { 0.0 } else { ratio(arm) }).collect();
        let sum: f64 = (0..means.len()).map(|arm| (ratios[arm] / spread(arm)) * (ratios[arm] / spread(arm))).sum();
        // all of them are the best one's where no other may be it
        ratios[best] = if sum > 0.0 { spread(best) * sum.sqrt() } else { 1.0 };
        ratios
    }
}
