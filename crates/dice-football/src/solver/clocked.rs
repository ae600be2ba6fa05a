//! Play against a clock: two players, stages of so many units of time, points carried as a score or as a sum.
//!
//! Backward induction over the time left (Bellman 1957, Dynamic Programming, III). When the time of a stage is up, play
//! goes on until a step that closes it: that last layer is a fixed point of its own and is iterated.
//! Values are told from the side of player 0; `side` says whose turn it is.

use super::policy::{Conduct, Policy};
use super::{Graph, Owner, Step, order};

/// Most lanes, the two beyond the ends included.
const MOST_LANES: usize = 64;
/// Moves of a value that end the iteration of the last layer: a few units in the last place.
const STILL: f64 = 1e-15;
/// Sweeps of the last layer; more means that play need never end.
const MOST_SWEEPS: u32 = 100_000;

/// What points do: each is gained at once, or moves the score by a lane, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scoring {
    /// Scores are told from -limit to +limit; 0 where they do not matter.
    pub limit: usize,
    /// Gained by a point of player 0, and of player 1.
    pub gain: [f64; 2],
    /// What stands for scores below -limit and above +limit.
    pub beyond: [Beyond; 2],
}

/// What stands for a score that is not told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beyond {
    /// This value.
    Value(f64),
    /// The value at the nearest score that is told.
    Nearest,
}

impl Scoring {
    /// The sum of points, whatever the score: `gain` is what a point of either player is worth.
    pub fn sum(gain: [f64; 2]) -> Scoring {
        Scoring { limit: 0, gain, beyond: [Beyond::Nearest; 2] }
    }

    /// The score at the end, told up to `limit`.
    pub fn score(limit: usize, beyond: [Beyond; 2]) -> Scoring {
        Scoring { limit, gain: [0.0; 2], beyond }
    }

    /// Number of scores that are told.
    pub fn lanes(&self) -> usize {
        2 * self.limit + 1
    }

    fn stride(&self) -> usize {
        self.lanes() + 2
    }
}

/// A game against a clock.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// What can follow what.
    pub graph: &'a Graph,
    /// Units of time in each stage, first to last.
    pub ticks: &'a [u32],
    /// For each side and state at which a stage closes, the state at which the next one opens; player 0 opens it.
    pub reopens: &'a [Vec<u32>; 2],
}

/// Values of one layer: one time left, every side, state and score.
#[derive(Clone, Debug)]
pub struct Layer {
    values: Vec<f64>,
    nodes: usize,
    stride: usize,
}

impl Layer {
    fn new(nodes: usize, scoring: &Scoring) -> Layer {
        let stride = scoring.stride();
        Layer { values: vec![0.0; 2 * nodes * stride], nodes, stride }
    }

    fn at(&self, side: usize, node: usize) -> usize {
        (side * self.nodes + node) * self.stride
    }

    fn lanes(&self, side: usize, node: usize) -> &[f64] {
        let at = self.at(side, node);
        &self.values[at..at + self.stride]
    }

    /// Value for player 0 at a score of `ahead` points for him.
    pub fn value(&self, side: usize, node: usize, ahead: isize) -> f64 {
        let limit = (self.stride as isize - 3) / 2;
        let lane = if limit == 0 { 1 } else { 1 + limit + ahead.clamp(-limit - 1, limit + 1) };
        self.values[self.at(side, node) + lane as usize]
    }
}

/// What a solution is asked for while it goes back in time.
pub trait Watcher {
    /// A layer is done: `left` units of time are left in `stage`.
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer);
}

impl Watcher for () {
    fn layer(&mut self, _: usize, _: u32, _: &Layer) {}
}

/// A solution.
#[derive(Clone, Debug)]
pub struct Solution {
    /// All time left, first stage.
    pub start: Layer,
    /// Largest difference of a value and what its steps say, added up the other way round, over all layers.
    pub residual: f64,
    /// Sweeps that the last layers needed, the most of any stage.
    pub sweep_count: u32,
}

/// Why a game has no solution here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// Play can go round without taking time; through this state.
    Timeless(u32),
    /// The last layer of this stage does not come to rest.
    Endless(usize),
}

