//! How much and how long a run would be, from a sample in memory; nothing is written.

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use tolley_dataset::Memory;
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::{Begin, Playable};
use tolley_experiment::row::Rows;
use tolley_experiment::run::{both, on_workers};

use crate::error::SessionError;
use crate::idle_axes::idle_axes;
use crate::monitor::{Monitor, Note};
use crate::place::{self, VERSIONS};
use crate::request::PlayRequest;

/// How long the sample is played, if it has the first point and the last one.
const SAMPLE: Duration = Duration::from_secs(3);
/// Workers that play it, side by side as in a run: more would find each other's threads idle for what one does at once.
const PLAYERS: usize = 2;
/// How long trials are played in a row at one point, if they are two, where the first prepares for the others.
const PREPARED: Duration = Duration::from_millis(500);
/// The same where it does not: of many points, some of which are slow, many are seen.
const IN_A_ROW: Duration = Duration::from_millis(30);
/// Trials played in a row at one point.
const MOST_IN_A_ROW: u64 = 128;
/// The same repeat at two points packs if they are played closer together than this.
const NEAR: u64 = 10_000;
/// Trials in the sample, which bounds its memory and the time in which it is weighed: 200,000 took as long again.
const MOST: u64 = 60_000;

/// So many points are all played, whatever it takes: of two kinds, each counts for its share.
const FEW: u64 = 4;

/// Rows of all tables in the sample, which bounds its memory too.
const MOST_ROWS: usize = 1_000_000;

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
    pub seconds: f64,
}

/// What a run of a plan would be, from a sample that is played in memory; refused where the run would be.
pub fn estimate(
    plan: &Plan,
    study: &dyn Playable,
    request: &PlayRequest,
    monitor: &dyn Monitor,
) -> Result<Estimate, SessionError> {
    place::would_play(plan, request, monitor)?;
    // by a rule to stop by, what it is at most
    let mut most = plan.clone();
    let (is_most, plan) = (most.stop.take().is_some(), &most);
    idle_axes(plan, study).iter().for_each(|axis| monitor.note(&Note::IdleAxis(axis)));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = request.threads.unwrap_or(cores);
    let workers = threads.min(cores).min(usize::try_from(plan.schedule().blocks()).unwrap_or(usize::MAX));
    let estimate = sampled(plan, study, workers, threads)?.estimate(plan, study, [workers, threads])?;
    Ok(Estimate { is_most, ..estimate })
}

/// Trials in a block, at most.
fn block_trials(plan: &Plan) -> u64 {
    plan.schedule().stretches().iter().map(|stretch| stretch.block_trials).max().unwrap_or(0)
}

/// What was played.
struct Sample {
    rows: Vec<Rows>,
    trials: u64,
    /// Mean time of a trial at each point that was played, after the first one there.
    trial_s: Vec<f64>,
    /// What the first trial took longer, each time that it had something to prepare.
    prepare_s: Vec<f64>,
    /// How often a run has something to prepare.
    preparations: u64,
}

impl Sample {
    /// Who prepares for a point lets the others wait that play it too; side by side are only points that are played
    /// side by side.
    fn estimate(
        &self,
        plan: &Plan,
        study: &dyn Playable,
        [workers, threads]: [usize; 2],
    ) -> Result<Estimate, SessionError> {
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
        let trials = plan.grid.trials() as f64 * mean(&self.trial_s) / workers as f64;
        let round = plan.schedule().stretches().iter().map(|stretch| stretch.round_repeats).max().unwrap_or(1);
        let played_at_once = workers as u64 * block_trials(plan) / round;
        let at_once = self.preparations.min(workers as u64).min(played_at_once).max(1);
        let prepared = self.preparations as f64 * mean(&self.prepare_s) / at_once as f64;
        let bytes = tolley_dataset::forecast(plan, VERSIONS, &self.rows)?;
        let memory = (!study.shares_preparation()).then(|| tolley_dataset::memory(plan, &self.rows, threads));
        let schedule = plan.schedule();
        Ok(Estimate {
            is_most: false,
            rounds: schedule.rounds(),
            blocks: schedule.blocks(),
            block_trials: block_trials(plan),
            parts: schedule.parts(),
            threads,
            sampled: self.trials,
            bytes,
            memory,
            seconds: trials + prepared,
        })
    }
}

