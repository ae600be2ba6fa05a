//! What the rows of a solution say of each position of a game.

use crate::keys::FacesSource;
use crate::laws::columns::PositionColumns;
use crate::laws::{Act, Compiled, Play};
use crate::solver::{Owner, Step};

/// Which layers and scores are written.
#[derive(Clone, Copy)]
pub(super) struct Extract {
    /// Rolls left: multiples of this; 0 for none at all.
    pub(super) step: u32,
    /// Scores up to this difference.
    pub(super) span: isize,
}

impl Extract {
    pub(super) fn wants(&self, left: u32) -> bool {
        self.step > 0 && left.is_multiple_of(self.step)
    }
}

/// The positions of one game.
pub(super) struct PositionTable<'a> {
    pub(super) game: &'a Compiled,
    /// What is decided or rolled, by number of the step.
    pub(super) acts: &'a [Act],
    /// Their columns, by number of the position.
    pub(super) columns: Vec<PositionColumns>,
    pub(super) faces_source: FacesSource,
    pub(super) extract: Extract,
}

impl<'a> PositionTable<'a> {
    pub(super) fn new(
        (game, acts): (&'a Compiled, &'a [Act]),
        faces_source: FacesSource,
        extract: Extract,
    ) -> PositionTable<'a> {
        let columns = game.positions.iter().map(PositionColumns::of).collect();
        PositionTable { game, acts, columns, faces_source, extract }
    }

    /// Whether the attacker decides, or the defender; `None` where nobody does.
    pub(super) fn attacker_decides(&self, node: usize) -> Option<bool> {
        let graph = &self.game.graph;
        let decides = graph.owner(node) != Owner::Chance && graph.steps(node).len() > 1;
        decides.then(|| graph.owner(node) == Owner::Mover)
    }

    /// Whether the attacker's turn has come, or the window before it.
    pub(super) fn is_turn(&self, node: usize) -> bool {
        matches!(self.game.positions[node].play, Play::Turn(_) | Play::Window(_))
    }

    /// The acts of a position by their worth to who decides, best first.
    pub(super) fn ranked(&self, node: usize, worth: impl Fn(&Step) -> f64) -> Vec<(f64, Act)> {
        let acts = &self.acts[self.game.graph.first_step(node)..];
        let mut each: Vec<(f64, Act)> =
            self.game.graph.steps(node).iter().map(worth).zip(acts.iter().copied()).collect();
        // the sort is stable: of equal decisions the first stands first
        each.sort_by(|a, b| b.0.total_cmp(&a.0));
        each
    }
}