/// What is to be solved, or evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game.
    pub game: Match<'a>,
    /// What points do.
    pub scoring: Scoring,
    /// What player 0 gets at the end, by score from -limit.
    pub payoff: &'a [f64],
    /// How each player decides.
    pub conduct: [Conduct<'a>; 2],
    /// Whether every value is checked against what its steps say.
    pub certify: bool,
}

/// Goes back through all stages; `keep` takes the decisions that are found.
pub fn solve<W: Watcher>(task: &Task<'_>, keep: Option<&mut Policy>, watcher: &mut W) -> Result<Solution, Unsolvable> {
    let (game, scoring) = (&task.game, &task.scoring);
    assert!(scoring.stride() <= MOST_LANES && task.payoff.len() == scoring.lanes(), "a payoff for each score");
    let nodes = game.graph.len();
    let mut work =
        Work { task, order: timeless_order(game.graph)?, keep, bench: Bench::new(), residual: 0.0, sweep_count: 0 };
    let mut closing = Layer::new(nodes, scoring);
    for lanes in closing.values.chunks_exact_mut(scoring.stride()) {
        lanes[1..=task.payoff.len()].copy_from_slice(task.payoff);
        fill_ends(lanes, scoring);
    }
    let mut layer = closing.clone();
    for stage in (0..game.ticks.len()).rev() {
        layer.values.copy_from_slice(&closing.values);
        work.last_layer(stage, &mut layer, &closing)?;
        watcher.layer(stage, 0, &layer);
        let mut before = layer.clone();
        for left in 1..=game.ticks[stage] {
            std::mem::swap(&mut layer, &mut before);
            work.layer((stage, left), &mut layer, &before);
            watcher.layer(stage, left, &layer);
        }
        reopen(game, &layer, &mut closing);
    }
    Ok(Solution { start: layer, residual: work.residual, sweep_count: work.sweep_count })
}

/// Where a stage closes, the next one opens with all its time.
fn reopen(game: &Match<'_>, opening: &Layer, closing: &mut Layer) {
    for side in 0..2 {
        for (node, open) in game.reopens[side].iter().enumerate() {
            let to = closing.at(side, node);
            let stride = closing.stride;
            closing.values[to..to + stride].copy_from_slice(opening.lanes(0, *open as usize));
        }
    }
}

/// States in an order in which those that take no time come after what they lead to.
fn timeless_order(graph: &Graph) -> Result<Vec<u32>, Unsolvable> {
    let components = order::components(graph, |node| !graph.ticks(node));
    let leads_to_itself = |node: u32| graph.steps(node as usize).iter().any(|step| step.to == node);
    let is_loop = |component: &&Vec<u32>| {
        component.len() > 1 || (!graph.ticks(component[0] as usize) && leads_to_itself(component[0]))
    };
    match components.iter().find(is_loop) {
        Some(component) => Err(Unsolvable::Timeless(component[0])),
        None => Ok(components.into_iter().flatten().collect()),
    }
}

/// Sets the lanes beyond both ends.
fn fill_ends(lanes: &mut [f64], scoring: &Scoring) {
    let last = lanes.len() - 1;
    for (lane, near, beyond) in [(0, 1, scoring.beyond[0]), (last, last - 1, scoring.beyond[1])] {
        lanes[lane] = match beyond {
            Beyond::Value(value) => value,
            Beyond::Nearest => lanes[near],
        };
    }
}

/// The values of one state while they are being made, by lane.
struct Bench {
    sum: [f64; MOST_LANES],
    /// As f64, so that lanes are compared and chosen several at once.
    choice: [f64; MOST_LANES],
}

impl Bench {
    fn new() -> Bench {
        Bench { sum: [0.0; MOST_LANES], choice: [0.0; MOST_LANES] }
    }
}

/// Where the values of the next states stand.
#[derive(Clone, Copy)]
struct Ahead<'l> {
    /// After a step that leaves the stage open.
    open: &'l Layer,
    /// After a step that closes it.
    closed: &'l Layer,
}

