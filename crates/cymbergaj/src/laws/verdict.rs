//! What is decided of one Move, and by which clauses.

use glam::DVec2;

use super::clause::{Clause, Clauses};
use super::layout::Layout;
use super::pitch::Line;
use super::seat::Seat;

tolley_experiment::names! {
    /// What is decided.
    pub enum CallKind {
        Settled = "settled": "All rests, play goes on.",
        Replay = "replay": "The same player strokes again.",
        Goal = "goal": "A goal.",
        ThrowIn = "throw-in": "A throw-in.",
        FreeKick = "free-kick": "A free kick.",
        GoalKick = "goal-kick": "A goal kick.",
        Corner = "corner": "A corner.",
        Penalty = "penalty": "A penalty.",
        Unforeseen = "unforeseen": "The referee puts things in order, CG-6.1.",
    }
}

/// What is decided, and for whom: who gets the goal or the restart, whose Move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// What.
    pub kind: CallKind,
    /// For whom.
    pub seat: Seat,
}

/// A goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Who gets it.
    pub to: Seat,
    /// Whether the mover defends that end, CG-4.1c.
    pub own: bool,
    /// Whether it counts for the top scorer, CG-1.3e.
    pub counts_for_scorer: bool,
}

/// A decision, with the clauses it is made by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What is decided.
    pub call: Call,
    /// Where: exit, foul spot, or where the ball rests.
    pub at_m: DVec2,
    /// The clause that was broken, and by whom.
    pub foul: Option<(Clause, Seat)>,
    /// The goal.
    pub goal: Option<Goal>,
    /// What the ball crossed.
    pub exit: Option<Line>,
    /// Whether the mover's coin hit the ball.
    pub ball_hit: bool,
    /// Whose coin touched the ball last in this Move.
    pub touch: Option<Seat>,
    /// Whether the mover strokes once more than he may and nobody sees it, CG-5.1f.
    pub unseen_extra: bool,
    /// Where the pieces are after repairs.
    pub layout: Layout,
    /// Time that the Move takes over its usual time, CG-1.2a.
    pub tempo_ratio: f64,
    /// The clauses applied.
    pub clauses: Clauses,
}

impl Verdict {
    /// A call in a Move that leaves the pieces as they are.
    pub(crate) fn of(kind: CallKind, seat: Seat, at_m: DVec2, layout: Layout) -> Verdict {
        Verdict {
            call: Call { kind, seat },
            at_m,
            foul: None,
            goal: None,
            exit: None,
            ball_hit: false,
            touch: None,
            unseen_extra: false,
            layout,
            tempo_ratio: 1.0,
            clauses: Clauses::NONE,
        }
    }

    pub(super) fn by(mut self, clause: Clause) -> Verdict {
        self.clauses = self.clauses.with(clause);
        self
    }
}
