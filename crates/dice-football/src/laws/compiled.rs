//! The laws as a graph: every position that can be reached, by number, as it is solved and played.

use std::sync::Arc;

use super::position::{Holder, Position};
use super::rules::Laws;
use super::step::Event;
use crate::keys::faces::Champion;
use crate::solver::{Graph, Match, Sketch};

/// How a match can open: the face that the draw's winner rolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// `None` without a champion die.
    pub face: Option<Champion>,
    /// How often.
    pub probability: f64,
    /// Number of the kick-off; the loser of the draw attacks.
    pub node: u32,
}

/// Every reachable position of a match by number; player 0 won the draw.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// What can follow what.
    pub graph: Graph,
    /// The positions by number.
    pub positions: Vec<Position>,
    /// DF-setup-champion: how a match can open.
    pub openings: Vec<Opening>,
    /// DF-time-halves: counted rolls of each half.
    pub ticks: [u32; 2],
    /// DF-time-second-half: where the second half opens, by side and position at which the first one closed.
    pub reopens: [Vec<u32>; 2],
    /// Where its solutions are only begun, for an estimate.
    pub sketch: Option<Arc<Sketch>>,
}

impl Compiled {
    /// Lists every position that can be reached.
    pub fn new(laws: &Laws) -> Compiled {
        let holders: Vec<Option<Holder>> = match laws.rules.champion_die {
            false => vec![None],
            true => Champion::ALL
                .iter()
                .flat_map(|face| [Some(Holder::Defender(*face)), Some(Holder::Attacker(*face))])
                .collect(),
        };
        let roots: Vec<Position> = holders.iter().map(|holder| laws.kick_off(*holder)).collect();
        let (graph, positions) = Graph::explore(laws, roots.iter().copied());
        // no half ends while the champion die rolls, which is what stands for it there
        let node = |holder| holders.iter().position(|known| *known == holder).unwrap_or(0) as u32;
        let reopens = [0, 1].map(|side| {
            let open = |position: &Position| {
                // told from the side of player 0, who opens the second half
                node(if side == 0 { position.champion } else { position.champion.map(Holder::swapped) })
            };
            positions.iter().map(open).collect()
        });
        let openings = match laws.rules.champion_die {
            false => vec![Opening { face: None, probability: 1.0, node: 0 }],
            true => {
                let opening = |(face, probability): &(Champion, f64)| Opening {
                    face: Some(*face),
                    probability: *probability,
                    node: node(Some(Holder::Defender(*face))),
                };
                laws.dice.champion.faces.iter().map(opening).collect()
            }
        };
        Compiled { graph, positions, openings, ticks: [laws.half_rolls; 2], reopens, sketch: None }
    }

    /// What happens in each step, by number of the step; `laws` are those that it was made from.
    pub fn events(&self, laws: &Laws) -> Vec<Event> {
        self.positions.iter().flat_map(|at| laws.next(at).steps).map(|step| step.event).collect()
    }

    /// The match as the solver wants it.
    pub fn as_match(&self) -> Match<'_> {
        Match { graph: &self.graph, ticks: &self.ticks, reopens: &self.reopens, sketch: self.sketch.as_deref() }
    }
}
