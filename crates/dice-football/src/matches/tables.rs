//! The tables of the study.

use super::rolls::RollRow;
use super::rows::MatchRow;
use super::series::PenaltyRow;

tolley_experiment::tables! {
    /// The tables of the study.
    pub(super) struct MatchTables {
        /// one match
        MATCHES = "matches": MatchRow;
        /// one step of a match, with the clause that says so, with match.rolls
        ROLLS = "rolls": RollRow;
        /// one penalty of a series after a draw, with match.rolls
        PENALTIES = "penalties": PenaltyRow;
    }
}
