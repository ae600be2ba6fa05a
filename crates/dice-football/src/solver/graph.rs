//! Every reachable state of a game by number.

use std::collections::BTreeMap;

use super::game::{Effect, Expansion, Game, Owner};

/// One step of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Number of the next state.
    pub to: u32,
    /// What it does.
    pub effect: Effect,
}

/// Every reachable state of a game by number.
#[derive(Clone, Debug)]
pub struct Graph {
    owner: Vec<Owner>,
    ticks: Vec<bool>,
    first: Vec<u32>,
    steps: Vec<Step>,
}

impl Graph {
    /// Lists what is reachable from `roots`, which get the first numbers; with it come the states by number.
    pub fn explore<G: Game>(game: &G, roots: impl IntoIterator<Item = G::State>) -> (Graph, Vec<G::State>) {
        let mut states: Vec<G::State> = Vec::new();
        let mut numbers: BTreeMap<G::State, u32> = BTreeMap::new();
        let mut graph = Graph { owner: Vec::new(), ticks: Vec::new(), first: vec![0], steps: Vec::new() };
        for root in roots {
            number_of(root, &mut numbers, &mut states);
        }
        let mut at = 0;
        while at < states.len() {
            let Expansion { owner, ticks, steps } = game.expand(&states[at]);
            graph.owner.push(owner);
            graph.ticks.push(ticks);
            for (to, effect) in steps {
                let to = number_of(to, &mut numbers, &mut states);
                graph.steps.push(Step { to, effect });
            }
            graph.first.push(graph.steps.len() as u32);
            at += 1;
        }
        (graph, states)
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.owner.len()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.owner.is_empty()
    }

    /// Number of steps of all states.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Who decides at a state.
    #[inline]
    pub fn owner(&self, node: usize) -> Owner {
        self.owner[node]
    }

    /// Whether the steps of a state take time.
    #[inline]
    pub fn ticks(&self, node: usize) -> bool {
        self.ticks[node]
    }

    /// The steps of a state.
    #[inline]
    pub fn steps(&self, node: usize) -> &[Step] {
        &self.steps[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Number of the first step of a state among the steps of all.
    #[inline]
    pub fn first_step(&self, node: usize) -> usize {
        self.first[node] as usize
    }
}

fn number_of<S: Ord + Clone>(state: S, numbers: &mut BTreeMap<S, u32>, states: &mut Vec<S>) -> u32 {
    let next = states.len() as u32;
    let number = *numbers.entry(state.clone()).or_insert(next);
    if number == next {
        states.push(state);
    }
    number
}
