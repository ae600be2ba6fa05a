//! Do wild shots come more often than normal errors have them? Student's t by maximum likelihood.

use libm::{erfc, lgamma, log, log1p};
use tolley_statistics::matrix::{Matrix, cholesky, solve_half};

use super::{FALL, Fitted, Landings, Top, crossing, place};

/// Degrees of freedom that are looked at: errors of fewer have no deviation that shots would tell, of more are normal.
const DOF: [f64; 2] = [2.1, 1000.0];
/// Values of them at which the likelihood is looked at first, and between the ends of their interval.
const LOOKS: usize = 60;
const WITHIN: usize = 21;
/// A scale, over the deviation, below which one has no bound.
const LEAST_SCALE: f64 = 1e-3;
/// Steps to the likeliest scale, and a part of it that is rounding.
const STEPS: usize = 500;
const SETTLED: f64 = 1e-10;

/// Errors as Student's t, scaled to a standard deviation, with as many degrees of freedom for all numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tails {
    /// The likeliest degrees of freedom with their 95 % interval from the likelihood ratio; an end at an end of the
    /// range that was looked at is open, `None`: above it errors may be normal.
    pub dof: (f64, [Option<f64>; 2]),
    /// Whether the likelihood falls so steeply from the fewest that are looked at that what is likely lies below.
    pub is_beyond: bool,
    /// The chance that normal errors are as far from what is likeliest for them (half a chi-square of one degree of
    /// freedom, since there is no more than normal: S. G. Self, K.-Y. Liang, J. Am. Stat. Assoc. 82 (1987) 605).
    pub p: f64,
    /// Standard deviation of each number of such errors, with its interval from the likelihood ratio.
    pub sd: Vec<Fitted>,
}

impl Tails {
    /// Of the errors to which normal ones were fitted; `None` where a number follows from others, or most errors of one
    /// are the same.
    pub fn new(errors: &[Vec<f64>], normal: &Landings) -> Option<Tails> {
        let root = cholesky(&normal.covariance)?;
        let numbers = whitened(errors, normal, &root);
        let of_dof = |log_dof: f64| {
            let dof = libm::exp(log_dof);
            numbers.iter().map(|number| likelihood(number, dof, scale(number, dof))).sum::<f64>()
        };
        let Top { looks, best, top } = Top::of(DOF, LOOKS, of_dof)?;
        // where most errors of a number are the same, a scale that goes to 0 is as likely as one likes
        let is_bounded = |number: &Vec<f64>| scale(number, libm::exp(top)) > LEAST_SCALE;
        if !numbers.iter().all(is_bounded) || looks.iter().any(|look| !look.is_finite()) {
            return None;
        }
        let at = place(DOF, LOOKS);
        let highest = of_dof(top).max(looks[best]);
        let floor = highest - FALL;
        let below = (0..LOOKS).rev().find(|k| at(*k) < top && looks[*k] < floor);
        let above = (0..LOOKS).find(|k| at(*k) > top && looks[*k] < floor);
        let end = |out: Option<usize>| out.map(|k| crossing(top, at(k), floor, of_dof));
        let ends = [end(below), end(above)];
        // those at which nothing can be likely enough say nothing of an interval
        let [low, high] = [ends[0].unwrap_or(at(0)), ends[1].unwrap_or(at(LOOKS - 1))];
        let dofs: Vec<f64> = (0..WITHIN).map(|k| low + (high - low) * k as f64 / (WITHIN - 1) as f64).collect();
        let dofs: Vec<f64> = dofs.into_iter().chain([top]).map(libm::exp).collect();
        let gain = (highest - numbers.iter().map(|number| of_normal(number)).sum::<f64>()).max(0.0);
        let count = numbers.len();
        let own: Vec<Fitted> = (0..count).map(|i| deviation(&numbers, i, (&dofs, libm::exp(top)), floor)).collect();
        let row = |i: usize| (0..count).map(|j| root[(i, j)]).collect::<Vec<_>>();
        let sd = (0..count).map(|i| correlated(&row(i), &own, errors.len() as f64)).collect();
        Some(Tails {
            dof: (libm::exp(top), ends.map(|end| end.map(libm::exp))),
            is_beyond: best == 0 && above == Some(1),
            p: 0.5 * erfc(gain.sqrt()),
            sd,
        })
    }
}

/// The errors without their means, each number by itself, as studies draw them before they are correlated.
fn whitened(errors: &[Vec<f64>], normal: &Landings, root: &Matrix) -> Vec<Vec<f64>> {
    let mut numbers = vec![Vec::with_capacity(errors.len()); normal.bias.len()];
    for error in errors {
        let off: Vec<f64> = error.iter().zip(&normal.bias).map(|(x, (bias, _))| x - bias).collect();
        numbers.iter_mut().zip(solve_half(root, &off)).for_each(|(number, x)| number.push(x));
    }
    numbers
}

