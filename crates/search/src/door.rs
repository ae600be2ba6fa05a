//! Ask what to play, tell what came of it, and have the best recommended: a door for any simulator.
//!
//! Half of the budget is spread: a third of that evenly over all that may be executed, the rest where executions of
//! the aims have their middle. Three eighths lie about as executions of the best hills of these would, the second half
//! of them at the best two by what is known then; the last eighth are executions of the best aim, which alone tell what
//! it is worth.

use serde::{Deserialize, Serialize};

use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::run;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments, t_quantile};

use crate::execution::Noise;
use crate::maximise::Peak;
use crate::near::{Near, Spread};
use crate::space::{Sequence, Space};
use crate::sweep::{Plan, Shot, Sweep, Worth};

/// Where the parts of the budget end, in sixteenths: spread, near the best hills, near the best of these.
const ENDS: [u64; 3] = [8, 11, 14];
/// Hills that are looked at closely, and then more closely.
const HILLS: [usize; 2] = [4, 2];
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
    /// Best hills of the spread shots, and then of all before the third part.
    hills: Vec<Vec<Vec<f64>>>,
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
            match HILLS.get(self.state.hills.len()) {
                Some(_) if peaks.is_empty() => {}
                Some(count) => self.state.hills.push(peaks.into_iter().take(*count).map(|peak| peak.at).collect()),
                None => self.state.best = self.surest(peaks),
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
        let number = if self.state.best.is_some() { ENDS.len() } else { self.state.hills.len() };
        let part = self.shots_of(number);
        let is_told = || part.clone().all(|number| self.state.told[number as usize].is_some());
        if self.state.best.is_none() && is_told() { 0..0 } else { part }
    }

    /// Numbers of the shots of a part.
    fn shots_of(&self, part: usize) -> core::ops::Range<u64> {
        let end = |part: usize| ENDS.get(part).map_or(self.state.budget, |end| self.state.budget * end / 16);
        part.checked_sub(1).map_or(0, end)..end(part)
    }

    fn point(&self, number: u64) -> Vec<f64> {
        let State { space, seed, hills, best, .. } = &self.state;
        let points = |sequence: u64| Sequence::scrambled(space.dimensions(), *seed, sequence);
        let part = ENDS.len() - ENDS.iter().filter(|end| number < self.state.budget * **end / 16).count();
        match (part, best) {
            (0, _) => self.spread_point(number),
            (_, Some(best)) if part == ENDS.len() => {
                let mut stream = Streams::new(*seed, number, None).open(Purpose::named("door"));
                let mut executed = (0..TRIES).map(|_| self.noise.draw(best, &mut stream));
                executed.find(|point| space.holds(point)).unwrap_or_else(|| self.spread_point(number))
            }
            _ => {
                let (round, first) = (part - 1, self.shots_of(part).start);
                let before: usize = hills[..round].iter().map(Vec::len).sum();
                let hill = (number - first) % hills[round].len() as u64;
                self.near(round).point(number - first, &points(1 + before as u64 + hill))
            }
        }
    }

    fn spread(&self) -> Spread {
        Spread::new(&self.state.space, &self.noise, &self.state.aims)
    }

    fn spread_point(&self, number: u64) -> Vec<f64> {
        let State { space, seed, .. } = &self.state;
        let sequences = [0, u64::MAX].map(|sequence| Sequence::scrambled(space.dimensions(), *seed, sequence));
        self.spread().point(number, sequences.each_ref())
    }

    fn near(&self, round: usize) -> Near {
        Near::new(&self.state.space, &self.noise, &self.state.hills[round])
    }

    /// Hills by all shots but the last part.
    fn peaks(&self) -> Vec<Peak> {
        let Some(sweep) = self.sweep() else { return Vec::new() };
        let peaks = || sweep.surface(&self.noise).map_or_else(Vec::new, |surface| surface.peaks(&self.state.aims));
        run::where_possible(None, peaks)
    }

    /// The peak that is highest less one standard error: one where shots are rare is the highest by luck.
    fn surest(&self, peaks: Vec<Peak>) -> Option<Vec<f64>> {
        let sweep = self.sweep()?;
        let surface = sweep.surface(&self.noise)?;
        let sure = |at: &[f64]| surface.at(at).map_or(f64::NEG_INFINITY, |worth| worth.value - worth.std_error);
        let judged = peaks.into_iter().map(|peak| (sure(&peak.at), peak.at));
        judged.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, at)| at)
    }

    fn sweep(&self) -> Option<Sweep> {
        let State { space, seed, told, .. } = &self.state;
        let told = || told.iter().take(self.shots_of(ENDS.len()).start as usize).flatten();
        let count = |part: usize| {
            let shots = self.shots_of(part);
            self.state.told[shots.start as usize..shots.end as usize].iter().flatten().count() as f64
        };
        let (all, spread) = (told().count().max(1) as f64, self.spread());
        let rounds: Vec<(f64, Near)> =
            (0..self.state.hills.len()).map(|round| (count(round + 1), self.near(round))).collect();
        let density = |point: &[f64]| {
            let near = rounds.iter().map(|(count, near)| count * near.density(point)).sum::<f64>();
            (count(0) * spread.density(point) + near) / all
        };
        let shots: Vec<Shot> = told()
            .filter_map(|told| {
                Some(Shot { state: 0, point: told.point.clone(), worth: told.value?, density: density(&told.point) })
            })
            .collect();
        let left_out = (told().count() - shots.len()) as u64;
        let plan = Plan { space: space.clone(), states: 1, points: shots.len() as u64, seed: *seed, outside: None };
        (!shots.is_empty()).then(|| Sweep::new(&plan, left_out, &shots))
    }

    /// The mean of the last part; its error is never less than what the simulator says of its values.
    fn fresh(&self) -> Estimate {
        let last = self.state.told[self.shots_of(ENDS.len()).start as usize..].iter().flatten();
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
