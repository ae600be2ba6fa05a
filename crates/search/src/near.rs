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

/// Shots about where hills are executed, within the space: each number normally, as far as its finest errors reach, so
/// that by plain normal errors all weigh about as much at the top.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn densities_are_those_of_the_points() {
        // a hill in the middle, and one next to a corner, beyond which nothing is executed
        let space = Space::new(&[[0.0, 4.0], [1.0, 3.0]]).expect("ranges");
        let aims = Space::new(&[[1.0, 3.0], [1.5, 2.5]]).expect("ranges");
        let noise = Noise::normal(&[0.3, 0.2]).expect("sds");
        let near = Near::new(&space, &noise, &[vec![2.0, 2.0], vec![0.1, 3.2]]);
        let spread = Spread::new(&space, &noise, &aims);
        let sequences = [0, 1].map(|number| Sequence::scrambled(2, 5, number));
        let whole = |density: &dyn Fn(&[f64]) -> f64| {
            let even = (0..1 << 14).map(|number| density(&space.at(&sequences[0].point(number))));
            even.sum::<f64>() / f64::from(1 << 14)
        };
        for density in [&(|x: &[f64]| near.density(x)) as &dyn Fn(&[f64]) -> f64, &|x| spread.density(x)] {
            assert!((whole(density) - 1.0).abs() < 5e-3, "{}", whole(density));
        }
        // points weighed by how dense they are have the mean of even ones, the middle of the space
        let mean = |point: &dyn Fn(u64) -> Vec<f64>, density: &dyn Fn(&[f64]) -> f64| {
            let points: Vec<Vec<f64>> = (0..1 << 14).map(point).collect();
            assert!(points.iter().all(|point| space.holds(point)));
            let weights: Vec<f64> = points.iter().map(|point| 1.0 / density(point)).collect();
            let sum: f64 = points.iter().zip(&weights).map(|(point, weight)| point[0] * weight).sum();
            sum / weights.iter().sum::<f64>()
        };
        let [close, far] = sequences.each_ref();
        let spread_mean = mean(&|number| spread.point(number, [far, close]), &|x| spread.density(x));
        assert!((spread_mean - 2.0).abs() < 5e-3, "{spread_mean}");
        let both = |number: u64| {
            if number.is_multiple_of(2) { near.point(number / 2, close) } else { space.at(&far.point(number / 2)) }
        };
        let both_mean = mean(&both, &|x| 0.5 + 0.5 * near.density(x));
        assert!((both_mean - 2.0).abs() < 2e-2, "{both_mean}");
    }
}
