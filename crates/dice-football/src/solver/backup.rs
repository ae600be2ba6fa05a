//! One layer of backward induction: the values of every state from those that follow.

use super::game::Owner;
use super::graph::Step;
use super::layer::{Layer, MOST_LANES, fill_ends};
use super::policy::{Policy, Strategy};
use super::sketch::{self, Sketch};
use super::task::{Task, Unsolvable};

/// Moves of a value that end the iteration of the last layer: a few units in the last place.
const STILL: f64 = 1e-15;
/// Sweeps of the last layer; more means that play need never end.
const MOST_SWEEPS: u32 = 100_000;
/// In the last layer a new decision must be better by this: equal ones could go round for ever.
const BETTER: f64 = 1e-14;
/// Layers that an estimate makes because they are kept.
const MOST_KEPT: usize = 16;

/// The values of one state while they are being made, by lane.
struct Workspace {
    sum: [f64; MOST_LANES],
    /// As f64, so that lanes are compared and chosen several at once.
    choice: [f64; MOST_LANES],
}

impl Workspace {
    fn new() -> Workspace {
        Workspace { sum: [0.0; MOST_LANES], choice: [0.0; MOST_LANES] }
    }
}

/// Where the values of the next states stand.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'l> {
    /// After a step that leaves the stage open.
    pub(super) open: &'l Layer,
    /// After a step that closes it.
    pub(super) closed: &'l Layer,
}

/// Backward induction in progress.
pub(super) struct Induction<'a, 'k> {
    task: &'a Task<'a>,
    order: Vec<u32>,
    keep: Option<&'k mut Policy>,
    workspace: Workspace,
    pub(super) residual: f64,
    pub(super) sweep_count: u32,
    /// What one layer takes.
    work: f64,
}

impl<'a, 'k> Induction<'a, 'k> {
    /// States are solved in this order; `keep` takes the decisions.
    pub(super) fn new(task: &'a Task<'a>, order: Vec<u32>, keep: Option<&'k mut Policy>) -> Induction<'a, 'k> {
        let work = sketch::layer_work(task.game.graph.step_count(), task.scoring.stride());
        // a look at every value takes as long again
        let work = if task.certify { 2.0 * work } else { work };
        Induction { task, order, keep, workspace: Workspace::new(), residual: 0.0, sweep_count: 0, work }
    }
}

impl Induction<'_, '_> {
    /// One layer with time left; a step that takes a unit of it leads to `before`.
    pub(super) fn layer(&mut self, time: (usize, u32), layer: &mut Layer, before: Ahead<'_>) {
        for at in 0..self.order.len() {
            let node = self.order[at] as usize;
            for side in 0..2 {
                let takes_time = self.task.game.graph.ticks(node);
                let ahead = if takes_time { before } else { Ahead { open: &*layer, closed: &*layer } };
                self.backup(time, side, node, ahead, false);
                self.store(time, side, node, layer);
            }
        }
        if self.task.certify {
            self.check(time, layer, before);
        }
    }

    /// Those of the layers with time left in a stage that an estimate makes: the first ones, and a few of those that
    /// are kept.
    pub(super) fn sketched(&self, stage: usize, sketch: &Sketch, keeps: impl Fn(u32) -> bool) -> Vec<u32> {
        let (all, most) = (self.task.game.ticks[stage], Sketch::most(self.work));
        let kept = (1..=all).filter(|left| *left > most && keeps(*left)).take(MOST_KEPT);
        let made: Vec<u32> = (1..=all.min(most)).chain(kept).collect();
        sketch.note(self.work, made.len() as f64, f64::from(all));
        made
    }

    /// Decides as with so many others left.
    pub(super) fn repeat(&mut self, stage: usize, from: u32, to: u32) {
        if let Some(policy) = self.keep.as_deref_mut() {
            policy.repeat(stage, from, to);
        }
    }

    /// The layer without time left, iterated in place until it rests.
    pub(super) fn last_layer(&mut self, stage: usize, layer: &mut Layer, closing: &Layer) -> Result<(), Unsolvable> {
        for sweep in 1..=MOST_SWEEPS {
            let mut moved: f64 = 0.0;
            for at in 0..self.order.len() {
                let node = self.order[at] as usize;
                for side in 0..2 {
                    self.backup((stage, 0), side, node, Ahead { open: layer, closed: closing }, sweep > 1);
                    moved = moved.max(self.store((stage, 0), side, node, layer));
                }
            }
            self.sweep_count = self.sweep_count.max(sweep);
            let enough = self.task.game.sketch.filter(|_| sweep >= Sketch::most(self.work));
            if moved <= STILL || enough.is_some() {
                if let Some(sketch) = self.task.game.sketch {
                    sketch.note_sweeps(self.work, sweep, moved, STILL);
                }
                if self.task.certify {
                    let layer = &*layer;
                    self.check((stage, 0), layer, Ahead { open: layer, closed: closing });
                }
                return Ok(());
            }
        }
        Err(Unsolvable::Endless(stage))
    }

