//! A throw-in, CG-5.2b: drawn by the thrower, walked over the table, told to the laws.

use glam::DVec2;
use tolley_experiment::random::Stream;
use tolley_physics::discs::throw_in;

use super::bench::Bench;
use super::ground::Ground;
use super::stand::Stand;
use crate::laws::{Ends, MoveEvents, Piece, Seat};
use crate::pieces::{BALL, OPPONENT, STRIKER};
use crate::throw_in::Thrower;

/// Throws the ball from `stand.ball_m` along the unit vector `aim`; both in the thrower's own frame.
///
/// A ball that lands on a coin stays on it, which is a stack (CG-5.9b); one that crosses a line is out where it does.
pub fn throw(
    bench: &mut Bench,
    ground: &Ground,
    (seat, ends): (Seat, Ends),
    (thrower, stream): (&Thrower, &mut Stream),
    stand: &Stand,
    aim: DVec2,
    told: &mut MoveEvents,
) {
    let (physics, turn) = (&ground.physics, ends.frame(seat));
    let state = &mut bench.state;
    for (body, at_m) in [(STRIKER, stand.own_m), (BALL, stand.ball_m), (OPPONENT, stand.other_m)] {
        state.place(physics, body, at_m, DVec2::ZERO, 0.0);
    }
    let throw = thrower.throw(stand.ball_m, aim, physics.gravity_m_s2, stream);
    let Some(landed) = throw_in::play(physics, state, BALL, &throw) else {
        told.unforeseen = true;
        return;
    };
    let mut rest = *stand;
    rest.ball_m = landed.rest_m;
    if landed.is_off {
        told.fell(Piece::Ball, landed.flight_s, landed.rest_m * turn);
    } else if !ground.is_in_play(landed.rest_m) {
        told.ball_out(landed.flight_s, ground.way_out_m(landed.landing_m, landed.rest_m) * turn);
    }
    told.stack = landed.lies_on.map(|body| {
        let under = if body == STRIKER { seat } else { seat.other() };
        [Piece::Ball, Piece::Coin(under)]
    });
    told.rest(rest.layout(seat, ends));
}