/// A sample as one worker plays it, or two at the same time; what is done at the same time within a trial has as many
/// threads as both would have.
fn sampled(plan: &Plan, study: &dyn Playable, workers: usize, threads: usize) -> Result<Sample, SessionError> {
    let players = workers.min(PLAYERS);
    let play = || match players {
        1 => sample(plan, study, 0, 1),
        _ => {
            let (one, other) = both(|| sample(plan, study, 0, 2), || sample(plan, study, 1, 2));
            let mut joint = one?;
            joint.join(other?);
            Ok(joint)
        }
    };
    on_workers(Some(threads.min(PLAYERS)), play).map_err(SessionError::Failed)?
}

/// Plays trials at points spread over the design, for a while or until all are played: every so many-th of them.
fn sample(plan: &Plan, study: &dyn Playable, player: u64, players: u64) -> Result<Sample, SessionError> {
    let (points, repeats) = (plan.grid.points(), plan.grid.repeats);
    let named = |point: u64| (plan.study.preparation)(&plan.point(point)).unwrap_or_else(|| point.to_string());
    let is_shared = (plan.study.preparation)(&plan.point(0)).is_some();
    let all: BTreeSet<String> = if is_shared { (0..points).map(named).collect() } else { BTreeSet::new() };
    let preparations = if is_shared { all.len() as u64 } else { points };
    let mut sample = Sample { rows: Vec::new(), trials: 0, trial_s: Vec::new(), prepare_s: Vec::new(), preparations };
    let mut prepared = BTreeSet::new();
    let round = plan.schedule().stretches().iter().map(|stretch| stretch.round_repeats).max().unwrap_or(1);
    // what one plays the other does not
    let row = MOST_IN_A_ROW.min(round).min((repeats.saturating_mul(points) / players).max(1));
    let start = Instant::now();
    let mut fill = |play: &mut Begin<'_>| {
        for step in (player..points.saturating_mul(repeats / row)).step_by(players as usize) {
            let is_full = sample.trials + row > MOST / players || sample.row_count() > MOST_ROWS;
            let is_enough = start.elapsed() >= SAMPLE || is_full;
            // the first point and the last one, of which one may be quick and the other slow; of few points all
            if is_enough && (step > 1 && points > FEW || step >= points) {
                break;
            }
            let (turn, point) = place(step, points, repeats / row, round >= NEAR);
            let first = turn * row;
            let trials: Vec<u64> = (first..first + row).map(|repeat| plan.grid.trial(point, repeat)).collect();
            let [first_s, trial_s] = sample.row(&trials, is_shared, play)?;
            sample.trial_s.push(trial_s);
            if prepared.insert(named(point)) {
                sample.prepare_s.push((first_s - trial_s).max(0.0));
            }
        }
        Ok::<(), SessionError>(())
    };
    let mut filled = Ok(());
    study.sketch(plan, &mut |play| filled = fill(play));
    filled.map(|()| sample)
}

impl Sample {
    fn row_count(&self) -> usize {
        self.rows.iter().flat_map(|rows| &rows.tables).map(|table| table.trial.len()).sum()
    }

    fn join(&mut self, other: Sample) {
        self.rows.extend(other.rows);
        self.trials += other.trials;
        self.trial_s.extend(other.trial_s);
        self.prepare_s.extend(other.prepare_s);
    }

