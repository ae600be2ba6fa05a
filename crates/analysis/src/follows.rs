//! What follows where trials end before all of a measure is known: each counts what it knows, and if it goes on the
//! mean of what followed in those that were played to their end, over all choices of the same case. Which those are was
//! drawn before they began, so that they are like the others. A case is a combination of all axes that are no choices
//! of a player: how good he is, or how the sand is, changes what follows.
//!
//! The mean is a ratio of two sums over repeats. Its linear part (W. G. Cochran, Sampling Techniques (1977), 6.4) is
//! added to the repeats of each point, times the share of its trials that go on: their mean is not moved by it, and
//! their spread has the error of the mean in it.

use std::collections::BTreeMap;

use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::role::Role;
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
    /// The mean of what followed, in each case.
    pub means: Vec<Estimate>,
    /// The case of each point.
    cases: Vec<usize>,
    /// What each repeat adds to the mean of a case.
    parts: Vec<Vec<f64>>,
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
    let grid = &dataset.manifest().plan.grid;
    Ok(Follows::of(grid, cases_of(dataset), &whole.of_trials, so_far, &goes_on))
}

/// The case of each point: points that differ in choices of a player alone have the same.
fn cases_of(dataset: &Dataset) -> Vec<usize> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let is_choice = |key: &str| manifest.described_key(key).is_some_and(|column| column.role == Some(Role::Choice));
    let others: Vec<usize> = (0..grid.axes.len()).filter(|axis| !is_choice(&grid.axes[*axis].key)).collect();
    let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let of =
        |point: u64| -> Vec<String> { others.iter().map(|axis| grid.axis_value(*axis, point).to_string()).collect() };
    (0..grid.points())
        .map(|point| {
            let next = known.len();
            *known.entry(of(point)).or_insert(next)
        })
        .collect()
}

impl Follows {
    fn of(grid: &Grid, cases: Vec<usize>, whole: &[f64], so_far: Vec<f64>, goes_on: &[f64]) -> Option<Follows> {
        let known = so_far.iter().filter(|value| !value.is_nan()).count();
        let played = whole.iter().filter(|value| !value.is_nan()).count();
        let goes_on: Vec<bool> = goes_on.iter().map(|flag| *flag == 1.0).collect();
        let rest_of = |trial: usize| if goes_on[trial] { whole[trial] - so_far[trial] } else { f64::NAN };
        let rest: Vec<f64> = (0..whole.len()).map(rest_of).collect();
        let count = cases.iter().max().map_or(0, |most| most + 1);
        let mut sums = vec![vec![[0.0; 2]; grid.repeats as usize]; count];
        for (trial, rest) in rest.iter().enumerate().filter(|(_, rest)| !rest.is_nan()) {
            let (point, repeat) = grid.locate(trial as u64);
            let [sum, of] = &mut sums[cases[point as usize]][repeat as usize];
            (*sum, *of) = (*sum + rest, *of + 1.0);
        }
        // a case of which none was played to its end has no mean
        let is_known = |of: &Vec<[f64; 2]>| of.iter().any(|[_, count]| *count > 0.0);
        if played >= known || !sums.iter().all(is_known) {
            return None;
        }
        let (means, parts) = sums.iter().map(|of| mean_of(of)).unzip();
        let (grid, played, of) = (grid.clone(), played as u64, known as u64);
        Some(Follows { grid, so_far, goes_on, rest, played, of, means, cases, parts })
    }

    /// What each trial counts as; NaN where it has no value.
    pub(crate) fn pooled(&self) -> Vec<f64> {
        let mut values = vec![f64::NAN; self.so_far.len()];
        for point in 0..self.grid.points() {
            let case = self.cases[point as usize];
            let (mean, parts) = (self.means[case].value.unwrap_or(f64::NAN), &self.parts[case]);
            let trial = |repeat: u64| self.grid.trial(point, repeat) as usize;
            let known: Vec<u64> =
                (0..self.grid.repeats).filter(|repeat| !self.so_far[trial(*repeat)].is_nan()).collect();
            let count = known.len() as f64;
            let going = known.iter().filter(|repeat| self.goes_on[trial(**repeat)]).count() as f64;
            let part = known.iter().map(|repeat| parts[*repeat as usize]).sum::<f64>() / count;
            let squares = known.iter().map(|repeat| (parts[*repeat as usize] - part).powi(2)).sum::<f64>();
            let all = parts.iter().map(|part| part * part).sum::<f64>();
            // a point that ended early has a part of the repeats, and all of the error of the mean
            let larger = if squares > 0.0 { (all / squares * (count - 1.0) / count).sqrt().max(1.0) } else { 1.0 };
            for repeat in known {
                let follows = if self.goes_on[trial(repeat)] { mean } else { 0.0 };
                let of_mean = going * larger * (parts[repeat as usize] - part);
                values[trial(repeat)] = self.so_far[trial(repeat)] + follows + of_mean;
            }
        }
        values
    }

