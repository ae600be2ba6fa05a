//! What follows where trials end before all of a measure is known: each counts what it knows, and if it goes on the
//! mean of what followed in those that were played to their end, over all points of the run. Which those are was drawn
//! before they began, so that they are like the others.
//!
//! The mean is a ratio of two sums over repeats. Its linear part (W. G. Cochran, Sampling Techniques (1977), 6.4) is
//! added to the repeats of each point, times the share of its trials that go on: their mean is not moved by it, and
//! their spread has the error of the mean in it.

use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments, normal_quantile_at};

use crate::column::{MOST_TRIALS, Values, as_written};
use crate::error::AnalysisError;

/// What followed in the trials of a run.
pub struct Follows {
    grid: Grid,
    /// Of each trial what it knows, NaN where it has no value, and whether it goes on.
    so_far: Vec<f64>,
    goes_on: Vec<bool>,
    /// Of each trial that goes on and was played to its end what followed, else NaN.
    pub rest: Vec<f64>,
    /// Trials that were played to their end.
    pub played: u64,
    /// Of how many.
    pub of: u64,
    /// The mean of what followed.
    pub mean: Estimate,
    /// What each repeat adds to that mean.
    parts: Vec<f64>,
}

/// What followed of a measure of a dataset; `None` of any other column, and where all trials or none were played to
/// their end.
pub fn follows(dataset: &Dataset, column: &str) -> Result<Option<Follows>, AnalysisError> {
    if declared(dataset, column).is_none() {
        return Ok(None);
    }
    followed(dataset, column, &as_written(dataset, column)?)
}

fn declared<'d>(dataset: &'d Dataset, column: &str) -> Option<&'d [String; 2]> {
    let manifest = dataset.manifest();
    // beyond that those played to their end stand for all: their mean is right, with a wider interval
    let is_held = manifest.plan.grid.trials() <= MOST_TRIALS;
    let measure = manifest.measures.iter().find(|measure| measure.column == column)?;
    measure.so_far.as_ref().filter(|_| is_held)
}

/// The same of a column that was read.
pub(crate) fn followed(dataset: &Dataset, column: &str, whole: &Values) -> Result<Option<Follows>, AnalysisError> {
    let Some([so_far, goes_on]) = declared(dataset, column) else { return Ok(None) };
    let has = |column: &String| dataset.manifest().tables[0].index(column).is_some();
    if !(has(so_far) && has(goes_on)) {
        return Ok(None);
    }
    let so_far = as_written(dataset, so_far)?.of_trials;
    let goes_on = as_written(dataset, goes_on)?.of_trials;
    Ok(Follows::of(&dataset.manifest().plan.grid, &whole.of_trials, so_far, &goes_on))
}

impl Follows {
    fn of(grid: &Grid, whole: &[f64], so_far: Vec<f64>, goes_on: &[f64]) -> Option<Follows> {
        let known = so_far.iter().filter(|value| !value.is_nan()).count();
        let played = whole.iter().filter(|value| !value.is_nan()).count();
        let goes_on: Vec<bool> = goes_on.iter().map(|flag| *flag == 1.0).collect();
        let rest_of = |trial: usize| if goes_on[trial] { whole[trial] - so_far[trial] } else { f64::NAN };
        let rest: Vec<f64> = (0..whole.len()).map(rest_of).collect();
        let (mut sums, mut counts) = (vec![0.0; grid.repeats as usize], vec![0.0; grid.repeats as usize]);
        for (trial, rest) in rest.iter().enumerate().filter(|(_, rest)| !rest.is_nan()) {
            let repeat = grid.locate(trial as u64).1 as usize;
            sums[repeat] += rest;
            counts[repeat] += 1.0;
        }
        let [sum, count] = [&sums, &counts].map(|of| of.iter().sum::<f64>());
        if played >= known || count == 0.0 {
            return None;
        }
        let mean = sum / count;
        let parts: Vec<f64> = sums.iter().zip(&counts).map(|(sum, of)| (sum - mean * of) / count).collect();
        let error = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        let half = normal_quantile_at(0.975) * error;
        let mean = Estimate {
            n: count as u64,
            value: Some(mean),
            std_error: Some(error),
            interval: Some([mean - half, mean + half]),
        };
        let (grid, played, of) = (grid.clone(), played as u64, known as u64);
        Some(Follows { grid, so_far, goes_on, rest, played, of, mean, parts })
    }

    /// What each trial counts as; NaN where it has no value.
    pub(crate) fn pooled(&self) -> Vec<f64> {
        let mean = self.mean.value.unwrap_or(f64::NAN);
        let mut values = vec![f64::NAN; self.so_far.len()];
        for point in 0..self.grid.points() {
            let trial = |repeat: u64| self.grid.trial(point, repeat) as usize;
            let known: Vec<u64> =
                (0..self.grid.repeats).filter(|repeat| !self.so_far[trial(*repeat)].is_nan()).collect();
            let count = known.len() as f64;
            let going = known.iter().filter(|repeat| self.goes_on[trial(**repeat)]).count() as f64;
            let part = known.iter().map(|repeat| self.parts[*repeat as usize]).sum::<f64>() / count;
            for repeat in known {
                let follows = if self.goes_on[trial(repeat)] { mean } else { 0.0 };
                values[trial(repeat)] =
                    self.so_far[trial(repeat)] + follows + going * (self.parts[repeat as usize] - part);
            }
        }
        values
    }

