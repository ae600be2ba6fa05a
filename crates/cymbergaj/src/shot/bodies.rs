//! The three coins of a stroke, as physics numbers them.

/// Number of the struck coin.
pub const STRIKER: usize = 0;
/// Number of the ball.
pub const BALL: usize = 1;
/// Number of the other player's coin.
pub const OPPONENT: usize = 2;
