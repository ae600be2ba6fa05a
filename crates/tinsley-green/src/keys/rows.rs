//! Keys of which rows are left.

use tolley_experiment::keys;

keys! {
    /// The rows that are left.
    pub struct Told in "rows" {
        /// Whether the table lies, and of matches rests, is filled: every ball before and after each shot, to judge
        /// anew
        lies: bool = false, Bookkeeping "whether every ball's place is written";
        /// Whether the table racks is filled: how far apart the marbles of each rack lie
        racks: bool = false, Bookkeeping "whether the gaps of each rack are written";
    }
}
