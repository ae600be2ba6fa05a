//! Who wins a match.

/// How a match ends once the time is up; players are told as the draw's winner, 0, and the other, 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player has more goals.
    Won(usize),
    /// Nobody wins.
    Drawn,
    /// A series of penalties decides.
    Series,
}

/// DF-time-tournament: a draw stands in friendlies only.
///
/// ```
/// use tolley_dice_football::laws::{Verdict, judge};
/// assert_eq!(judge([2, 1], false), Verdict::Won(0));
/// assert_eq!(judge([1, 1], false), Verdict::Series);
/// ```
pub fn judge([first, second]: [u32; 2], draw_allowed: bool) -> Verdict {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Verdict::Won(0),
        std::cmp::Ordering::Less => Verdict::Won(1),
        std::cmp::Ordering::Equal if draw_allowed => Verdict::Drawn,
        std::cmp::Ordering::Equal => Verdict::Series,
    }
}
