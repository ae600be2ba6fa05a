//! Which values of several axes are the best? Every combination was played, repeat by repeat with the same random
//! numbers. What is best is a set: the combinations that are not seen to be worse than the best one. Values of an axis
//! are compared by changing that axis alone, from all of that set, by repeats that had no part in finding the set
//! (cross-fitting): nothing profits from the luck by which it was chosen.

mod means;
mod surface;

use std::collections::BTreeSet;

use tolley_statistics::Estimate;
use tolley_statistics::equivalence::unseen_error;
use tolley_statistics::estimates::{Means, Moments, normal_quantile_at, t_quantile_at};
pub use tolley_statistics::smoother::Places;

use self::means::{ALIKE, differences, mean, means_by, moments};
use self::surface::Surface;
use crate::mcb::{AgainstBest, Apart, against_best_by};

/// Of all that is said to be clear.
const CONFIDENCE: f64 = 0.95;
/// Parts of the repeats, each judged by the set that the others choose.
const FOLDS: usize = 5;
/// Standard errors below the best within which a combination counts as near it.
const NEAR: f64 = 2.0;
/// Combinations near the best from which axes are changed, at most.
const MOST_NEAR: usize = 500;
/// Values of an axis of which each two are compared; of more each is compared with the highest alone.
const MOST_COMPARED: usize = 200;

/// What every combination of the values of some axes was worth; more is better.
#[derive(Clone, Debug)]
pub struct Factorial {
    /// Values of each axis; the last one runs fastest.
    pub shape: Vec<usize>,
    /// Of each combination, repeat by repeat; NaN where it has no value.
    pub worth: Vec<Vec<f64>>,
    /// Whether a value is a share of its trial.
    pub is_share: bool,
    /// Where each combination lies, so that its neighbours tell of it too; of none where that is not known.
    pub places: Places,
}

/// What is best.
#[derive(Clone, Debug)]
pub struct BestSet {
    /// Combinations near the best, by all repeats, from the best down.
    pub near: Vec<usize>,
    /// The same for each part of the repeats, by the other parts: repeat `r` is judged by number `r % of_fold.len()`.
    pub of_fold: Vec<Vec<usize>>,
    /// Of each combination whether it may be the best, all of them at once.
    pub in_set: Vec<bool>,
    /// What each combination is worth by a smooth surface through all; by its own trials where nothing was smoothed.
    pub surface: Vec<Estimate>,
    /// Whether it was.
    pub is_smooth: bool,
    /// What the near ones are worth in each repeat, chosen by other repeats.
    pub value: Vec<f64>,
    /// Each axis, changed alone.
    pub axes: Vec<AxisWorth>,
    /// Where the best value of one axis is clearly another one at some value of another axis.
    pub turn: Option<Turn>,
}

/// The values of one axis, compared.
#[derive(Clone, Debug)]
pub struct AxisWorth {
    /// Of each value.
    pub levels: Vec<LevelWorth>,
    /// The value with the highest mean.
    pub best: usize,
    /// How much lies between the best value and the worst at most, all values at once; infinite where nobody knows.
    pub at_most: f64,
}

/// One value of an axis.
#[derive(Clone, Debug)]
pub struct LevelWorth {
    /// What the near combinations are worth with this value.
    pub mean: Estimate,
    /// How much less that is than with the best value, with the interval of this one comparison.
    pub cost: Estimate,
    /// Whether it may be the best value, all values of all axes at once.
    pub may_be_best: bool,
    /// The same with the values of this axis alone at once.
    pub may_be_best_alone: bool,
}

/// An axis whose best value depends on another axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The axis whose best value turns.
    pub axis: usize,
    /// The axis on which it depends.
    pub by: usize,
    /// The value of that axis at which another one is better, and which.
    pub at: usize,
    /// The better value there.
    pub level: usize,
    /// By how much it is better there.
    pub gain: f64,
}

/// Sums of what near combinations are worth, one of their axes changed.
struct Changed {
    /// By axis, value and repeat.
    of_level: Vec<Vec<Vec<f64>>>,
    /// By axis, value, other axis, value of that, and repeat.
    of_pair: Vec<Vec<Vec<Vec<Vec<f64>>>>>,
    /// What the near ones are worth as they are.
    value: Vec<f64>,
    /// By axis, how many combinations differ in more than it, in the mean: so many are changed.
    contexts: Vec<f64>,
}

