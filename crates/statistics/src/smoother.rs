//! A smooth surface through what the points of a design were worth, repeat by repeat: a Gaussian process whose
//! covariance falls with the distance of points, Matern's of order 5/2, with a length and a share for each axis. It is
//! kept as what it does to any values of the points, which is linear: smoothing each repeat by itself shows how far
//! chance moves the surface, with whatever chance the points of a repeat share. What the smoothing itself may be off
//! comes on top. (C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning (2006), 2.2 and 2.6. Of
//! many points the surface goes by some that are well spread, with the rest of each point's variance its own:
//! E. Snelson, Z. Ghahramani, Advances in Neural Information Processing Systems 18 (2006) 1257.)

mod noise;
mod places;
mod shape;

pub use places::Places;

use self::shape::{JITTER, Shape};
use crate::estimates::{Estimate, Moments, UPPER, normal_quantile_at, t_quantile};
use crate::matrix::{Matrix, cholesky, dot, solve_half};

/// Up to so many points the surface is exact; of more it goes by so many that are spread over all.
const EXACT: usize = 1000;
const SPREAD: usize = 200;
/// Points of a surface, at least.
const FEWEST: usize = 4;

/// What smooths values of the points of a design.
#[derive(Clone, Debug)]
pub struct Smoother {
    /// What each point keeps of its own value beside the surface, as a share of what is off it.
    kept: Vec<f64>,
    /// Variance of the mean of each point about the surface: by chance, and of its own.
    about: Vec<f64>,
    /// A row for each point; covariances of the surface, as far as it is unknown, are products of two of them.
    rows: Matrix,
    /// Sum of the squares of rows, each by how much chance is in it.
    chance: Matrix,
    /// Of each point the square of how much the smoothing itself may be off.
    off: Vec<f64>,
}

impl Smoother {
    /// The likeliest one for what each point was worth, repeat by repeat; `None` with fewer than four points or two
    /// repeats, where a value is missing, or where no point differs from another.
    pub fn of(places: &Places, worth: &[Vec<f64>]) -> Option<Smoother> {
        let repeats = worth.first()?.len();
        if worth.len() < FEWEST || places.count() != worth.len() || repeats < 2 || places.axes() == 0 {
            return None;
        }
        let means: Vec<f64> = worth.iter().map(|of| of.iter().sum::<f64>() / repeats as f64).collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        let off: Vec<f64> = means.iter().map(|value| value - mean).collect();
        let noise = vec![noise::variance(worth); worth.len()];
        Smoother::by(places, &Shape::likeliest(places, &off, &noise)?, &noise)
    }

    fn by(places: &Places, shape: &Shape, noise: &[f64]) -> Option<Smoother> {
        let count = places.count();
        let known: Vec<usize> = match count {
            ..=EXACT => (0..count).collect(),
            _ => places.spread(&shape.weights(), SPREAD),
        };
        let size = known.len();
        let covariance = |one: usize, other: usize| shape.covariance(places, one, other);
        let jitter = JITTER * shape.variance;
        let root = cholesky(&Matrix::of(size, size, |i, j| {
            covariance(known[i], known[j]) + if i == j { jitter } else { 0.0 }
        }))?;
        // what the points that are known explain of each, and what is left to it
        let mut rows = Matrix::zero(count, size);
        let (mut kept, mut about) = (vec![0.0; count], vec![0.0; count]);
        let mut precision = Matrix::of(size, size, |i, j| f64::from(u8::from(i == j)));
        for point in 0..count {
            let to_known: Vec<f64> = known.iter().map(|other| covariance(point, *other)).collect();
            let row = solve_half(&root, &to_known);
            let own = shape.own + (shape.variance - dot(&row, &row)).max(jitter);
            about[point] = own + noise[point];
            kept[point] = own / about[point];
            precision.add_square(&row, 1.0 / about[point]);
            rows.set_row(point, &row);
        }
        let root = cholesky(&precision)?;
        let mut chance = Matrix::zero(size, size);
        for point in 0..count {
            let row = solve_half(&root, rows.row(point));
            chance.add_square(&row, (1.0 - kept[point]) / about[point]);
            rows.set_row(point, &row);
        }
        chance.mirror();
        let mut smoother = Smoother { kept, about, rows, chance, off: Vec::new() };
        smoother.off = (0..count).map(|point| smoother.off_both(point, point, &smoother.moved_by(point))).collect();
        Some(smoother)
    }

