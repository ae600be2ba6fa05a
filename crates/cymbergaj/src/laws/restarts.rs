//! The restarts: how many Moves each grants and from which on a goal counts. CG-3.2a, 5.2c, 5.4 to 5.8.

use super::clause::Clause;
use super::rules::{Grant, Rules};
use super::seat::Seat;

tolley_experiment::names! {
    /// How play starts again.
    pub enum Restart {
        /// It did not stop.
        Open = "open",
        /// CG-3.1.
        KickOff = "kick-off",
        /// CG-5.2a.
        ThrowIn = "throw-in",
        /// CG-5.4.
        FreeKick = "free-kick",
        /// CG-5.5.
        GoalKick = "goal-kick",
        /// CG-5.6.
        Corner = "corner",
        /// CG-5.7.
        Penalty = "penalty",
        /// CG-5.8.
        CentreKick = "centre-kick",
    }
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
    pub fn grant(self, rules: &Rules) -> Grant {
        match self {
            Restart::Open | Restart::ThrowIn | Restart::Penalty => Grant { moves: 1, goal_from: 1 },
            Restart::KickOff => rules.kickoff,
            Restart::FreeKick => rules.free_kick,
            Restart::GoalKick => rules.goal_kick,
            Restart::Corner => rules.corner,
            Restart::CentreKick => rules.centre_kick,
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
}

impl Turn {
    /// The turn that a restart gives.
    pub fn of(restart: Restart, seat: Seat, rules: &Rules) -> Turn {
        let Grant { moves, goal_from } = restart.grant(rules);
        Turn { seat, restart, move_no: 1, moves_left: moves, goal_from }
    }

    /// A turn of open play.
    pub fn open(seat: Seat, moves: u32) -> Turn {
        Turn { seat, restart: Restart::Open, move_no: 1, moves_left: moves, goal_from: 1 }
    }

    /// To the next Move of the same turn.
    pub(super) fn next_move(&mut self) {
        self.move_no += 1;
        self.moves_left -= 1;
    }

    /// Whether a goal counts now.
    pub fn goal_counts(&self) -> bool {
        self.move_no >= self.goal_from
    }
}
