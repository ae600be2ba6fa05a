//! A set of rules compiled into the graph that is solved and walked.

use crate::dice::Champion;
use crate::laws::{Mark, Position, Rules, White};
use crate::solver::Graph;
use crate::solver::clocked::Match;

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
}

impl Compiled {
    /// Lists every position that the rules can reach.
    pub fn new(rules: &Rules) -> Compiled {
        let whites: Vec<White> = match rules.champion_die {
            false => vec![White::Off],
            true => Champion::ALL.iter().flat_map(|face| [White::Defender(*face), White::Attacker(*face)]).collect(),
        };
        let roots: Vec<Position> = whites.iter().map(|white| rules.kick_off(*white)).collect();
        let (graph, positions) = Graph::explore(rules, roots.iter().copied());
        let node = |white| whites.iter().position(|known| *known == white).unwrap_or(0) as u32;
        let reopens = [0, 1].map(|side| {
            let open = |position: &Position| {
                // told from the side of player 0, who opens the second half
                node(if side == 0 { position.white } else { position.white.swapped() })
            };
            positions.iter().map(open).collect()
        });
        let openings = match rules.champion_die {
            false => vec![Opening { face: None, probability: 1.0, node: 0 }],
            true => {
                let opening = |(face, probability): &(Champion, f64)| Opening {
                    face: Some(*face),
                    probability: *probability,
                    node: node(White::Defender(*face)),
                };
                rules.dice.champion.faces.iter().map(opening).collect()
            }
        };
        Compiled { graph, positions, openings, ticks: [rules.half_rolls; 2], reopens }
    }

    /// What each step shows, by number of the step; `rules` are those the game was made from.
    pub fn marks(&self, rules: &Rules) -> Vec<Mark> {
        self.positions.iter().flat_map(|at| rules.following(at).steps).map(|step| step.mark).collect()
    }

    /// The match as the solver wants it.
    pub fn as_match(&self) -> Match<'_> {
        Match { graph: &self.graph, ticks: &self.ticks, reopens: &self.reopens }
    }
}
