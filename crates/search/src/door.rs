//! Ask what to play, tell what came of it, and have the best recommended: a door for any simulator.
//!
//! Half of the budget is spread evenly over what may be executed; three eighths are spread where most executions of
//! the best hills of these fall; the last eighth are executions of the best aim, which alone tell what it is worth.

use serde::{Deserialize, Serialize};

use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::run;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments, t_quantile};

use crate::execution::Noise;
use crate::maximise::Peak;
use crate::near::Near;
use crate::space::{Sequence, Space};
use crate::sweep::{Plan, Shot, Sweep, Worth};

/// Parts of the budget in eighths: spread, near the best hills.
const SPREAD: u64 = 4;
const NEAR: u64 = 3;
/// Hills that are looked at closely.
const HILLS: usize = 4;
/// Draws after which an execution that keeps falling out of the space is given up.
const TRIES: u64 = 1000;

/// A point to be executed exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// By which it is told.
    pub number: u64,
    /// What to execute.
    pub point: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Told {
    point: Vec<f64>,
    /// Absent where the simulator had no result.
    value: Option<f64>,
    variance: f64,
}

/// All that is known so far; with the noise, all that a search needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    space: Space,
    aims: Space,
    budget: u64,
    seed: u64,
    told: Vec<Option<Told>>,
    /// Best hills of the spread shots.
    hills: Vec<Vec<f64>>,
    /// Best aim of all but the last shots.
    best: Option<Vec<f64>>,
}

/// A search.
#[derive(Clone, Debug, PartialEq)]
pub struct Door {
    noise: Noise,
    state: State,
}

/// The best aim so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommendation {
    /// What to aim at.
    pub at: Vec<f64>,
    /// What it is worth as the shots see it by which it was chosen: too good on average.
    pub seen: Worth,
    /// What it is worth by shots of its own, of executions within the space; empty before they are told.
    pub fresh: Estimate,
    /// The next hill, as the same shots see it that chose.
    pub runner_up: Option<Peak>,
    /// Numbers of the aim that lie on an end of their range.
    pub edges: Vec<usize>,
    /// Shots told so far.
    pub shots: u64,
    /// Of these without a result.
    pub without_result: u64,
}

impl Door {
    /// Opens a search for the best of `aims` of a player with this noise, by executing points of `space`, which is
    /// wider by his errors, with so many shots. For a simulator with errors of its own the noise is how finely it is
    /// asked.
    ///
    /// `None` unless all are of as many numbers, and there are at least 64 shots.
    pub fn new(noise: Noise, aims: Space, space: Space, budget: u64, seed: u64) -> Option<Door> {
        let fits = aims.dimensions() == space.dimensions() && noise.dimensions() == space.dimensions();
        let told = vec![None; usize::try_from(budget).ok()?];
        let state = State { space, aims, budget, seed, told, hills: Vec::new(), best: None };
        (fits && budget >= 64).then_some(Door { noise, state })
    }

    /// Goes on where a state was left; `None` where the noise is of another number of numbers.
    pub fn resume(noise: Noise, state: State) -> Option<Door> {
        let fits = noise.dimensions() == state.space.dimensions() && state.told.len() as u64 == state.budget;
        fits.then_some(Door { noise, state })
    }

    /// What is known so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// At most so many points that have not been told and can be asked now; none at the end. What is asked twice before
    /// it is told is the same.
    pub fn ask(&self, most: usize) -> Vec<Asked> {
        let open = self.part().filter(|number| self.state.told[*number as usize].is_none());
        open.take(most).map(|number| Asked { number, point: self.point(number) }).collect()
    }

    /// What came of executing a point, and the variance of that value where the simulator knows it, else 0; a value
    /// that is no number is a shot without a result. `false` where that number is not asked for.
    pub fn tell(&mut self, number: u64, value: f64, variance: f64) -> bool {
        if !self.part().contains(&number) || self.state.told[number as usize].is_some() {
            return false;
        }
        let value = value.is_finite().then_some(value);
        self.state.told[number as usize] = Some(Told { point: self.point(number), value, variance });
        let is_complete = self.part().all(|number| self.state.told[number as usize].is_some());
        if is_complete && self.state.best.is_none() {
            let peaks = self.peaks();
            if self.state.hills.is_empty() {
                self.state.hills = peaks.into_iter().take(HILLS).map(|peak| peak.at).collect();
            } else {
                self.state.best = peaks.into_iter().next().map(|peak| peak.at);
            }
        }
        true
    }

