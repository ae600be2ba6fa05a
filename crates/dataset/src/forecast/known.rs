//! Which trials of a plan were played, and which of them stand for the others.

use std::collections::{BTreeMap, BTreeSet};

use experiment::plan::Plan;
use experiment::random::{Purpose, Streams};
use experiment::row::Values;
use tolley_experiment as experiment;

/// Digits that do not pack.
pub(super) const DIGITS: Purpose = Purpose::named("digits");
/// Repeats from which on those of a sample stand for all others.
const SOME_REPEATS: usize = 2;

/// Which trials were played, to choose among them.
pub(super) struct Known {
    /// Those of each point, by repeat.
    of_points: BTreeMap<u64, Vec<(u64, usize)>>,
    /// Repeats of any, if they are some.
    repeats: Vec<u64>,
}

impl Known {
    pub(super) fn of(plan: &Plan, trials: &[u64]) -> Known {
        let mut of_points = BTreeMap::<u64, Vec<(u64, usize)>>::new();
        let mut repeats = BTreeSet::new();
        for (place, trial) in trials.iter().enumerate() {
            let (point, repeat) = plan.grid.locate(*trial);
            of_points.entry(point).or_default().push((repeat, place));
            repeats.insert(repeat);
        }
        of_points.values_mut().for_each(|of_point| of_point.sort_unstable());
        let repeats = if repeats.len() < SOME_REPEATS { Vec::new() } else { repeats.into_iter().collect() };
        Known { of_points, repeats }
    }

    /// Trials with the same random numbers, where that can be told.
    pub(super) fn group(&self, plan: &Plan, trial: u64) -> u64 {
        if self.repeats.is_empty() { trial } else { plan.grid.locate(trial).1 }
    }

    /// The place of the trial that stands for one, and whether it is that one. If it was not played, it is one of the
    /// same point, or of the nearest before that was, since neighbours have much in common, and at each point the same
    /// repeat.
    pub(super) fn source(&self, plan: &Plan, trial: u64) -> (usize, bool) {
        let (point, repeat) = plan.grid.locate(trial);
        let before = self.of_points.range(..=point).next_back().or_else(|| self.of_points.first_key_value());
        let Some((nearest, of_point)) = before else { return (0, false) };
        let find = |wanted| of_point.binary_search_by_key(&wanted, |(repeat, _)| *repeat).ok();
        if let Some(at) = find(repeat).filter(|_| *nearest == point) {
            return (of_point[at].1, true);
        }
        let number = if self.repeats.is_empty() { trial } else { repeat };
        let mut stream = Streams::new(0, number, None).open(DIGITS);
        let mut any = |count: usize| stream.below(count.max(1) as u64) as usize;
        let wanted = self.repeats.get(any(self.repeats.len()));
        let found = wanted.and_then(|wanted| find(*wanted)).unwrap_or_else(|| any(of_point.len()));
        (of_point[found].1, false)
    }
}

/// Numbers that came twice over those that came once, from which on a column is one of counts over counts.
const AGAIN: f64 = 0.02;

/// Whose a number of many digits is that came in one group of rows alone, as it ever will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// That of all points which share their random numbers.
    Group,
    /// That of one trial.
    Trial,
}

/// Of each row whose its value is, if it is one that no other group of rows has.
pub(super) fn came_once(column: &Values, groups: &[u64]) -> Vec<Option<Whose>> {
    let Values::F64(values) = column else { return vec![None; len(column)] };
    let has_digits = |value: &f64| value.is_finite() && value.to_bits() & 0xffff != 0;
    let of_row = |(value, group): (&f64, &u64)| has_digits(value).then(|| (value.to_bits(), *group));
    let mut rows: Vec<(u64, u64)> = values.iter().zip(groups).filter_map(of_row).collect();
    rows.sort_unstable();
    let mut sorted = rows.clone();
    sorted.dedup();
    let of_size = |size: usize| sorted.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() == size).count();
    // of what is measured none comes again; of what is counted, such as 3 of 7, some do, and so will others
    if of_size(2) as f64 > AGAIN * of_size(1) as f64 {
        return vec![None; values.len()];
    }
    let count = |among: &[(u64, u64)], bits: u64| {
        among.partition_point(|b| b.0 <= bits) - among.partition_point(|b| b.0 < bits)
    };
    let whose = |value: &f64| {
        let is_once = has_digits(value) && count(&sorted, value.to_bits()) == 1;
        is_once.then(|| if count(&rows, value.to_bits()) == 1 { Whose::Trial } else { Whose::Group })
    };
    values.iter().map(whose).collect()
}

/// Rows of a column.
pub(super) fn len(column: &Values) -> usize {
    match column {
        Values::F64(values) => values.len(),
        Values::U32(values) => values.len(),
        Values::U64(values) => values.len(),
        Values::Bool(values) => values.len(),
        Values::Name(values) => values.len(),
    }
}
