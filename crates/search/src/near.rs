//! Where the shots of a sweep go: over a space, and near the hills that it shows; weighted by how much denser than even
//! they are (the balance heuristic; E. Veach, L. J. Guibas, SIGGRAPH 1995, <https://doi.org/10.1145/218380.218498>).

use tolley_experiment::random::normal_quantile;

use crate::execution::Noise;
use crate::space::{Sequence, Space};

/// Of so many spread shots one is spread over all that may be executed, the others where executions of aims have their
/// middle.
const WIDE_EVERY: u64 = 3;

/// Shots spread over a space, most of them where executions of the aims have their middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    space: Space,
    inner: Space,
}

impl Spread {
    /// Over a space of executions of these aims.
    pub fn new(space: &Space, noise: &Noise, aims: &Space) -> Spread {
        Spread { space: space.clone(), inner: inner(space, noise, aims) }
    }

    /// Shot number `number`, by points of one sequence for the space and of another for its inner part.
    pub fn point(&self, number: u64, [wide, close]: [&Sequence; 2]) -> Vec<f64> {
        let (turn, place) = (number / WIDE_EVERY, number % WIDE_EVERY);
        match place.checked_sub(1) {
            None => self.space.at(&wide.point(turn)),
            Some(place) => self.inner.at(&close.point(turn * (WIDE_EVERY - 1) + place)),
        }
    }

    /// How much denser than even shots are at a point.
    pub fn density(&self, point: &[f64]) -> f64 {
        let wide = 1.0 / WIDE_EVERY as f64;
        let close = if self.inner.holds(point) { self.space.volume() / self.inner.volume() } else { 0.0 };
        wide + (1.0 - wide) * close
    }
}

/// The part of a space in which the middles of the executions of these aims lie; the space where there is none.
fn inner(space: &Space, noise: &Noise, aims: &Space) -> Space {
    let ends = [0.0, 1.0].map(|share| aims.at(&vec![share; aims.dimensions()]));
    let range = |i: usize| {
        let ([low, high], [one, other]) = (space.range(i), ends.each_ref().map(|end| noise.centre(end, i)));
        [low.max(one.min(other)), high.min(one.max(other))]
    };
    Space::new(&(0..space.dimensions()).map(range).collect::<Vec<_>>()).unwrap_or_else(|| space.clone())
}

/// Shots about where hills are executed, as these are by normal errors, within the space: at the top all then weigh
/// about as much.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    bells: Vec<Vec<Bell>>,
    volume: f64,
}

impl Near {
    /// About these hills of a space.
    pub fn new(space: &Space, noise: &Noise, hills: &[Vec<f64>]) -> Near {
        let bell = |hill: &[f64], i: usize| Bell::new(space.range(i), noise.centre(hill, i), noise.finest(hill, i));
        let of = |hill: &Vec<f64>| (0..hill.len()).map(|i| bell(hill, i)).collect();
        Near { bells: hills.iter().map(of).collect(), volume: space.volume() }
    }

    /// Shot number `number`, the hills in turn, by points of a sequence for its hill.
    ///
    /// # Panics
    /// Without a hill.
    pub fn point(&self, number: u64, sequence: &Sequence) -> Vec<f64> {
        let count = self.bells.len() as u64;
        let unit = sequence.point(number / count);
        self.bells[(number % count) as usize].iter().zip(unit).map(|(bell, share)| bell.at(share)).collect()
    }

    /// How much denser than even shots are at a point.
    pub fn density(&self, point: &[f64]) -> f64 {
        let of = |bells: &Vec<Bell>| bells.iter().zip(point).map(|(bell, x)| bell.density(*x)).product::<f64>();
        self.volume * self.bells.iter().map(of).sum::<f64>() / self.bells.len() as f64
    }
}

/// A normal distribution between two ends.
#[derive(Clone, Debug, PartialEq)]
struct Bell {
    range: [f64; 2],
    middle: f64,
    sd: f64,
    /// Shares of the whole one below both ends.
    ends: [f64; 2],
}

impl Bell {
    /// About a middle, or the end next to it.
    fn new(range: [f64; 2], middle: f64, sd: f64) -> Bell {
        let middle = middle.clamp(range[0], range[1]);
        let below = |x: f64| 0.5 * libm::erfc(-(x - middle) / (sd * core::f64::consts::SQRT_2));
        Bell { range, middle, sd, ends: range.map(below) }
    }

    fn at(&self, share: f64) -> f64 {
        let [low, high] = self.ends;
        let x = self.middle + self.sd * normal_quantile(low + share * (high - low));
        x.clamp(self.range[0], self.range[1])
    }

    fn density(&self, x: f64) -> f64 {
        let ([low, high], z) = (self.ends, (x - self.middle) / self.sd);
        libm::exp(-0.5 * z * z) / (self.sd * core::f64::consts::TAU.sqrt() * (high - low))
    }
}