    /// The best aim by all that has been told; `None` before anything near an aim was.
    pub fn recommend(&self) -> Option<Recommendation> {
        let peaks = self.peaks();
        let at = self.state.best.clone().or_else(|| Some(peaks.first()?.at.clone()))?;
        let seen = self.sweep()?.surface(&self.noise)?.at(&at)?;
        let told = || self.state.told.iter().flatten();
        Some(Recommendation {
            fresh: self.fresh(),
            seen,
            runner_up: peaks.into_iter().find(|peak| peak.at != at),
            edges: self.state.aims.edges(&at),
            at,
            shots: told().count() as u64,
            without_result: told().filter(|told| told.value.is_none()).count() as u64,
        })
    }

    /// Shots of the part that is being asked; none where a part found no aim that can be judged.
    fn part(&self) -> core::ops::Range<u64> {
        let [first, second] = self.ends();
        let is_told = |numbers: core::ops::Range<u64>| {
            numbers.into_iter().all(|number| self.state.told[number as usize].is_some())
        };
        match (&self.state.best, self.state.hills.is_empty()) {
            (Some(_), _) => second..self.state.budget,
            (None, true) if is_told(0..first) => 0..0,
            (None, true) => 0..first,
            (None, false) if is_told(first..second) => 0..0,
            (None, false) => first..second,
        }
    }

    /// First shots of the second and the last part.
    fn ends(&self) -> [u64; 2] {
        let first = self.state.budget * SPREAD / 8;
        [first, first + self.state.budget * NEAR / 8]
    }

    fn point(&self, number: u64) -> Vec<f64> {
        let [first, second] = self.ends();
        let even = || {
            let sequence = Sequence::scrambled(self.state.space.dimensions(), self.state.seed, 0);
            self.state.space.at(&sequence.point(number))
        };
        if number < first {
            return even();
        }
        let Some(best) = self.state.best.as_ref().filter(|_| number >= second) else {
            let hill = (number - first) % self.state.hills.len() as u64;
            let sequence = Sequence::scrambled(self.state.space.dimensions(), self.state.seed, 1 + hill);
            return self.near().point(number - first, &sequence);
        };
        let mut stream = Streams::new(self.state.seed, number, None).open(Purpose::named("door"));
        let executed = (0..TRIES).map(|_| self.noise.draw(best, &mut stream));
        executed.into_iter().find(|point| self.state.space.holds(point)).unwrap_or_else(even)
    }

    fn near(&self) -> Near {
        Near::new(&self.state.space, &self.noise, &self.state.hills)
    }

    /// Hills by all shots but the last part.
    fn peaks(&self) -> Vec<Peak> {
        let Some(sweep) = self.sweep() else { return Vec::new() };
        let peaks = || sweep.surface(&self.noise).map_or_else(Vec::new, |surface| surface.peaks(&self.state.aims));
        run::where_possible(None, peaks)
    }

    fn sweep(&self) -> Option<Sweep> {
        let State { space, seed, told, .. } = &self.state;
        let [first, second] = self.ends();
        let told = || told.iter().take(second as usize).flatten();
        let part = self.state.told[first as usize..second as usize].iter().flatten().count() as f64;
        let (part, near) = (part / told().count().max(1) as f64, self.near());
        let shots: Vec<Shot> = told()
            .filter_map(|told| {
                let density = near.density(&told.point, part);
                Some(Shot { state: 0, point: told.point.clone(), worth: told.value?, density })
            })
            .collect();
        let left_out = (told().count() - shots.len()) as u64;
        let plan = Plan { space: space.clone(), states: 1, points: shots.len() as u64, seed: *seed, outside: None };
        (!shots.is_empty()).then(|| Sweep::new(&plan, left_out, &shots))
    }

    /// The mean of the last part; its error is never less than what the simulator says of its values.
    fn fresh(&self) -> Estimate {
        let last = self.state.told[self.ends()[1] as usize..].iter().flatten();
        let (mut moments, mut variance) = (Moments::default(), 0.0);
        for told in last {
            if let Some(value) = told.value {
                moments.add(value);
                variance += told.variance;
            }
        }
        let mut estimate = Means::default().estimate(&moments);
        let least = variance.sqrt() / moments.n() as f64;
        if let (Some(value), Some(error)) = (estimate.value, estimate.std_error)
            && least > error
        {
            let half = t_quantile(moments.n() - 1) * least;
            (estimate.std_error, estimate.interval) = (Some(least), Some([value - half, value + half]));
        }
        estimate
    }
}
