//! In which order and pieces the trials of a plan are played: stretches, rounds, blocks and parts, all arithmetic.
//!
//! A **round** is some repeats of every point, so that a run that is stopped says something about every point. A
//! **block** is a piece of a round, the unit of work. A **part** is a row of blocks, the unit of files. A **stretch**
//! is what was planned at once: a dataset that grows gets another one, and what was played before stays as it is.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::declare::study::Pace;

/// Rounds of a stretch, at most.
const MOST_ROUNDS: u64 = 32;
/// Blocks of a stretch that is too small for whole ones: enough for many cores.
const FEW_BLOCKS: u64 = 64;
/// Blocks in a part, at most.
const PART_BLOCKS: u64 = 1024;
/// Trials in a part at least, where it has fewer blocks: few enough that its rows seldom wait so long that they are
/// saved before.
const PART_TRIALS: u64 = 1 << 18;
/// Parts of a stretch, at most about, where trials are so many that parts have more of them.
const MANY_PARTS: u64 = 1024;

/// Repeats that were planned at once, and how they are cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Points that ended before it, which neither it nor what comes later plays: each range is the first, and the one
    /// after the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<[u64; 2]>,
    /// First repeat.
    pub first_repeat: u64,
    /// How many repeats of each point.
    pub repeats: u64,
    /// Repeats of each point in a round; the last round may have fewer.
    pub round_repeats: u64,
    /// Trials in a block, at most.
    pub block_trials: u64,
    /// Blocks in a part; the last part may have fewer.
    pub part_blocks: u64,
}

impl Stretch {
    /// Cuts repeats of so many points; at least one of each.
    fn new(points: u64, repeats: Range<u64>, pace: Pace) -> Stretch {
        let count = repeats.end - repeats.start;
        let whole = pace.block_trials.max(1);
        let few = points.saturating_mul(count).div_ceil(FEW_BLOCKS);
        let block_trials = few.clamp(whole.div_ceil(FEW_BLOCKS), whole);
        let a_block = block_trials.div_ceil(points.max(1));
        let round_repeats = a_block.max(count.div_ceil(MOST_ROUNDS)).max(pace.round_repeats).clamp(1, count.max(1));
        let part_trials = points.saturating_mul(count).div_ceil(MANY_PARTS).max(PART_TRIALS);
        let part_blocks = part_trials.div_ceil(block_trials).min(PART_BLOCKS);
        Stretch {
            ended: Vec::new(),
            first_repeat: repeats.start,
            repeats: count,
            round_repeats,
            block_trials,
            part_blocks,
        }
    }

    fn rounds(&self) -> u64 {
        self.repeats.div_ceil(self.round_repeats)
    }

    /// The repeats of a round.
    fn round(&self, round: u64) -> Range<u64> {
        let start = self.first_repeat + round * self.round_repeats;
        start..(start + self.round_repeats).min(self.first_repeat + self.repeats)
    }

    fn blocks_of_round(&self, points: u64, round: u64) -> u64 {
        let repeats = self.round(round);
        (points * (repeats.end - repeats.start)).div_ceil(self.block_trials)
    }

    fn blocks(&self, points: u64) -> u64 {
        let rounds = self.rounds();
        (rounds - 1) * self.blocks_of_round(points, 0) + self.blocks_of_round(points, rounds - 1)
    }

    fn piece(&self, points: u64, block: u64) -> Piece {
        let in_full = self.blocks_of_round(points, 0);
        let round = (block / in_full).min(self.rounds() - 1);
        let (number, of) = (block - round * in_full, self.blocks_of_round(points, round));
        let repeats = self.round(round);
        let trials = u128::from(points * (repeats.end - repeats.start));
        // pieces of nearly the same size, and none of them larger than a block
        let at = |number: u64| (u128::from(number) * trials / u128::from(of)) as u64;
        Piece { repeats, cells: at(number)..at(number + 1) }
    }
}

/// A piece of a round: its cells are numbered by point, then by repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    repeats: Range<u64>,
    cells: Range<u64>,
}

/// Points that have not ended, in order, each run with how many come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Open {
    count: u64,
    runs: Arc<[(u64, Range<u64>)]>,
}

impl Open {
    fn of(runs: impl IntoIterator<Item = Range<u64>>) -> Open {
        let mut count = 0;
        let counted = runs.into_iter().map(|run| {
            let before = count;
            count += run.end - run.start;
            (before, run)
        });
        let runs = counted.collect();
        Open { count, runs }
    }

    /// Those that did not end either.
    fn without(&self, ended: &[[u64; 2]]) -> Result<Open, String> {
        let (mut left, mut ended) = (Vec::new(), ended.iter().peekable());
        for (_, run) in self.runs.iter() {
            let mut next = run.start;
            while let Some([first, end]) = ended.next_if(|[first, _]| *first < run.end) {
                if *first < next || first >= end || *end > run.end {
                    return Err(format!("the points {first} to {end} did not all play before they ended"));
                }
                left.push(next..*first);
                next = *end;
            }
            left.push(next..run.end);
        }
        match ended.next() {
            Some([first, _]) => Err(format!("point {first} ended, and did not play before")),
            None => Ok(Open::of(left.into_iter().filter(|run| !run.is_empty()))),
        }
    }