    /// Plays trials of one point as time allows, two or more where the first may prepare for the others: the time of
    /// the first, and the mean of the others.
    fn row(&mut self, trials: &[u64], prepares: bool, play: &mut Begin<'_>) -> Result<[f64; 2], SessionError> {
        let mut timed = |some: &[u64]| {
            let start = Instant::now();
            let (rows, times) = play(some).map_err(SessionError::refused)?;
            self.rows.push(rows);
            Ok::<[f64; 2], SessionError>([start.elapsed().as_secs_f64(), times])
        };
        let [begun_s, times] = timed(&trials[..1])?;
        let first_s = begun_s * times;
        let (mut next, mut others_s, mut played_s) = (1, 0.0, 0.0);
        let enough = if prepares { PREPARED } else { IN_A_ROW };
        let is_slow = |s: f64| s >= enough.as_secs_f64();
        while next < trials.len() && !is_slow(played_s) && (prepares || !is_slow(begun_s)) {
            // twice as many each time, so that short trials are timed together
            let end = trials.len().min(2 * next);
            let [begun_s, times] = timed(&trials[next..end])?;
            (others_s, played_s) = (others_s + begun_s * times, played_s + begun_s);
            next = end;
        }
        self.trials += next as u64;
        let others = next - 1;
        // a point of one trial has nothing to share
        Ok([first_s, if others == 0 { first_s } else { others_s / others as f64 }])
    }
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
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use tolley_experiment::plan::Plan;

    use crate::studies::{self, AnyStudy};

    use super::{Sample, place, sampled, spread};

    fn study() -> AnyStudy {
        studies::named("dice-football/match").expect("a study")
    }

    fn of_match(repeats: u64) -> Plan {
        let mut plan = Plan::of_study(Arc::new(study().info()));
        plan.grid.repeats = repeats;
        plan
    }

    #[test]
    fn what_is_prepared_once_is_counted_once() {
        // a solution of 8 s, then matches of 10 us
        let seconds = |repeats, preparations, workers| {
            let plan = of_match(repeats);
            let (trial_s, prepare_s) = (vec![9e-6, 11e-6], vec![8.0]);
            let sample = Sample { rows: Vec::new(), trials: 128, trial_s, prepare_s, preparations };
            sample.estimate(&plan, study(), [workers, workers]).expect("nothing is written").seconds
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
        let sample = sampled(&plan, flicks, 2, 2).expect("good points");
        let mut trials: Vec<u64> = sample.rows.iter().flat_map(|rows| rows.tables[0].trial.iter().copied()).collect();
        trials.sort_unstable();
        assert_eq!((trials.as_slice(), sample.trials), (&[0, 1, 2][..], 3));
    }

    #[test]
    fn points_that_are_played_apart_share_no_repeats_at_first() {
        for (points, rows) in [(2, 156), (6, 156), (7, 3), (1, 5)] {
            let turns = |at: u64| (0..rows).map(move |lap| place(lap * points + at, points, rows, true).0);
            assert!((0..points).all(|at| turns(at).collect::<BTreeSet<_>>().len() as u64 == rows), "each row once");
            let first: BTreeSet<_> = (0..points).filter_map(|at| turns(at).next()).collect();
            assert_eq!(first.len() as u64, points.min(rows));
        }
        assert_eq!([0, 1, 2].map(|step| place(step, 2, 156, false).0), [0, 0, 1]);
    }

    #[test]
    fn steps_stay_in_range_and_spread() {
        let mut firsts: Vec<u64> = (0..10).map(|step| spread(step, 1000)).collect();
        firsts.sort_unstable();
        assert!(firsts.iter().all(|point| *point < 1000));
        assert!(firsts.windows(2).all(|pair| pair[1] - pair[0] > 40), "{firsts:?}");
        assert_eq!([spread(0, 1000), spread(1, 1000)], [0, 999]);
        assert_eq!(spread(0, 1), 0);
        for count in [2, 3, 4, 5, 6, 12, 997, 1000] {
            let all: BTreeSet<u64> = (0..count).map(|step| spread(step, count)).collect();
            assert_eq!((all.len() as u64, spread(1, count)), (count, count - 1), "each of {count} once");
        }
        assert!(spread((1 << 63) - 1, 1 << 63) < 1 << 63);
    }
}
