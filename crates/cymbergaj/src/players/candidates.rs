//! Strokes worth a thought.

use glam::DVec2;

use super::aim::{self, AIMS, Contact};
use super::direct;
use super::field::{Field, off_way_m};
use super::foresight;
use super::model::Decision;
use crate::laws::turned;
use crate::shot::Intent;

/// The most there may be.
pub const MOST: usize = 40;

/// Where on the other coin the ball is played off, from straight towards the ball, rad.
const OFF_RAD: [f64; 8] = [0.15, -0.15, 0.4, -0.4, 0.65, -0.65, 0.9, -0.9];
/// A hard stroke, over the hardest that he dares.
const HARD: f64 = 0.8;

/// Strokes, some of them alike.
pub struct Candidates {
    intents: [Intent; MOST],
    count: usize,
}

impl Candidates {
    /// What may be tried, `plain` first; who may not wait plays the ball.
    pub fn of(field: &Field, decision: &Decision, plain: Intent, may_wait: bool) -> Candidates {
        let mut all = Candidates { intents: [plain; MOST], count: 1 };
        if decision.goal_counts {
            all.at_goal(field, decision);
            all.off_the_other(field, decision);
        }
        all.carried(field, decision);
        all.towards_the_other(field, decision);
        if may_wait {
            all.without_the_ball(field, decision);
        }
        all
    }

    /// Shots at goal, past the other coin and off it.
    pub fn shots(field: &Field, decision: &Decision) -> Candidates {
        let plain = direct::into_the_ball(field, decision);
        let mut shots = Candidates { intents: [plain; MOST], count: 0 };
        shots.at_goal(field, decision);
        shots.off_the_other(field, decision);
        shots
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Intent] {
        &self.intents[..self.count]
    }

    fn add(&mut self, intent: Intent) {
        if self.count < MOST {
            self.intents[self.count] = intent;
            self.count += 1;
        }
    }

    fn at_goal(&mut self, field: &Field, decision: &Decision) {
        for aim in AIMS {
            if let Some(shot) = aim::firm(field, decision, field.goal_m(aim * field.half_goal_m)) {
                self.add(shot.intent);
            }
        }
    }

    /// The ball off the other coin into the goal: the part of its speed along the line of centres turns back, as in a
    /// hit of a coin like his own.
    fn off_the_other(&mut self, field: &Field, decision: &Decision) {
        let view = &decision.view;
        let back = (view.ball_m - view.other_m).normalize_or(-DVec2::X);
        for turn_rad in OFF_RAD {
            let normal = turned(back, turn_rad);
            let touch_m = view.other_m + normal * (field.other_m + field.ball_m);
            let heading = (touch_m - view.ball_m).normalize_or(DVec2::X);
            let off = heading - normal * (field.transfer_ratio * heading.dot(normal));
            let left_m = touch_m.y + off.y / off.x * (field.out.half_length_m - touch_m.x);
            let goes_in = heading.dot(normal) < 0.0 && off.x > 0.0 && left_m.abs() < field.half_goal_m;
            if goes_in && let Some(contact) = Contact::throwing(field, view, heading) {
                self.add(field.stroke(contact.direction, HARD * field.speed_max_m_s));
            }
        }
    }

    /// The ball this way and that, near and far.
    fn carried(&mut self, field: &Field, decision: &Decision) {
        let ahead = (field.goal_m(0.0) - decision.view.ball_m).normalize_or(DVec2::X);
        for (cosine, sine) in [(1.0, 0.0), (0.8, 0.6), (0.8, -0.6), (0.28, 0.96), (0.28, -0.96)] {
            let wish = ahead * cosine + ahead.perp() * sine;
            for way in [0.12, 0.5] {
                let way_m = way * field.out.half_length_m;
                if let Some(shot) = aim::carry(field, decision, wish, way_m, 0.1 * field.out.half_width_m) {
                    self.add(shot.intent);
                }
            }
        }
    }

    /// The ball into the other coin, or that coin away after the ball.
    fn towards_the_other(&mut self, field: &Field, decision: &Decision) {
        let view = &decision.view;
        let heading = (view.other_m - view.ball_m).normalize_or(DVec2::X);
        for share in [0.35, HARD] {
            if let Some(contact) = Contact::throwing(field, view, heading) {
                self.add(field.stroke(contact.direction, share * field.speed_max_m_s));
            }
        }
    }

    /// Behind the ball, or between it and the own goal.
    fn without_the_ball(&mut self, field: &Field, decision: &Decision) {
        let view = &decision.view;
        if let Some((to_m, _)) = foresight::around(field, decision, f64::NEG_INFINITY) {
            self.add(direct::go_to(field, decision, to_m));
        }
        let half_m = field.table.lines_m() - field.own_m;
        let own_goal_m = -field.goal_m(0.0);
        let (way, way_m) = (own_goal_m - view.ball_m, own_goal_m.distance(view.ball_m));
        for share in [0.25, 0.6, 0.95] {
            let to_m = (view.ball_m + way * share).clamp(-half_m, half_m);
            let gone_m = to_m.distance(view.own_m);
            let room_m = |piece_m: DVec2, reach_m: f64| off_way_m(piece_m, view.own_m, to_m) - 1.2 * reach_m;
            let is_free =
                room_m(view.ball_m, field.reach_m()) > 0.0 && room_m(view.other_m, field.own_m + field.other_m) > 0.0;
            if is_free && gone_m >= field.least_m && way_m > 0.0 {
                self.add(direct::go_to(field, decision, to_m));
            }
        }
    }
}
