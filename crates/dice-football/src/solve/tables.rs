//! The tables of the study.

use super::rows::{PolicyRow, SolutionRow, ValueRow};

tolley_experiment::tables! {
    /// The tables of the study.
    pub(super) struct SolveTables {
        /// one exact solution of the match
        SOLUTIONS = "solutions": SolutionRow;
        /// the value of one position
        POSITIONS = "positions": ValueRow;
        /// the best decision at one position
        POLICY = "policy": PolicyRow;
    }
}
