//! What all ways of choosing among noisy arms share. An arm is a choice that is worth something else every time; its
//! mean is what counts, the highest is the best.

use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments};

/// Draws of each arm before what they say is used.
pub(crate) const FIRST: u64 = 10;

/// Draws of one arm to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pull {
    /// Its number.
    pub arm: usize,
    /// How often.
    pub times: u64,
}

/// The arm that was chosen, as the draws of the choice see it. The best of many is too good to be true: what it is
/// worth is told by draws of its own (see [`confirm`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The arm with the highest mean.
    pub best: usize,
    /// The arm that comes closest to it; itself where it is alone.
    pub runner_up: usize,
    /// How far their means lie apart in these draws.
    pub gap: f64,
    /// Draws of all arms.
    pub draws: u64,
    /// Bound on, or approximation of, the chance that the best was chosen; `None` where the method gives none.
    pub confidence: Option<f64>,
}

/// What the chosen arm is worth, from draws that had no part in the choice.
pub fn confirm(fresh: &Moments) -> Estimate {
    Means::default().estimate(fresh)
}

/// Best and runner-up by mean; of equal ones the first.
pub(crate) fn leaders(means: &[f64]) -> [usize; 2] {
    let highest = |but: usize| {
        let arms = (0..means.len()).filter(|arm| *arm != but);
        arms.reduce(|best, arm| if means[arm] > means[best] { arm } else { best })
    };
    let best = highest(usize::MAX).unwrap_or(0);
    [best, highest(best).unwrap_or(best)]
}

/// The choice by means alone.
pub(crate) fn choice(means: &[f64], draws: u64, confidence: Option<f64>) -> Choice {
    let [best, runner_up] = leaders(means);
    Choice { best, runner_up, gap: means[best] - means[runner_up], draws, confidence }
}
