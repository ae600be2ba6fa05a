//! How much and how long a run would be, from a sample in memory; nothing is written.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use tolley_dataset::{CpuClock, Memory};
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::{Begin, Playable};
use tolley_experiment::row::Rows;
use tolley_experiment::run::on_workers;

use crate::cost::{Budget, Costs, Cut, sample};
use crate::error::SessionError;
use crate::idle_axes::idle_axes;
use crate::monitor::{Monitor, Note};
use crate::place::{self, VERSIONS};
use crate::request::PlayRequest;

/// How long a sample is played, of the time of a processor, that says how long a run takes.
const TIMED: Budget = Budget { least_s: 1.0, most_s: 3.0, row_s: IN_A_ROW_S };
/// The same where its rows say how many bytes a run takes too: of marbles matches of few repeats 2 s told up to 1.8
/// times as many as they are.
const WEIGHED: Budget = Budget { least_s: 3.0, most_s: 6.0, row_s: IN_A_ROW_S };
/// How many times as long it may take on a machine that does other work.
const LOADED: f64 = 4.0;
/// How long trials are played in a row at one point: of many points, some of which are slow, many are seen.
const IN_A_ROW_S: f64 = 0.03;
/// The same where the first prepares for the others.
const PREPARED_S: f64 = 0.5;
/// Trials played in a row at one point.
const MOST_IN_A_ROW: u64 = 128;
/// Rows that a sample can have, at least, where the design has as many trials.
const MANY_ROWS: u64 = 16;
/// The same repeat at two points packs if they are played closer together than this.
const NEAR: u64 = 10_000;
/// By how much what is prepared may take longer or less: solutions are only begun.
const BEGUN: f64 = 1.5;
/// Trials in the sample, which bounds its memory and the time in which it is weighed: 200,000 took as long again.
const MOST: u64 = 60_000;
/// Rows of all tables in the sample, which bounds its memory too.
const MOST_ROWS: usize = 1_000_000;

/// How long something takes, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// About so long.
    pub seconds: f64,
    /// From so long to so long, as far as a sample shows it.
    pub range: [f64; 2],
}

impl Length {
    /// Nothing.
    pub const NOTHING: Length = Length { seconds: 0.0, range: [0.0, 0.0] };

    /// This and something else.
    pub fn plus(self, other: Length) -> Length {
        let [low, high] = [0, 1].map(|end| self.range[end] + other.range[end]);
        Length { seconds: self.seconds + other.seconds, range: [low, high] }
    }

    /// This so many times.
    pub fn times(self, count: f64) -> Length {
        Length { seconds: self.seconds * count, range: self.range.map(|end| end * count) }
    }
}

/// How much and how long a run would be.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Whether it is the most, because points may end before.
    pub is_most: bool,
    /// Rounds over all points.
    pub rounds: u64,
    /// Blocks in which they are played.
    pub blocks: u64,
    /// Trials in a block, at most.
    pub block_trials: u64,
    /// Parts of which its tables are made.
    pub parts: u64,
    /// Threads of the run.
    pub threads: usize,
    /// Trials in the sample.
    pub sampled: u64,
    /// Bytes of the dataset.
    pub bytes: f64,
    /// Absent where workers share what is prepared, such as a solution, which takes what it takes.
    pub memory: Option<Memory>,
    /// How long it takes.
    pub time: Time,
}

/// How long a run takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    /// Of the time of a processor, all threads together.
    pub cpu: Length,
    /// On so many cores that do nothing else.
    pub idle: Length,
    /// Cores that play at the same time.
    pub cores: usize,
}

impl Time {
    /// Nothing.
    pub const NOTHING: Time = Time { cpu: Length::NOTHING, idle: Length::NOTHING, cores: 1 };

    /// This, and then something else on as many cores.
    pub fn plus(self, other: Time) -> Time {
        let cores = self.cores.max(other.cores);
        Time { cpu: self.cpu.plus(other.cpu), idle: self.idle.plus(other.idle), cores }
    }

    /// This so many times.
    pub fn times(self, count: f64) -> Time {
        Time { cpu: self.cpu.times(count), idle: self.idle.times(count), ..self }
    }
}

