//! Play without a clock: the value of each state for the player whose turn it is.

use super::game::Owner;
use super::graph::{Graph, Step};
use super::order;

/// Values of every state, and how far they are from a fixed point.
#[derive(Clone, Debug)]
pub struct Steady {
    /// Expected points to come, by state, for the player whose turn it is.
    pub values: Vec<f64>,
    /// Largest difference of a value and what its steps say (Bellman residual).
    pub residual: f64,
    /// Sweeps of the component that needed most.
    pub sweep_count: u32,
}

/// Solves by value iteration in place (Gauss-Seidel), component by component (Shapley 1953, PNAS 39, 1095: the value of
/// a discounted game is the one fixed point); `discount` is applied at each unit of time.
///
/// Each component ends when a sweep moves no value by more than `tolerance`, or after `most_sweeps`.
pub fn solve(graph: &Graph, discount: f64, tolerance: f64, most_sweeps: u32) -> Steady {
    let mut values = vec![0.0; graph.len()];
    let mut sweep_count = 0;
    for component in order::components(graph, |_| true) {
        for sweep in 1..=most_sweeps {
            let mut moved: f64 = 0.0;
            for &node in &component {
                let value = backup(graph, discount, &values, node as usize);
                moved = moved.max((value - values[node as usize]).abs());
                values[node as usize] = value;
            }
            sweep_count = sweep_count.max(sweep);
            if moved <= tolerance {
                break;
            }
        }
    }
    let off = |node: usize| (backup(graph, discount, &values, node) - values[node]).abs();
    let residual = (0..graph.len()).map(off).fold(0.0, f64::max);
    Steady { values, residual, sweep_count }
}

/// What the steps of a state say of its value.
fn backup(graph: &Graph, discount: f64, values: &[f64], node: usize) -> f64 {
    let discount = if graph.ticks(node) { discount } else { 1.0 };
    let each = graph.steps(node).iter().map(|step| (step, step_value(step, discount, values)));
    if graph.steps(node).is_empty() {
        return 0.0;
    }
    match graph.owner(node) {
        Owner::Chance => each.map(|(step, value)| step.effect.probability * value).sum(),
        Owner::Mover => each.map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max),
        Owner::Other => each.map(|(_, value)| value).fold(f64::INFINITY, f64::min),
    }
}

/// Value of a step for the player whose turn it was.
fn step_value(step: &Step, discount: f64, values: &[f64]) -> f64 {
    let next = values[step.to as usize];
    f64::from(step.effect.reward) + discount * if step.effect.swaps { -next } else { next }
}

/// The values of the steps of a state, in order.
pub fn step_values(graph: &Graph, discount: f64, values: &[f64], node: usize) -> Vec<f64> {
    let discount = if graph.ticks(node) { discount } else { 1.0 };
    graph.steps(node).iter().map(|step| step_value(step, discount, values)).collect()
}