    /// By how much more followed at some points than in the mean over all of their cases.
    pub fn more_at(&self, points: &[u64]) -> Estimate {
        let mut moments = Moments::default();
        for point in points {
            let mean = self.means[self.cases[*point as usize]].value.unwrap_or(f64::NAN);
            let trials = (0..self.grid.repeats).map(|repeat| self.grid.trial(*point, repeat) as usize);
            trials.map(|trial| self.rest[trial] - mean).filter(|off| !off.is_nan()).for_each(|off| moments.add(off));
        }
        Means::default().estimate(&moments)
    }
}

/// The mean of what followed by the sums and counts of repeats, and what each repeat adds to it.
fn mean_of(sums: &[[f64; 2]]) -> (Estimate, Vec<f64>) {
    let [sum, count] = sums.iter().fold([0.0; 2], |[a, b], [sum, count]| [a + sum, b + count]);
    let mean = sum / count;
    let parts: Vec<f64> = sums.iter().map(|[sum, of]| (sum - mean * of) / count).collect();
    let error = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    let half = normal_quantile_at(0.975) * error;
    let interval = Some([mean - half, mean + half]);
    (Estimate { n: count as u64, value: Some(mean), std_error: Some(error), interval }, parts)
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
            let follows =
                Follows::of(&grid, vec![0; POINTS as usize], &whole, so_far, &goes_on).expect("a fifth is played");
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
            assert!(Follows::of(&grid, vec![0; POINTS as usize], &whole, so_far, &goes_on).is_none());
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
        let follows = Follows::of(&grid, vec![0; POINTS as usize], &whole, so_far, &goes_on).expect("half is played");
        let [low, _] = follows.more_at(&rich).interval.expect("many");
        let [_, high] = follows.more_at(&[0, 5, 10, 20, 25, 35, 38]).interval.expect("many");
        assert!(low > 0.0 && high < 2.0, "{low} {high}");
    }

    #[test]
    fn cases_have_means_of_their_own_and_points_that_ended_early_the_whole_error() {
        let mut stream = Streams::new(6, 0, None).open(Purpose::named("follows"));
        let (grid, mut whole, mut so_far, goes_on) = run(&mut stream, 50, 0.5);
        let cases: Vec<usize> = (0..POINTS as usize).map(|point| point % 2).collect();
        for (trial, whole) in whole.iter_mut().enumerate() {
            *whole += 3.0 * goes_on[trial] * (grid.locate(trial as u64).0 % 2) as f64;
        }
        let error_of = |pooled: &[f64], point: u64| {
            let values = (0..50).map(|repeat| pooled[grid.trial(point, repeat) as usize]);
            moments(values.filter(|value| !value.is_nan())).standard_error()
        };
        let all = Follows::of(&grid, cases.clone(), &whole, so_far.clone(), &goes_on).expect("half is played");
        let [one, other] = [0, 1].map(|case: usize| all.means[case].value.expect("a mean"));
        assert!((one - REST).abs() < 1.0 && (other - REST - 3.0).abs() < 1.0, "{one} {other}");
        // point 39 ends after 10 repeats
        for repeat in 10..50 {
            let trial = grid.trial(39, repeat) as usize;
            (so_far[trial], whole[trial]) = (f64::NAN, f64::NAN);
        }
        let some = Follows::of(&grid, cases, &whole, so_far, &goes_on).expect("half is played");
        let share = some.means[1].std_error.expect("an error");
        assert!(error_of(&some.pooled(), 39) > 0.6 * share, "{} {share}", error_of(&some.pooled(), 39));
    }
}
