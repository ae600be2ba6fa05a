//! What plain geometry expects of a shot: where coin and ball come to rest, whether they meet the other player's coin,
//! and what the place that is left is worth to the player and to the other.
//!
//! Coin and ball slide without spin; the hit gives the ball `(1 + e) m / (m + M)` of the coin's speed along the line of
//! centres and leaves the coin `(m - e M) / (m + M)` of it, and what friction does not take of all that is across.

use core::f64::consts::SQRT_2;

use glam::DVec2;

use super::aim::{Contact, Shot, outlook};
use super::field::{Field, off_way_m};
use super::model::Decision;
use crate::laws::turned;
use crate::shot::PlayerView;

/// What a touch of the other player's coin before the ball costs; a goal that is sure is worth 1.
const FOUL: f64 = -0.8;
/// A touch of it after the ball: anything may follow.
const TOUCH: f64 = -0.8;
/// A stroke beside the ball.
const MISS: f64 = -0.6;
/// A goal kick of the other player.
const GOAL_KICK: f64 = -0.06;
/// His throw-in.
const THROW_IN: f64 = -0.12;
/// His corner, or an own goal that does not count.
const CORNER: f64 = -0.3;
/// How much of his own next chance the other player's Move leaves.
const LEFT: f64 = 0.6;
/// A ball at the other player's end-line.
const AHEAD: f64 = 0.1;
/// A shot is worth so much more than the same chance to come: who waits does not score.
const BOLD: f64 = 0.7;
/// How much of the chance is left that he has who goes round the ball while the other player moves.
pub const ROUND: f64 = 0.2;

/// Where a shot leads if all goes well but for the speed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// All rests.
    Rest(PlayerView),
    /// The ball leaves here, m.
    Out(DVec2),
}

/// What a shot at goal is worth.
pub fn of_shot(field: &Field, decision: &Decision, shot: &Shot, chance: f64) -> f64 {
    let follow = follow_through(field, shot, 1.0);
    BOLD + chance + (1.0 - chance) * GOAL_KICK + touches(field, decision, shot, shot.way_m, follow)
}

/// What a shot that carries the ball is worth if it is struck as hard as meant.
pub fn at_sight(field: &Field, decision: &Decision, shot: &Shot) -> f64 {
    let follow = follow_through(field, shot, 1.0);
    let Contact { normal, direction, approach_m, .. } = shot.contact;
    // a coin that errs by more passes beside the ball
    let room_m = field.reach_m() * (1.0 - normal.perp_dot(direction).abs());
    let cost = touches(field, decision, shot, 1.2 * shot.way_m, follow)
        + MISS * tail(room_m, field.hand.skill.aim_sd_rad * approach_m);
    if cost < TOUCH / 2.0 { cost } else { cost + of_end(field, decision, end(field, decision, shot, 1.0)) }
}

/// What a shot that carries the ball is worth, that at sight being known: with the errors of the speed.
pub fn with_errors(field: &Field, decision: &Decision, shot: &Shot, at_sight: f64) -> f64 {
    let meant = of_end(field, decision, end(field, decision, shot, 1.0));
    // the first of them is the stroke as meant
    let [(_, likely), erring @ ..] = field.speeds;
    let worth = |(ratio, weight): (f64, f64)| weight * of_end(field, decision, end(field, decision, shot, ratio));
    at_sight - meant + likely * meant + erring.into_iter().map(worth).sum::<f64>()
}

/// The way of the coin after the hit, when it was struck `ratio` as hard as meant, m.
fn follow_through(field: &Field, shot: &Shot, ratio: f64) -> DVec2 {
    let Contact { normal, direction, cut, throw_ratio, .. } = shot.contact;
    let along = normal * cut;
    let across = direction - along;
    let impulse_ratio = 1.0 - field.keep_ratio;
    let slowed = across.normalize_or_zero() * (throw_ratio * impulse_ratio * cut);
    let velocity_m_s = (along * field.keep_ratio + across - slowed) * hit_m_s(field, shot, ratio);
    velocity_m_s * (velocity_m_s.length() / (2.0 * field.slowing_m_s2))
}

/// Speed of the coin as it reaches the ball, m/s; 0 when it does not.
fn hit_m_s(field: &Field, shot: &Shot, ratio: f64) -> f64 {
    let speed_m_s = ratio * field.coin_m_s(&shot.intent);
    (speed_m_s * speed_m_s - 2.0 * field.slowing_m_s2 * shot.contact.approach_m).max(0.0).sqrt()
}

fn end(field: &Field, decision: &Decision, shot: &Shot, ratio: f64) -> End {
    let view = decision.view;
    let hit_m_s = hit_m_s(field, shot, ratio);
    let ball_m_s = hit_m_s * shot.contact.transfer_ratio(field);
    let (way_m, room_m) = (ball_m_s * ball_m_s / (2.0 * field.slowing_m_s2), field.room_m(view.ball_m, shot.heading));
    if way_m >= room_m {
        return End::Out(view.ball_m + shot.heading * room_m);
    }
    if hit_m_s == 0.0 {
        let speed_m_s = ratio * field.coin_m_s(&shot.intent);
        let own_m = view.own_m + shot.intent.direction * (speed_m_s * speed_m_s / (2.0 * field.slowing_m_s2));
        return End::Rest(PlayerView { own_m, ..view });
    }
    let half_m = field.table.lines_m() - field.own_m;
    let own_m = (shot.contact.ghost_m + follow_through(field, shot, ratio)).max(-half_m).min(half_m);
    End::Rest(PlayerView { own_m, ball_m: view.ball_m + shot.heading * way_m, ..view })
}

