//! Skill by any simulator: how large a player's errors are, if he hits as often as he did. Ask what to play, tell
//! whether it hit.
//!
//! Half of the shots are spread evenly over the logarithm of the error; the other half over where the first leave
//! the answer. There the chance of a hit is a logistic curve, of second degree in that logarithm, for each target (the
//! likeliest one, by Newton's method; P. McCullagh, J. A. Nelder, Generalized Linear Models, 1989, sec. 4.4), and the
//! error that makes what was seen likeliest is told with its interval.

use tolley_statistics::matrix::{Matrix, cholesky, solve};

use crate::skill::{Fitted, fit, of_counts};
use crate::space::Sequence;

/// Equal parts of the range, in the logarithm, in which the first half is looked at.
const PARTS: usize = 24;
/// By how much the logarithm of the likelihood may fall where the second half is still played: three times as much as
/// within a 95 % interval.
const FALL: f64 = 6.0;
/// Steps of Newton's method, and the weight of a curve that is level, without which one that is certain has no end.
const STEPS: usize = 30;
const LEVEL: f64 = 1e-3;
/// Fewest shots.
const LEAST: u64 = 256;

/// What a player did at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How often he hit.
    pub hits: u64,
    /// In how many tries.
    pub n: u64,
}

/// A shot to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// By which it is told.
    pub number: u64,
    /// At which target.
    pub target: usize,
    /// With what standard deviation of the player's error.
    pub error: f64,
}

/// A search for the error of a player.
#[derive(Clone, Debug)]
pub struct Measured {
    range: [f64; 2],
    seen: Vec<Seen>,
    told: Vec<Option<bool>>,
    sequences: [Sequence; 2],
    /// Where the second half is played; known once the first is told.
    near: Option<[f64; 2]>,
}

impl Measured {
    /// Of what was seen at each target, over this range of errors, by so many shots. `None` where the range is none,
    /// more was hit than tried or nothing tried, or shots are fewer than 256.
    pub fn new(range: [f64; 2], seen: &[Seen], shots: u64, seed: u64) -> Option<Measured> {
        let [low, high] = range;
        let is_range = low > 0.0 && low < high && high.is_finite();
        let is_seen = seen.iter().any(|at| at.n > 0) && seen.iter().all(|at| at.hits <= at.n);
        let told = vec![None; usize::try_from(shots).ok()?];
        let sequences = [0, 1].map(|number| Sequence::scrambled(1, seed, number));
        let made = Measured { range, seen: seen.to_vec(), told, sequences, near: None };
        (is_range && is_seen && shots >= LEAST).then_some(made)
    }

    /// At most so many shots that have not been told and can be played now; none at the end.
    pub fn ask(&self, most: usize) -> Vec<Asked> {
        self.part().filter(|number| self.told[*number].is_none()).take(most).map(|number| self.shot(number)).collect()
    }

    /// Whether a shot hit; `false` where that number is not asked for.
    pub fn tell(&mut self, number: u64, hit: bool) -> bool {
        let Some(place) = usize::try_from(number).ok().filter(|number| self.part().contains(number)) else {
            return false;
        };
        if self.told[place].replace(hit).is_some() {
            return false;
        }
        if self.near.is_none() && self.part().all(|number| self.told[number].is_some()) {
            self.near = Some(self.likely());
        }
        true
    }

    /// The player's error by all that was told; `None` before the last shot is.
    pub fn recommend(&self) -> Option<Fitted> {
        let near = self.near.filter(|_| self.told.iter().all(Option::is_some))?;
        let curves: Vec<Curve> = (0..self.seen.len()).map(|target| self.curve(near, target)).collect();
        fit(near, |error| self.log_likelihood(|target| curves[target].chance(error)))
    }

    /// Numbers of the half that is played.
    fn part(&self) -> core::ops::Range<usize> {
        let half = self.told.len() / 2;
        if self.near.is_none() { 0..half } else { half..self.told.len() }
    }

    fn shot(&self, number: usize) -> Asked {
        let half = self.told.len() / 2;
        let (count, is_first) = (self.seen.len(), number < half);
        let [low, high] = if is_first { self.range } else { self.near.unwrap_or(self.range) };
        let place = if is_first { number } else { number - half };
        // each target has all of the range
        let share = self.sequences[usize::from(!is_first)].point((place / count) as u64)[0];
        let error = low * libm::exp(share * libm::log(high / low));
        Asked { number: number as u64, target: place % count, error }
    }

    /// Where the error may lie by the first half: the likeliest part of the range, those that are not much less likely,
    /// and one more on either side.
    fn likely(&self) -> [f64; 2] {
        let [low, high] = self.range;
        let wide = libm::log(high / low) / PARTS as f64;
        let mut counts = vec![[[0.5_f64, 1.0]; PARTS]; self.seen.len()];
        for (number, hit) in self.told[..self.told.len() / 2].iter().enumerate() {
            let Asked { target, error, .. } = self.shot(number);
            let part = ((libm::log(error / low) / wide) as usize).min(PARTS - 1);
            counts[target][part][0] += f64::from(u8::from(*hit == Some(true)));
            counts[target][part][1] += 1.0;
        }
        let of = |part: usize| {
            self.log_likelihood(|target| {
                let [hits, n] = counts[target][part];
                hits / n
            })
        };
        let all: Vec<f64> = (0..PARTS).map(of).collect();
        let best = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_likely = |part: &usize| all[*part] >= best - FALL;
        let first = (0..PARTS).find(is_likely).unwrap_or(0).saturating_sub(1);
        let last = (0..PARTS).rev().find(is_likely).map_or(PARTS, |part| (part + 2).min(PARTS));
        let end = |part: usize| low * libm::exp(part as f64 * wide);
        [if first == 0 { low } else { end(first) }, if last == PARTS { high } else { end(last) }]
    }