impl Factorial {
    /// What is best, of answers of which `together` are given at once; `None` without a value.
    pub fn best(&self, together: usize) -> Option<BestSet> {
        let repeats = self.worth.first()?.len();
        let smooth = Surface::through(&self.places, &self.worth);
        let all: Vec<usize> = (0..repeats).collect();
        let near = self.near(&smooth, &all);
        near.first()?;
        let folds = FOLDS.min(repeats);
        let of_fold: Vec<Vec<usize>> = match repeats {
            1 => vec![near.clone()],
            _ => (0..folds).map(|fold| self.near(&smooth, &others(repeats, folds, fold))).collect(),
        };
        let changed = self.changed(&of_fold, repeats);
        let family = (self.shape.len() * together).max(1);
        let axes: Vec<AxisWorth> =
            changed.of_level.iter().zip(&changed.contexts).map(|(levels, of)| self.axis(levels, *of, family)).collect();
        let turn = self.turn(&changed, &axes, together);
        let in_set = self.set(&smooth, together);
        let (surface, is_smooth) = (smooth.estimates(), smooth.is_smooth());
        Some(BestSet { near, of_fold, in_set, surface, is_smooth, value: changed.value, axes, turn })
    }

    /// The value of each axis in a combination.
    pub fn levels(&self, mut point: usize) -> Vec<usize> {
        let mut levels = vec![0; self.shape.len()];
        for (level, size) in levels.iter_mut().zip(&self.shape).rev() {
            (*level, point) = (point % size, point / size);
        }
        levels
    }

    /// Distance of two combinations that are neighbours on an axis.
    fn stride(&self, axis: usize) -> usize {
        self.shape[axis + 1..].iter().product()
    }

    fn moved(&self, point: usize, axis: usize, level: usize) -> usize {
        let stride = self.stride(axis);
        let own = point / stride % self.shape[axis];
        point + level * stride - own * stride
    }

    /// Combinations near the best by some repeats, from the best down.
    fn near(&self, surface: &Surface, by: &[usize]) -> Vec<usize> {
        let smooth = &surface.worth;
        let means = means_by(smooth, by);
        let known = || (0..means.len()).filter(|point| !means[*point].is_nan());
        let Some(best) = known().reduce(|best, point| if means[point] > means[best] { point } else { best }) else {
            return Vec::new();
        };
        // all repeats say how far one is spread: that says nothing of which combination is the best
        let off = surface.off_from(best);
        let more = smooth[best].len() as f64 / by.len() as f64;
        let (spread, count) = known().filter(|point| *point != best).fold((0.0_f64, 0.0), |(sum, count), point| {
            let error = differences(&smooth[best], &smooth[point]).standard_error();
            let chance = if error.is_nan() { 0.0 } else { error * error * more };
            (sum + chance + off[point] * off[point], count + 1.0)
        });
        let error = if count > 0.0 { (spread / count).sqrt() } else { 0.0 };
        let least = means[best] - (NEAR * error).max(ALIKE * means[best].abs());
        let mut near: Vec<usize> = known().filter(|point| means[*point] >= least).collect();
        near.sort_by(|a, b| means[*b].total_cmp(&means[*a]));
        near.truncate(MOST_NEAR);
        near
    }

    /// Which combinations may be the best: those whose difference from the highest is no clear one, of all at once.
    fn set(&self, surface: &Surface, together: usize) -> Vec<bool> {
        let smooth = &surface.worth;
        let all: Vec<usize> = (0..smooth.first().map_or(0, Vec::len)).collect();
        let means = means_by(smooth, &all);
        let best = (0..means.len()).filter(|point| !means[*point].is_nan());
        let Some(best) = best.reduce(|best, point| if means[point] > means[best] { point } else { best }) else {
            return vec![false; means.len()];
        };
        let n = smooth[best].len() as u64;
        let tail = (1.0 - CONFIDENCE) / ((means.len() - 1).max(1) * together.max(1)) as f64;
        let quantile = t_quantile_at(n.max(2) - 1, 1.0 - tail);
        let [one, off_quantile] = [self.one_more(1.0), normal_quantile_at(1.0 - tail)];
        let off = surface.off_from(best);
        let may_be = |point: usize| {
            let apart = differences(&smooth[best], &smooth[point]);
            let half = libm::hypot(quantile * self.error_of(&apart, one), off_quantile * off[point]);
            // of what has no value nobody knows that it is worse
            point == best || apart.n() == 0 || apart.mean() - half <= ALIKE * means[best].abs()
        };
        (0..means.len()).map(may_be).collect()
    }

