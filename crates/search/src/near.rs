//! Shots near the hills of a sweep, weighted by how much denser than even they are (the balance heuristic; E. Veach,
//! L. J. Guibas, SIGGRAPH 1995, <https://doi.org/10.1145/218380.218498>).

use crate::execution::Noise;
use crate::space::{Sequence, Space};

/// To how many finest errors around a hill its shots go.
const CLOSE: f64 = 2.5;

/// The part of a space in which the middles of the executions of these aims lie; the space where there is none.
pub fn inner(space: &Space, noise: &Noise, aims: &Space) -> Space {
    let ends = [0.0, 1.0].map(|share| aims.at(&vec![share; aims.dimensions()]));
    let range = |i: usize| {
        let ([low, high], [one, other]) = (space.range(i), ends.each_ref().map(|end| noise.centre(end, i)));
        [low.max(one.min(other)), high.min(one.max(other))]
    };
    Space::new(&(0..space.dimensions()).map(range).collect::<Vec<_>>()).unwrap_or_else(|| space.clone())
}

/// Boxes about where hills are executed, where most of their executions fall.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    boxes: Vec<Space>,
    volume: f64,
}

impl Near {
    /// About these hills of a space.
    pub fn new(space: &Space, noise: &Noise, hills: &[Vec<f64>]) -> Near {
        Near { boxes: hills.iter().map(|hill| close(space, noise, hill)).collect(), volume: space.volume() }
    }

    /// Shot number `number`, the boxes in turn, by points of a sequence for its box.
    ///
    /// # Panics
    /// Without a hill.
    pub fn point(&self, number: u64, sequence: &Sequence) -> Vec<f64> {
        let count = self.boxes.len() as u64;
        self.boxes[(number % count) as usize].at(&sequence.point(number / count))
    }

    /// How much denser than even shots are at a point of which this part goes to the hills.
    pub fn density(&self, point: &[f64], part: f64) -> f64 {
        if self.boxes.is_empty() || part == 0.0 {
            return 1.0;
        }
        let inside = self.boxes.iter().filter(|close| close.holds(point));
        let about = inside.map(|close| self.volume / close.volume()).sum::<f64>() / self.boxes.len() as f64;
        1.0 - part + part * about
    }
}

fn close(space: &Space, noise: &Noise, hill: &[f64]) -> Space {
    let range = |i: usize| {
        let ([low, high], half) = (space.range(i), CLOSE * noise.finest(hill, i));
        let centre = noise.centre(hill, i);
        [low.max(centre - half), high.min(centre + half)]
    };
    // a hill beyond the space has all of it
    Space::new(&(0..hill.len()).map(range).collect::<Vec<_>>()).unwrap_or_else(|| space.clone())
}