    /// Of what was seen, by the chance of a hit at each target.
    fn log_likelihood(&self, chance: impl Fn(usize) -> f64) -> f64 {
        let of = |(target, at): (usize, &Seen)| {
            let hit = chance(target);
            of_counts(&[at.hits, at.n - at.hits], &[hit, 1.0 - hit])
        };
        self.seen.iter().enumerate().map(of).sum()
    }

    /// The chance of a hit at a target, by all shots there.
    fn curve(&self, near: [f64; 2], target: usize) -> Curve {
        let [low, high] = near;
        let shots = self.told.iter().enumerate().map(|(number, hit)| (self.shot(number), *hit == Some(true)));
        let there = shots.filter(|(shot, _)| shot.target == target && (low..=high).contains(&shot.error));
        Curve::of(near, &there.map(|(shot, hit)| (shot.error, hit)).collect::<Vec<_>>())
    }
}

/// The chance of a hit by the logarithm of the error, over which it is -1 at one end of a range and 1 at the other.
struct Curve {
    middle: f64,
    half: f64,
    weights: [f64; 3],
}

impl Curve {
    fn of([low, high]: [f64; 2], shots: &[(f64, bool)]) -> Curve {
        let (middle, half) = (0.5 * libm::log(low * high), 0.5 * libm::log(high / low));
        let mut curve = Curve { middle, half, weights: [0.0; 3] };
        for _ in 0..STEPS {
            let mut slope = curve.weights.map(|weight| -LEVEL * weight);
            let mut bend = [[0.0; 3]; 3];
            for (error, hit) in shots {
                let (terms, chance) = (curve.terms(*error), curve.chance(*error));
                for i in 0..3 {
                    slope[i] += (f64::from(u8::from(*hit)) - chance) * terms[i];
                    for j in 0..3 {
                        bend[i][j] += chance * (1.0 - chance) * terms[i] * terms[j];
                    }
                }
            }
            let bend = Matrix::of(3, 3, |i, j| bend[i][j] + if i == j { LEVEL } else { 0.0 });
            let Some(root) = cholesky(&bend) else { break };
            let step = solve(&root, &slope);
            // a whole step may lead astray where all but nothing varies
            let scale = 1.0_f64.min(2.0 / step.iter().map(|part| part.abs()).fold(f64::MIN_POSITIVE, f64::max));
            curve.weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += scale * step);
        }
        curve
    }

    fn terms(&self, error: f64) -> [f64; 3] {
        let x = (libm::log(error) - self.middle) / self.half;
        [1.0, x, x * x]
    }

    fn chance(&self, error: f64) -> f64 {
        let sum: f64 = self.terms(error).iter().zip(&self.weights).map(|(term, weight)| term * weight).sum();
        1.0 / (1.0 + libm::exp(-sum))
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::random::{Purpose, Streams};

    use super::*;
    use crate::skill::{Tries, from_hits};

    const RANGE: [f64; 2] = [1e-3, 0.5];

    /// A simulator of a player who hits where a normal error is small enough.
    fn found(seen: &[Seen], widths: &[f64], shots: u64) -> Option<Fitted> {
        let mut search = Measured::new(RANGE, seen, shots, 3)?;
        let mut stream = Streams::new(9, 0, None).open(Purpose::named("errors"));
        loop {
            let asked = search.ask(50);
            if asked.is_empty() {
                return search.recommend();
            }
            for shot in asked {
                let hit = (shot.error * stream.normal()).abs() < widths[shot.target];
                assert!(search.tell(shot.number, hit) && !search.tell(shot.number, hit));
            }
        }
    }

    #[test]
    fn the_error_is_that_of_the_exact_likelihood() {
        for (hits, widths) in [([37, 20], [0.02, 0.01]), ([55, 41], [0.05, 0.02]), ([9, 4], [0.02, 0.01])] {
            let seen = hits.map(|hits| Seen { hits, n: 60 });
            let fitted = found(&seen, &widths, 20_000).expect("an error");
            let tries = [0, 1].map(|at| Tries { half_width: widths[at], hits: hits[at], n: 60 });
            let exact = from_hits(&tries, RANGE).expect("an error");
            let ends = |fitted: &Fitted| fitted.interval.map(|end| end.expect("an end"));
            let all = |fitted: &Fitted| [fitted.sd, ends(fitted)[0], ends(fitted)[1]];
            for (got, wanted) in all(&fitted).into_iter().zip(all(&exact)) {
                // 20,000 shots leave 1 to 2 %
                assert!((got / wanted - 1.0).abs() < 0.05, "{hits:?}: {fitted:?} {exact:?}");
            }
        }
    }

    #[test]
    fn who_hits_or_misses_always_is_not_bounded_on_that_side() {
        let always = found(&[Seen { hits: 40, n: 40 }], &[0.02], 2000).expect("an error");
        assert!(always.interval[0].is_none() && always.interval[1].is_some_and(|end| end < 0.02), "{always:?}");
        let never = found(&[Seen { hits: 0, n: 40 }], &[0.02], 2000).expect("an error");
        assert!(never.interval[1].is_none() && never.interval[0].is_some_and(|end| end > 0.05), "{never:?}");
        assert!(Measured::new(RANGE, &[Seen { hits: 3, n: 2 }], 2000, 0).is_none());
        assert!(Measured::new([0.1, 0.1], &[Seen { hits: 1, n: 2 }], 2000, 0).is_none());
    }
}
