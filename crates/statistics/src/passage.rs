//! When a sequential test is likely to end, of a truth that is assumed.

use crate::sequential::{FairnessTest, LOOK};

/// Parts of a test of a fixed number that are one step.
const PARTS: f64 = 200.0;
/// Cells of a step's standard deviation, and how many of those a step reaches.
const CELLS: f64 = 3.0;
const REACH: i64 = 12;
/// Fixed numbers after which nobody waits.
const LONGEST: f64 = 40.0;
/// By how much a walk that is looked at in steps goes beyond a bound on the average, in standard deviations of a step
/// (D. Siegmund, "Sequential Analysis" (1985), 10.4).
const OVERSHOOT: f64 = 0.583;
/// Steps of the logarithm of how much draws told, to either side of nothing, and how many are one.
const MOST_TOLD: i32 = 100;
const TOLD_STEPS: f64 = 50.0;
/// By how much a ratio may be missed for a factor of e that is nearer to 1.
const NEAREST: f64 = 0.05;
/// Masses below are left out.
const NOTHING: f64 = 1e-9;

/// After how many draws in all a test that is at `n` without a verdict has one in a quarter, half and three quarters of
/// runs, if the mean is truly off by `off`, as it is so far, and draws are spread by `deviation`; each `None` where it
/// takes too long. Sums of draws are normal; the chance that is left goes on from step to step on a lattice. How much a
/// draw tells is what it told so far, by the ratio `llr` that is there: where hardly a draw differs it is not by its
/// spread alone.
pub fn quarters(test: &FairnessTest, llr: f64, n: u64, off: f64, deviation: f64) -> [Option<u64>; 3] {
    let fixed = test.fixed_number(deviation);
    if deviation.is_nan() || deviation <= 0.0 || !fixed.is_finite() {
        return [None; 3];
    }
    let step = (fixed / PARTS).max(LOOK as f64);
    let (margin, cell) = (test.margin / deviation, step.sqrt() / CELLS);
    // looks between two steps would have ended some runs sooner
    let sooner = OVERSHOOT * margin * (step.sqrt() - (LOOK as f64).sqrt());
    let bound = test.bounds().upper - sooner;
    let ratio = |sum: f64, draws: f64, told: f64| log_cosh(told * margin * sum) - told * margin * margin * draws / 2.0;
    let told = told(|told| ratio(n as f64 * off / deviation, n as f64, told), llr);
    let goes_on = |place: i64, draws: f64| {
        let ratio = ratio(cell * place as f64, draws, told);
        -bound < ratio && ratio < bound
    };
    let shift = off / deviation * step / cell;
    let kernel = kernel(shift);
    let mut there = Lattice { first: (n as f64 * off / deviation / cell).round() as i64, masses: vec![1.0] };
    let (mut draws, mut ended, mut found) = (n as f64, 0.0, [None; 3]);
    while draws < LONGEST * fixed && found[2].is_none() {
        draws += step;
        there = there.moved(&kernel, shift);
        ended += there.end(|place| goes_on(place, draws));
        for (found, share) in found.iter_mut().zip([0.25, 0.5, 0.75]) {
            if found.is_none() && ended >= share {
                *found = Some(draws.ceil() as u64);
            }
        }
    }
    found
}

/// By how much more than normal ones draws told, so that the ratio is the one that is there: the nearest to 1.
fn told(ratio: impl Fn(f64) -> f64, llr: f64) -> f64 {
    let tried = (-MOST_TOLD..=MOST_TOLD).map(|step| libm::exp(f64::from(step) / TOLD_STEPS));
    let off = |told: f64| (ratio(told) - llr).abs() + NEAREST * libm::log(told).abs();
    tried.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(1.0)
}

/// Without overflow.
fn log_cosh(x: f64) -> f64 {
    x.abs() + libm::log1p(libm::exp(-2.0 * x.abs())) - core::f64::consts::LN_2
}

