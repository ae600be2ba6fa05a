//! Throw-ins, CG-5.2b: how a hand throws the ball, and where the ball ends.
//!
//! All numbers are assumptions: nobody has measured a throw-in. The inward distance of the landing is lognormal, the
//! direction normal, and a ball that lands on its rim rolls an exponential length.

use glam::DVec2;
use tolley_experiment::random::Stream;
use tolley_experiment::unit::deg;
use tolley_physics::discs::throw_in::{self, Roll, Throw};

use super::bodies::{BALL, STRIKER};
use super::setup::StrokeSetup;
use super::view::PlayerView;
use super::workspace::Workspace;
use crate::laws::{Ends, MoveEvents, Piece, Seat, turned};

/// Why a throw is an assumption.
const UNMEASURED: &str = "nobody has measured a throw-in";
/// Vertical speed, m/s; from a hand at the height of the table.
const RISE_M_S: f64 = 1.6;
/// Restitution of a flat landing.
const RESTITUTION_RATIO: f64 = 0.35;
/// Probability of a landing on the rim: one in seven.
const P_EDGE: f64 = 0.15;
/// Mean length of a roll, m.
const ROLL_MEAN_M: f64 = 0.20;
/// Standard deviation of a roll's direction from that of the throw, rad.
const ROLL_SD_RAD: f64 = deg(60.0);

tolley_experiment::keys! {
    /// How somebody throws in.
    pub struct Thrower in "player" {
        /// Median of the distance that a throw-in lands from the edge
        throw_median_m: f64 = 0.15, in 0.001..=5.0, plausible 0.05..=0.4, clause "CG-5.2b", assumed UNMEASURED;
        /// Standard deviation of the logarithm of that distance
        throw_sd_ratio: f64 = 0.4, in 0.0..=3.0, plausible 0.0..=1.0, clause "CG-5.2b", assumed UNMEASURED;
        /// Standard deviation of a throw-in's direction
        throw_aim_sd_rad: f64 = deg(12.0), in 0.0..=1.6, plausible 0.0..=0.6, clause "CG-5.2b", assumed UNMEASURED;
    }
}

impl Thrower {
    /// A throw from the edge along the unit vector `aim`; always takes five draws, so that throws stay paired.
    pub fn throw(&self, from_m: DVec2, aim: DVec2, gravity_m_s2: f64, stream: &mut Stream) -> Throw {
        let distance_m = self.throw_median_m * libm::exp(self.throw_sd_ratio * stream.normal());
        let direction = turned(aim, self.throw_aim_sd_rad * stream.normal());
        let on_edge = stream.uniform() < P_EDGE;
        let length_m = ROLL_MEAN_M * stream.exponential();
        let roll = Roll { length_m, direction: turned(direction, ROLL_SD_RAD * stream.normal()) };
        let flight_s = 2.0 * RISE_M_S / gravity_m_s2;
        Throw {
            from_m,
            direction,
            height_m: 0.0,
            rise_m_s: RISE_M_S,
            speed_m_s: distance_m / flight_s,
            restitution_ratio: RESTITUTION_RATIO,
            roll: on_edge.then_some(roll),
        }
    }
}

impl Workspace {
    /// Throws the ball from `view.ball_m` along the unit vector `aim`; both in the thrower's own frame.
    ///
    /// A ball that lands on a coin stays on it, which is a stack (CG-5.9b); one that crosses a line is out where it
    /// does.
    pub fn throw(
        &mut self,
        setup: &StrokeSetup,
        (seat, ends): (Seat, Ends),
        (thrower, stream): (&Thrower, &mut Stream),
        view: &PlayerView,
        aim: DVec2,
        events: &mut MoveEvents,
    ) {
        let (physics, frame) = (&setup.physics, ends.frame(seat));
        self.put(physics, view);
        let throw = thrower.throw(view.ball_m, aim, physics.gravity_m_s2(), stream);
        let Some(landed) = throw_in::play(physics, &self.state, BALL, &throw) else {
            events.unforeseen = true;
            return;
        };
        let mut rest = *view;
        // posts are higher than a throw, but only where it comes down does one stop it
        rest.ball_m = setup.pitch.off_post(Piece::Ball, landed.rest_m);
        if landed.is_off {
            events.fell(Piece::Ball, landed.flight_s, landed.rest_m * frame);
        } else if !setup.out.contains(landed.rest_m) {
            events.ball_out(landed.flight_s, setup.way_out_m(landed.landing_m, landed.rest_m) * frame);
        }
        events.stack = landed.lies_on.map(|body| {
            let under = if body == STRIKER { seat } else { seat.other() };
            [Piece::Ball, Piece::Coin(under)]
        });
        events.rest(rest.layout(seat, ends));
    }
}
