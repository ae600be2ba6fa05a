//! Where the three coins are.

use glam::DVec2;

use super::seat::{Piece, Seat};

/// Centres of the coins of X and Y and of the ball, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// In the order of [`Piece::index`].
    pub at_m: [DVec2; 3],
}

impl Layout {
    /// Of these places.
    pub fn new(x_m: DVec2, y_m: DVec2, ball_m: DVec2) -> Layout {
        Layout { at_m: [x_m, y_m, ball_m] }
    }

    /// The ball.
    #[inline]
    pub fn ball(&self) -> DVec2 {
        self.at_m[2]
    }

    /// A seat's coin.
    #[inline]
    pub fn coin(&self, seat: Seat) -> DVec2 {
        self.at_m[seat.index()]
    }

    /// A piece.
    #[inline]
    pub fn of(&self, piece: Piece) -> DVec2 {
        self.at_m[piece.index()]
    }

    /// Puts a piece somewhere.
    #[inline]
    pub fn put(&mut self, piece: Piece, at_m: DVec2) {
        self.at_m[piece.index()] = at_m;
    }

    /// Whether every number is one.
    pub fn is_finite(&self) -> bool {
        self.at_m.iter().all(|at_m| at_m.is_finite())
    }
}
