//! How far a run is and how long it still takes, from what its finished blocks cost: points differ, and the last blocks
//! may be dear.

use std::collections::BTreeMap;

use tolley_experiment::run::BlockEvent;
use tolley_experiment::schedule::Schedule;

/// Groups of neighbouring points whose trials are taken to cost the same, at most.
const GROUPS: u64 = 256;
/// Of how much of the time so far a rate is the mean, where nobody knows what is left: the latest part of it.
const LATEST: f64 = 0.5;
/// What a block of one trial still takes that takes longer than expected, as a part of what it has taken.
const LATE: f64 = 0.5;

/// How far something is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// Part of the work that is done, by what it costs; 1 only when all trials are played.
    pub share: f64,
    /// Seconds that playing still takes; none where nothing says so.
    pub left_s: Option<f64>,
    /// Blocks that are not finished; none where trials are not played in blocks.
    pub blocks_left: Option<u64>,
}

/// What is known of a run.
#[derive(Debug, Default)]
pub(crate) struct Work {
    trials: u64,
    workers: usize,
    groups: Vec<Group>,
    blocks_left: u64,
    /// Blocks that are played now, and since when.
    open: BTreeMap<u64, f64>,
    finished_trials: u64,
    finished_s: f64,
    schedule: Option<Schedule>,
    /// Moments and the trials played by then, for those who know no blocks.
    moments: Vec<(f64, u64)>,
}

/// Some neighbouring points.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Trials of blocks that are not finished.
    left: u64,
    /// Trials of those that are, and what they cost.
    played: u64,
    cost_s: f64,
}

impl Work {
    /// So many trials, of which nobody knows more.
    pub(crate) fn of_trials(trials: u64) -> Work {
        Work { trials, ..Work::default() }
    }

    /// The blocks of a schedule that are not kept yet, for so many workers.
    pub(crate) fn of_blocks(schedule: &Schedule, points: u64, workers: usize, is_kept: impl Fn(u64) -> bool) -> Work {
        let count = points.clamp(1, GROUPS);
        let mut work = Work { workers: workers.max(1), ..Work::default() };
        work.groups = vec![Group::default(); count as usize];
        for block in (0..schedule.blocks()).filter(|block| !is_kept(*block)) {
            work.blocks_left += 1;
            for (group, trials) in schedule.groups_of(block, count) {
                work.groups[group as usize].left += trials;
                work.trials += trials;
            }
        }
        work.schedule = Some(schedule.clone());
        work
    }

    /// Takes what became of a block, so many seconds after the beginning.
    pub(crate) fn note(&mut self, event: BlockEvent, now_s: f64) {
        let Some(schedule) = &self.schedule else { return };
        match event {
            BlockEvent::Begun(block) => {
                self.open.insert(block, now_s);
            }
            BlockEvent::Kept(block, cost) => {
                self.open.remove(&block);
                let (trials, cost_s) = (schedule.block_len(block).max(1), cost.as_secs_f64());
                for (group, of_group) in schedule.groups_of(block, self.groups.len() as u64) {
                    let group = &mut self.groups[group as usize];
                    group.left = group.left.saturating_sub(of_group);
                    group.played += of_group;
                    group.cost_s += cost_s * of_group as f64 / trials as f64;
                }
                self.blocks_left = self.blocks_left.saturating_sub(1);
                self.finished_trials += trials;
                self.finished_s += cost_s;
            }
        }
    }

    /// How far it is, so many seconds after the beginning and with so many trials played.
    pub(crate) fn outlook(&mut self, played: u64, now_s: f64) -> Outlook {
        if self.schedule.is_none() {
            return self.by_trials(played, now_s);
        }
        let left_s: f64 = self.groups.iter().map(|group| group.left as f64 * self.trial_s(group)).sum();
        let open: Vec<OpenBlock> = self.open.iter().map(|(block, since_s)| self.open_block(*block, *since_s)).collect();
        let (open_trials, open_s) =
            open.iter().fold((0, 0.0), |(trials, s), block| (trials + block.trials, s + block.cost_s));
        // of open blocks nobody knows which of their trials are played: the same part of each
        let begun = played.saturating_sub(self.finished_trials) as f64 / open_trials.max(1) as f64;
        let begun_s = begun.min(1.0) * open_s;
        let done_s = self.finished_s_or_trials() + begun_s;
        let share = if left_s > 0.0 { done_s / (self.finished_s_or_trials() + left_s) } else { 1.0 };
        let is_known = done_s > 0.0 && now_s > 0.0;
        let left_s = is_known.then(|| {
            let rate = done_s / now_s;
            let together_s = (left_s - begun_s).max(0.0) / rate;
            // what one worker still has to do alone
            let worker_rate = rate / self.workers as f64;
            let alone_s = open.iter().map(|block| block.left_s(begun.min(1.0), worker_rate, now_s));
            alone_s.fold(together_s, f64::max)
        });
        Outlook { share, left_s, blocks_left: Some(self.blocks_left) }
    }

    /// What finished blocks cost; as long as none is finished each trial costs 1.
    fn finished_s_or_trials(&self) -> f64 {
        if self.finished_trials > 0 { self.finished_s } else { 0.0 }
    }

    /// What a trial of a group costs: the mean of those that are played, and of all as if one more were like that.
    fn trial_s(&self, group: &Group) -> f64 {
        if self.finished_trials == 0 || self.finished_s <= 0.0 {
            return 1.0;
        }
        let of_all = self.finished_s / self.finished_trials as f64;
        (group.cost_s + of_all) / (group.played + 1) as f64
    }

    fn open_block(&self, block: u64, since_s: f64) -> OpenBlock {
        let schedule = self.schedule.as_ref();
        let groups = schedule.into_iter().flat_map(|schedule| schedule.groups_of(block, self.groups.len() as u64));
        let (trials, cost_s) = groups.fold((0, 0.0), |(trials, cost_s), (group, of_group)| {
            (trials + of_group, cost_s + of_group as f64 * self.trial_s(&self.groups[group as usize]))
        });
        OpenBlock { trials, cost_s, since_s }
    }

    /// By trials alone, at the rate of the latest ones.
    fn by_trials(&mut self, played: u64, now_s: f64) -> Outlook {
        if self.moments.last().is_none_or(|(last_s, _)| now_s > *last_s * 1.01) {
            self.moments.push((now_s, played));
        }
        let begun = self.moments.iter().rev().find(|(then_s, _)| *then_s <= LATEST * now_s);
        let (then_s, before) = begun.copied().unwrap_or_default();
        let (more, took_s) = (played.saturating_sub(before), now_s - then_s);
        let left = self.trials.saturating_sub(played) as f64;
        let left_s = (more > 0).then(|| left * took_s / more as f64);
        Outlook { share: (played as f64 / self.trials.max(1) as f64).min(1.0), left_s, blocks_left: None }
    }
}

/// A block that is played now.
struct OpenBlock {
    trials: u64,
    cost_s: f64,
    since_s: f64,
}

impl OpenBlock {
    /// How long it still takes, where one worker does so much a second and this part of open blocks is played. Of one
    /// trial nobody sees a part: the longer it takes already, the longer it still may.
    fn left_s(&self, begun: f64, worker_rate: f64, now_s: f64) -> f64 {
        let whole_s = self.cost_s / worker_rate;
        if self.trials > 1 {
            return whole_s * (1.0 - begun);
        }
        let spent_s = now_s - self.since_s;
        (whole_s - spent_s).max(LATE * spent_s)
    }
}

#[cfg(test)]
mod tests;
