//! What trials cost, from a sample that is spread over a design: the mean, and how well it is known.

use std::collections::BTreeMap;

/// How far the standard error of a mean cost may be from it, as a part of it.
const KNOWN: f64 = 0.15;
/// Rows of trials that say how well a mean is known, at least.
const FEWEST_ROWS: u64 = 8;
/// So many points are all played, whatever it takes: of two kinds, each counts for its share.
const FEW_POINTS: u64 = 4;
/// The part of a mean by which it may be off where nothing says how well it is known.
const UNKNOWN: f64 = 0.5;
/// Standard errors on either side of a range.
const SIDES: f64 = 2.0;
/// How many times as long a sample is, each time that it is asked whether it is enough.
const MORE: f64 = 1.1;

/// Mean costs of rows of trials, by the points at which they were played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Costs {
    by_point: BTreeMap<u64, Vec<f64>>,
}

impl Costs {
    /// Takes what a trial of a row cost in the mean.
    pub(crate) fn note(&mut self, point: u64, trial_s: f64) {
        self.by_point.entry(point).or_default().push(trial_s);
    }

    /// The mean over points: one that was played more often counts no more.
    pub(crate) fn mean(&self) -> f64 {
        mean(&self.of_points())
    }

    fn of_points(&self) -> Vec<f64> {
        self.by_point.values().map(|rows| mean(rows)).collect()
    }

    /// The standard error of the mean over so many points, of which some were played: how much points differ as far as
    /// they were not played, and how much rows of one point do. None where the sample does not say.
    pub(crate) fn error(&self, points: u64) -> Option<f64> {
        let of_points = self.of_points();
        let played = of_points.len() as f64;
        let again = self.by_point.values().map(|rows| rows.len() - 1).sum::<usize>() as f64;
        let squares: f64 = self.by_point.values().map(|rows| variance(rows) * (rows.len() - 1) as f64).sum();
        let between = if played > 1.0 { variance(&of_points) / played } else { 0.0 };
        if again == 0.0 {
            return (played > 1.0).then(|| between.sqrt());
        }
        if played < 2.0 && points > 1 {
            return None;
        }
        let a_point = self.by_point.values().map(|rows| 1.0 / rows.len() as f64).sum::<f64>() / played;
        let within = squares / again * a_point / played;
        let share = (played / points.max(1) as f64).min(1.0);
        Some(((1.0 - share) * between + share * within).sqrt())
    }

    /// The part of the mean by which it may be off.
    pub(crate) fn doubt(&self, points: u64) -> f64 {
        let mean = self.mean();
        match self.error(points) {
            _ if mean <= 0.0 => 0.0,
            Some(error) => SIDES * error / mean,
            None => SIDES * UNKNOWN,
        }
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

fn variance(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (numbers.len().max(2) - 1) as f64
}

/// How the trials of a design are cut for a sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// Points of the design.
    pub(crate) points: u64,
    /// Rows of repeats of each.
    pub(crate) rows: u64,
    /// Repeats in a row, at most.
    pub(crate) row: u64,
    /// Repeats in a row, at least: two where the first prepares for the others.
    pub(crate) least: u64,
    /// Whether the same repeats of two points are played far apart.
    pub(crate) is_apart: bool,
}

/// How long a sample is played, in seconds of the clock by which it is timed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// At least, unless all is played before.
    pub(crate) least_s: f64,
    /// At most, once the points are played that must be.
    pub(crate) most_s: f64,
    /// How long a row is played, about.
    pub(crate) row_s: f64,
}

/// A sample that was played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sampled {
    /// Trials of it.
    pub(crate) trials: u64,
    /// What a trial costs, after the first of its row.
    pub(crate) costs: Costs,
    /// What the first trial of a row cost more than the others, and its point.
    pub(crate) firsts: Vec<(u64, f64)>,
}

