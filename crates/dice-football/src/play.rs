//! The study `dice-football/match`.

/// How a match of the draw's winner against the other ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first has more goals.
    First,
    /// The second has more goals.
    Second,
    /// Nobody wins.
    Draw,
    /// A series of penalties decides.
    Series,
}

/// DF-time-tournament: a draw stands in friendlies only.
pub fn ending([first, second]: [u32; 2], draw_allowed: bool) -> Ending {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Ending::First,
        std::cmp::Ordering::Less => Ending::Second,
        std::cmp::Ordering::Equal if draw_allowed => Ending::Draw,
        std::cmp::Ordering::Equal => Ending::Series,
    }
}
