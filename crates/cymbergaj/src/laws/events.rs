//! What the laws need to know of one Move: told by physics in the order of time, kept in a fixed space.

use glam::DVec2;

use super::layout::Layout;
use super::seat::{Piece, Seat};

/// When and where something happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Since the stroke, s.
    pub time_s: f64,
    /// Where, m.
    pub at_m: DVec2,
}

/// The account of one Move or throw: make one with [`MoveEvents::new`], tell it the events in the order of time, then
/// [`MoveEvents::rest`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEvents {
    /// When the mover's coin first hits the ball.
    pub ball_hit_s: Option<f64>,
    /// The first hit of coin on coin with an impulse above the limit of CG-5.1d.
    pub coins_hit: Option<Moment>,
    /// What the mover's coin hits first.
    pub first_hit: Option<Piece>,
    /// Whose coin touched the ball last before it left or came to rest; `None` when none did.
    pub last_touch: Option<Seat>,
    /// Where the ball's centre crossed the rectangle [`super::Pitch::out_m`] first.
    pub ball_out: Option<Moment>,
    /// Whether the ball fell off the table.
    pub ball_fell: bool,
    /// Where a coin fell off the table.
    pub coin_out: [Option<Moment>; 2],
    /// The hardest hit, its impulse in N s and the two pieces.
    pub hardest: Option<(f64, [Piece; 2])>,
    /// Number of hits with an impulse above the limit of riding up, CG-5.9.
    pub hard_count: u32,
    /// What came to lie on what, `[upper, lower]`; the ball of a throw that landed on a coin.
    pub stack: Option<[Piece; 2]>,
    /// Where the pieces rest; for a piece that fell, where it fell.
    pub rest: Layout,
    /// Whether physics gave up on this Move: the referee's last word, CG-6.1.
    pub unforeseen: bool,
    mover: Seat,
    coins_limit_n_s: f64,
    hard_limit_n_s: f64,
}

impl MoveEvents {
    /// Of a Move of `mover` that begins with this layout; [`super::Laws::events`] gives it the limits of the laws: the
    /// impulses above which a hit of coin on coin counts, and above which a hit is hard, N s.
    pub fn new(mover: Seat, start: Layout, [coins_limit_n_s, hard_limit_n_s]: [f64; 2]) -> MoveEvents {
        MoveEvents {
            ball_hit_s: None,
            coins_hit: None,
            first_hit: None,
            last_touch: None,
            ball_out: None,
            ball_fell: false,
            coin_out: [None; 2],
            hardest: None,
            hard_count: 0,
            stack: None,
            rest: start,
            unforeseen: false,
            mover,
            coins_limit_n_s,
            hard_limit_n_s,
        }
    }

    /// A seat's coin and the ball hit each other.
    #[inline]
    pub fn ball_hit(&mut self, seat: Seat, time_s: f64, impulse_n_s: f64) {
        self.hard(impulse_n_s, [Piece::Coin(seat), Piece::Ball]);
        if self.ball_out.is_none() {
            self.last_touch = Some(seat);
        }
        if seat == self.mover {
            self.ball_hit_s.get_or_insert(time_s);
            self.first_hit.get_or_insert(Piece::Ball);
        }
    }

    /// The two players' coins hit each other.
    #[inline]
    pub fn coins_hit(&mut self, time_s: f64, at_m: DVec2, impulse_n_s: f64) {
        let other = Piece::Coin(self.mover.other());
        self.hard(impulse_n_s, [Piece::Coin(self.mover), other]);
        if impulse_n_s > self.coins_limit_n_s {
            self.coins_hit.get_or_insert(Moment { time_s, at_m });
            self.first_hit.get_or_insert(other);
        }
    }

    /// The ball's centre crosses the rectangle [`super::Pitch::out_m`] outwards.
    #[inline]
    pub fn ball_out(&mut self, time_s: f64, at_m: DVec2) {
        self.ball_out.get_or_insert(Moment { time_s, at_m });
    }

    /// A piece falls off the table; for the ball this is also [`MoveEvents::ball_out`].
    #[inline]
    pub fn fell(&mut self, piece: Piece, time_s: f64, at_m: DVec2) {
        match piece {
            Piece::Ball => {
                self.ball_out(time_s, at_m);
                self.ball_fell = true;
            }
            Piece::Coin(seat) => self.coin_out[seat.index()] = Some(Moment { time_s, at_m }),
        }
    }

    /// Everything rests.
    #[inline]
    pub fn rest(&mut self, rest: Layout) {
        self.rest = rest;
    }

    #[inline]
    fn hard(&mut self, impulse_n_s: f64, pieces: [Piece; 2]) {
        self.hard_count += u32::from(impulse_n_s > self.hard_limit_n_s);
        if self.hardest.is_none_or(|(most_n_s, _)| impulse_n_s > most_n_s) {
            self.hardest = Some((impulse_n_s, pieces));
        }
    }
}