/// Plays rows of trials at points spread over the design until their cost is known, or the time is over. `clock` tells
/// seconds; `play` plays repeats of a point, from the first to before the last, and says how many times as long they
/// take when they are finished.
///
/// How long a row is follows from the rows before it: one that went on until it took long would end with a dear trial,
/// and dear trials would count too much.
pub(crate) fn sample<E>(
    cut: Cut,
    budget: Budget,
    clock: &dyn Fn() -> f64,
    play: &mut dyn FnMut(u64, [u64; 2]) -> Result<f64, E>,
    is_full: &dyn Fn(u64) -> bool,
) -> Result<Sampled, E> {
    let Cut { points, rows, row, least, is_apart } = cut;
    let begun_s = clock();
    let mut sampled = Sampled::default();
    // of all trials but the first of each row, or of all where rows are of one
    let (mut timed, mut timed_s) = (0.0, 0.0);
    let steps = points.saturating_mul(rows);
    // the first point and the last one, of which one may be quick and the other slow; of few points all
    let needed = if points <= FEW_POINTS { points } else { 2 };
    // when it is asked next whether the mean is known, which takes a look at all that was played
    let mut asked_s = budget.least_s;
    for step in 0..steps {
        let spent_s = clock() - begun_s;
        let mut is_enough = spent_s >= budget.most_s;
        if spent_s >= asked_s && step >= FEWEST_ROWS {
            is_enough |= sampled.costs.doubt(points) <= SIDES * KNOWN;
            asked_s = spent_s * MORE;
        }
        if step >= needed && (is_enough || is_full(sampled.trials)) {
            break;
        }
        let count = match timed_s > 0.0 && step >= 2 {
            true => ((budget.row_s * timed / timed_s) as u64).clamp(least, row),
            false => least,
        };
        let (turn, point) = place(step, points, rows, is_apart);
        let first = turn * row;
        let mut time = |repeats: [u64; 2]| {
            let start_s = clock();
            let times = play(point, repeats)?;
            Ok::<f64, E>((clock() - start_s) * times)
        };
        let first_s = time([first, first + 1])?;
        let others_s = if count > 1 { time([first + 1, first + count])? } else { first_s };
        let others = count.saturating_sub(1).max(1) as f64;
        (timed, timed_s) = (timed + others, timed_s + others_s);
        sampled.costs.note(point, others_s / others);
        if count > 1 {
            sampled.firsts.push((point, first_s - others_s / others));
        }
        sampled.trials += count;
    }
    Ok(sampled)
}

/// Which of so many rows of repeats is played in the `step`-th place, and at which point: one row over all points after
/// the other, as a run plays them, since what points share packs. Where a run plays a point for long, the same repeats
/// lie apart, and points begin with rows of their own.
fn place(step: u64, points: u64, rows: u64, is_apart: bool) -> (u64, u64) {
    let (lap, at) = (step / points, step % points);
    let first = if is_apart { at * (rows / points).max(1) } else { 0 };
    ((lap + first) % rows, spread(at, points))
}

/// The `step`-th of `count` points, each once: the first, the last, then by about the golden section of all, evenly
/// spread wherever it stops.
fn spread(step: u64, count: u64) -> u64 {
    let section = (count as f64 * 0.618_033_988_749_895) as u64;
    let stride = (section.max(1)..=count).find(|stride| inverse(*stride, count).is_some()).unwrap_or(1);
    let at = |turn: u64| (u128::from(turn) * u128::from(stride) % u128::from(count)) as u64;
    // when the strides come to the last point
    let last = inverse(stride, count).map_or(0, |inverse| count - inverse);
    match step {
        0 => 0,
        1 => count - 1,
        step if step <= last => at(step - 1),
        step => at(step),
    }
}

/// By what a number is multiplied to leave 1 of so many, if they have no divisor in common (Euclid).
fn inverse(number: u64, count: u64) -> Option<u64> {
    let (mut last, mut rest) = (i128::from(count), i128::from(number));
    let (mut before, mut factor) = (0i128, 1i128);
    while rest > 0 {
        let times = last / rest;
        (last, rest) = (rest, last - times * rest);
        (before, factor) = (factor, before - times * factor);
    }
    (last == 1).then(|| before.rem_euclid(i128::from(count)) as u64)
}

#[cfg(test)]
mod tests;
