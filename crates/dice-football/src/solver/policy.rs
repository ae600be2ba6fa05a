//! Decisions for every time left, side, state and score; and how a player decides.

use super::game::Owner;
use super::graph::Graph;

/// How a player decides.
#[derive(Clone, Copy, Debug)]
pub enum Strategy<'a> {
    /// As is best for him.
    Best,
    /// As this policy says.
    Follows(&'a Policy),
    /// Each step as often as any other.
    Random,
    /// As this policy says, but at random in this share of decisions.
    Mixed(&'a Policy, f64),
}

/// Stands for a state at which nobody decides.
const NONE: u32 = u32::MAX;

/// A decision for every stage, time left, side, state and score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Number of each state among those at which somebody decides.
    decision: Vec<u32>,
    decisions: usize,
    lanes: usize,
    /// Number of the first layer of each stage.
    first_layer: Vec<usize>,
    choice: Vec<u8>,
}

impl Policy {
    /// Of a graph, for stages of `ticks` units of time and so many scores; says "the first step" everywhere.
    pub fn new(graph: &Graph, ticks: &[u32], lanes: usize) -> Policy {
        let mut decisions = 0;
        let decision = (0..graph.len()).map(|node| {
            let decides = graph.owner(node) != Owner::Chance && graph.steps(node).len() > 1;
            decisions += u32::from(decides);
            if decides { decisions - 1 } else { NONE }
        });
        let decision: Vec<u32> = decision.collect();
        let mut layers = 0;
        let mut first_layer = Vec::new();
        for ticks in ticks {
            first_layer.push(layers);
            layers += *ticks as usize + 1;
        }
        let choice = vec![0; layers * 2 * decisions as usize * lanes];
        Policy { decision, decisions: decisions as usize, lanes, first_layer, choice }
    }

    /// Number of states at which somebody decides.
    pub fn decision_count(&self) -> usize {
        self.decisions
    }

    /// Number of decisions by time left, side, state and score.
    pub fn len(&self) -> usize {
        self.choice.len()
    }

    /// Whether nobody ever decides.
    pub fn is_empty(&self) -> bool {
        self.choice.is_empty()
    }

    /// Number of a state among those at which somebody decides.
    #[inline]
    pub fn decision(&self, node: usize) -> Option<usize> {
        let decision = self.decision[node];
        (decision != NONE).then_some(decision as usize)
    }

    fn at(&self, (stage, left): (usize, u32), side: usize, decision: usize) -> usize {
        let layer = self.first_layer[stage] + left as usize;
        ((layer * 2 + side) * self.decisions + decision) * self.lanes
    }

    /// The decisions at a state by score, from the lowest; `None` where nobody decides.
    #[inline]
    pub fn choices(&self, time: (usize, u32), side: usize, node: usize) -> Option<&[u8]> {
        let at = self.at(time, side, self.decision(node)?);
        Some(&self.choice[at..at + self.lanes])
    }

    /// The decision at a state when player 0 is so many points ahead; beyond the scores that are told, as at the last.
    #[inline]
    pub fn choice(&self, time: (usize, u32), side: usize, node: usize, ahead: i32) -> Option<usize> {
        let limit = (self.lanes / 2) as i32;
        let lane = (limit + ahead).clamp(0, 2 * limit) as usize;
        self.choices(time, side, node).map(|choices| usize::from(choices[lane]))
    }

    /// Another policy: `change` says what is decided instead at a state when player 0 is so many points ahead.
    pub fn changed(&self, ticks: &[u32], change: impl Fn((usize, u32), usize, usize, i32) -> usize) -> Policy {
        let mut changed = self.clone();
        let nodes = (0..self.decision.len()).filter_map(|node| Some((node, self.decision(node)?)));
        let limit = (self.lanes / 2) as i32;
        for (node, decision) in nodes {
            for (stage, ticks) in ticks.iter().enumerate() {
                for time in (0..=*ticks).map(|left| (stage, left)) {
                    for side in 0..2 {
                        let at = self.at(time, side, decision);
                        for (lane, choice) in changed.choice[at..at + self.lanes].iter_mut().enumerate() {
                            *choice = change(time, side, node, lane as i32 - limit) as u8;
                        }
                    }
                }
            }
        }
        changed
    }

    /// Decides with so many units of time left as with so many others.
    pub(super) fn repeat(&mut self, stage: usize, from: u32, to: u32) {
        let [from, to] = [from, to].map(|left| self.at((stage, left), 0, 0));
        self.choice.copy_within(from..from + 2 * self.decisions * self.lanes, to);
    }

    /// Sets the decisions at a state; nothing where nobody decides.
    pub(super) fn set(&mut self, time: (usize, u32), side: usize, node: usize, choices: &[f64]) {
        if let Some(decision) = self.decision(node) {
            let at = self.at(time, side, decision);
            let kept = self.choice[at..at + self.lanes].iter_mut();
            kept.zip(choices).for_each(|(kept, choice)| *kept = *choice as u8);
        }
    }
}
