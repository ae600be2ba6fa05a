//! What chance decides, as the laws read it: drawn outside of them, each matter from its own stream.

use super::seat::Seat;

/// What chance decides for a whole match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchDraws {
    /// Who wins the toss before the match, CG-2.1.
    pub toss: Seat,
    /// Who wins the toss before extra time, CG-FB4.
    pub extra_toss: Seat,
    /// Who wins the toss before the penalty series.
    pub series_toss: Seat,
    /// Who wins the toss that ends a match without a winner, CG-1.3d.
    pub last_toss: Seat,
    /// For each half the share of the largest added time, CG-1.2b.
    pub added_ratio: [f64; 4],
}

/// What chance decides in one Move or throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveDraws {
    /// A careless touch in this direction, rad from straight ahead to the mover's left, replaces the stroke, CG-1.9b.
    pub accident_rad: Option<f64>,
    /// An illegal stroke, CG-1.10.
    pub illegal_stroke: bool,
    /// A touch of the other's coin, CG-5.1c.
    pub touch: bool,
    /// A touch of one's own coin without the comb, CG-5.1e.
    pub hand_touch: bool,
    /// Where a coin that was touched is shifted when nobody saw it, rad from straight ahead to the mover's left.
    pub shift_rad: f64,
    /// A stroke too many after this one, CG-5.1f.
    pub extra_move: bool,
    /// A wrong throw-in, CG-5.2b.
    pub bad_throw: bool,
    /// The struck coin hops, CG-5.9.
    pub hop: bool,
    /// A coin rides up, CG-5.9, when the probability that one of the hard hits does it is above this.
    pub ride: f64,
    /// Whether the referee sees a foul, CG-1.5.
    pub detected: bool,
    /// Whether a foul in the victim's own goal area gives a goal kick, CG-5.1a.
    pub award_goal_kick: bool,
    /// Whether a foul in the offender's goal area gives a penalty, CG-5.1b.
    pub award_penalty: bool,
    /// Error of the line call, beyond the line positive, m, CG-4.1b.
    pub reading_error_m: f64,
    /// Whether a ball in the band of discretion is given as out, when that is left to chance, CG-4.1b.
    pub award_in_band: bool,
    /// Time that the Move takes over its usual time, CG-1.2a.
    pub tempo_ratio: f64,
}

impl MoveDraws {
    /// People who make no mistakes and a referee who sees everything.
    pub const NONE: MoveDraws = MoveDraws {
        accident_rad: None,
        illegal_stroke: false,
        touch: false,
        hand_touch: false,
        shift_rad: 0.0,
        extra_move: false,
        bad_throw: false,
        hop: false,
        ride: 1.0,
        detected: true,
        award_goal_kick: true,
        award_penalty: true,
        reading_error_m: 0.0,
        award_in_band: false,
        tempo_ratio: 1.0,
    };
}
