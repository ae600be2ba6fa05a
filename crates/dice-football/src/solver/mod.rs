//! Exact solutions of alternating Markov games: two players, perfect information, dice, zero sum.
//!
//! Knows no game: a [`Game`] says what can follow a state, [`Graph::explore`] lists what is reachable, [`steady`] finds
//! the value of play without a clock, [`clocked`] the value of play against one.

mod backup;
pub mod clocked;
mod order;
pub mod policy;
pub mod steady;

use std::collections::BTreeMap;

/// Who decides at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The player whose turn it is.
    Mover,
    /// His opponent.
    Other,
    /// The dice.
    Chance,
}

/// What a step does besides leading to the next state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Share of chance; not used where a player decides.
    pub probability: f64,
    /// Points for the player whose turn it was.
    pub reward: i8,
    /// Whether it is the other player's turn afterwards.
    pub swaps: bool,
    /// Whether play stops here when the time is up.
    pub closes: bool,
}

/// What can follow a state; no steps at the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion<S> {
    /// Who decides.
    pub owner: Owner,
    /// Whether the steps take one unit of time.
    pub ticks: bool,
    /// Where it can go.
    pub steps: Vec<(S, Effect)>,
}

/// An alternating Markov game; states are told from the side of the player whose turn it is.
pub trait Game {
    /// A state.
    type State: Ord + Clone;
    /// What can follow it.
    fn expand(&self, state: &Self::State) -> Expansion<Self::State>;
}

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
