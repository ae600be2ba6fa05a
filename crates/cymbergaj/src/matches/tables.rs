//! The tables of both studies of matches.

use super::rows::{ContestRow, EventRow, MatchRow, MoveRow};
use super::step_row::StepRow;

tolley_experiment::tables! {
    /// The tables of both studies of matches.
    pub(super) struct ContestTables {
        /// one trial: a match, or two with exchanged seats
        CONTESTS = "contests": ContestRow;
        /// one match
        MATCHES = "matches": MatchRow;
        /// one Move, with contest.record from "moves" on
        MOVES = "moves": MoveRow;
        /// one clause applied, with contest.record = "events"
        EVENTS = "events": EventRow;
        /// one step of a match, with contest.record = "steps" or "events"
        STEPS = "steps": StepRow;
    }
}