struct Work<'a, 'k> {
    task: &'a Task<'a>,
    order: Vec<u32>,
    keep: Option<&'k mut Policy>,
    bench: Bench,
    residual: f64,
    sweep_count: u32,
}

impl Work<'_, '_> {
    /// One layer with time left; `before` has one unit less.
    fn layer(&mut self, time: (usize, u32), layer: &mut Layer, before: &Layer) {
        for at in 0..self.order.len() {
            let node = self.order[at] as usize;
            for side in 0..2 {
                let from = if self.task.game.graph.ticks(node) { before } else { &*layer };
                self.backup(time, side, node, Ahead { open: from, closed: from }, false);
                self.store(time, side, node, layer);
            }
        }
        if self.task.certify {
            self.check(time, layer, Ahead { open: before, closed: before });
        }
    }

    /// The layer without time left, iterated in place until it rests.
    fn last_layer(&mut self, stage: usize, layer: &mut Layer, closing: &Layer) -> Result<(), Unsolvable> {
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
            if moved <= STILL {
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
            _ if graph.steps(node).is_empty() => return self.bench.sum.fill(0.0),
            Owner::Chance => {
                self.bench.sum.fill(0.0);
                for (share, next, gain) in shares(task, side, node, ahead) {
                    for (sum, next) in self.bench.sum[lanes.clone()].iter_mut().zip(next) {
                        *sum += share * (next + gain);
                    }
                }
                return;
            }
            Owner::Mover => side,
            Owner::Other => 1 - side,
        };
        match task.conduct[player] {
            Conduct::Best => self.best(time, (side, node), player == 0, ahead, again),
            Conduct::Follows(policy) => self.follow(policy, time, side, node, ahead),
            Conduct::Random => self.mean(side, node, ahead),
            Conduct::Mixed(policy, random_share) => {
                self.mean(side, node, ahead);
                let mean = self.bench.sum;
                self.follow(policy, time, side, node, ahead);
                for (sum, mean) in self.bench.sum.iter_mut().zip(mean) {
                    *sum = (1.0 - random_share) * *sum + random_share * mean;
                }
            }
        }
    }

    fn best(&mut self, time: (usize, u32), (side, node): (usize, usize), highest: bool, ahead: Ahead<'_>, again: bool) {
        let lanes = 1..self.task.scoring.stride() - 1;
        let Bench { sum, choice } = &mut self.bench;
        let sign = if highest { 1.0 } else { -1.0 };
        let mut threshold = 0.0;
        if again
            && let Some(policy) = &self.keep
            && let Some(kept) = policy.choices(time, side, node)
        {
            // in the last layer a new decision must be truly better: equal ones could go round for ever
            threshold = 1e-14;
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
        let sum = &mut self.bench.sum;
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
        let sum = &mut self.bench.sum;
        sum.fill(0.0);
        for (_, next, gain) in shares(self.task, side, node, ahead) {
            for (sum, next) in sum[lanes.clone()].iter_mut().zip(next) {
                *sum += share * (next + gain);
            }
        }
    }

    /// Writes what was made; how far the values moved.
    fn store(&mut self, time: (usize, u32), side: usize, node: usize, layer: &mut Layer) -> f64 {
        let scoring = &self.task.scoring;
        let lanes = 1..scoring.stride() - 1;
        let at = layer.at(side, node);
        let values = &mut layer.values[at..at + scoring.stride()];
        let mut moved: f64 = 0.0;
        for (value, sum) in values[lanes.clone()].iter_mut().zip(&self.bench.sum[lanes.clone()]) {
            moved = moved.max((sum - *value).abs());
            *value = *sum;
        }
        fill_ends(values, scoring);
        if let Some(policy) = self.keep.as_deref_mut() {
            policy.set(time, side, node, &self.bench.choice[lanes]);
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
        match task.conduct[player] {
            Conduct::Best if player == 0 => each.map(value).fold(f64::NEG_INFINITY, f64::max),
            Conduct::Best => each.map(value).fold(f64::INFINITY, f64::min),
            Conduct::Follows(policy) => followed(policy),
            Conduct::Random => mean(),
            Conduct::Mixed(policy, share) => (1.0 - share) * followed(policy) + share * mean(),
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