    /// Changes each axis alone in all that is near the best by the other repeats.
    fn changed(&self, of_fold: &[Vec<usize>], repeats: usize) -> Changed {
        let blank = |size: usize| vec![vec![f64::NAN; repeats]; size];
        let mut of_level: Vec<Vec<Vec<f64>>> = self.shape.iter().map(|size| blank(*size)).collect();
        // nothing of an axis by itself
        let by = |axis: usize| (0..self.shape.len()).map(move |by| blank(if by == axis { 0 } else { self.shape[by] }));
        let mut of_pair: Vec<Vec<Vec<Vec<Vec<f64>>>>> =
            (0..self.shape.len()).map(|axis| vec![by(axis).collect(); self.shape[axis]]).collect();
        let mut value = vec![f64::NAN; repeats];
        for repeat in 0..repeats {
            let near = &of_fold[repeat % of_fold.len()];
            let own = near.iter().map(|point| self.worth[*point][repeat]);
            value[repeat] = mean(own);
            let levels: Vec<Vec<usize>> = near.iter().map(|point| self.levels(*point)).collect();
            for (axis, size) in self.shape.iter().enumerate() {
                for level in 0..*size {
                    let worth: Vec<f64> =
                        near.iter().map(|point| self.worth[self.moved(*point, axis, level)][repeat]).collect();
                    of_level[axis][level][repeat] = mean(worth.iter().copied());
                    for (by, sizes) in self.shape.iter().enumerate().filter(|(by, _)| *by != axis) {
                        let mut sums = vec![Moments::default(); *sizes];
                        let there = worth.iter().zip(&levels).filter(|(worth, _)| !worth.is_nan());
                        there.for_each(|(worth, levels)| sums[levels[by]].add(*worth));
                        for (at, sum) in sums.iter().enumerate() {
                            of_pair[axis][level][by][at][repeat] = if sum.n() > 0 { sum.mean() } else { f64::NAN };
                        }
                    }
                }
            }
        }
        // combinations that differ in the axis alone become the same one when it is changed
        let distinct = |axis: usize, near: &Vec<usize>| {
            near.iter().map(|point| self.moved(*point, axis, 0)).collect::<BTreeSet<usize>>().len() as f64
        };
        let contexts = (0..self.shape.len())
            .map(|axis| of_fold.iter().map(|near| distinct(axis, near)).sum::<f64>() / of_fold.len() as f64)
            .collect();
        Changed { of_level, of_pair, value, contexts }
    }

    /// Compares the values of an axis by what each was worth, repeat by repeat.
    fn axis(&self, levels: &[Vec<f64>], contexts: f64, family: usize) -> AxisWorth {
        let moments: Vec<Moments> = levels.iter().map(|worth| moments(worth)).collect();
        let worth = |level: usize| if moments[level].n() == 0 { f64::NEG_INFINITY } else { moments[level].mean() };
        let best =
            (0..levels.len()).reduce(|best, level| if worth(level) > worth(best) { level } else { best }).unwrap_or(0);
        let one = self.one_more(contexts);
        let apart = |one_level: usize, other: usize| {
            let of = differences(&levels[one_level], &levels[other]);
            (of.n() > 1).then(|| Apart { off: of.mean(), error: self.error_of(&of, one), known: of.n() })
        };
        // a set that holds the best may leave out one that is as good; here that too is to be rare
        let compared = |family: usize| {
            let confidence = 1.0 - (1.0 - CONFIDENCE) / (family * levels.len()) as f64;
            match levels.len() {
                ..=MOST_COMPARED => against_best_by(levels, &apart, confidence),
                _ => beside_the_best(best, levels.len(), &apart, confidence),
            }
        };
        let (compared, alone) = (compared(family), compared(1));
        let is_exact = levels[0].len() == 1;
        let of_level = |level: usize| {
            let costs = differences(&levels[best], &levels[level]);
            let may_be = |compared: &Option<Vec<AgainstBest>>| match compared {
                Some(compared) if !is_exact => compared[level].in_set,
                // what has no value may be worth anything
                _ => costs.n() == 0 || costs.mean() <= ALIKE * moments[best].mean().abs(),
            };
            LevelWorth {
                mean: Means::default().estimate(&moments[level]),
                cost: cost(&costs, self.error_of(&costs, one), level == best),
                may_be_best: may_be(&compared),
                may_be_best_alone: may_be(&alone),
            }
        };
        let found: Vec<LevelWorth> = (0..levels.len()).map(of_level).collect();
        let at_most = match &compared {
            _ if moments.iter().any(|level| level.n() == 0) => f64::INFINITY,
            _ if is_exact => found.iter().filter_map(|level| level.cost.value).fold(0.0, f64::max),
            Some(compared) => compared.iter().map(|level| -level.interval[0]).fold(0.0, f64::max),
            None => f64::INFINITY,
        };
        AxisWorth { levels: found, best, at_most }
    }