    /// Makes the values of one state; a decision that was made before is kept unless another is better.
    fn backup(&mut self, time: (usize, u32), side: usize, node: usize, ahead: Ahead<'_>, again: bool) {
        let task = self.task;
        let graph = task.game.graph;
        let lanes = 1..task.scoring.stride() - 1;
        let player = match graph.owner(node) {
            // the end of the game is worth nothing more
            _ if graph.steps(node).is_empty() => return self.workspace.sum.fill(0.0),
            Owner::Chance => {
                self.workspace.sum.fill(0.0);
                for (share, next, gain) in shares(task, side, node, ahead) {
                    for (sum, next) in self.workspace.sum[lanes.clone()].iter_mut().zip(next) {
                        *sum += share * (next + gain);
                    }
                }
                return;
            }
            Owner::Mover => side,
            Owner::Other => 1 - side,
        };
        match task.strategies[player] {
            Strategy::Best => self.best(time, (side, node), player == 0, ahead, again),
            Strategy::Follows(policy) => self.follow(policy, time, side, node, ahead),
            Strategy::Random => self.mean(side, node, ahead),
            Strategy::Mixed(policy, random_share) => {
                self.mean(side, node, ahead);
                let mean = self.workspace.sum;
                self.follow(policy, time, side, node, ahead);
                for (sum, mean) in self.workspace.sum.iter_mut().zip(mean) {
                    *sum = (1.0 - random_share) * *sum + random_share * mean;
                }
            }
        }
    }

    fn best(&mut self, time: (usize, u32), (side, node): (usize, usize), highest: bool, ahead: Ahead<'_>, again: bool) {
        let lanes = 1..self.task.scoring.stride() - 1;
        let Workspace { sum, choice } = &mut self.workspace;
        let sign = if highest { 1.0 } else { -1.0 };
        let mut threshold = 0.0;
        if again
            && let Some(policy) = &self.keep
            && let Some(kept) = policy.choices(time, side, node)
        {
            threshold = BETTER;
            choice[lanes.clone()].iter_mut().zip(kept).for_each(|(choice, kept)| *choice = f64::from(*kept));
            for (index, (_, next, gain)) in shares(self.task, side, node, ahead).enumerate() {
                for ((sum, choice), next) in sum[lanes.clone()].iter_mut().zip(&choice[lanes.clone()]).zip(next) {
                    if *choice == index as f64 {
                        *sum = next + gain;
                    }
                }
            }
        } else {
            sum.fill(-sign * f64::INFINITY);
            choice.fill(0.0);
        }
        for (index, (_, next, gain)) in shares(self.task, side, node, ahead).enumerate() {
            let index = index as f64;
            let cells = sum[lanes.clone()].iter_mut().zip(&mut choice[lanes.clone()]).zip(next);
            for ((sum, choice), next) in cells {
                let value = next + gain;
                let better = sign * (value - *sum) > threshold;
                *sum = if better { value } else { *sum };
                *choice = if better { index } else { *choice };
            }
        }
    }

    fn follow(&mut self, policy: &Policy, time: (usize, u32), side: usize, node: usize, ahead: Ahead<'_>) {
        let lanes = 1..self.task.scoring.stride() - 1;
        let choices = policy.choices(time, side, node).unwrap_or_default();
        let sum = &mut self.workspace.sum;
        for (index, (_, next, gain)) in shares(self.task, side, node, ahead).enumerate() {
            for (lane, (sum, next)) in sum[lanes.clone()].iter_mut().zip(next).enumerate() {
                // a single step is no decision and has no choice
                if choices.get(lane).map_or(0, |choice| usize::from(*choice)) == index {
                    *sum = next + gain;
                }
            }
        }
    }

