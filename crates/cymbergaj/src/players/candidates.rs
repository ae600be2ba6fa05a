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
pub const MOST: usize = 41;

/// Where on the other coin the ball is played off, from straight towards the ball, rad.
const OFF_RAD: [f64; 8] = [0.15, -0.15, 0.4, -0.4, 0.65, -0.65, 0.9, -0.9];
/// A hard stroke, over the hardest that he dares.
const HARD: f64 = 0.8;

/// How the ball may be cut on the way into the other coin, from straight, rad.
const CUTS_RAD: [f64; 8] = [0.4, -0.4, 0.6, -0.6, 0.8, -0.8, 1.0, -1.0];
/// How far beside the other coin's centre such a way may pass, over the distance at which the coins touch.
const FULL: f64 = 0.8;

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
        all.after_the_ball(field, decision);
        if may_wait {
            all.without_the_ball(field, decision);
        }
        all
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

    /// The ball cut so that his coin goes on into the other one, which is allowed after the ball, CG-1.9: the fullest
    /// such hit. Across the line of centres a coin keeps its way.
    fn after_the_ball(&mut self, field: &Field, decision: &Decision) {
        let view = &decision.view;
        let straight = (view.ball_m - view.own_m).normalize_or(DVec2::X);
        let mut fullest: Option<(Contact, f64)> = None;
        for cut_rad in CUTS_RAD {
            let Some(contact) = Contact::throwing(field, view, turned(straight, cut_rad)) else { continue };
            let Contact { normal, ghost_m, direction, cut, .. } = contact;
            let on = (direction - normal * (cut * (1.0 - field.keep_ratio))).normalize_or_zero();
            let beside_m = off_way_m(view.other_m, ghost_m, ghost_m + on * field.out.half_length_m);
            if beside_m < FULL * (field.own_m + field.other_m) && fullest.is_none_or(|(_, least)| beside_m < least) {
                fullest = Some((contact, beside_m));
            }
        }
        if let Some((contact, _)) = fullest {
            self.add(field.stroke(contact.direction, HARD * field.speed_max_m_s));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{Clause, Match, MoveDraws, Seat};
    use crate::matches::{MatchKeys, Opening, pairing};
    use crate::shot::{PlayerView, Workspace};

    /// With the ball before him and the other coin beside its way, one of his strokes sends that coin away after the
    /// ball, and no foul comes of it; another drives the ball into that coin.
    #[test]
    fn the_other_coin_is_used() {
        let pairing = pairing(&MatchKeys::default(), Opening::Toss, Seat::X).expect("a match that can be played");
        let mut workspace = Workspace::new(&pairing.setups[0].physics);
        let (model, laws) = (pairing.model(), &pairing.laws);
        let draws = crate::matches::match_draws(laws, &tolley_experiment::random::Streams::new(1, 0, None));
        let begun = laws.begin(crate::laws::Ends::FIRST, draws);
        let view =
            PlayerView { own_m: DVec2::new(-0.1, 0.0), ball_m: DVec2::new(0.0, 0.0), other_m: DVec2::new(0.05, 0.06) };
        let game = Match {
            turn: crate::laws::Turn::open(Seat::X, 1),
            phase: crate::laws::Phase::Stroke,
            layout: view.layout(Seat::X, begun.ends),
            ..begun
        };
        let field = model.field(Seat::X);
        let decision = Decision::of(&game);
        let all = Candidates::of(field, &decision, direct::into_the_ball(field, &decision), true);
        let (mut sent, mut driven) = (0, 0);
        for intent in all.as_slice() {
            let launch = field.hand.erring(&field.dared(intent), [0.0; 3]);
            let mut events = laws.events(&game);
            let setup = &pairing.setups[0];
            let played = workspace.play(setup, (Seat::X, game.ends), &view, &launch, &mut events);
            let verdict = laws.judge(&game, &events, &MoveDraws::NONE);
            let is_foul = verdict.foul.is_some_and(|(clause, _)| clause == Clause::CoinBeforeBall);
            let moved_m = played.end.other_m.distance(view.other_m);
            if moved_m > 0.02 && !is_foul && events.ball_hit_s.is_some() {
                let by_ball = (view.other_m - view.ball_m).normalize().dot(intent.direction) > 0.5;
                sent += u32::from(!by_ball);
                driven += u32::from(by_ball);
            }
        }
        assert!(sent > 0 && driven > 0, "{sent} {driven}");
    }
}
