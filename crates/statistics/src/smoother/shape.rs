//! How far a surface varies and how soon: what makes the means of the points likeliest.

use crate::matrix::{Matrix, cholesky, dot, solve_half};

use super::places::Places;

/// Lengths, as shares of an axis, between which the likeliest is looked for.
const LENGTHS: [f64; 2] = [0.05, 10.0];
/// What lengths are before the data speak: the middle of their logarithms, and the spread.
const LENGTH: [f64; 2] = [1.0, 1.5];
/// What a point has of its own, as a share of what varies smoothly: the same.
const OWN: [f64; 2] = [0.01, 2.0];
/// First step of a logarithm, and the last.
const STEPS: [f64; 2] = [1.2, 0.12];
/// Points of which the covariances are looked at together, and such groups, at most.
const TOGETHER: usize = 160;
const GROUPS: usize = 10;
/// Steps by so much around a circle never come near each other (the golden section).
const SPREAD: f64 = 0.618_033_988_749_894_9;
/// Added to a variance, as a share of it, so that equal places do not make a matrix singular.
pub const JITTER: f64 = 1e-8;

/// Variance and lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Of what varies smoothly.
    pub variance: f64,
    /// Of what each point has of its own.
    pub own: f64,
    /// One over the square of the length of each axis.
    pub weights: Vec<f64>,
}

impl Shape {
    /// The covariance at a distance whose square is given, each axis by its length: Matern's of order 5/2.
    pub fn covariance(&self, square: f64) -> f64 {
        let r = (5.0 * square).sqrt();
        self.variance * (1.0 + r + r * r / 3.0) * libm::exp(-r)
    }

    /// By logarithms: of the variance, of the share of the own, and of each length.
    fn at(logs: &[f64]) -> Shape {
        let variance = libm::exp(logs[0]);
        Shape {
            variance,
            own: variance * libm::exp(logs[1]),
            weights: logs[2..].iter().map(|log| libm::exp(-2.0 * log)).collect(),
        }
    }

    /// The likeliest one of means less their mean, and the squares of their errors. Of many points groups that are
    /// spread over all of them count as if each were alone (composite likelihood; C. Varin, N. Reid, D. Firth,
    /// Statistica Sinica 21 (2011) 5). A variance near none counts as little as it should, since it would claim to know
    /// everything (Y. Chung and others, Psychometrika 78 (2013) 685).
    pub fn likeliest(places: &Places, off: &[f64], noise: &[f64]) -> Option<Shape> {
        let count = off.len() as f64;
        let variance = off.iter().map(|off| off * off).sum::<f64>() / count;
        let chance = noise.iter().sum::<f64>() / count;
        if variance.is_nan() || variance <= 0.0 {
            return None;
        }
        let groups: Vec<Group> = groups(off.len()).iter().map(|points| Group::of(places, off, noise, points)).collect();
        let mut best = vec![libm::log((variance - chance).max(0.1 * variance)), libm::log(OWN[0])];
        best.resize(2 + places.axes(), libm::log(LENGTH[0]));
        let told = |logs: &[f64]| {
            let shape = Shape::at(logs);
            groups.iter().map(|group| group.likelihood(&shape)).sum::<Option<f64>>().map(|sum| sum + prior(logs))
        };
        let mut most = told(&best)?;
        let mut step = STEPS[0];
        // compass search: T. G. Kolda, R. M. Lewis, V. Torczon, SIAM Review 45 (2003) 385
        while step > STEPS[1] {
            let mut is_better = false;
            for (input, sign) in (0..best.len()).flat_map(|input| [(input, 1.0), (input, -1.0)]) {
                let mut tried = best.clone();
                tried[input] += sign * step;
                if input > 1 {
                    tried[input] = tried[input].clamp(libm::log(LENGTHS[0]), libm::log(LENGTHS[1]));
                }
                if let Some(found) = told(&tried).filter(|found| *found > most) {
                    (best, most, is_better) = (tried, found, true);
                }
            }
            if !is_better {
                step *= 0.5;
            }
        }
        Some(Shape::at(&best))
    }
}

/// What is known before the data speak.
fn prior(logs: &[f64]) -> f64 {
    let beside = |log: f64, [middle, spread]: [f64; 2]| {
        let off = (log - libm::log(middle)) / spread;
        -0.5 * off * off
    };
    0.5 * logs[0] + beside(logs[1], OWN) + logs[2..].iter().map(|log| beside(*log, LENGTH)).sum::<f64>()
}

/// Points of each group.
fn groups(count: usize) -> Vec<Vec<usize>> {
    let all = count.div_ceil(TOGETHER);
    let mut groups = vec![Vec::new(); all.min(GROUPS)];
    for point in 0..count {
        let group = ((point as f64 * SPREAD).fract() * all as f64) as usize;
        if let Some(group) = groups.get_mut(group) {
            group.push(point);
        }
    }
    groups
}

/// Points that are looked at together.
struct Group {
    off: Vec<f64>,
    noise: Vec<f64>,
    /// Squares of distances of each two, axis by axis.
    squares: Vec<f64>,
    axes: usize,
}

impl Group {
    fn of(places: &Places, off: &[f64], noise: &[f64], points: &[usize]) -> Group {
        let axes = places.axes();
        let pairs = points.iter().enumerate().flat_map(|(i, one)| points[..i].iter().map(move |other| (*one, *other)));
        let squares = pairs.flat_map(|(one, other)| (0..axes).map(move |axis| places.square(axis, one, other)));
        Group {
            off: points.iter().map(|point| off[*point]).collect(),
            noise: points.iter().map(|point| noise[*point]).collect(),
            squares: squares.collect(),
            axes,
        }
    }

    /// C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning (2006), eq. 2.30, but for what is the
    /// same for all shapes.
    fn likelihood(&self, shape: &Shape) -> Option<f64> {
        let count = self.off.len();
        let mut matrix = Matrix::zero(count, count);
        let mut squares = self.squares.chunks_exact(self.axes.max(1));
        for i in 0..count {
            for j in 0..i {
                let square = squares.next().map_or(0.0, |squares| dot(squares, &shape.weights));
                matrix[(i, j)] = shape.covariance(square);
            }
            matrix[(i, i)] = shape.variance * (1.0 + JITTER) + shape.own + self.noise[i];
        }
        let root = cholesky(&matrix)?;
        let half = solve_half(&root, &self.off);
        let logs: f64 = (0..count).map(|i| libm::log(root[(i, i)])).sum();
        Some(-0.5 * dot(&half, &half) - logs)
    }
}