/// What a run of a plan would be, from a sample that is played in memory; refused where the run would be.
pub fn estimate(
    plan: &Plan,
    study: &dyn Playable,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<Estimate, SessionError> {
    place::would_play(plan, request, monitor)?;
    let (is_most, plan) = at_most(plan);
    idle_axes(&plan, study).iter().for_each(|axis| monitor.note(&Note::IdleAxis(axis)));
    let workers = workers(&plan, request.threads);
    let threads = request.threads.unwrap_or_else(cores);
    let sample = sampled(&plan, study, WEIGHED)?;
    let schedule = plan.schedule();
    Ok(Estimate {
        is_most,
        rounds: schedule.rounds(),
        blocks: schedule.blocks(),
        block_trials: block_trials(&plan),
        parts: schedule.parts(),
        threads,
        sampled: sample.trials,
        bytes: tolley_dataset::forecast(&plan, VERSIONS, &sample.rows)?,
        memory: (!study.shares_preparation()).then(|| tolley_dataset::memory(&plan, &sample.rows, threads)),
        time: sample.time(&plan, workers),
    })
}

/// How long all trials of a plan take, from a sample that is played in memory; nothing is asked of its folder. Of
/// several plans that are timed together each has a part of the time that a sample has.
pub fn time(plan: &Plan, study: &dyn Playable, threads: Option<usize>, part: f64) -> Result<Time, SessionError> {
    let (_, plan) = at_most(plan);
    let budget = Budget { least_s: TIMED.least_s * part, most_s: TIMED.most_s * part, ..TIMED };
    Ok(sampled(&plan, study, budget)?.time(&plan, workers(&plan, threads)))
}

/// The plan without a rule to stop by, and whether it has one: what it is at most.
fn at_most(plan: &Plan) -> (bool, Plan) {
    let mut most = plan.clone();
    (most.stop.take().is_some(), most)
}

/// Cores that the system lets this process have.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Cores that play at the same time: no more than there are threads, cores, or blocks.
fn workers(plan: &Plan, threads: Option<usize>) -> usize {
    let blocks = usize::try_from(plan.schedule().blocks()).unwrap_or(usize::MAX);
    threads.unwrap_or(usize::MAX).min(cores()).min(blocks).max(1)
}

/// Trials in a block, at most.
fn block_trials(plan: &Plan) -> u64 {
    plan.schedule().stretches().iter().map(|stretch| stretch.block_trials).max().unwrap_or(0)
}

/// Repeats of a point in a round, at most.
fn round_repeats(plan: &Plan) -> u64 {
    plan.schedule().stretches().iter().map(|stretch| stretch.round_repeats).max().unwrap_or(1)
}

/// What was played.
struct Sample {
    rows: Vec<Rows>,
    trials: u64,
    /// What a trial costs, after the first one in a row.
    costs: Costs,
    /// What the first trial in a row costs more, each time that it has something to prepare.
    prepare_s: Vec<f64>,
    /// How often a run has something to prepare.
    preparations: u64,
}

impl Sample {
    /// Who prepares for a point lets the others wait that play it too; side by side are only points that are played
    /// side by side. At best the others help.
    fn time(&self, plan: &Plan, workers: usize) -> Time {
        let doubt = 1.0 + self.costs.doubt(plan.grid.points());
        let trials_s = plan.grid.trials() as f64 * self.costs.mean();
        let prepare_s = self.prepare_s.iter().sum::<f64>() / self.prepare_s.len().max(1) as f64;
        let prepared_s = self.preparations as f64 * prepare_s.max(0.0);
        let played_at_once = workers as u64 * block_trials(plan) / round_repeats(plan);
        let at_once = self.preparations.min(workers as u64).min(played_at_once).max(1);
        let (low, high) = ((trials_s / doubt, prepared_s / BEGUN), (trials_s * doubt, prepared_s * BEGUN));
        let cpu = Length { seconds: trials_s + prepared_s, range: [low.0 + low.1, high.0 + high.1] };
        let idle = |(trials_s, prepared_s): (f64, f64), at_once: f64| trials_s / workers as f64 + prepared_s / at_once;
        let range = [idle(low, workers as f64), idle(high, at_once as f64)];
        let idle = Length { seconds: idle((trials_s, prepared_s), at_once as f64), range };
        Time { cpu, idle, cores: workers }
    }
}

/// A sample of rows of trials at points spread over the design, as one worker plays it: its thread is timed.
fn sampled(plan: &Plan, study: &dyn Playable, budget: Budget) -> Result<Sample, SessionError> {
    on_workers(Some(1), || of_worker(plan, study, budget)).map_err(SessionError::Failed)?
}

fn of_worker(plan: &Plan, study: &dyn Playable, budget: Budget) -> Result<Sample, SessionError> {
    let (points, repeats) = (plan.grid.points(), plan.grid.repeats);
    let named = |point: u64| (plan.study.preparation)(&plan.point(point));
    let is_shared = named(0).is_some();
    // rows of repeats: short enough that there are many, long enough that what the first one prepares is told apart
    let round = round_repeats(plan);
    let enough_rows = repeats.saturating_mul(points) / MANY_ROWS;
    let least = if is_shared { repeats.min(2) } else { 1 };
    let row = MOST_IN_A_ROW.min(round).min(enough_rows).max(least);
    let cut = Cut { points, rows: repeats / row, row, least, is_apart: round >= NEAR };
    let budget = if is_shared { Budget { row_s: PREPARED_S, ..budget } } else { budget };
    // it ends too when it takes much memory, or on a machine that has no time for it
    let (begun, row_count) = (Instant::now(), Cell::new(0));
    let patience = Duration::from_secs_f64(LOADED * budget.most_s);
    let is_full = |trials: u64| trials + row > MOST || row_count.get() > MOST_ROWS || begun.elapsed() >= patience;
    let clock = || CpuClock::Thread.now().as_secs_f64();
    let mut rows = Vec::new();
    let mut found = None;
    study.sketch(plan, &mut |begin: &mut Begin<'_>| {
        let mut play = |point, [first, end]: [u64; 2]| {
            let trials: Vec<u64> = (first..end).map(|repeat| plan.grid.trial(point, repeat)).collect();
            let (played, times) = begin(&trials).map_err(SessionError::refused)?;
            row_count.set(row_count.get() + played.tables.iter().map(|table| table.trial.len()).sum::<usize>());
            rows.push(played);
            Ok::<f64, SessionError>(times)
        };
        found = Some(sample(cut, budget, &clock, &mut play, &is_full));
    });
    let sampled = found.unwrap_or_else(|| Ok(Default::default()))?;
    // what the first trials cost more, and how often a run pays it
    let (prepare_s, preparations) = match is_shared {
        true => {
            let all: BTreeSet<Option<String>> = (0..points).map(named).collect();
            let mut known = BTreeSet::new();
            let is_first = |(point, _): &(u64, f64)| known.insert(named(*point));
            (sampled.firsts.into_iter().filter(is_first).map(|(_, first_s)| first_s).collect(), all.len() as u64)
        }
        // whoever comes to a point makes its setup, in each round and each block
        false => {
            let visits = points.saturating_mul(plan.schedule().rounds()).max(plan.schedule().blocks());
            let firsts: Vec<f64> = sampled.firsts.into_iter().map(|(_, first_s)| first_s).collect();
            (if is_above_nothing(&firsts) { firsts } else { Vec::new() }, visits)
        }
    };
    Ok(Sample { rows, trials: sampled.trials, costs: sampled.costs, prepare_s, preparations })
}

