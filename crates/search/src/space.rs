//! Boxes of choices, and points that fill them evenly.

use serde::{Deserialize, Serialize};

use tolley_experiment::design::sobol::Sobol;
use tolley_experiment::random::{Purpose, Streams};

/// A box: what each number of a choice may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Space {
    low: Vec<f64>,
    high: Vec<f64>,
}

impl Space {
    /// Between these values; `None` unless there are some, each range finite and wider than nothing.
    pub fn new(ranges: &[[f64; 2]]) -> Option<Space> {
        let is_range = |[low, high]: &[f64; 2]| low.is_finite() && high.is_finite() && low < high;
        let [low, high] = [0, 1].map(|end| ranges.iter().map(|range| range[end]).collect());
        (!ranges.is_empty() && ranges.iter().all(is_range)).then_some(Space { low, high })
    }

    /// Numbers of a choice.
    pub fn dimensions(&self) -> usize {
        self.low.len()
    }

    /// Lowest and highest value of one number.
    pub fn range(&self, i: usize) -> [f64; 2] {
        [self.low[i], self.high[i]]
    }

    /// How wide one range is.
    pub fn width(&self, i: usize) -> f64 {
        self.high[i] - self.low[i]
    }

    /// Product of the widths.
    pub fn volume(&self) -> f64 {
        (0..self.dimensions()).map(|i| self.width(i)).product()
    }

    /// The point at these shares of the ranges.
    pub fn at(&self, unit: &[f64]) -> Vec<f64> {
        unit.iter().enumerate().map(|(i, share)| self.low[i] + share * self.width(i)).collect()
    }

    /// Whether a point lies in the box.
    pub fn holds(&self, point: &[f64]) -> bool {
        point.iter().enumerate().all(|(i, x)| (self.low[i]..=self.high[i]).contains(x))
    }

    /// The nearest point of the box.
    pub fn nearest(&self, point: &[f64]) -> Vec<f64> {
        point.iter().enumerate().map(|(i, x)| x.clamp(self.low[i], self.high[i])).collect()
    }

    /// The numbers of a choice that lie on an end of their range: beyond it nothing is known.
    pub fn edges(&self, point: &[f64]) -> Vec<usize> {
        let is_end = |i: usize| {
            let near = 1e-6 * self.width(i);
            point[i] - self.low[i] <= near || self.high[i] - point[i] <= near
        };
        (0..self.dimensions()).filter(|i| is_end(*i)).collect()
    }
}

/// Points of low discrepancy in the unit cube: those of Sobol, scrambled or not.
#[derive(Clone, Debug)]
pub struct Sequence {
    sobol: Sobol,
    dimensions: usize,
}

impl Sequence {
    /// In so many dimensions, not scrambled; the first point is the origin.
    ///
    /// # Panics
    /// With more than [`MOST_DIMENSIONS`](tolley_experiment::design::sobol::MOST_DIMENSIONS), here and below.
    pub fn new(dimensions: usize) -> Sequence {
        Sequence { sobol: Sobol::new(dimensions, None), dimensions }
    }

    /// Scrambled: each number of one seed in a way of its own.
    pub fn scrambled(dimensions: usize, seed: u64, number: u64) -> Sequence {
        let scramble = Streams::new(seed, number, None).open(Purpose::named("sweep")).bits();
        Sequence { sobol: Sobol::new(dimensions, Some(scramble)), dimensions }
    }

    /// One point by its number.
    pub fn point(&self, number: u64) -> Vec<f64> {
        (0..self.dimensions).map(|dimension| self.sobol.at(number, dimension)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fill_every_part_of_the_cube() {
        let sequence = Sequence::scrambled(2, 1, 0);
        let mut counts = [0; 64];
        for number in 0..1024 {
            let point = sequence.point(number);
            counts[(point[0] * 8.0) as usize * 8 + (point[1] * 8.0) as usize] += 1;
        }
        // independent points would lie between 4 and 28
        assert!(counts.iter().all(|count| *count == 16), "{counts:?}");
        assert_ne!(Sequence::scrambled(2, 1, 1).point(0), sequence.point(0));
    }

    #[test]
    fn ends_of_ranges_are_noticed() {
        let space = Space::new(&[[0.0, 2.0], [-1.0, 1.0]]).expect("ranges");
        assert_eq!(space.edges(&[2.0, 0.0]), [0]);
        assert!(space.edges(&[1.0, 0.999]).is_empty() && space.holds(&[2.0, -1.0]) && !space.holds(&[2.1, 0.0]));
        assert!(Space::new(&[[1.0, 1.0]]).is_none() && Space::new(&[]).is_none());
    }
}