    /// How many come before a point; `None` if it ended.
    fn number(&self, point: u64) -> Option<u64> {
        let run = self.runs.partition_point(|(_, run)| run.end <= point);
        let (before, run) = self.runs.get(run).filter(|(_, run)| run.contains(&point))?;
        Some(before + (point - run.start))
    }

    fn point(&self, number: u64) -> u64 {
        let run = self.runs.partition_point(|(before, _)| *before <= number) - 1;
        let (before, points) = &self.runs[run];
        points.start + (number - before)
    }
}

/// The pieces of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    points: u64,
    stretches: Vec<Stretch>,
    /// Who plays in each stretch.
    open: Vec<Open>,
}

impl Schedule {
    /// Cuts so many repeats of so many points, at least one of each.
    pub fn new(points: u64, repeats: u64, pace: Pace) -> Schedule {
        Schedule { points, stretches: vec![Stretch::new(points, 0..repeats, pace)], open: vec![everyone(points)] }
    }

    /// Takes stretches as they were stored, or says what is wrong with them.
    pub fn of(points: u64, repeats: u64, stretches: Vec<Stretch>) -> Result<Schedule, String> {
        let mut next = 0_u64;
        for stretch in &stretches {
            if [stretch.repeats, stretch.round_repeats, stretch.block_trials, stretch.part_blocks].contains(&0) {
                return Err("a stretch has repeats, rounds, blocks or parts of nothing".to_owned());
            }
            if stretch.first_repeat != next {
                return Err(format!("a stretch begins at repeat {}, not at {next}", stretch.first_repeat));
            }
            let end = next.checked_add(stretch.repeats);
            next = end.filter(|end| *end <= repeats).ok_or("the stretches have more repeats than the plan")?;
        }
        if next != repeats || points == 0 || repeats == 0 {
            return Err(format!("the stretches have {next} repeats, the plan has {repeats} of {points} points"));
        }
        // rounds end beyond their last repeat before they are cut to it
        let largest = u128::from(points) * u128::from(repeats) * 2;
        let rounds = stretches.iter().map(|stretch| stretch.round_repeats).max().unwrap_or(0);
        if largest > u128::from(u64::MAX) || rounds > repeats {
            return Err("the stretches have numbers that are too large".to_owned());
        }
        let (mut open, mut last) = (Vec::new(), everyone(points));
        for stretch in &stretches {
            last = last.without(&stretch.ended)?;
            if last.count == 0 {
                return Err("a stretch has no point".to_owned());
            }
            open.push(last.clone());
        }
        Ok(Schedule { points, stretches, open })
    }

    /// The same with more repeats, which are a stretch of their own.
    ///
    /// # Panics
    /// When there are not more.
    pub fn grown(&self, repeats: u64, pace: Pace) -> Schedule {
        self.grown_without(Vec::new(), repeats, pace).unwrap_or_else(|_| unreachable!("nobody ended"))
    }

    /// The same with more repeats of all but those points that end here, and those that ended before.
    ///
    /// # Panics
    /// When there are not more.
    pub fn grown_without(&self, ended: Vec<[u64; 2]>, repeats: u64, pace: Pace) -> Result<Schedule, String> {
        assert!(repeats > self.repeats(), "{repeats} repeats are not more");
        let mut grown = self.clone();
        let open = self.open.last().unwrap_or(&everyone(self.points)).without(&ended)?;
        if open.count == 0 {
            return Err("no point goes on".to_owned());
        }
        let stretch = Stretch::new(open.count, self.repeats()..repeats, pace);
        grown.stretches.push(Stretch { ended, ..stretch });
        grown.open.push(open);
        Ok(grown)
    }

