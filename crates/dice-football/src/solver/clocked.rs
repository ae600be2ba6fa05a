//! Play against a clock: two players, stages of so many units of time, points carried as a score or as a sum.
//!
//! Backward induction over the time left (Bellman 1957, Dynamic Programming, III). When the time of a stage is up, play
//! goes on until a step that closes it: that last layer is a fixed point of its own and is iterated.
//! Values are told from the side of player 0; `side` says whose turn it is.

use super::backup::{Bench, Work};
use super::policy::{Conduct, Policy};
use super::{Graph, order};

/// Most lanes, the two beyond the ends included.
pub(super) const MOST_LANES: usize = 64;

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

    pub(super) fn stride(&self) -> usize {
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
    pub(super) values: Vec<f64>,
    nodes: usize,
    stride: usize,
}

impl Layer {
    fn new(nodes: usize, scoring: &Scoring) -> Layer {
        let stride = scoring.stride();
        Layer { values: vec![0.0; 2 * nodes * stride], nodes, stride }
    }

    pub(super) fn at(&self, side: usize, node: usize) -> usize {
        (side * self.nodes + node) * self.stride
    }

    pub(super) fn lanes(&self, side: usize, node: usize) -> &[f64] {
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
    /// A layer is done: `left` units of time are left in `stage`; without time left, a step that closes the stage leads
    /// to the layer `closing`.
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer, closing: &Layer);
}

impl Watcher for () {
    fn layer(&mut self, _: usize, _: u32, _: &Layer, _: &Layer) {}
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
pub fn solve<W: Watcher + ?Sized>(
    task: &Task<'_>,
    keep: Option<&mut Policy>,
    watcher: &mut W,
) -> Result<Solution, Unsolvable> {
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
        watcher.layer(stage, 0, &layer, &closing);
        let mut before = layer.clone();
        for left in 1..=game.ticks[stage] {
            std::mem::swap(&mut layer, &mut before);
            work.layer((stage, left), &mut layer, &before);
            watcher.layer(stage, left, &layer, &closing);
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
pub(super) fn fill_ends(lanes: &mut [f64], scoring: &Scoring) {
    let last = lanes.len() - 1;
    for (lane, near, beyond) in [(0, 1, scoring.beyond[0]), (last, last - 1, scoring.beyond[1])] {
        lanes[lane] = match beyond {
            Beyond::Value(value) => value,
            Beyond::Nearest => lanes[near],
        };
    }
}
