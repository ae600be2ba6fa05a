//! One Move through the disc kernel, in buffers that are used again.

use glam::DVec2;
use tolley_physics::discs::{Discs, Scratch, State, strike};
use tolley_physics::kernel::{self, Ending};

use super::ground::Ground;
use super::stand::Stand;
use super::witness::{Counts, Witness};
use crate::laws::{Ends, MoveEvents, Seat};
use crate::pieces::{BALL, OPPONENT, STRIKER};
use crate::players::Launch;

/// Memory for Moves on grounds of the same lines, whoever strokes.
#[derive(Clone, Debug)]
pub struct Bench {
    pub(super) state: State,
    scratch: Scratch,
}

/// A Move as played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Where the coins end, or crossed the edge, as the mover sees it.
    pub end: Stand,
    /// What was counted.
    pub counts: Counts,
    /// How physics ended.
    pub ending: Ending,
}

impl Bench {
    /// For Moves on grounds like this one.
    pub fn new(ground: &Ground) -> Bench {
        Bench { state: State::new(&ground.physics), scratch: Scratch::new(&ground.physics) }
    }

    /// Plays a Move of `mover`, who sees the coins at `stand`, and tells `told` what happens in it.
    pub fn play(
        &mut self,
        ground: &Ground,
        (mover, ends): (Seat, Ends),
        stand: &Stand,
        launch: &Launch,
        told: &mut MoveEvents,
    ) -> Played {
        let Bench { state, scratch } = self;
        let physics = &ground.physics;
        let coin = &physics.coins[STRIKER];
        let (velocity_m_s, spin_rad_s) = strike::strike(coin, launch.direction, launch.speed_m_s, launch.offset_ratio);
        state.place(physics, STRIKER, stand.own_m, velocity_m_s, spin_rad_s);
        state.place(physics, BALL, stand.ball_m, DVec2::ZERO, 0.0);
        state.place(physics, OPPONENT, stand.other_m, DVec2::ZERO, 0.0);
        scratch.clear();
        let mut witness = Witness { told, mover, turn: ends.frame(mover), counts: Counts::default() };
        let ending = kernel::run::<Discs, _>(physics, state, scratch, &ground.limits, &mut witness);
        let counts = witness.counts;
        let place = |body: usize| state.bodies[body].position_m();
        let end = Stand { own_m: place(STRIKER), ball_m: place(BALL), other_m: place(OPPONENT) };
        // a ball that was let go on beyond a line has no line to cross any more
        if told.ball_out.is_none() && told.last_touch.is_some() && !ground.is_in_play(end.ball_m) {
            told.ball_out(counts.duration_s, end.ball_m * ends.frame(mover));
        }
        told.unforeseen |= matches!(ending, Ending::Quarantined(_));
        told.rest(end.layout(mover, ends));
        Played { end, counts, ending }
    }
}
