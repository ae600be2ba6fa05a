//! Who is who, CG-1.1 and CG-1.6: a coin belongs to its seat for the whole match, whichever face is up.

use glam::{DVec2, dvec2};

tolley_experiment::names! {
    /// A player of the match.
    pub enum Seat {
        X = "x": "The first named; defends the end at negative x in the first half.",
        Y = "y": "The other.",
    }
}

impl Seat {
    /// The opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::X => Seat::Y,
            Seat::Y => Seat::X,
        }
    }

    /// 0 or 1, for arrays of both.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// One of the three coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A player's coin.
    Coin(Seat),
    /// The ball.
    Ball,
}

impl Piece {
    /// All three.
    pub const ALL: [Piece; 3] = [Piece::Coin(Seat::X), Piece::Coin(Seat::Y), Piece::Ball];

    /// 0 for X's coin, 1 for Y's coin, 2 for the ball.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Piece::Coin(seat) => seat.index(),
            Piece::Ball => 2,
        }
    }
}

/// A vector turned to the left by an angle.
#[inline]
pub fn turned(vector: DVec2, angle_rad: f64) -> DVec2 {
    let (sine, cosine) = libm::sincos(angle_rad);
    vector * cosine + vector.perp() * sine
}

/// Who defends which end, CG-1.2a, and which way round the table is: laws are the same for a mirrored match, to the
/// bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Sign of x at the end that X defends.
    pub x_sign: f64,
    /// 1, or -1 in a match that is mirrored about the table's long axis: what is left becomes right.
    pub hand_sign: f64,
}

impl Ends {
    /// Those of the first half.
    pub const FIRST: Ends = Ends { x_sign: -1.0, hand_sign: 1.0 };

    /// Sign of x at the end that a seat defends.
    #[inline]
    pub fn sign(self, seat: Seat) -> f64 {
        match seat {
            Seat::X => self.x_sign,
            Seat::Y => -self.x_sign,
        }
    }

    /// Who defends the end on that side of the table.
    #[inline]
    pub fn defender(self, x_m: f64) -> Seat {
        if (x_m > 0.0) == (self.x_sign > 0.0) { Seat::X } else { Seat::Y }
    }

    /// Signs that turn a vector of the seat's own frame (ahead, left) into one of the table, and back.
    #[inline]
    pub fn frame(self, seat: Seat) -> DVec2 {
        let ahead = -self.sign(seat);
        dvec2(ahead, ahead * self.hand_sign)
    }

    /// After the change of ends.
    pub fn swapped(self) -> Ends {
        Ends { x_sign: -self.x_sign, ..self }
    }
}