    /// Smooths one value of each point. What all have in common stays as it is.
    pub fn smooth(&self, values: &[f64]) -> Vec<f64> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let mut sums = vec![0.0; self.chance.row(0).len()];
        for (point, value) in values.iter().enumerate() {
            let factor = (value - mean) / self.about[point];
            sums.iter_mut().zip(self.rows.row(point)).for_each(|(sum, row)| *sum += factor * row);
        }
        let smooth = |(point, value): (usize, &f64)| {
            let surface = mean + dot(self.rows.row(point), &sums);
            surface + self.kept[point] * (value - surface)
        };
        values.iter().enumerate().map(smooth).collect()
    }

    /// Smooths what each point was worth, each repeat by itself.
    pub fn smoothed(&self, worth: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let repeats = worth.first().map_or(0, Vec::len);
        let mut smoothed = vec![vec![0.0; repeats]; worth.len()];
        for repeat in 0..repeats {
            let values: Vec<f64> = worth.iter().map(|of| of[repeat]).collect();
            let smooth = self.smooth(&values);
            smoothed.iter_mut().zip(smooth).for_each(|(of, value)| of[repeat] = value);
        }
        smoothed
    }

    /// Standard error of what the smoothing itself may be off at each point.
    pub fn off(&self) -> Vec<f64> {
        self.off.iter().map(|square| square.sqrt()).collect()
    }

    /// The same of the difference of each point from one of them.
    pub fn off_from(&self, one: usize) -> Vec<f64> {
        let moved = self.moved_by(one);
        let apart = |other: usize| {
            let both = if other == one { self.off[one] } else { self.off_both(other, one, &moved) };
            (self.off[one] + self.off[other] - 2.0 * both).max(0.0).sqrt()
        };
        (0..self.off.len()).map(apart).collect()
    }

    fn moved_by(&self, point: usize) -> Vec<f64> {
        let row = self.rows.row(point);
        (0..row.len()).map(|i| dot(self.chance.row(i), row)).collect()
    }

    /// Covariance of what the smoothing is off at two points: all that is unknown once the means are known, less what
    /// chance in the means does.
    fn off_both(&self, one: usize, other: usize, moved: &[f64]) -> f64 {
        let [a, b] = [self.kept[one], self.kept[other]];
        let row = self.rows.row(one);
        let surface = (1.0 - a - b) * dot(row, self.rows.row(other)) - dot(row, moved);
        let shared = (1.0 - a) * (1.0 - b) * surface;
        if one != other {
            return shared;
        }
        (shared + a * (1.0 - a) * (1.0 - a) * self.about[one]).max(0.0)
    }
}

/// The mean of smoothed repeats with its interval: chance as the repeats show it, by Student's t, and what the
/// smoothing may be off, in quadrature.
pub fn estimate(smoothed: &[f64], off: f64) -> Estimate {
    let mut moments = Moments::default();
    smoothed.iter().for_each(|value| moments.add(*value));
    let (value, n) = (moments.mean(), moments.n());
    if n < 2 {
        return Estimate { n, value: (n > 0).then_some(value), ..Estimate::default() };
    }
    let chance = moments.standard_error();
    let half = libm::hypot(t_quantile(n - 1) * chance, normal_quantile_at(UPPER) * off);
    let interval = (half > 0.0).then_some([value - half, value + half]);
    Estimate { n, value: Some(value), std_error: Some(libm::hypot(chance, off)), interval }
}

#[cfg(test)]
mod tests;
