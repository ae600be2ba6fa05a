//! Search and sensitivity for any simulator: ask what to play, tell what came of it.

use pyo3::prelude::*;
use tolley_experiment::random::{Purpose, Streams};
use tolley_search::door;
use tolley_search::execution::{Law, MOST_DIMENSIONS, Noise};
use tolley_search::measured;
use tolley_search::space::{Sequence, Space};
use tolley_statistics::equivalence::Verdict;
use tolley_statistics::estimates::CONFIDENCE;
use tolley_statistics::indices::{Index, LEAST_ROWS, Row, Unresolved, centred};
use tolley_statistics::matrix::Matrix;
use tolley_statistics::sequential;

use crate::problem::bad;

/// How far two cells of a covariance that are one may be apart by rounding, in deviations.
const SYMMETRIC: f64 = 1e-9;
/// Of the bootstrap of indices.
const BOOTSTRAP: Purpose = Purpose::named("bootstrap");

/// A search for the best aim of a player who errs, or of any choice.
#[pyclass(module = "tolley")]
pub struct Door(door::Door);

/// Errors of a covariance, row by row; normal, or Student's t with so many degrees of freedom.
fn noise(rows: &[Vec<f64>], noise_dof: Option<f64>) -> PyResult<Noise> {
    let size = rows.len();
    if rows.iter().any(|row| row.len() != size) {
        return Err(bad(format!("a covariance of {size} numbers has {size} rows of {size}")));
    }
    let is_alike = |i: usize, j: usize| {
        let scale = (rows[i][i] * rows[j][j]).abs().sqrt();
        (rows[i][j] - rows[j][i]).abs() <= SYMMETRIC * scale
    };
    if !(0..size).all(|i| (0..i).all(|j| is_alike(i, j))) {
        return Err(bad("a covariance is symmetric"));
    }
    let law = match noise_dof {
        Some(dof) if dof.is_nan() || dof <= 2.0 => {
            return Err(bad(format!("noise_dof = {dof}; allowed: more than 2, below which errors have no deviation")));
        }
        Some(dof) => Law::StudentT { dof },
        None => Law::Normal,
    };
    let covariance = Matrix::of(size, size, |i, j| rows[i][j]);
    let wanted =
        format!("errors of 1 to {MOST_DIMENSIONS} numbers have deviations above 0 and a covariance that is possible");
    Noise::new(law, vec![0.0; size], &covariance).ok_or_else(|| bad(wanted))
}

/// Value, standard error and interval of an estimate.
type Estimated = (Option<f64>, Option<f64>, Option<[f64; 2]>, u64);

#[pymethods]
impl Door {
    /// Over these ranges of aims, with errors of this covariance, by so many shots; what is played lies within `space`.
    /// Errors are normal, or Student's t with so many degrees of freedom.
    #[new]
    #[pyo3(signature = (aims, space, covariance, noise_dof, shots, seed))]
    fn new(
        aims: Vec<[f64; 2]>,
        space: Vec<[f64; 2]>,
        covariance: Vec<Vec<f64>>,
        noise_dof: Option<f64>,
        shots: u64,
        seed: u64,
    ) -> PyResult<Door> {
        let range = |ranges: &[[f64; 2]]| {
            Space::new(ranges).ok_or_else(|| bad("a range is two finite numbers, the smaller one first"))
        };
        let noise = noise(&covariance, noise_dof)?;
        let made = door::Door::new(noise, range(&aims)?, range(&space)?, shots, seed);
        made.map(Door).ok_or_else(|| bad("ranges, spaces and errors are of as many numbers, and 64 shots the least"))
    }

    /// At most so many points to play now, each with its number; none at the end.
    fn ask(&self, most: usize) -> Vec<(u64, Vec<f64>)> {
        self.0.ask(most).into_iter().map(|asked| (asked.number, asked.point)).collect()
    }

    /// What came of a point; NaN where nothing did. False where that number is not asked for.
    #[pyo3(signature = (number, value, variance = 0.0))]
    fn tell(&mut self, number: u64, value: f64, variance: f64) -> bool {
        self.0.tell(number, value, variance)
    }

    /// The best aim so far: where, what it is worth by fresh shots, what the search saw, numbers on an end of their
    /// range, shots told. None before anything is known.
    #[expect(clippy::type_complexity, reason = "a tuple that the package gives names")]
    fn recommend(&self) -> Option<(Vec<f64>, Estimated, (f64, f64), Vec<usize>, u64)> {
        let found = self.0.recommend()?;
        let fresh = (found.fresh.value, found.fresh.std_error, found.fresh.interval, found.fresh.n);
        Some((found.at, fresh, (found.seen.value, found.seen.std_error), found.edges, found.shots))
    }
}

