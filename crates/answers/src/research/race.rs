//! Which of very many values of a key is the best? Sequential halving (Z. Karnin, T. Koren, O. Somekh, ICML 2013), but
//! the better quarter goes on; the last values are held beside a control on fresh random numbers.

use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_analysis::statistics::estimates::{Means, Moments};

use crate::columns::{self, TextColumn};
use crate::number;
use crate::point_columns::headed;
use crate::tidy::Row;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The axis with the values.
    pub key: &'static str,
    /// Another axis, of one value, and its value in the control.
    pub control: (&'static str, &'static str),
    /// The measure, of which more is better.
    pub measure: &'static str,
}

/// One round.
pub struct Round {
    values: usize,
    repeats: u64,
    /// Mean of all values, which is that of one drawn at random, and the best of them, flattered by its luck.
    mean: Estimate,
    best: f64,
}

fn mean(means: &[f64]) -> Estimate {
    let mut moments = Moments::default();
    means.iter().for_each(|mean| moments.add(*mean));
    Means::default().estimate(&moments)
}

impl Round {
    /// Of so many repeats of each value, whose means these are.
    pub fn of(repeats: u64, means: &[f64]) -> Round {
        let best = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Round { values: means.len(), repeats, mean: mean(means), best }
    }

    /// Its estimates, by the seed of its trials.
    pub fn rows(&self, asked: &Asked, seed: u64) -> [Row; 2] {
        // those of the last values are fresh ones
        let row = |what: &str, estimate: Estimate, method: &str| {
            let term = format!("{} of {} values of {}: {what}", asked.measure, self.values, asked.key);
            Row { seed: Some(seed), ..Row::of(term, estimate, method) }
        };
        let best = Estimate { n: self.repeats, value: Some(self.best), ..Estimate::default() };
        [row("all", self.mean, "mean of their means, t"), row("the best, flattered", best, "sequential halving")]
    }

    /// SI, all digits.
    pub fn to_json(&self) -> Json {
        json!({ "values": self.values, "repeats": self.repeats, "mean": self.mean.value, "best": self.best })
    }
}

/// All rounds as a table, of which the first had so many repeats.
pub fn text(rounds: &[Round], asked: &Asked, first: u64) -> String {
    const DIGITS: usize = 3;
    let table: Vec<TextColumn> = vec![
        headed("values", "", rounds.iter().map(|round| round.values.to_string())),
        headed("repeats", "", rounds.iter().map(|round| round.repeats.to_string())),
        headed("mean of all", asked.measure, rounds.iter().map(|round| number::estimate(&round.mean, 1.0, DIGITS))),
        headed("best, flattered", asked.measure, rounds.iter().map(|round| format!("{:.DIGITS$}", round.best))),
    ];
    format!(
        "which of all values of {}? sequential halving from {first} repeats each: the better quarter goes on\n\n{}",
        asked.key,
        columns::indented(&columns::rows(&table))
    )
}
