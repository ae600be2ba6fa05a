//! `direct`: plain geometry. Shoots when a goal counts and is likely enough, else carries the ball towards the goal,
//! and clears it when it lies before the own goal.

use super::aim::{self, Shot};
use super::field::Field;
use super::model::Decision;
use crate::shot::Intent;

/// A shot less likely than this is not taken.
const WORTH: f64 = 0.12;
/// How far the ball is carried at once, over half the field's length.
const STEP: f64 = 0.3;
/// How far it is cleared, over half the field's length.
const CLEARANCE: f64 = 0.9;
/// How far from the lines a carried ball should stop, over half the field's width.
const MARGIN: f64 = 0.15;

/// The stroke to make.
pub fn stroke(field: &Field, decision: &Decision) -> Intent {
    if decision.goal_counts
        && let Some((shot, chance)) = aim::at_goal(field, decision)
        && chance >= WORTH
    {
        return shot.intent;
    }
    carried(field, decision).map_or_else(|| into_the_ball(field, decision), |shot| shot.intent)
}

/// The ball carried towards the goal, or cleared.
pub fn carried(field: &Field, decision: &Decision) -> Option<Shot> {
    let ball_m = decision.view.ball_m;
    let wish = (field.goal_m(0.0) - ball_m).normalize();
    let in_danger = decision.moves_left == 1 && ball_m.x < -0.5 * field.out.half_length_m;
    let way_m = if in_danger { CLEARANCE } else { STEP } * field.out.half_length_m;
    aim::carry(field, decision, wish, way_m, MARGIN * field.out.half_width_m)
}

/// Straight into the ball, softly: what is left when no cut is thick enough.
pub fn into_the_ball(field: &Field, decision: &Decision) -> Intent {
    let way = decision.view.ball_m - decision.view.own_m;
    let speed_m_s = (2.0 * field.slowing_m_s2 * (way.length() + 0.1 * field.out.half_length_m)).sqrt();
    Intent::straight(way.normalize(), speed_m_s)
}