    fn mean(&mut self, side: usize, node: usize, ahead: Ahead<'_>) {
        let lanes = 1..self.task.scoring.stride() - 1;
        let share = 1.0 / self.task.game.graph.steps(node).len() as f64;
        let sum = &mut self.workspace.sum;
        sum.fill(0.0);
        for (_, next, gain) in shares(self.task, side, node, ahead) {
            for (sum, next) in sum[lanes.clone()].iter_mut().zip(next) {
                *sum += share * (next + gain);
            }
        }
    }

    /// Writes what was made; how far the values moved.
    // two loops call it for every state, and out of line a solution takes 3 % longer
    #[inline(always)]
    fn store(&mut self, time: (usize, u32), side: usize, node: usize, layer: &mut Layer) -> f64 {
        let scoring = &self.task.scoring;
        let lanes = 1..scoring.stride() - 1;
        let at = layer.at(side, node);
        let values = &mut layer.values[at..at + scoring.stride()];
        let mut moved: f64 = 0.0;
        for (value, sum) in values[lanes.clone()].iter_mut().zip(&self.workspace.sum[lanes.clone()]) {
            moved = moved.max((sum - *value).abs());
            *value = *sum;
        }
        fill_ends(values, scoring);
        if let Some(policy) = self.keep.as_deref_mut() {
            policy.set(time, side, node, &self.workspace.choice[lanes]);
        }
        moved
    }

    /// Compares every value with what its steps say, added up the other way round.
    fn check(&mut self, time: (usize, u32), layer: &Layer, ahead: Ahead<'_>) {
        let graph = self.task.game.graph;
        for node in 0..graph.len() {
            let ahead = if graph.ticks(node) || time.1 == 0 { ahead } else { Ahead { open: layer, closed: layer } };
            for side in 0..2 {
                for lane in 1..self.task.scoring.stride() - 1 {
                    let said = self.said(time, side, node, ahead, lane);
                    self.residual = self.residual.max((layer.lanes(side, node)[lane] - said).abs());
                }
            }
        }
    }

    fn said(&self, time: (usize, u32), side: usize, node: usize, ahead: Ahead<'_>, lane: usize) -> f64 {
        let task = self.task;
        let steps = task.game.graph.steps(node);
        let value = |index: usize| {
            let (_, next, gain) = look(task, side, &steps[index], ahead);
            next[lane - 1] + gain
        };
        let each = (0..steps.len()).rev();
        let player = match task.game.graph.owner(node) {
            _ if steps.is_empty() => return 0.0,
            Owner::Chance => return each.map(|index| steps[index].effect.probability * value(index)).sum(),
            Owner::Mover => side,
            Owner::Other => 1 - side,
        };
        let mean = || each.clone().map(value).sum::<f64>() / steps.len() as f64;
        let followed = |policy: &Policy| {
            value(policy.choices(time, side, node).map_or(0, |choices| usize::from(choices[lane - 1])))
        };
        match task.strategies[player] {
            Strategy::Best if player == 0 => each.map(value).fold(f64::NEG_INFINITY, f64::max),
            Strategy::Best => each.map(value).fold(f64::INFINITY, f64::min),
            Strategy::Follows(policy) => followed(policy),
            Strategy::Random => mean(),
            Strategy::Mixed(policy, share) => (1.0 - share) * followed(policy) + share * mean(),
        }
    }
}

/// For each step of a state: its share of chance, the values it leads to by score before the step, and its gain.
fn shares<'l>(
    task: &'l Task<'_>,
    side: usize,
    node: usize,
    ahead: Ahead<'l>,
) -> impl Iterator<Item = (f64, &'l [f64], f64)> {
    task.game.graph.steps(node).iter().map(move |step| look(task, side, step, ahead))
}

#[inline]
fn look<'l>(task: &Task<'_>, side: usize, step: &Step, ahead: Ahead<'l>) -> (f64, &'l [f64], f64) {
    let effect = &step.effect;
    let from = if effect.closes { ahead.closed } else { ahead.open };
    let next = from.lanes(side ^ usize::from(effect.swaps), step.to as usize);
    let lanes = task.scoring.lanes();
    let scorer = if effect.reward > 0 { side } else { 1 - side };
    let gain = if effect.reward == 0 { 0.0 } else { task.scoring.gain[scorer] };
    // a point of player 0 leads one lane up
    let first = match (effect.reward, task.scoring.limit, scorer) {
        (0, ..) | (_, 0, _) => 1,
        (_, _, 0) => 2,
        _ => 0,
    };
    (effect.probability, &next[first..first + lanes], gain)
}