/// The points of a design by Saltelli, as shares of the ranges: for each of `rows` A, B, then A with each number of B.
#[pyfunction]
pub fn saltelli(rows: u64, numbers: usize, seed: u64) -> PyResult<Vec<Vec<f64>>> {
    if rows < LEAST_ROWS as u64 {
        return Err(bad(format!("{rows} rows are too few to share out a variance: {LEAST_ROWS} at least")));
    }
    let sequence = Sequence::scrambled(2 * numbers, seed, 0);
    let row = |row: u64| {
        let point = sequence.point(row);
        let (a, b) = point.split_at(numbers);
        let crossed = |at: usize| {
            let mut crossed = a.to_vec();
            crossed[at] = b[at];
            crossed
        };
        [a.to_vec(), b.to_vec()].into_iter().chain((0..numbers).map(crossed).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    Ok((0..rows).flat_map(row).collect())
}

/// Value and 95 % interval of an index; no interval where all resamples have that value.
type Share = (f64, Option<[f64; 2]>);

/// First and total index of each number, from the outcomes at the points of [`saltelli`], in their order.
#[pyfunction]
pub fn indices(outcomes: Vec<f64>, numbers: usize, seed: u64) -> PyResult<Vec<(Share, Share)>> {
    if outcomes.is_empty() || !outcomes.len().is_multiple_of(numbers + 2) || outcomes.iter().any(|y| !y.is_finite()) {
        return Err(bad(format!("there are {} finite outcomes a row, in whole rows", numbers + 2)));
    }
    let mut points: Vec<Vec<f64>> = outcomes.into_iter().map(|outcome| vec![outcome]).collect();
    centred(&mut points);
    let rows: Vec<Row> = points.chunks(numbers + 2).map(|row| Row::of(&row[0], &row[1], &row[2..])).collect();
    let mut stream = Streams::new(seed, 0, None).open(BOOTSTRAP);
    let found = tolley_statistics::indices::indices(&rows, |most| stream.below(most));
    let share = |index: Index| (index.value, index.interval);
    let found = found.map_err(|why| match why {
        Unresolved::Constant => bad("nothing varies"),
        Unresolved::FewRows => bad(format!("{} rows are too few: {LEAST_ROWS} at least", rows.len())),
        Unresolved::Variance => bad("too little varies to share it out: more rows tell"),
    })?;
    Ok(found.into_iter().map(|of| (share(of.first), share(of.total))).collect())
}

/// A verdict on a mean that hears one draw after the other.
#[pyclass(module = "tolley")]
pub struct Watch {
    test: sequential::FairnessTest,
    watch: sequential::Watch,
    /// Where the interval is narrowest.
    best_at: u64,
    /// The least and the largest value that a draw may have.
    ends: [f64; 2],
}

/// Draws, their mean, its interval, draws that the verdict saw, and the verdict.
type Heard = (u64, f64, Option<[f64; 2]>, u64, &'static str);

#[pymethods]
impl Watch {
    /// Of draws that have one of `values`, which are compared with `value`; at most `planned` of them.
    #[new]
    fn new(values: Vec<f64>, value: f64, margin: f64, planned: u64) -> PyResult<Watch> {
        if !values.iter().all(|value| value.is_finite()) || !values.is_sorted_by(|one, two| one < two) {
            return Err(bad("values are finite and rise"));
        }
        let test = sequential::FairnessTest { value, margin, error: sequential::ERROR };
        let watch = sequential::Watch::new(test, &values);
        let watch = watch.ok_or_else(|| bad("the margin about the value lies within the values, and is above 0"))?;
        let reach = values.iter().map(|of| (of - value).abs()).fold(0.0, f64::max);
        let ends = values.iter().fold([value; 2], |[low, high], of| [low.min(*of), high.max(*of)]);
        Ok(Watch { test, watch, best_at: test.likely_end(reach, planned), ends })
    }

    /// One more draw; False where it has none of the values.
    fn hear(&mut self, value: f64) -> bool {
        self.watch.hear(value)
    }

    /// What is known.
    fn told(&self) -> Heard {
        let moments = self.watch.moments();
        let reach = (moments.mean() - self.ends[0]).max(self.ends[1] - moments.mean());
        let interval = sequential::any_time_interval(moments, CONFIDENCE, self.best_at, reach);
        let looked = self.watch.last().map_or(0, |(n, _)| n);
        let verdict = match self.watch.verdict() {
            Verdict::Unequal => self.test.difference(interval),
            verdict => verdict,
        };
        (moments.n(), moments.mean(), interval, looked, verdict.name())
    }
}

/// A search for the error with which a simulated player hits as often as one that was watched.
#[pyclass(module = "tolley")]
pub struct Measured(measured::Measured);

#[pymethods]
impl Measured {
    /// Of hits and tries at each target, over this range of errors, by so many shots.
    #[new]
    fn new(bounds: [f64; 2], seen: Vec<(u64, u64)>, shots: u64, seed: u64) -> PyResult<Measured> {
        let seen: Vec<_> = seen.into_iter().map(|(hits, n)| measured::Seen { hits, n }).collect();
        let made = measured::Measured::new(bounds, &seen, shots, seed);
        let wanted = "a range is two numbers above 0, the smaller one first; of some tries at most all hit; and 256 \
                      shots are the least";
        made.map(Measured).ok_or_else(|| bad(wanted))
    }

    /// At most so many shots to play now, each with its number, its target and the player's error; none at the end.
    fn ask(&self, most: usize) -> Vec<(u64, usize, f64)> {
        self.0.ask(most).into_iter().map(|asked| (asked.number, asked.target, asked.error)).collect()
    }

    /// Whether a shot hit. False where that number is not asked for.
    fn tell(&mut self, number: u64, hit: bool) -> bool {
        self.0.tell(number, hit)
    }

    /// The error and the ends of its 95 % interval, open where the tries do not bound it. None before the end.
    fn recommend(&self) -> Option<(f64, [Option<f64>; 2])> {
        self.0.recommend().map(|fitted| (fitted.sd, fitted.interval))
    }
}
