//! What a position does not know of a match: the clock and the score.

/// When and at what score a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// 0 or 1.
    pub half: usize,
    /// Counted rolls left.
    pub left: u32,
    /// Who attacks; player 0 won the draw.
    pub side: usize,
    /// Goals of each player.
    pub goals: [u32; 2],
}

impl MatchState {
    /// Goals that player 0 is ahead.
    #[inline]
    pub fn ahead(&self) -> i32 {
        self.goals[0] as i32 - self.goals[1] as i32
    }
}
