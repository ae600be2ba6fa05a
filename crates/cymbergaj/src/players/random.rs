//! `random`: somewhere at the ball, somehow hard.

use glam::{DVec2, dvec2};
use tolley_experiment::random::Stream;

use super::field::Field;
use super::model::Decision;
use crate::laws::turned;
use crate::shot::Intent;

/// How far beside the ball's middle the coin is aimed at most, over the distance at which they touch.
pub(super) const WIDEST: f64 = 1.2;
/// Slowest and fastest stroke, over the fastest that the player dares.
pub(super) const SPEED_SHARES: [f64; 2] = [0.1, 1.0];
/// How far from straight inwards the ball is thrown at most, rad.
pub(super) const WIDEST_THROW_RAD: f64 = 80.0 * (core::f64::consts::PI / 180.0);

/// The stroke to make; always two draws.
pub fn stroke(field: &Field, decision: &Decision, thought: &mut Stream) -> Intent {
    let [least, most] = SPEED_SHARES;
    let (beside, share) = (thought.uniform_in(-WIDEST, WIDEST), thought.uniform_in(least, most));
    self::beside(field, decision, beside, share)
}

/// A stroke past the middle of the ball, by so many times the distance at which they touch, at a share of the fastest.
pub(super) fn beside(field: &Field, decision: &Decision, beside: f64, share: f64) -> Intent {
    let way = decision.view.ball_m - decision.view.own_m;
    let target = way + way.normalize().perp() * (beside * field.reach_m());
    field.stroke(target.normalize(), share * field.speed_max_m_s)
}

/// Anywhere on the table; the laws give the nearest allowed place. Always two draws.
pub fn place(field: &Field, thought: &mut Stream) -> DVec2 {
    let (x, y) = (thought.uniform_in(-1.0, 1.0), thought.uniform_in(-1.0, 1.0));
    dvec2(x, y) * field.table.lines_m()
}

/// Inwards, anywhere within 80 degrees; one draw.
pub fn throw_aim(ball_m: DVec2, thought: &mut Stream) -> DVec2 {
    turned(inwards(ball_m), thought.uniform_in(-80.0, 80.0) * (core::f64::consts::PI / 180.0))
}

/// From the side line on which the ball lies straight onto the table.
pub(super) fn inwards(ball_m: DVec2) -> DVec2 {
    dvec2(0.0, if ball_m.y > 0.0 { -1.0 } else { 1.0 })
}