/// Whether the mean of some numbers is clearly more than 0.
fn is_above_nothing(numbers: &[f64]) -> bool {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
    count > 2.0 && mean > 2.0 * (squares / (count - 1.0) / count).sqrt()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tolley_experiment::plan::Plan;

    use crate::studies;

    use super::{Costs, Sample, TIMED, sampled};

    fn of_match(repeats: u64) -> Plan {
        let mut plan = Plan::of_study(Arc::new(studies::named("dice-football/match").expect("a study").info()));
        plan.grid.repeats = repeats;
        plan
    }

    #[test]
    fn what_is_prepared_once_is_counted_once() {
        // a solution of 8 s, then matches of 10 us
        let seconds = |repeats, preparations, workers| {
            let plan = of_match(repeats);
            let mut costs = Costs::default();
            [9e-6, 11e-6].into_iter().for_each(|trial_s| costs.note(0, trial_s));
            let sample = Sample { rows: Vec::new(), trials: 128, costs, prepare_s: vec![8.0], preparations };
            sample.time(&plan, workers).idle.seconds
        };
        for (repeats, preparations, workers, expected) in [
            (40_000, 1, 1, 8.4),
            // one solves, the other waits
            (40_000, 1, 2, 8.2),
            // two blocks are less than a point
            (40_000, 4, 2, 32.2),
            (10_000, 4, 2, 32.05),
            // two blocks are two points, and both solve
            (100, 4, 2, 16.0005),
        ] {
            let got = seconds(repeats, preparations, workers);
            assert!((got - expected).abs() < 1e-9, "{repeats} {preparations} {workers}: {got}");
        }
    }

    /// Two who played the same trial of the only point made a sample that could not be written.
    #[test]
    fn no_trial_is_in_a_sample_twice() {
        let flicks = studies::named("cymbergaj/flick").expect("a study");
        let mut plan = Plan::of_study(Arc::new(flicks.info()));
        plan.grid.repeats = 3;
        let sample = sampled(&plan, flicks, TIMED).expect("good points");
        let mut trials: Vec<u64> = sample.rows.iter().flat_map(|rows| rows.tables[0].trial.iter().copied()).collect();
        trials.sort_unstable();
        assert_eq!((trials.as_slice(), sample.trials), (&[0, 1, 2][..], 3));
    }
}
