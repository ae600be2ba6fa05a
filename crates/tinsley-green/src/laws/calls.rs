//! What the referee calls of a shot and of a turn, and what befalls the balls. The draws belong to his policy, not to
//! the laws.

use glam::DVec2;

use super::clause::Clause;
use super::events::Ball;

/// A ball that breaks, TG-8.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breakage {
    /// Which.
    pub ball: Ball,
    /// How far beside the place where the whole ball would lie the largest piece stops, m; `None` when no largest
    /// piece can be told.
    pub piece_offset_m: Option<DVec2>,
    /// Of a toley: whether its player may go on with another of its make; else with the standard one.
    pub is_own_make_approved: bool,
}

/// Of a shot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    /// The shot is called a foul, by this clause (TG-2 for a call without a breach).
    pub foul: Option<Clause>,
    /// Breaches that he did not see, each with the player whose it was.
    pub unseen: Vec<(Clause, u8)>,
    /// A ball that a hand or clothing stopped, TG-7c: it does not leave the ring.
    pub blocked: Option<Ball>,
    /// Whose hand or clothing that was, seen or not.
    pub hand: Option<u8>,
    /// The same, if it was not the shooter's and the referee saw it.
    pub blocker: Option<u8>,
    /// The balls that broke, each at most once.
    pub broken: Vec<Breakage>,
    /// By how many marbles the collector miscounts, if the break ends, TG-9b.
    pub miscount: i32,
    /// His error at the edge for each marble, then for each toley, m; empty: none.
    pub edge_errors_m: Vec<f64>,
}

impl Calls {
    /// The error for the marble, or after the marbles the toley, of this number, m.
    pub(crate) fn edge_error_m(&self, i: usize) -> f64 {
        self.edge_errors_m.get(i).copied().unwrap_or(0.0)
    }
}

/// Before a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCalls {
    /// A side that is not playing earns a warning, TG-9d.
    pub warned: Option<u8>,
    /// The player wants to swap his toley, TG-4c: with leave or without.
    pub substitution: Option<bool>,
}
