//! Execution noise: how what is done misses what was aimed at, drawn and as a density.
//!
//! Errors of real players have heavier tails than the normal distribution, and depend on each other; golf's shot
//! patterns need mixtures of normal and Student's t (Stauffer, Guillot, arXiv:2309.00485), so that all of these are
//! offered.

use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_statistics::matrix::{Matrix, cholesky};

use crate::space::Space;

/// The distribution of each of the independent errors that the root of the covariance mixes, of unit variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Normal.
    Normal,
    /// Student's t scaled to unit variance, each direction with its own, as the studies draw it.
    StudentT {
        /// Degrees of freedom, above 2.
        dof: f64,
    },
}

/// What an error does to one number of a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acts {
    /// It is added: angles, places.
    #[default]
    Added,
    /// It is added to the logarithm: speeds.
    Factor,
}

/// One error distribution of a mixture.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    share: f64,
    law: Law,
    bias: Vec<f64>,
    root: Matrix,
    /// Of the root, row by row.
    inverse: Vec<f64>,
    /// The density where all independent errors are 0.
    peak: f64,
}

/// The distribution of the errors of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Noise {
    parts: Vec<Part>,
    acts: Vec<Acts>,
    /// Some errors, by which shares are found.
    errors: Vec<Vec<f64>>,
}

/// Errors by which the share of executions in a box is found.
const ERRORS: usize = 4096;
/// Numbers of a choice that may have an error.
pub const MOST_DIMENSIONS: usize = 8;

/// Standard deviations beyond which less than 1 in 10,000 lies: normal, Student's t of any kind.
const REACH_NORMAL: f64 = 4.0;
const REACH_STUDENT: f64 = 25.0;
/// Logarithm by which a normal density is so far below its peak that it counts for nothing: 1e-13.
const NOTHING: f64 = 30.0;

impl Noise {
    /// Errors with a mean and a covariance; `None` unless the covariance is positive definite, of the size of `bias`,
    /// at most [`MOST_DIMENSIONS`], and its law has a variance. A number without error is no dimension of the noise.
    pub fn new(law: Law, bias: Vec<f64>, covariance: &Matrix) -> Option<Noise> {
        let size = bias.len();
        let has_variance = !matches!(law, Law::StudentT { dof } if dof.is_nan() || dof <= 2.0);
        let fits = (1..=MOST_DIMENSIONS).contains(&size);
        if !fits || covariance.column(0).len() != size || !has_variance || bias.iter().any(|b| !b.is_finite()) {
            return None;
        }
        let root = cholesky(covariance)?;
        let volume: f64 = (0..size).map(|i| root[(i, i)]).product();
        let peak = (0..size).map(|_| law.peak()).product::<f64>() / volume;
        let acts = vec![Acts::Added; size];
        Some(Noise::of(vec![Part { share: 1.0, law, bias, inverse: inverse(&root, size), root, peak }], acts))
    }

    /// Independent normal errors with these standard deviations.
    pub fn normal(sd: &[f64]) -> Option<Noise> {
        Noise::independent(Law::Normal, sd)
    }

    /// Independent errors with these standard deviations.
    pub fn independent(law: Law, sd: &[f64]) -> Option<Noise> {
        let covariance = Matrix::of(sd.len(), sd.len(), |i, j| if i == j { sd[i] * sd[i] } else { 0.0 });
        Noise::new(law, vec![0.0; sd.len()], &covariance)
    }

    /// Errors of which a share comes from `one`, the others from `other`: good throws and slips; `None` unless both
    /// have as many dimensions that errors act upon alike.
    pub fn mixture(share: f64, one: Noise, other: Noise) -> Option<Noise> {
        if one.acts != other.acts || !(0.0..=1.0).contains(&share) {
            return None;
        }
        let weigh = |noise: Noise, weight: f64| {
            noise.parts.into_iter().map(move |part| Part { share: part.share * weight, ..part })
        };
        let acts = one.acts.clone();
        Some(Noise::of(weigh(one, share).chain(weigh(other, 1.0 - share)).collect(), acts))
    }

    fn of(parts: Vec<Part>, acts: Vec<Acts>) -> Noise {
        let mut noise = Noise { parts, acts, errors: Vec::new() };
        let mut stream = Streams::new(0, 0, None).open(Purpose::named("inside"));
        noise.errors = (0..ERRORS).map(|_| noise.error(&mut stream)).collect();
        noise
    }

    /// The same errors, which act on each number as said; `None` unless there is one for each.
    pub fn acting(self, acts: &[Acts]) -> Option<Noise> {
        (acts.len() == self.acts.len()).then(|| Noise { acts: acts.to_vec(), ..self })
    }

    /// Numbers of a choice that have an error.
    pub fn dimensions(&self) -> usize {
        self.acts.len()
    }

    /// One execution of what was aimed at.
    pub fn draw(&self, aim: &[f64], stream: &mut Stream) -> Vec<f64> {
        let error = self.error(stream);
        (0..aim.len()).map(|i| self.acts[i].apply(aim[i], error[i])).collect()
    }

