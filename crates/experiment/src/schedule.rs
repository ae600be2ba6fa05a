//! In which order and pieces the trials of a plan are played: stretches, rounds, blocks and parts, all arithmetic.
//!
//! A **round** is some repeats of every point, so that a run that is stopped says something about every point. A
//! **block** is a piece of a round, the unit of work. A **part** is a row of blocks, the unit of files. A **stretch**
//! is what was planned at once: a dataset that grows gets another one, and what was played before stays as it is.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::study::Pace;

/// Rounds of a stretch, at most.
const MOST_ROUNDS: u64 = 32;
/// Blocks of a stretch that is too small for whole ones: enough for many cores.
const FEW_BLOCKS: u64 = 64;
/// Blocks in a part.
const PART_BLOCKS: u64 = 1024;

/// Repeats that were planned at once, and how they are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
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
        Stretch { first_repeat: repeats.start, repeats: count, round_repeats, block_trials, part_blocks: PART_BLOCKS }
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

/// The pieces of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    points: u64,
    stretches: Vec<Stretch>,
}

impl Schedule {
    /// Cuts so many repeats of so many points, at least one of each.
    pub fn new(points: u64, repeats: u64, pace: Pace) -> Schedule {
        Schedule { points, stretches: vec![Stretch::new(points, 0..repeats, pace)] }
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
        Ok(Schedule { points, stretches })
    }

    /// The same with more repeats, which are a stretch of their own.
    ///
    /// # Panics
    /// When there are not more.
    pub fn grown(&self, repeats: u64, pace: Pace) -> Schedule {
        assert!(repeats > self.repeats(), "{repeats} repeats are not more");
        let mut grown = self.clone();
        grown.stretches.push(Stretch::new(self.points, self.repeats()..repeats, pace));
        grown
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
        self.points * self.repeats()
    }

    /// Number of rounds.
    pub fn rounds(&self) -> u64 {
        self.stretches.iter().map(Stretch::rounds).sum()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.stretches.iter().map(|stretch| stretch.blocks(self.points)).sum()
    }

    /// Number of parts.
    pub fn parts(&self) -> u64 {
        self.stretches.iter().map(|stretch| stretch.blocks(self.points).div_ceil(stretch.part_blocks)).sum()
    }

    /// The part that a block belongs to.
    pub fn part_of(&self, block: u64) -> u64 {
        let (stretch, first) = self.stretch_at(block);
        let parts = |stretch: &Stretch| stretch.blocks(self.points).div_ceil(stretch.part_blocks);
        let before: u64 = self.stretches[..stretch].iter().map(parts).sum();
        before + (block - first) / self.stretches[stretch].part_blocks
    }

    /// The blocks of a part.
    pub fn blocks_of(&self, part: u64) -> Range<u64> {
        let (mut part, mut first) = (part, 0);
        for stretch in &self.stretches {
            let blocks = stretch.blocks(self.points);
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
        let Piece { repeats, cells } = self.piece(block);
        let (points, a_point) = (self.points, repeats.end - repeats.start);
        cells.map(move |cell| (repeats.start + cell % a_point) * points + cell / a_point)
    }

    /// How many trials a block has.
    pub fn block_len(&self, block: u64) -> u64 {
        let cells = self.piece(block).cells;
        cells.end - cells.start
    }

    /// How many trials a part has.
    pub fn part_len(&self, part: u64) -> u64 {
        self.blocks_of(part).map(|block| self.block_len(block)).sum()
    }

    fn piece(&self, block: u64) -> Piece {
        let (stretch, first) = self.stretch_at(block);
        self.stretches[stretch].piece(self.points, block - first)
    }

    /// The stretch of a block, and its first block.
    fn stretch_at(&self, block: u64) -> (usize, u64) {
        let mut first = 0;
        for (number, stretch) in self.stretches.iter().enumerate() {
            let blocks = stretch.blocks(self.points);
            if block < first + blocks {
                return (number, first);
            }
            first += blocks;
        }
        panic!("there are {first} blocks, no block {block}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { block_trials: 100, round_repeats: 3 };

    fn all(schedule: &Schedule) -> Vec<u64> {
        (0..schedule.blocks()).flat_map(|block| schedule.trials_of(block)).collect()
    }

    #[test]
    fn every_trial_is_played_once_whatever_the_sizes() {
        for points in [1, 2, 7, 150, 1000] {
            for repeats in [1, 2, 5, 64, 333] {
                let schedule = Schedule::new(points, repeats, PACE).grown(repeats + 3, PACE).grown(repeats + 4, PACE);
                let mut trials = all(&schedule);
                let blocks = schedule.blocks();
                assert!((0..blocks).all(|block| (1..=100).contains(&schedule.block_len(block))), "{schedule:?}");
                trials.sort_unstable();
                assert_eq!(trials, (0..points * (repeats + 4)).collect::<Vec<_>>(), "{points} {repeats}");
                let parts: Vec<u64> = (0..schedule.parts()).flat_map(|part| schedule.blocks_of(part)).collect();
                assert_eq!(parts, (0..blocks).collect::<Vec<_>>());
                assert!(
                    (0..schedule.parts())
                        .all(|part| schedule.blocks_of(part).all(|block| schedule.part_of(block) == part))
                );
                let stored = Schedule::of(points, repeats + 4, schedule.stretches().to_vec());
                assert_eq!(stored, Ok(schedule));
            }
        }
    }

    #[test]
    fn a_run_stopped_anywhere_says_about_as_much_of_every_point() {
        let schedule = Schedule::new(50, 320, PACE);
        let mut played = [0_u64; 50];
        for block in 0..schedule.blocks() {
            schedule.trials_of(block).for_each(|trial| played[trial as usize % 50] += 1);
            let (least, most) = (played.iter().min().expect("some"), played.iter().max().expect("some"));
            assert!(most - least <= 320 / 32, "after block {block}: {least} to {most}");
        }
    }

    #[test]
    fn small_jobs_have_blocks_for_many_cores_and_large_ones_whole_blocks() {
        assert_eq!(Schedule::new(1, 640, PACE).blocks(), 64);
        assert_eq!(Schedule::new(1, 32, PACE).blocks(), 21, "3 repeats in a row, blocks of 2");
        let large = Schedule::new(1000, 1000, PACE);
        assert_eq!((large.blocks(), large.parts()), (10_000, 10));
    }

    #[test]
    fn what_was_planned_before_stays_when_a_plan_grows() {
        let before = Schedule::new(7, 30, PACE);
        let after = before.grown(40, PACE);
        assert_eq!(all(&after)[..210], all(&before));
        assert!(all(&after)[210..].iter().all(|trial| (30..40).contains(&(trial / 7))));
    }

    #[test]
    fn stretches_that_cannot_be_are_refused() {
        let good = Stretch { first_repeat: 0, repeats: 4, round_repeats: 2, block_trials: 3, part_blocks: 5 };
        assert!(Schedule::of(3, 4, vec![good]).is_ok());
        for (points, repeats, stretch) in [
            (3, 5, good),
            (0, 4, good),
            (3, 4, Stretch { block_trials: 0, ..good }),
            (3, 4, Stretch { first_repeat: 1, ..good }),
            (3, 4, Stretch { repeats: u64::MAX, ..good }),
            (3, 4, Stretch { round_repeats: u64::MAX, ..good }),
            (u64::MAX, 4, good),
        ] {
            assert!(Schedule::of(points, repeats, vec![stretch]).is_err(), "{points} {repeats} {stretch:?}");
        }
        assert!(Schedule::of(3, 4, Vec::new()).is_err());
    }
}