/// Chances of a step, about the whole part of its mean.
fn kernel(shift: f64) -> Vec<f64> {
    let part = shift - shift.round();
    let weights: Vec<f64> = (-REACH..=REACH)
        .map(|by| {
            let z = (by as f64 - part) / CELLS;
            libm::exp(-z * z / 2.0)
        })
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Chances of places side by side.
struct Lattice {
    first: i64,
    masses: Vec<f64>,
}

impl Lattice {
    fn moved(&self, kernel: &[f64], shift: f64) -> Lattice {
        let mut masses = vec![0.0; self.masses.len() + kernel.len() - 1];
        for (at, mass) in self.masses.iter().enumerate().filter(|(_, mass)| **mass > NOTHING) {
            masses[at..].iter_mut().zip(kernel).for_each(|(to, weight)| *to += mass * weight);
        }
        Lattice { first: self.first - REACH + shift.round() as i64, masses }
    }

    /// Takes away what does not go on; how much that is.
    fn end(&mut self, goes_on: impl Fn(i64) -> bool) -> f64 {
        let mut ended = 0.0;
        for (place, mass) in (self.first..).zip(&mut self.masses) {
            if !goes_on(place) {
                ended += core::mem::take(mass);
            }
        }
        let is_left = |mass: &f64| *mass > NOTHING;
        let before = self.masses.iter().position(is_left).unwrap_or(self.masses.len());
        let last = self.masses.iter().rposition(is_left).map_or(0, |last| last + 1);
        self.masses.truncate(last);
        self.masses.drain(..before.min(last));
        self.first += before as i64;
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalence::Verdict;
    use crate::sequential::ERROR;
    use crate::support::Counts;
    use tolley_experiment::random::{Purpose, Streams};

    /// Half of the draws that runs take beyond those that are there, by going on with the shares of what is there.
    fn half_of(test: &FairnessTest, [lost, shared, won]: [u64; 3], runs: usize, seed: u64) -> f64 {
        let mut stream = Streams::new(seed, 0, None).open(Purpose::named("pairs"));
        let n = (lost + shared + won) as f64;
        let mut run = || {
            let mut counts = Counts::seen(&[0.0, 0.5, 1.0], &[lost, shared, won]);
            loop {
                for _ in 0..LOOK {
                    let u = stream.uniform() * n;
                    counts.add(if u < lost as f64 {
                        0
                    } else if u < (lost + won) as f64 {
                        2
                    } else {
                        1
                    });
                }
                if test.look(&counts).expect("within").verdict != Verdict::NotResolved {
                    return counts.n() - n;
                }
            }
        };
        let mut all: Vec<f64> = (0..runs).map(|_| run()).collect();
        all.sort_by(f64::total_cmp);
        all[runs / 2]
    }

    fn is_near(margin: f64, error: f64, counts: [u64; 3], runs: usize) {
        let test = FairnessTest { value: 0.5, margin, error };
        let seen = Counts::seen(&[0.0, 0.5, 1.0], &counts);
        assert_eq!(test.look(&seen).expect("within").verdict, Verdict::NotResolved, "{counts:?}");
        let [mean, deviation] = seen.spread();
        let n = seen.n() as u64;
        let llr = test.look(&seen).expect("within").llr;
        let [quarter, half, most] = quarters(&test, llr, n, mean - 0.5, deviation).map(|n| n.expect("an end") as f64);
        let (told, need) = (half - n as f64, half_of(&test, counts, runs, 5));
        assert!(quarter <= half && half <= most, "{quarter} {half} {most}");
        assert!((1.0 / 1.5..=1.5).contains(&(told / need)), "{margin} {counts:?}: told {told}, needed {need}");
    }

    #[test]
    fn a_test_that_goes_on_as_so_far_ends_about_when_it_is_said_to() {
        // equal, half of the margin, at it, and beyond it; 0.04
        for counts in [[20, 80, 20], [19, 80, 23], [20, 80, 29], [10, 40, 24]] {
            is_near(0.04, ERROR, counts, 200);
        }
    }

    #[test]
    #[ignore = "margins, families and states by 1,000 runs each; a minute"]
    fn a_test_that_goes_on_as_so_far_ends_about_when_it_is_said_to_from_equality_to_far_beyond() {
        for error in [ERROR, ERROR / 20.0] {
            for counts in [[20, 80, 20], [19, 80, 23], [20, 80, 25], [20, 80, 29], [10, 40, 20], [4, 16, 12]] {
                is_near(0.04, error, counts, 1000);
            }
            for counts in [[5, 190, 5], [4, 190, 7]] {
                is_near(0.02, error, counts, 1000);
            }
        }
    }
}