    /// The points that the last stretch plays, in order.
    pub fn open_points(&self) -> impl Iterator<Item = u64> + '_ {
        self.open.last().into_iter().flat_map(|open| open.runs.iter().flat_map(|(_, run)| run.clone()))
    }

    fn pairs(&self) -> impl Iterator<Item = (&Stretch, u64)> {
        self.stretches.iter().zip(self.open.iter().map(|open| open.count))
    }

    /// The stretches.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// Repeats of each point.
    pub fn repeats(&self) -> u64 {
        self.stretches.iter().map(|stretch| stretch.repeats).sum()
    }

    /// Number of trials.
    pub fn trials(&self) -> u64 {
        self.pairs().map(|(stretch, points)| points * stretch.repeats).sum()
    }

    /// Number of rounds.
    pub fn rounds(&self) -> u64 {
        self.stretches.iter().map(Stretch::rounds).sum()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.pairs().map(|(stretch, points)| stretch.blocks(points)).sum()
    }

    /// Number of parts.
    pub fn parts(&self) -> u64 {
        self.pairs().map(|(stretch, points)| stretch.blocks(points).div_ceil(stretch.part_blocks)).sum()
    }

    /// The part that a block belongs to.
    pub fn part_of(&self, block: u64) -> u64 {
        let (stretch, first) = self.stretch_at(block);
        let parts = |(stretch, points): (&Stretch, u64)| stretch.blocks(points).div_ceil(stretch.part_blocks);
        let before: u64 = self.pairs().take(stretch).map(parts).sum();
        before + (block - first) / self.stretches[stretch].part_blocks
    }

    /// The blocks of a part.
    pub fn blocks_of(&self, part: u64) -> Range<u64> {
        let (mut part, mut first) = (part, 0);
        for (stretch, points) in self.pairs() {
            let blocks = stretch.blocks(points);
            let parts = blocks.div_ceil(stretch.part_blocks);
            if part < parts {
                let start = part * stretch.part_blocks;
                return first + start..first + (start.saturating_add(stretch.part_blocks)).min(blocks);
            }
            part -= parts;
            first += blocks;
        }
        first..first
    }

    /// The trials of a block, by point, then by repeat.
    pub fn trials_of(&self, block: u64) -> impl Iterator<Item = u64> + use<> {
        let (stretch, Piece { repeats, cells }) = self.piece(block);
        let (open, points, a_point) = (self.open[stretch].clone(), self.points, repeats.end - repeats.start);
        cells.map(move |cell| (repeats.start + cell % a_point) * points + open.point(cell / a_point))
    }

    /// The block that plays a trial, if one does.
    pub fn block_of(&self, trial: u64) -> Option<u64> {
        let (point, repeat) = (trial % self.points, trial / self.points);
        let mut first = 0;
        for (stretch, open) in self.stretches.iter().zip(&self.open) {
            let blocks = stretch.blocks(open.count);
            if repeat < stretch.first_repeat + stretch.repeats {
                let number = open.number(point)?;
                let round = (repeat - stretch.first_repeat) / stretch.round_repeats;
                let repeats = stretch.round(round);
                let cell = number * (repeats.end - repeats.start) + (repeat - repeats.start);
                let start = round * stretch.blocks_of_round(open.count, 0);
                let of_round = stretch.blocks_of_round(open.count, round);
                // the last of its round that begins at the cell or before
                let (mut low, mut high) = (0, of_round);
                while low + 1 < high {
                    let middle = (low + high) / 2;
                    let is_before = stretch.piece(open.count, start + middle).cells.start <= cell;
                    if is_before { low = middle } else { high = middle }
                }
                return Some(first + start + low);
            }
            first += blocks;
        }
        None
    }

    /// How many trials a block has of each of so many groups of neighbouring points that its stretch plays: the number
    /// of the group, and the trials, in order. Blocks of two rounds have the same groups.
    pub fn groups_of(&self, block: u64, groups: u64) -> impl Iterator<Item = (u64, u64)> + use<> {
        let (stretch, Piece { repeats, cells }) = self.piece(block);
        let (count, groups) = (u128::from(self.open[stretch].count), u128::from(groups.max(1)));
        let a_point = repeats.end - repeats.start;
        let group = move |cell: u64| u128::from(cell / a_point) * groups / count;
        let start = move |group: u128| (group * count).div_ceil(groups) as u64 * a_point;
        let range = if cells.is_empty() { 0..0 } else { group(cells.start)..group(cells.end - 1) + 1 };
        let of_group = move |group: u128| {
            let trials = start(group + 1).min(cells.end) - start(group).max(cells.start);
            (group as u64, trials)
        };
        range.map(of_group).filter(|(_, trials)| *trials > 0)
    }

    /// How many trials a block has.
    pub fn block_len(&self, block: u64) -> u64 {
        let cells = self.piece(block).1.cells;
        cells.end - cells.start
    }

    /// How many trials a part has.
    pub fn part_len(&self, part: u64) -> u64 {
        self.blocks_of(part).map(|block| self.block_len(block)).sum()
    }

    /// The number of its stretch, and the piece.
    fn piece(&self, block: u64) -> (usize, Piece) {
        let (stretch, first) = self.stretch_at(block);
        (stretch, self.stretches[stretch].piece(self.open[stretch].count, block - first))
    }

    /// The stretch of a block, and its first block.
    fn stretch_at(&self, block: u64) -> (usize, u64) {
        let mut first = 0;
        for (number, (stretch, points)) in self.pairs().enumerate() {
            let blocks = stretch.blocks(points);
            if block < first + blocks {
                return (number, first);
            }
            first += blocks;
        }
        panic!("there are {first} blocks, no block {block}")
    }
}

fn everyone(points: u64) -> Open {
    Open::of(std::iter::once(0..points))
}

#[cfg(test)]
mod tests;
