//! Throw-ins, CG-5.2b: how a hand throws the ball, and where the ball ends.
//!
//! All numbers are assumptions: nobody has measured a throw-in. The inward distance of the landing is lognormal, the
//! direction normal, and a ball that lands on its rim rolls an exponential length.

use glam::DVec2;
use tolley_experiment::random::Stream;
use tolley_experiment::unit::deg;
use tolley_physics::discs::throw_in::{self, Landed, Roll, Throw};

use super::bodies::{BALL, STRIKER};
use super::setup::StrokeSetup;
use super::view::PlayerView;
use super::workspace::Workspace;
use crate::laws::{Ends, MoveEvents, Piece, Seat, turned};

/// Why a throw is an assumption.
const UNMEASURED: &str = "nobody has measured a throw-in";
tolley_experiment::keys! {
    /// How somebody throws in.
    pub struct Thrower in "player" {
        /// Median of the distance that a throw-in lands from the edge
        throw_median_m: f64 = 0.15, Skill "usual length of {}'s throw-ins", in 0.001..=5.0, plausible 0.05..=0.4,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Standard deviation of the logarithm of that distance
        throw_sd_ratio: f64 = 0.4, Skill "spread of {}'s throw-in length", shown "%", in 0.0..=3.0, plausible 0.0..=1.0,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Standard deviation of a throw-in's direction
        throw_aim_sd_rad: f64 = deg(12.0), Skill "spread of {}'s throw-in direction", in 0.0..=1.6, plausible 0.0..=0.6,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Vertical speed with which a throw-in leaves the hand
        throw_rise_m_s: f64 = 1.6, Skill "upward speed of {}'s throw-ins", in 0.05..=20.0, plausible 0.5..=3.0,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Height of the hand over the table as it throws in
        throw_height_m: f64 = 0.0, Skill "height of {}'s throw-ins", in 0.0..=1.0, plausible 0.0..=0.1,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Restitution of a throw-in that lands flat
        throw_restitution_ratio: f64 = 0.35, Ground "bounce of {}'s throw-ins", in 0.0..=0.99, plausible 0.2..=0.6,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Probability that a throw-in lands on the rim of the ball, and rolls
        p_throw_edge: f64 = 0.15, Skill "chance that {}'s throw-in rolls", in 0.0..=1.0, plausible 0.0..=0.4,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Mean way of a ball that rolls from a throw-in
        throw_roll_m: f64 = 0.20, Skill "rolling distance of {}'s throw-ins", in 0.0..=5.0, plausible 0.05..=0.5,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
        /// Standard deviation of the direction in which it rolls, from that of the throw
        throw_roll_sd_rad: f64 = deg(60.0), Skill "spread of {}'s rolling throw-ins", in 0.0..=3.2, plausible 0.0..=1.6,
            strata plausible, clause "CG-5.2b", assumed UNMEASURED;
    }
}

impl Thrower {
    /// A throw from the edge along the unit vector `aim`; always takes five draws, so that throws stay paired.
    pub fn throw(&self, from_m: DVec2, aim: DVec2, gravity_m_s2: f64, stream: &mut Stream) -> Throw {
        let distance_m = self.throw_median_m * libm::exp(self.throw_sd_ratio * stream.normal());
        let direction = turned(aim, self.throw_aim_sd_rad * stream.normal());
        let on_edge = stream.uniform() < self.p_throw_edge;
        let length_m = self.throw_roll_m * stream.exponential();
        let roll = Roll { length_m, direction: turned(direction, self.throw_roll_sd_rad * stream.normal()) };
        // up from the hand and down to the table
        let rise_m_s = self.throw_rise_m_s;
        let flight_s =
            (rise_m_s + (rise_m_s * rise_m_s + 2.0 * gravity_m_s2 * self.throw_height_m).sqrt()) / gravity_m_s2;
        Throw {
            from_m,
            direction,
            height_m: self.throw_height_m,
            rise_m_s,
            speed_m_s: distance_m / flight_s,
            restitution_ratio: self.throw_restitution_ratio,
            roll: on_edge.then_some(roll),
        }
    }
}

impl Workspace {
    /// Throws the ball from `view.ball_m` along the unit vector `aim`; both in the thrower's own frame.
    ///
    /// A ball that lands on a coin stays on it, which is a stack (CG-5.9b). One that crosses a line, in the air or on
    /// the table, is out where it crosses; its way on the table takes no time.
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
        self.film_throw(physics, (seat, ends), &throw, &landed);
        let mut rest = *view;
        // posts are higher than a throw, but only where it comes down does one stop it
        rest.ball_m = setup.pitch.off_post(Piece::Ball, landed.rest_m);
        if let Some((time_s, at_m)) = crossing(setup, &throw, &landed) {
            events.ball_out(time_s, at_m * frame);
        }
        if landed.is_off {
            events.fell(Piece::Ball, landed.air_s, landed.rest_m * frame);
        }
        events.stack = landed.lies_on.map(|body| {
            let under = if body == STRIKER { seat } else { seat.other() };
            [Piece::Ball, Piece::Coin(under)]
        });
        events.rest(rest.layout(seat, ends));
    }
}

/// CG-5.2d: when and where a thrown ball crosses the line of leaving, if it does.
fn crossing(setup: &StrokeSetup, throw: &Throw, landed: &Landed) -> Option<(f64, DVec2)> {
    let Landed { landing_m, rest_m, .. } = *landed;
    if !setup.out.contains(landing_m) {
        let share = setup.way_out_share(throw.from_m, landing_m);
        return Some((share * landed.flight_s, throw.from_m.lerp(landing_m, share)));
    }
    let is_out = landed.is_off || !setup.out.contains(rest_m);
    is_out.then(|| (landed.flight_s, landing_m.lerp(rest_m, setup.way_out_share(landing_m, rest_m))))
}