fn of_end(field: &Field, decision: &Decision, end: End) -> f64 {
    match end {
        End::Rest(view) if decision.moves_left > 1 && decision.next_counts => outlook(field, &view),
        End::Rest(view) => LEFT * outlook(field, &view) + AHEAD * view.ball_m.x / field.out.half_length_m,
        End::Out(at_m) if at_m.y.abs() >= field.out.half_width_m => THROW_IN,
        End::Out(at_m) if at_m.x > 0.0 => GOAL_KICK,
        End::Out(at_m) if at_m.y.abs() <= field.half_goal_m && decision.goal_counts => -1.0,
        End::Out(_) => CORNER,
    }
}

/// Where to go round the ball, which he leaves alone, and what that is worth, if that is more than `least`: behind it,
/// on a way that is free and no shorter than he may stroke, CG-1.10a.
pub fn around(field: &Field, decision: &Decision, least: f64) -> Option<(DVec2, f64)> {
    let view = &decision.view;
    let ahead = (field.goal_m(0.0) - view.ball_m).normalize_or(DVec2::X);
    let half_m = field.table.lines_m() - field.own_m;
    let mut best: Option<(DVec2, f64)> = None;
    for (turn_rad, gap) in ROUND_RAD.into_iter().flat_map(|turn_rad| GAPS.map(|gap| (turn_rad, gap))) {
        let own_m = view.ball_m - turned(ahead, turn_rad) * (gap * field.reach_m());
        let sure_m = SURE * field.hand.skill.aim_sd_rad * own_m.distance(view.own_m);
        let room = |piece_m, reach_m| off_way_m(piece_m, view.own_m, own_m) - reach_m;
        let is_free = room(view.ball_m, field.reach_m()) > sure_m.min(0.5 * field.reach_m())
            && room(view.other_m, field.own_m + field.other_m) > sure_m;
        let tries_nothing = own_m.distance(view.own_m) < field.least_m;
        if tries_nothing || !is_free || own_m.abs().cmpgt(half_m).any() {
            continue;
        }
        let most = best.map_or(least, |(_, most)| most);
        if let Some(worth) = gone_round(field, view, own_m - view.own_m, most) {
            best = Some((own_m, worth));
        }
    }
    best
}

/// What a way round the ball is worth, with the errors of the speed, if that is more than `least`.
fn gone_round(field: &Field, view: &PlayerView, way: DVec2, least: f64) -> Option<f64> {
    let (mut worth, mut left) = (0.0, 1.0);
    for (ratio, weight) in field.speeds {
        let own_m = view.own_m + way * (ratio * ratio);
        if off_way_m(view.ball_m, view.own_m, own_m) > field.reach_m() {
            worth += ROUND * weight * outlook(field, &PlayerView { own_m, ..*view });
        }
        left -= weight;
        // not even sure chances with all other errors would do
        if worth + ROUND * left <= least {
            return None;
        }
    }
    (worth > least).then_some(worth)
}

/// Where behind the ball, from the direction to the goal, rad.
const ROUND_RAD: [f64; 7] = [0.0, 0.3, -0.3, 0.7, -0.7, 1.1, -1.1];
/// How far from it, over the distance at which coin and ball touch.
const GAPS: [f64; 4] = [2.0, 3.5, 6.0, 10.0];
/// So many standard deviations of his direction leave the pieces alone.
const SURE: f64 = 2.0;

/// What touches of the other player's coin cost: by the coin on its way to the ball, by the ball, by the coin after it.
fn touches(field: &Field, decision: &Decision, shot: &Shot, ball_way_m: f64, follow: DVec2) -> f64 {
    let view = &decision.view;
    let aim_sd_rad = field.hand.skill.aim_sd_rad;
    let coin_m = field.own_m + field.other_m;
    let meets = |from_m: DVec2, way: DVec2, way_m: f64, reach_m: f64, sd_rad: f64| {
        let along_m = (view.other_m - from_m).dot(way).clamp(0.0, way_m);
        let apart_m = view.other_m.distance(from_m + way * along_m) - reach_m;
        tail(apart_m, sd_rad * along_m)
    };
    let before = meets(view.own_m, shot.intent.direction, shot.contact.approach_m, coin_m, aim_sd_rad);
    let ball = meets(view.ball_m, shot.heading, ball_way_m, field.ball_m + field.other_m, shot.spread_rad);
    let follow_m = follow.length();
    let after = meets(shot.contact.ghost_m, follow.normalize_or(DVec2::X), 1.2 * follow_m, coin_m, shot.spread_rad);
    FOUL * before + TOUCH * (ball + after).min(1.0)
}

/// How likely an error of this standard deviation uses up the room.
fn tail(room_m: f64, sd_m: f64) -> f64 {
    if room_m >= 4.0 * sd_m {
        return if room_m > 0.0 { 0.0 } else { 1.0 };
    }
    0.5 * libm::erfc(room_m / (sd_m * SQRT_2))
}
