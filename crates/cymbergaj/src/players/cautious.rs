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

/// A Move that leaves the ball alone: back between ball and own goal if the way there is free, else away from the other
/// coin.
fn refusal(field: &Field, decision: &Decision) -> Intent {
    let view = &decision.view;
    let own_goal_m = -field.goal_m(0.0);
    let before_goal = (own_goal_m - view.ball_m).normalize_or(-DVec2::X);
    let is_good = |to_m: &DVec2| {
        let way_m = to_m.distance(view.own_m);
        let to = field.stroke((*to_m - view.own_m).normalize_or(-DVec2::X), 0.0);
        let misses_ball = off_way_m(view.ball_m, view.own_m, *to_m) > 1.5 * field.reach_m();
        let stays = to_m.abs().cmplt(field.table.lines_m() - field.own_m).all();
        stays && way_m >= field.least_m && misses_ball && is_safe(field, decision, &to, 1.5 * way_m)
    };
    let back_m =
        [3.0, 6.0, 10.0].map(|gap| view.ball_m + before_goal * (gap * field.reach_m())).into_iter().find(is_good);
    let away = || view.own_m + (view.own_m - view.other_m).normalize_or(-DVec2::X) * field.least_m;
    Intent { refuses: true, ..direct::go_to(field, decision, back_m.unwrap_or_else(away)) }
}
