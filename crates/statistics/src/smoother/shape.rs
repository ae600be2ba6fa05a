//! How far a surface varies and how soon: what makes the means of the points likeliest.

use crate::matrix::{Matrix, cholesky, dot, solve_half};

use super::places::Places;

/// Lengths, as shares of an axis, between which the likeliest is looked for.
const LENGTHS: [f64; 2] = [0.05, 10.0];
/// What lengths are before the data speak: the middle of their logarithms, and the spread.
const LENGTH: [f64; 2] = [1.0, 1.5];
/// The odds of the share of an axis: the same.
const SHARE: [f64; 2] = [1.0, 1.5];
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

/// Variances and lengths. What axes do together is a product over them, in each of which part does not depend on the
/// axis: so effects of one axis, of two, and of more each have their share (N. Durrande and others, J. Multivar. Anal.
/// 115 (2013) 57).
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Of what varies smoothly.
    pub variance: f64,
    /// Of what each point has of its own.
    pub own: f64,
    /// Of each axis.
    axes: Vec<Along>,
}

/// What varies along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Along {
    share: f64,
    length: f64,
}

impl Along {
    /// At a distance whose square is given: Matern's of order 5/2 of the share, and the rest.
    fn factor(&self, square: f64) -> f64 {
        let r = (5.0 * square).sqrt() / self.length;
        1.0 - self.share + self.share * ((1.0 + r + r * r / 3.0) * libm::exp(-r))
    }
}

impl Shape {
    /// The covariance of two points.
    pub fn covariance(&self, places: &Places, one: usize, other: usize) -> f64 {
        let factor = |(axis, along): (usize, &Along)| along.factor(places.square(axis, one, other));
        self.variance * self.axes.iter().enumerate().map(factor).product::<f64>()
    }

    /// How much a distance along each axis counts.
    pub fn weights(&self) -> Vec<f64> {
        self.axes.iter().map(|along| along.share / (along.length * along.length)).collect()
    }

    /// By logarithms: of the variance, of the share of the own, and for each axis of the odds of its share and of its
    /// length.
    fn at(logs: &[f64]) -> Shape {
        let variance = libm::exp(logs[0]);
        let along = |of: &[f64]| Along { share: 1.0 / (1.0 + libm::exp(-of[0])), length: libm::exp(of[1]) };
        Shape { variance, own: variance * libm::exp(logs[1]), axes: logs[2..].chunks_exact(2).map(along).collect() }
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
        // names are far from each other, which no length tells
        let lengths = (0..places.axes()).map(|axis| if places.is_name(axis) { LENGTHS[0] } else { LENGTH[0] });
        best.extend(lengths.flat_map(|length| [libm::log(SHARE[0]), libm::log(length)]));
        let is_told = |input: &usize| *input < 2 || input.is_multiple_of(2) || !places.is_name((input - 2) / 2);
        let inputs: Vec<usize> = (0..best.len()).filter(is_told).collect();
        let told = |logs: &[f64]| {
            let shape = Shape::at(logs);
            groups.iter().map(|group| group.likelihood(&shape)).sum::<Option<f64>>().map(|sum| sum + prior(logs))
        };
        let mut most = told(&best)?;
        let mut step = STEPS[0];
        // compass search: T. G. Kolda, R. M. Lewis, V. Torczon, SIAM Review 45 (2003) 385
        while step > STEPS[1] {
            let mut is_better = false;
            for (input, sign) in inputs.iter().flat_map(|input| [(*input, 1.0), (*input, -1.0)]) {
                let mut tried = best.clone();
                tried[input] += sign * step;
                if input > 1 && input % 2 == 1 {
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
    // half the logarithm of each share, which belongs to it as it does to the variance
    let share = |odds: f64| beside(odds, SHARE) - 0.5 * libm::log(1.0 + libm::exp(-odds));
    let axes = logs[2..].chunks_exact(2).map(|of| share(of[0]) + beside(of[1], LENGTH));
    0.5 * logs[0] + beside(logs[1], OWN) + axes.sum::<f64>()
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
    /// Of each axis the squares of the distances that there are.
    squares: Vec<Vec<f64>>,
    /// Of each two points, axis by axis, the number of its square among them.
    pairs: Vec<Vec<u32>>,
}

impl Group {
    fn of(places: &Places, off: &[f64], noise: &[f64], points: &[usize]) -> Group {
        let (mut squares, mut pairs) = (Vec::new(), Vec::new());
        for axis in 0..places.axes() {
            let each =
                points.iter().enumerate().flat_map(|(i, one)| points[..i].iter().map(move |other| (*one, *other)));
            let all: Vec<f64> = each.map(|(one, other)| places.square(axis, one, other)).collect();
            let mut distinct = all.clone();
            distinct.sort_by(f64::total_cmp);
            distinct.dedup();
            let number = |square: &f64| distinct.partition_point(|known| known < square) as u32;
            pairs.push(all.iter().map(number).collect());
            squares.push(distinct);
        }
        Group {
            off: points.iter().map(|point| off[*point]).collect(),
            noise: points.iter().map(|point| noise[*point]).collect(),
            squares,
            pairs,
        }
    }

    /// C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning (2006), eq. 2.30, but for what is
    /// the same for all shapes.
    fn likelihood(&self, shape: &Shape) -> Option<f64> {
        let count = self.off.len();
        let mut covariances = vec![shape.variance; count * (count - 1) / 2];
        for (along, (squares, pairs)) in shape.axes.iter().zip(self.squares.iter().zip(&self.pairs)) {
            let factors: Vec<f64> = squares.iter().map(|square| along.factor(*square)).collect();
            covariances.iter_mut().zip(pairs).for_each(|(covariance, pair)| *covariance *= factors[*pair as usize]);
        }
        let mut matrix = Matrix::zero(count, count);
        for i in 0..count {
            let first = i * (i.max(1) - 1) / 2;
            for j in 0..i {
                matrix[(i, j)] = covariances[first + j];
            }
            matrix[(i, i)] = shape.variance * (1.0 + JITTER) + shape.own + self.noise[i];
        }
        let root = cholesky(&matrix)?;
        let half = solve_half(&root, &self.off);
        let logs: f64 = (0..count).map(|i| libm::log(root[(i, i)])).sum();
        Some(-0.5 * dot(&half, &half) - logs)
    }
}
