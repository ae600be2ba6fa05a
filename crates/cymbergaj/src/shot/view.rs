//! Where the three coins stand as one player sees it.
//!
//! A player sees the table from his own end: he attacks along +x, his left is +y. From one frame to another only signs
//! flip, which is exact; so what is computed in a player's own frame is the same for both, bit for bit.

use glam::DVec2;

use crate::laws::{Ends, Layout, Seat};

/// Where the coins stand in one player's own frame, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerView {
    /// His coin.
    pub own_m: DVec2,
    /// The ball.
    pub ball_m: DVec2,
    /// The other player's coin.
    pub other_m: DVec2,
}

impl PlayerView {
    /// A layout as a seat sees it.
    pub fn of(layout: &Layout, seat: Seat, ends: Ends) -> PlayerView {
        let frame = ends.frame(seat);
        PlayerView {
            own_m: layout.coin(seat) * frame,
            ball_m: layout.ball() * frame,
            other_m: layout.coin(seat.other()) * frame,
        }
    }

    /// What a seat sees, on the table.
    pub fn layout(&self, seat: Seat, ends: Ends) -> Layout {
        let frame = ends.frame(seat);
        let (own_m, other_m) = (self.own_m * frame, self.other_m * frame);
        let [x_m, y_m] = if seat == Seat::X { [own_m, other_m] } else { [other_m, own_m] };
        Layout::new(x_m, y_m, self.ball_m * frame)
    }
}