    fn error(&self, stream: &mut Stream) -> Vec<f64> {
        let part = self.part(stream);
        let independent: Vec<f64> = (0..self.dimensions()).map(|_| part.law.draw(stream)).collect();
        let mixed = |i: usize| (0..=i).map(|k| part.root[(i, k)] * independent[k]).sum::<f64>();
        (0..self.dimensions()).map(|i| part.bias[i] + mixed(i)).collect()
    }

    /// The share of executions of an aim that fall into a box, to about a hundredth: of the same errors for all aims,
    /// so that near aims are compared fairly.
    pub fn inside(&self, aim: &[f64], space: &Space) -> f64 {
        let is_sure = |i: usize| {
            let ([from, to], [low, high]) = (self.reach(aim, i), space.range(i));
            low <= from && to <= high
        };
        if (0..aim.len()).all(is_sure) {
            return 1.0;
        }
        let holds = |error: &&Vec<f64>| {
            (0..aim.len()).all(|i| {
                let [low, high] = space.range(i);
                (low..=high).contains(&self.acts[i].apply(aim[i], error[i]))
            })
        };
        self.errors.iter().filter(holds).count() as f64 / self.errors.len() as f64
    }

    fn part(&self, stream: &mut Stream) -> &Part {
        let last = self.parts.len() - 1;
        if last == 0 {
            return &self.parts[0];
        }
        let mut rest = stream.uniform();
        let chosen = self.parts.iter().position(|part| {
            rest -= part.share;
            rest < 0.0
        });
        &self.parts[chosen.unwrap_or(last)]
    }

    /// Density of executing `done` when `aim` was aimed at, per unit of each number.
    pub fn density(&self, aim: &[f64], done: &[f64]) -> f64 {
        let mut errors = [0.0; MOST_DIMENSIONS];
        let errors = &mut errors[..aim.len()];
        let mut stretch = 1.0;
        for (i, error) in errors.iter_mut().enumerate() {
            match self.acts[i] {
                Acts::Added => *error = done[i] - aim[i],
                Acts::Factor => {
                    *error = libm::log(done[i] / aim[i]);
                    stretch *= done[i];
                }
            }
        }
        if errors.iter().any(|error| !error.is_finite()) {
            return 0.0;
        }
        self.parts.iter().map(|part| part.density(errors)).sum::<f64>() / stretch
    }

    /// Between which values an execution of `aim` lies in one number, but for 1 in 10,000.
    pub fn reach(&self, aim: &[f64], i: usize) -> [f64; 2] {
        let ends = self.parts.iter().filter(|part| part.share > 0.0).map(|part| {
            let half = part.law.reach() * part.sd(i);
            [part.bias[i] - half, part.bias[i] + half]
        });
        let [low, high] = ends.fold([f64::INFINITY, f64::NEG_INFINITY], |a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        [self.acts[i].apply(aim[i], low), self.acts[i].apply(aim[i], high)]
    }

    /// Where executions of `aim` lie in one number by the mean of their errors.
    pub fn centre(&self, aim: &[f64], i: usize) -> f64 {
        self.acts[i].apply(aim[i], self.parts.iter().map(|part| part.share * part.bias[i]).sum())
    }

    /// By how much one number at `aim` is off, the smallest of the mixture: the finest detail that it leaves.
    pub fn finest(&self, aim: &[f64], i: usize) -> f64 {
        let sd = self.parts.iter().filter(|part| part.share > 0.0).map(|part| part.sd(i)).fold(f64::INFINITY, f64::min);
        match self.acts[i] {
            Acts::Added => sd,
            Acts::Factor => sd * aim[i],
        }
    }
}

impl Part {
    fn sd(&self, i: usize) -> f64 {
        (0..=i).map(|k| self.root[(i, k)] * self.root[(i, k)]).sum::<f64>().sqrt()
    }

    /// Density of errors, with the share of the part.
    fn density(&self, errors: &[f64]) -> f64 {
        let (size, mut z) = (errors.len(), [0.0; MOST_DIMENSIONS]);
        let mut row = 0;
        for (i, z) in z.iter_mut().enumerate().take(size) {
            *z = (0..=i).map(|k| self.inverse[row + k] * (errors[k] - self.bias[k])).sum();
            row += i + 1;
        }
        let relative = match self.law {
            Law::Normal => {
                let half = 0.5 * z[..size].iter().map(|z| z * z).sum::<f64>();
                if half > NOTHING { 0.0 } else { libm::exp(-half) }
            }
            Law::StudentT { dof } => {
                let product: f64 = z[..size].iter().map(|z| 1.0 + z * z / (dof - 2.0)).product();
                libm::pow(product, -0.5 * (dof + 1.0))
            }
        };
        self.share * self.peak * relative
    }
}

/// The inverse of a lower triangle, row by row.
fn inverse(root: &Matrix, size: usize) -> Vec<f64> {
    let mut inverse = Matrix::zero(size, size);
    for i in 0..size {
        inverse[(i, i)] = 1.0 / root[(i, i)];
        for j in 0..i {
            let sum: f64 = (j..i).map(|k| root[(i, k)] * inverse[(k, j)]).sum();
            inverse[(i, j)] = -sum / root[(i, i)];
        }
    }
    (0..size).flat_map(|i| (0..=i).map(move |j| (i, j))).map(|at| inverse[at]).collect()
}

impl Law {
    /// Density at 0.
    fn peak(self) -> f64 {
        use core::f64::consts::{PI, TAU};
        match self {
            Law::Normal => 1.0 / TAU.sqrt(),
            Law::StudentT { dof } => {
                let ratio = libm::exp(libm::lgamma(0.5 * (dof + 1.0)) - libm::lgamma(0.5 * dof));
                ratio / (PI * (dof - 2.0)).sqrt()
            }
        }
    }

