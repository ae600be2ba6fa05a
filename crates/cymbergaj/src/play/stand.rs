//! Where the three coins stand as one player sees it.
//!
//! A player sees the table from his own end: he attacks along +x, his left is +y. From one frame to another only signs
//! flip, which is exact; so what is computed in a player's own frame is the same for both, bit for bit.

use glam::DVec2;

use crate::laws::{Ends, Layout, Seat};

/// Where the coins stand in one player's own frame, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// His coin.
    pub own_m: DVec2,
    /// The ball.
    pub ball_m: DVec2,
    /// The other player's coin.
    pub other_m: DVec2,
}

impl Stand {
    /// A layout as a seat sees it.
    pub fn of(layout: &Layout, seat: Seat, ends: Ends) -> Stand {
        let turn = ends.frame(seat);
        Stand {
            own_m: layout.coin(seat) * turn,
            ball_m: layout.ball() * turn,
            other_m: layout.coin(seat.other()) * turn,
        }
    }

    /// What a seat sees, on the table.
    pub fn layout(&self, seat: Seat, ends: Ends) -> Layout {
        let turn = ends.frame(seat);
        let (own_m, other_m) = (self.own_m * turn, self.other_m * turn);
        let [x_m, y_m] = if seat == Seat::X { [own_m, other_m] } else { [other_m, own_m] };
        Layout::new(x_m, y_m, self.ball_m * turn)
    }

    /// As the other player sees it.
    pub fn turned(&self) -> Stand {
        Stand { own_m: -self.other_m, ball_m: -self.ball_m, other_m: -self.own_m }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn a_layout_seen_and_put_back_is_the_same() {
        let layout = Layout::new(dvec2(-0.1, 0.03), dvec2(0.2, -0.05), dvec2(0.01, 0.02));
        let mirrored = Ends { hand_sign: -1.0, ..Ends::FIRST };
        for ends in [Ends::FIRST, Ends::FIRST.swapped(), mirrored] {
            for seat in [Seat::X, Seat::Y] {
                let stand = Stand::of(&layout, seat, ends);
                assert_eq!(stand.layout(seat, ends), layout);
                assert_eq!(stand.turned(), Stand::of(&layout, seat.other(), ends));
            }
        }
        assert_eq!(Stand::of(&layout, Seat::X, Ends::FIRST).own_m, layout.coin(Seat::X));
        assert_eq!(Stand::of(&layout, Seat::Y, Ends::FIRST).own_m, -layout.coin(Seat::Y));
    }
}