/// The deviation of a number that is a sum of these, each times a row's part, of so many shots: the errors of the
/// logarithms of the deviations add up, and those of the parts, each that of a slope beside what the later ones leave.
fn correlated(row: &[f64], own: &[Fitted], n: f64) -> Fitted {
    let squares: Vec<f64> = row.iter().zip(own).map(|(part, own)| (part * own.sd) * (part * own.sd)).collect();
    let variance: f64 = squares.iter().sum();
    let left = |k: usize| squares[k + 1..].iter().sum::<f64>();
    let of_parts: f64 = (0..squares.len()).map(|k| squares[k] * left(k)).sum::<f64>() / (variance * variance * n);
    let end = |side: usize| {
        let off = |own: &Fitted, square: f64| {
            let off = if square > 0.0 { log(own.interval[side]? / own.sd) * (square / variance) } else { 0.0 };
            Some(off * off)
        };
        let of_own: Option<f64> = own.iter().zip(&squares).map(|(own, square)| off(own, *square)).sum();
        let off = (of_own? + 2.0 * FALL * of_parts).sqrt();
        Some(variance.sqrt() * libm::exp(if side == 0 { -off } else { off }))
    };
    Fitted { sd: variance.sqrt(), interval: [end(0), end(1)], is_beyond: false }
}

/// The logarithm of the likelihood of Student's t of this scale.
fn likelihood(number: &[f64], dof: f64, scale: f64) -> f64 {
    let n = number.len() as f64;
    let one = lgamma(0.5 * (dof + 1.0)) - lgamma(0.5 * dof) - 0.5 * log(core::f64::consts::PI * dof) - log(scale);
    let per = 1.0 / (dof * scale * scale);
    n * one - 0.5 * (dof + 1.0) * number.iter().map(|x| log1p(x * x * per)).sum::<f64>()
}

/// That of normal errors of the likeliest deviation.
fn of_normal(number: &[f64]) -> f64 {
    let n = number.len() as f64;
    let variance = number.iter().map(|x| x * x).sum::<f64>() / n;
    -0.5 * n * (1.0 + log(2.0 * core::f64::consts::PI * variance))
}

/// The likeliest scale: a mean of squares, each weighed by how little it is one of the tails (K. L. Lange, R. J. A.
/// Little, J. M. G. Taylor, J. Am. Stat. Assoc. 84 (1989) 881).
fn scale(number: &[f64], dof: f64) -> f64 {
    let n = number.len() as f64;
    let mut square = number.iter().map(|x| x * x).sum::<f64>() / n;
    for _ in 0..STEPS {
        let weighed = |x: &f64| (dof + 1.0) / (dof + x * x / square) * (x * x);
        let next = number.iter().map(weighed).sum::<f64>() / n;
        let is_settled = (next - square).abs() <= SETTLED * square;
        square = next;
        if is_settled {
            break;
        }
    }
    square.sqrt()
}

/// The standard deviation over the scale.
fn spread(dof: f64) -> f64 {
    (dof / (dof - 2.0)).sqrt()
}

/// The standard deviation of one number, by the likeliest degrees of freedom, with its interval: of all deviations that
/// some degrees of freedom make likely enough.
fn deviation(numbers: &[Vec<f64>], own: usize, (dofs, likeliest): (&[f64], f64), floor: f64) -> Fitted {
    let others = |dof: f64| {
        let others = numbers.iter().enumerate().filter(|(i, _)| *i != own);
        others.map(|(_, number)| likelihood(number, dof, scale(number, dof))).sum::<f64>()
    };
    let others: Vec<f64> = dofs.iter().map(|dof| others(*dof)).collect();
    let of_sd = |log_sd: f64| {
        let sd = libm::exp(log_sd);
        let of = |(dof, others): (&f64, &f64)| likelihood(&numbers[own], *dof, sd / spread(*dof)) + others;
        dofs.iter().zip(&others).map(of).fold(f64::NEG_INFINITY, f64::max)
    };
    let sd = scale(&numbers[own], likeliest) * spread(likeliest);
    let top = log(sd);
    // until it is less likely, at the most as far as the fewest degrees of freedom have it
    let end = |way: f64| {
        let out = (1..=40).map(|k| top + way * 0.1 * f64::from(k)).find(|out| of_sd(*out) < floor);
        out.map(|out| libm::exp(crossing(top, out, floor, of_sd)))
    };
    Fitted { sd, interval: [end(-1.0), end(1.0)], is_beyond: false }
}