    /// The strongest of the clear turns, of all that are looked at together.
    fn turn(&self, changed: &Changed, axes: &[AxisWorth], together: usize) -> Option<Turn> {
        let mut looked = 0_u64;
        let mut found: Vec<(Turn, Moments)> = Vec::new();
        for (axis, of_axis) in axes.iter().enumerate() {
            for (level, of_by) in changed.of_pair[axis].iter().enumerate().filter(|(level, _)| *level != of_axis.best) {
                for (by, of_at) in of_by.iter().enumerate().filter(|(by, _)| *by != axis) {
                    for (at, worth) in of_at.iter().enumerate() {
                        let gains = differences(worth, &changed.of_pair[axis][of_axis.best][by][at]);
                        if gains.n() == 0 {
                            continue;
                        }
                        looked += 1;
                        found.push((Turn { axis, by, at, level, gain: gains.mean() }, gains));
                    }
                }
            }
        }
        let tail = (1.0 - CONFIDENCE) / (looked.max(1) * together.max(1) as u64) as f64;
        let is_exact = changed.value.len() == 1;
        let is_clear = |(turn, gains): &(Turn, Moments)| {
            let quantile = t_quantile_at(gains.n().max(2) - 1, 1.0 - tail);
            turn.gain > if is_exact { 0.0 } else { quantile * self.error_of(gains, self.one_more(1.0)) }
        };
        let clear = found.into_iter().filter(is_clear).map(|(turn, _)| turn);
        clear.reduce(|most, turn| if turn.gain > most.gain { turn } else { most })
    }

    /// By how much one trial that went unseen moves a mean over so many combinations.
    fn one_more(&self, contexts: f64) -> f64 {
        let ends = self.worth.iter().flatten().filter(|value| !value.is_nan());
        let [low, high] =
            ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(*value), high.max(*value)]);
        let one = if self.is_share { 1.0 } else { (high - low).max(0.0) };
        one / contexts.max(1.0)
    }

    /// Of a mean difference: of shares with one in n / 3 that went unseen, in quadrature, since few trials of a flag
    /// may all come out alike; of other numbers that alone where all are alike.
    fn error_of(&self, apart: &Moments, one: f64) -> f64 {
        let (error, unseen) = (apart.standard_error(), unseen_error(one, apart.n().max(1)));
        match apart.n() > 1 && error > 0.0 {
            true if self.is_share => libm::hypot(error, unseen),
            true => error,
            false => unseen,
        }
    }
}

/// Repeats of all folds but one.
fn others(repeats: usize, folds: usize, fold: usize) -> Vec<usize> {
    (0..repeats).filter(|repeat| repeat % folds != fold).collect()
}

/// Each of many values compared with the highest, all at once (Bonferroni).
fn beside_the_best(
    best: usize,
    count: usize,
    apart: &dyn Fn(usize, usize) -> Option<Apart>,
    confidence: f64,
) -> Option<Vec<AgainstBest>> {
    let tail = (1.0 - confidence) / count.max(2) as f64;
    let of = |level: usize| {
        if level == best {
            return AgainstBest { difference: 0.0, interval: [0.0; 2], in_set: true };
        }
        let Some(apart) = apart(level, best) else {
            return AgainstBest { difference: 0.0, interval: [f64::NEG_INFINITY, f64::INFINITY], in_set: true };
        };
        let half = t_quantile_at(apart.known - 1, 1.0 - tail) * apart.error;
        let interval = [(apart.off - half).min(0.0), (apart.off + half).max(0.0)];
        AgainstBest { difference: apart.off, interval, in_set: interval[1] > 0.0 }
    };
    Some((0..count).map(of).collect())
}

/// What a value costs, with the interval of this comparison alone.
fn cost(costs: &Moments, error: f64, is_best: bool) -> Estimate {
    if costs.n() == 0 {
        return Estimate::default();
    }
    let value = costs.mean();
    if is_best || costs.n() < 2 {
        return Estimate { n: costs.n(), value: Some(value), ..Estimate::default() };
    }
    let half = t_quantile_at(costs.n() - 1, 0.5 + 0.5 * CONFIDENCE) * error;
    Estimate { n: costs.n(), value: Some(value), std_error: Some(error), interval: Some([value - half, value + half]) }
}

#[cfg(test)]
mod tests;