    fn reach(self) -> f64 {
        match self {
            Law::Normal => REACH_NORMAL,
            Law::StudentT { .. } => REACH_STUDENT,
        }
    }

    fn draw(self, stream: &mut Stream) -> f64 {
        match self {
            Law::Normal => stream.normal(),
            Law::StudentT { dof } => stream.student_t(dof) * ((dof - 2.0) / dof).sqrt(),
        }
    }
}

impl Acts {
    pub(crate) fn apply(self, aim: f64, error: f64) -> f64 {
        match self {
            Acts::Added => aim + error,
            Acts::Factor => aim * libm::exp(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(seed: u64) -> Stream {
        Streams::new(seed, 0, None).open(Purpose::named("test"))
    }

    fn correlated(law: Law) -> Noise {
        let rows = [[4.0, -0.6], [-0.6, 0.25]];
        Noise::new(law, vec![1.0, -0.5], &Matrix::of(2, 2, |i, j| rows[i][j])).expect("a covariance")
    }

    #[test]
    fn draws_have_the_stated_mean_and_covariance() {
        for law in [Law::Normal, Law::StudentT { dof: 9.0 }] {
            let (noise, mut stream, n) = (correlated(law), stream(1), 200_000);
            let draws: Vec<_> = (0..n).map(|_| noise.draw(&[10.0, 3.0], &mut stream)).collect();
            let mean = |f: &dyn Fn(&[f64]) -> f64| draws.iter().map(|draw| f(draw)).sum::<f64>() / f64::from(n);
            // 4 standard errors: sd / sqrt(n) of means, and at most sqrt(5) times the product of sds of products
            let error = 4.0 / f64::from(n).sqrt();
            assert!((mean(&|x| x[0]) - 11.0).abs() < 2.0 * error && (mean(&|x| x[1]) - 2.5).abs() < 0.5 * error);
            let of = |i: usize, j: usize, want: f64, size: f64| {
                let got = mean(&|x| (x[i] - [11.0, 2.5][i]) * (x[j] - [11.0, 2.5][j]));
                assert!((got - want).abs() < 2.3 * size * error, "{law:?} {i} {j} {got}");
            };
            of(0, 0, 4.0, 4.0);
            of(0, 1, -0.6, 1.0);
            of(1, 1, 0.25, 0.25);
        }
    }

    #[test]
    fn a_density_integrates_to_one_and_has_the_moments_of_its_draws() {
        let slips = Noise::new(
            Law::StudentT { dof: 5.0 },
            vec![0.0, 0.3],
            &Matrix::of(2, 2, |i, j| [[1.0, 0.2], [0.2, 0.5]][i][j]),
        );
        let mixed = Noise::mixture(0.8, correlated(Law::Normal), slips.expect("a covariance")).expect("alike");
        let noise = mixed.acting(&[Acts::Added, Acts::Factor]).expect("two");
        let aim = [0.5, 2.0];
        // midpoints; ln y for the second number, so that its tail is short
        let (mut sums, h) = ([0.0; 3], 0.02);
        for i in -1500..1500 {
            for j in -700..700 {
                let (x, l) = (aim[0] + (f64::from(i) + 0.5) * h, (f64::from(j) + 0.5) * h);
                let done = [x, 2.0 * libm::exp(l)];
                let mass = noise.density(&aim, &done) * done[1] * h * h;
                sums[0] += mass;
                sums[1] += mass * x;
                sums[2] += mass * l;
            }
        }
        assert!((sums[0] - 1.0).abs() < 1e-4, "{sums:?}");
        assert!((sums[1] - (0.5 + 0.8)).abs() < 1e-3 && (sums[2] - (0.8 * -0.5 + 0.2 * 0.3)).abs() < 1e-3, "{sums:?}");
        let (mut stream, n) = (stream(2), 100_000);
        let logs: f64 = (0..n).map(|_| libm::log(noise.draw(&aim, &mut stream)[1] / 2.0)).sum();
        assert!((logs / f64::from(n) + 0.34).abs() < 4.0 * 0.65 / f64::from(n).sqrt());
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert!(Noise::normal(&[1.0, 0.0]).is_none() && Noise::normal(&[]).is_none());
        assert!(Noise::independent(Law::StudentT { dof: 2.0 }, &[1.0]).is_none());
        let one = Noise::normal(&[1.0]).expect("sd");
        assert!(Noise::mixture(0.5, one.clone(), Noise::normal(&[1.0, 1.0]).expect("sds")).is_none());
        assert!(Noise::mixture(1.5, one.clone(), one).is_none());
    }
}
