//! What each combination was worth, as a smooth surface through all of them shows it.

use tolley_statistics::Estimate;
use tolley_statistics::smoother::{Places, Smoother, estimate};

use super::means::moments;

/// Combinations, smoothed where that is possible.
pub(super) struct Surface {
    /// Of each combination, repeat by repeat.
    pub worth: Vec<Vec<f64>>,
    smoother: Option<Smoother>,
    /// Those that have values, and of each combination its number among them.
    known: Vec<usize>,
    number: Vec<Option<usize>>,
}

impl Surface {
    /// Through all combinations that have values; as they are where nothing can be smoothed.
    pub fn through(places: &Places, worth: &[Vec<f64>]) -> Surface {
        let known: Vec<usize> =
            (0..worth.len()).filter(|point| worth[*point].iter().all(|value| value.is_finite())).collect();
        let mut number = vec![None; worth.len()];
        known.iter().enumerate().for_each(|(at, point)| number[*point] = Some(at));
        let has_places = places.count() == worth.len();
        let some: Vec<Vec<f64>> = known.iter().map(|point| worth[*point].clone()).collect();
        let smoother = has_places.then(|| Smoother::of(&places.some(&known), &some)).flatten();
        let mut all = worth.to_vec();
        if let Some(smoother) = &smoother {
            known.iter().zip(smoother.smoothed(&some)).for_each(|(point, smooth)| all[*point] = smooth);
        }
        Surface { worth: all, smoother, known, number }
    }

    /// Whether anything was smoothed.
    pub fn is_smooth(&self) -> bool {
        self.smoother.is_some()
    }

    /// Of each combination how much its difference from one of them may be off by the smoothing itself.
    pub fn off_from(&self, one: usize) -> Vec<f64> {
        let mut off = vec![0.0; self.worth.len()];
        if let Some((smoother, one)) = self.smoother.as_ref().zip(self.number[one]) {
            self.known.iter().zip(smoother.off_from(one)).for_each(|(point, of)| off[*point] = of);
        }
        off
    }

    /// What each combination is worth, with its interval.
    pub fn estimates(&self) -> Vec<Estimate> {
        let off = self.smoother.as_ref().map_or_else(|| vec![0.0; self.known.len()], Smoother::off);
        let of = |(worth, number): (&Vec<f64>, &Option<usize>)| match number {
            Some(number) => estimate(worth, off[*number]),
            None => {
                let moments = moments(worth);
                Estimate { n: moments.n(), value: (moments.n() > 0).then(|| moments.mean()), ..Estimate::default() }
            }
        };
        self.worth.iter().zip(&self.number).map(of).collect()
    }
}
