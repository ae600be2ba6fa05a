//! Play against a clock: two players, stages of so many units of time, points carried as a score or as a sum.
//!
//! Backward induction over the time left (Bellman 1957, Dynamic Programming, III). When the time of a stage is up, play
//! goes on until a step that closes it: that last layer is a fixed point of its own and is iterated.
//! Values are told from the side of player 0; `side` says whose turn it is.

use super::backup::{Ahead, Induction};
use super::graph::Graph;
use super::layer::{Layer, LayerSink, MOST_LANES, fill_ends};
use super::order;
use super::policy::Policy;
use super::task::{Match, Task, Unsolvable};

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

/// Goes back through all stages; `keep` takes the decisions that are found.
pub fn solve<W: LayerSink + ?Sized>(
    task: &Task<'_>,
    keep: Option<&mut Policy>,
    sink: &mut W,
) -> Result<Solution, Unsolvable> {
    let (game, scoring) = (&task.game, &task.scoring);
    assert!(scoring.stride() <= MOST_LANES && task.payoff.len() == scoring.lanes(), "a payoff for each score");
    let nodes = game.graph.len();
    let mut induction = Induction::new(task, timeless_order(game.graph)?, keep);
    let mut closing = Layer::new(nodes, scoring);
    for lanes in closing.values.chunks_exact_mut(scoring.stride()) {
        lanes[1..=task.payoff.len()].copy_from_slice(task.payoff);
        fill_ends(lanes, scoring);
    }
    let mut layer = closing.clone();
    for stage in (0..game.ticks.len()).rev() {
        layer.values.copy_from_slice(&closing.values);
        induction.last_layer(stage, &mut layer, &closing)?;
        sink.layer(stage, 0, &layer, &closing);
        let mut before = layer.clone();
        let made = game.sketch.map(|sketch| induction.sketched(stage, sketch, |left| sink.keeps(left)));
        let mut last = 0;
        for left in 1..=game.ticks[stage] {
            if made.as_ref().is_some_and(|made| !made.contains(&left)) {
                induction.repeat(stage, last, left);
                sink.layer(stage, left, &layer, &closing);
                continue;
            }
            last = left;
            std::mem::swap(&mut layer, &mut before);
            // the time is up once its last unit is taken, by the step that takes it too
            let closed = if left == 1 { &closing } else { &before };
            induction.layer((stage, left), &mut layer, Ahead { open: &before, closed });
            sink.layer(stage, left, &layer, &closing);
        }
        reopen(game, &layer, &mut closing);
    }
    Ok(Solution { start: layer, residual: induction.residual, sweep_count: induction.sweep_count })
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
