//! The three coins of a stroke, as physics numbers them.

use crate::laws::{Piece, Seat};

/// Number of the struck coin.
pub const STRIKER: usize = 0;
/// Number of the ball.
pub const BALL: usize = 1;
/// Number of the other player's coin.
pub const OPPONENT: usize = 2;

/// The piece of this number in a stroke of `mover`.
pub(super) fn piece(body: usize, mover: Seat) -> Piece {
    match body {
        STRIKER => Piece::Coin(mover),
        BALL => Piece::Ball,
        _ => Piece::Coin(mover.other()),
    }
}
