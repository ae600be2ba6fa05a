//! `direct`: plain geometry. Compares the likeliest shot at goal with ways to carry the ball, by what each leaves to
//! him and to the other player; keeps clear of the other player's coin.

use glam::{DVec2, dvec2};

use super::aim::{self, Contact, Shot};
use super::field::Field;
use super::foresight;
use super::model::Decision;
use crate::laws::turned;
use crate::shot::{Intent, PlayerView};

/// Directions in which the ball may be carried: from that to the goal, rad; left and right are alike but for ties.
const FROM_AHEAD_RAD: [f64; 5] = [0.0, 0.3, -0.3, 0.75, -0.75];
/// From that in which it lies from his coin, rad.
const FROM_STRAIGHT_RAD: [f64; 7] = [0.0, 0.35, -0.35, 0.75, -0.75, 1.1, -1.1];
/// Where a coin may be put behind a ball, from the direction to the goal, rad.
const PLACES_RAD: [f64; 9] = [0.0, 0.2, -0.2, 0.45, -0.45, 0.8, -0.8, 1.3, -1.3];
/// How far, over half the field's length.
const WAYS: [f64; 6] = [0.1, 0.22, 0.4, 0.65, 0.95, 1.3];
/// How many are looked at twice.
const TAKEN: usize = 4;
/// A shot worth less is likelier to touch the other coin than not.
const HOPELESS: f64 = -0.4;
/// How far from the lines a carried ball should stop, over half the field's width.
const MARGIN: f64 = 0.1;

/// The stroke to make.
pub fn stroke(field: &Field, decision: &Decision) -> Intent {
    stroke_of(field, decision, |_| true)
}

/// The stroke to make if only shots that pass may be made.
pub fn stroke_of(field: &Field, decision: &Decision, passes: impl Fn(&Shot) -> bool) -> Intent {
    let best = best_of(field, decision, passes).filter(|(_, worth)| *worth > HOPELESS);
    // who has another Move would lose it by going round
    let least = best.map_or(f64::NEG_INFINITY, |(_, worth)| worth);
    let may_go = best.is_none() || (decision.moves_left == 1 && least < foresight::ROUND);
    let round = may_go.then(|| foresight::around(field, decision, least)).flatten();
    match (round, best) {
        (Some((to_m, _)), _) => go_to(field, decision, to_m),
        (None, Some((shot, _))) => shot.intent,
        (None, None) => into_the_ball(field, decision),
    }
}

/// A stroke that brings his coin to a place and leaves the ball alone.
pub fn go_to(field: &Field, decision: &Decision, to_m: DVec2) -> Intent {
    let way = to_m - decision.view.own_m;
    field.stroke(way.normalize_or(-DVec2::X), (2.0 * field.slowing_m_s2 * way.length()).sqrt())
}

/// The best of the shots that pass, and its worth.
fn best_of(field: &Field, decision: &Decision, passes: impl Fn(&Shot) -> bool) -> Option<(Shot, f64)> {
    let at_goal = decision.goal_counts.then(|| aim::at_goal(field, decision)).flatten();
    let at_goal = at_goal.filter(|(shot, chance)| *chance > 0.0 && passes(shot));
    let mut best = at_goal.map(|(shot, chance)| (shot, foresight::of_shot(field, decision, &shot, chance)));
    let view = &decision.view;
    let (ahead, straight) = (ahead(field, view.ball_m), (view.ball_m - view.own_m).normalize_or(DVec2::X));
    let ahead = FROM_AHEAD_RAD.into_iter().map(|turn_rad| turned(ahead, turn_rad));
    let headings = ahead.chain(FROM_STRAIGHT_RAD.into_iter().map(|turn_rad| turned(straight, turn_rad)));
    let mut taken: [Option<(Shot, f64)>; TAKEN] = [None; TAKEN];
    for heading in headings {
        for shot in carried(field, decision, heading).filter(&passes) {
            take(&mut taken, shot, foresight::at_sight(field, decision, &shot));
        }
    }
    for (shot, at_sight) in taken.into_iter().flatten() {
        let worth = foresight::with_errors(field, decision, &shot, at_sight);
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((shot, worth));
        }
    }
    best
}

/// Keeps the best, best first; of equal ones those that came first.
fn take(taken: &mut [Option<(Shot, f64)>; TAKEN], shot: Shot, worth: f64) {
    let place = taken.iter().position(|kept| kept.is_none_or(|(_, least)| worth > least));
    if let Some(place) = place {
        taken[place..].rotate_right(1);
        taken[place] = Some((shot, worth));
    }
}

/// Where to put his coin behind a ball at rest, so far from its centre, for the best shot there is.
pub fn behind(field: &Field, view: &PlayerView, moves_left: u32, gap_m: f64) -> Option<DVec2> {
    let ahead = ahead(field, view.ball_m);
    let mut best: Option<(DVec2, f64)> = None;
    for turn_rad in PLACES_RAD {
        let heading = turned(ahead, turn_rad);
        let own_m = view.ball_m - heading * gap_m;
        let half_m = field.table.lines_m() - field.own_m;
        if own_m.abs().cmpgt(half_m).any() || own_m.distance(view.other_m) < field.own_m + field.other_m {
            continue;
        }
        let view = PlayerView { own_m, ..*view };
        let decision = Decision { view, goal_counts: false, next_counts: true, moves_left };
        for shot in carried(field, &decision, heading) {
            let at_sight = foresight::at_sight(field, &decision, &shot);
            let worth = foresight::with_errors(field, &decision, &shot, at_sight);
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

/// The ball carried along `heading`, this far and that, where it stays in play.
fn carried<'f>(field: &'f Field, decision: &'f Decision, heading: DVec2) -> impl Iterator<Item = Shot> + 'f {
    let ball_m = decision.view.ball_m;
    let margin_m = MARGIN * field.out.half_width_m;
    let inside_m = dvec2(field.out.half_length_m, field.out.half_width_m) - margin_m;
    let stays = move |way_m: &f64| (ball_m + heading * *way_m).abs().cmple(inside_m).all();
    let contact = Contact::throwing(field, &decision.view, heading);
    let ways_m = WAYS.into_iter().map(|way| way * field.out.half_length_m).filter(stays);
    contact.into_iter().flat_map(move |contact| {
        ways_m.clone().map(move |way_m| Shot::along(field, decision, contact, heading, [way_m, 0.0]))
    })
}

/// Straight into the ball, softly: what is left when no cut is thick enough.
pub fn into_the_ball(field: &Field, decision: &Decision) -> Intent {
    let way = decision.view.ball_m - decision.view.own_m;
    let speed_m_s = (2.0 * field.slowing_m_s2 * (way.length() + 0.1 * field.out.half_length_m)).sqrt();
    field.stroke(way.normalize(), speed_m_s)
}
