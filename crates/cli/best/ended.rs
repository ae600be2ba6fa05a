//! Why a search ends without an answer.

use tolley_search::best::NoValue;

use crate::exit::Stop;

/// Why a search ended without an answer.
pub enum Ended {
    /// By a signal.
    Stopped,
    /// Nothing has a value.
    NoValue,
    /// Something else.
    Failed(Stop),
}

impl From<NoValue> for Ended {
    fn from(NoValue: NoValue) -> Ended {
        Ended::NoValue
    }
}