    /// By how much more followed at some points than in the mean over all.
    pub fn more_at(&self, points: &[u64]) -> Estimate {
        let mut moments = Moments::default();
        let mean = self.mean.value.unwrap_or(f64::NAN);
        for point in points {
            let trials = (0..self.grid.repeats).map(|repeat| self.grid.trial(*point, repeat) as usize);
            trials.map(|trial| self.rest[trial] - mean).filter(|off| !off.is_nan()).for_each(|off| moments.add(off));
        }
        Means::default().estimate(&moments)
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::grid::Axis;
    use tolley_experiment::random::{Purpose, Stream, Streams};
    use tolley_experiment::value::Value;

    use super::*;

    const POINTS: u64 = 40;
    /// What follows in the mean.
    const REST: f64 = 6.0;

    /// Of point p this share goes on, and counts 1 so far.
    fn share(point: u64) -> f64 {
        0.2 + 0.6 * point as f64 / (POINTS - 1) as f64
    }

    fn run(stream: &mut Stream, repeats: u64, played: f64) -> (Grid, Vec<f64>, Vec<f64>, Vec<f64>) {
        let axis = Axis::of_values("a.x", (0..POINTS).map(Value::Count).collect());
        let grid = Grid::new(repeats, vec![axis]);
        let mut all = [(); 3].map(|()| vec![f64::NAN; grid.trials() as usize]);
        for trial in 0..grid.trials() {
            let goes_on = stream.uniform() < share(grid.locate(trial).0);
            let rest = if goes_on { -REST * libm::log(1.0 - stream.uniform()) } else { 0.0 };
            let so_far = if goes_on { 1.0 } else { 0.0 };
            let whole = if stream.uniform() < played { so_far + rest } else { f64::NAN };
            let [a, b, c] = &mut all;
            (a[trial as usize], b[trial as usize], c[trial as usize]) = (whole, so_far, f64::from(u8::from(goes_on)));
        }
        let [whole, so_far, goes_on] = all;
        (grid, whole, so_far, goes_on)
    }

    fn moments(values: impl Iterator<Item = f64>) -> Moments {
        let mut moments = Moments::default();
        values.for_each(|value| moments.add(value));
        moments
    }

    #[test]
    fn pooled_means_are_right_and_their_intervals_hold_the_truth() {
        let mut stream = Streams::new(3, 0, None).open(Purpose::named("follows"));
        let (mut held, mut of, mut levels) = (0, 0, 0);
        let (mut squares, mut plain) = (0.0, 0.0);
        for _ in 0..100 {
            let (grid, whole, so_far, goes_on) = run(&mut stream, 20, 0.2);
            let follows = Follows::of(&grid, &whole, so_far, &goes_on).expect("a fifth is played");
            let pooled = follows.pooled();
            for point in 0..POINTS {
                let truth = share(point) * (1.0 + REST);
                let at = moments((0..20).map(|repeat| pooled[grid.trial(point, repeat) as usize]));
                squares += (at.mean() - truth).powi(2);
                // all 20 played to their end
                plain += (share(point) * (1.0 + 2.0 * REST + 2.0 * REST * REST) - truth * truth) / 20.0;
                // nothing is said where all repeats are alike
                let Some([low, high]) = Means::default().estimate(&at).interval else { continue };
                (held, of) = (held + u32::from(low <= truth && truth <= high), of + 1);
            }
            // of all points together nearly all of the error is that of the mean of what follows
            let level = moments((0..20).map(|repeat| {
                (0..POINTS).map(|point| pooled[grid.trial(point, repeat) as usize]).sum::<f64>() / POINTS as f64
            }));
            let [low, high] = Means::default().estimate(&level).interval.expect("20 repeats");
            levels += u32::from(low <= 0.5 * (1.0 + REST) && 0.5 * (1.0 + REST) <= high);
        }
        let share = f64::from(held) / f64::from(of);
        assert!((0.93..=0.97).contains(&share), "{share}");
        // 0.93 to 0.97 by two standard errors of a hundred
        assert!((89..=100).contains(&levels), "{levels}");
        assert!(squares < 0.5 * plain, "{squares} of {plain}");
    }

    #[test]
    fn where_all_or_none_are_played_to_their_end_nothing_is_pooled() {
        let mut stream = Streams::new(4, 0, None).open(Purpose::named("follows"));
        for played in [1.1, -0.1] {
            let (grid, whole, so_far, goes_on) = run(&mut stream, 4, played);
            assert!(Follows::of(&grid, &whole, so_far, &goes_on).is_none());
        }
    }

    #[test]
    fn what_follows_at_some_points_is_held_against_all() {
        let mut stream = Streams::new(5, 0, None).open(Purpose::named("follows"));
        let (grid, mut whole, so_far, goes_on) = run(&mut stream, 50, 0.5);
        let rich = [30, 31, 32, 33];
        for trial in rich.iter().flat_map(|point| (0..50).map(|repeat| grid.trial(*point, repeat) as usize)) {
            whole[trial] += 3.0 * goes_on[trial];
        }
        let follows = Follows::of(&grid, &whole, so_far, &goes_on).expect("half is played");
        let [low, _] = follows.more_at(&rich).interval.expect("many");
        let [_, high] = follows.more_at(&[0, 5, 10, 20, 25, 35, 38]).interval.expect("many");
        assert!(low > 0.0 && high < 2.0, "{low} {high}");
    }
}
