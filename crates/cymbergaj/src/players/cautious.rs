//! `cautious`: like `direct`, but never risks to touch the other player's coin before the ball (CG-5.1d).

use glam::DVec2;

use super::direct;
use super::field::{Field, off_way_m};
use super::model::Decision;
use crate::shot::Intent;

/// So many standard deviations of his direction must leave the other coin alone.
const SURE: f64 = 4.0;

/// The stroke to make.
pub fn stroke(field: &Field, decision: &Decision) -> Intent {
    let intent =
        direct::stroke_of(field, decision, |shot| is_safe(field, decision, &shot.intent, shot.contact.approach_m));
    let way_m = decision.view.ball_m.distance(decision.view.own_m);
    if is_safe(field, decision, &intent, way_m) { intent } else { refusal(field, decision) }
}

/// Whether the coin misses the other one on its way to the ball, however it errs.
pub fn is_safe(field: &Field, decision: &Decision, intent: &Intent, approach_m: f64) -> bool {
    let view = &decision.view;
    let end_m = view.own_m + intent.direction * approach_m;
    let apart_m = off_way_m(view.other_m, view.own_m, end_m) - (field.own_m + field.other_m);
    // the error grows along the way, and matters where the other coin is
    let along_m = (view.other_m - view.own_m).dot(intent.direction);
    let error_m = SURE * field.hand.skill.aim_sd_rad * along_m.clamp(0.0, approach_m);
    apart_m > error_m
}

/// A Move that goes nowhere: a touch of the coin away from the other one.
fn refusal(field: &Field, decision: &Decision) -> Intent {
    let away = (decision.view.own_m - decision.view.other_m).normalize_or(-DVec2::X);
    let speed_m_s = (2.0 * field.slowing_m_s2 * 0.1 * field.own_m).sqrt();
    Intent { refuses: true, ..field.stroke(away, speed_m_s) }
}
