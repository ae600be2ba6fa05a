//! The restarts: how many Moves each grants and from which on a goal counts. CG-3.2a, 5.2c, 5.4 to 5.8.

use super::clause::Clause;
use super::rules::Rules;
use super::seat::Seat;

tolley_experiment::names! {
    /// How play starts again.
    pub enum Restart {
        Open = "open": "It did not stop.",
        KickOff = "kick-off": "CG-3.1.",
        ThrowIn = "throw-in": "CG-5.2a.",
        FreeKick = "free-kick": "CG-5.4.",
        GoalKick = "goal-kick": "CG-5.5.",
        Corner = "corner": "CG-5.6.",
        Penalty = "penalty": "CG-5.7.",
        CentreKick = "centre-kick": "CG-5.8.",
    }
}

/// Moves of a restart, and the Move on which a goal first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grant {
    moves: u32,
    goal_from: u32,
}

impl Restart {
    /// Its clause.
    pub fn clause(self) -> Clause {
        match self {
            Restart::Open => Clause::Turn,
            Restart::KickOff => Clause::StartPosition,
            Restart::ThrowIn => Clause::ThrowIn,
            Restart::FreeKick => Clause::FreeKick,
            Restart::GoalKick => Clause::GoalKick,
            Restart::Corner => Clause::Corner,
            Restart::Penalty => Clause::Penalty,
            Restart::CentreKick => Clause::CentreKick,
        }
    }

    /// The clause that denies a goal on its first Move.
    pub fn denial(self) -> Clause {
        if self == Restart::KickOff { Clause::NoFirstGoal } else { self.clause() }
    }

    /// Its Moves; those of open play are the caller's matter.
    fn grant(self, rules: &Rules) -> Grant {
        let grant = |moves, goal_from| Grant { moves, goal_from };
        match self {
            Restart::Open | Restart::ThrowIn | Restart::Penalty => grant(1, 1),
            Restart::KickOff => grant(rules.kickoff_moves, rules.kickoff_goal_from_move),
            Restart::FreeKick => grant(rules.freekick_moves, rules.freekick_goal_from_move),
            Restart::GoalKick => grant(rules.goalkick_moves, rules.goalkick_goal_from_move),
            Restart::Corner => grant(rules.corner_moves, rules.corner_goal_from_move),
            Restart::CentreKick => grant(rules.centrekick_moves, rules.centrekick_goal_from_move),
        }
    }
}

/// A player's turn: a goal counts from Move `goal_from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who plays.
    pub seat: Seat,
    /// What the turn began with.
    pub restart: Restart,
    /// Number of the Move to come, from 1.
    pub move_no: u32,
    /// Moves to come.
    pub moves_left: u32,
    /// From which Move on a goal counts.
    pub goal_from: u32,
    /// Whether the Move to come is one too many that nobody saw, CG-5.1f.
    pub is_extra: bool,
}

impl Turn {
    /// The turn that a restart gives.
    pub fn of(restart: Restart, seat: Seat, rules: &Rules) -> Turn {
        let Grant { moves, goal_from } = restart.grant(rules);
        Turn { seat, restart, move_no: 1, moves_left: moves, goal_from, is_extra: false }
    }

    /// A turn of open play.
    pub fn open(seat: Seat, moves: u32) -> Turn {
        Turn { seat, restart: Restart::Open, move_no: 1, moves_left: moves, goal_from: 1, is_extra: false }
    }

    /// To the next Move of the same turn.
    pub(super) fn next_move(&mut self) {
        self.move_no += 1;
        self.moves_left -= 1;
    }

    /// To a Move that is one too many.
    pub(super) fn extra_move(&mut self) {
        self.move_no += 1;
        self.is_extra = true;
    }

    /// Whether a goal counts now.
    pub fn goal_counts(&self) -> bool {
        self.move_no >= self.goal_from
    }
}
