//! `direct`: plain geometry. Compares the likeliest shot at goal with ways to carry the ball, by what each leaves to
//! him and to the other player; keeps clear of the other player's coin.

use glam::{DVec2, dvec2};

use super::aim::{self, Shot};
use super::field::Field;
use super::foresight;
use super::model::Decision;
use crate::laws::turned;
use crate::shot::{Intent, PlayerView};

/// Directions in which the ball may be carried, from that to the goal, rad; left and right are alike but for ties.
const TURNS_RAD: [f64; 9] = [0.0, 0.25, -0.25, 0.5, -0.5, 0.9, -0.9, 1.4, -1.4];
/// How far, over half the field's length.
const WAYS: [f64; 6] = [0.1, 0.22, 0.4, 0.65, 0.95, 1.3];
/// How far from the lines a carried ball should stop, over half the field's width.
const MARGIN: f64 = 0.1;

/// The stroke to make.
pub fn stroke(field: &Field, decision: &Decision) -> Intent {
    best(field, decision).map_or_else(|| into_the_ball(field, decision), |(shot, _)| shot.intent)
}

/// The best shot that plain geometry knows, and its worth.
pub fn best(field: &Field, decision: &Decision) -> Option<(Shot, f64)> {
    best_of(field, decision, |_| true)
}

/// The best of the shots that pass.
pub fn best_of(field: &Field, decision: &Decision, passes: impl Fn(&Shot) -> bool) -> Option<(Shot, f64)> {
    let at_goal = decision.goal_counts.then(|| aim::at_goal(field, decision)).flatten();
    let at_goal = at_goal.filter(|(shot, chance)| *chance > 0.0 && passes(shot));
    let mut best = at_goal.map(|(shot, chance)| (shot, foresight::of_shot(field, decision, &shot, chance)));
    let ahead = ahead(field, decision.view.ball_m);
    for turn_rad in TURNS_RAD {
        for way in WAYS {
            let Some(shot) = carried(field, decision, turned(ahead, turn_rad), way) else { continue };
            if !passes(&shot) {
                continue;
            }
            let worth = foresight::of_carry(field, decision, &shot);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((shot, worth));
            }
        }
    }
    best
}

/// Where to put his coin behind a ball at rest, so far from its centre, for the best shot there is.
pub fn behind(field: &Field, view: &PlayerView, moves_left: u32, gap_m: f64) -> Option<DVec2> {
    let ahead = ahead(field, view.ball_m);
    let mut best: Option<(DVec2, f64)> = None;
    for turn_rad in TURNS_RAD {
        let heading = turned(ahead, turn_rad);
        let own_m = view.ball_m - heading * gap_m;
        let half_m = field.table.lines_m() - field.own_m;
        if own_m.abs().cmpgt(half_m).any() || own_m.distance(view.other_m) < field.own_m + field.other_m {
            continue;
        }
        let view = PlayerView { own_m, ..*view };
        let decision = Decision { view, goal_counts: false, next_counts: true, moves_left };
        for way in WAYS {
            let Some(shot) = carried(field, &decision, heading, way) else { continue };
            let worth = foresight::of_carry(field, &decision, &shot);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((own_m, worth));
            }
        }
    }
    best.map(|(own_m, _)| own_m)
}

fn ahead(field: &Field, ball_m: DVec2) -> DVec2 {
    (field.goal_m(0.0) - ball_m).normalize_or(DVec2::X)
}

/// The ball carried along `heading`; `None` where it would not stay in play.
fn carried(field: &Field, decision: &Decision, heading: DVec2, way: f64) -> Option<Shot> {
    let ball_m = decision.view.ball_m;
    let target_m = ball_m + heading * (way * field.out.half_length_m);
    let margin_m = MARGIN * field.out.half_width_m;
    let inside_m = dvec2(field.out.half_length_m, field.out.half_width_m) - margin_m;
    if target_m.abs().cmpgt(inside_m).any() {
        return None;
    }
    Shot::towards(field, decision, target_m, 0.0)
}

/// Straight into the ball, softly: what is left when no cut is thick enough.
pub fn into_the_ball(field: &Field, decision: &Decision) -> Intent {
    let way = decision.view.ball_m - decision.view.own_m;
    let speed_m_s = (2.0 * field.slowing_m_s2 * (way.length() + 0.1 * field.out.half_length_m)).sqrt();
    field.stroke(way.normalize(), speed_m_s)
}
