//! The geometry of a shot: which stroke sends the ball to a target, whether the ways are free, how likely it arrives.
//!
//! The coin has to be at `G = B - n (R + r)` when it touches the ball at `B`, with `n` the unit vector along the line
//! of centres: the ghost ball of billiards (D. G. Alciatore, The Illustrated Principles of Pool and Billiards, 2004,
//! ch. 3). In a cut of angle `c` friction throws the ball off that line by `atan k`, towards the coin's way, where `k`
//! is the friction of the rims, or if they stick `(1 + b) / (1 + e) i / (1 + i) tan c` (O. R. Walton, in Particulate
//! Two-Phase Flow, 1993, ch. 25; `b`, `e` the restitutions, `i` the moment of inertia over m R^2). An error `s` of the
//! direction shifts the contact by `L s` over the way `L` and turns the ball by `L s / ((R + r) cos c)`.

use core::f64::consts::SQRT_2;

use glam::DVec2;

use super::field::{Field, off_way_m};
use super::model::Decision;
use crate::shot::{Intent, PlayerView};

/// A cut thinner than this, as the cosine of its angle, is not tried.
const THINNEST: f64 = 0.3;
/// How often the line of centres is corrected for what friction throws the ball aside; each step leaves a tenth.
const THROW_STEPS: usize = 2;
/// The same where only a chance is asked for.
const OUTLOOK_STEPS: usize = 1;

/// How a coin touches the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Line of centres, from the coin to the ball: a unit vector.
    pub normal: DVec2,
    /// Where the coin is, m.
    pub ghost_m: DVec2,
    /// Its way there: a unit vector.
    pub direction: DVec2,
    /// How long that is, m.
    pub approach_m: f64,
    /// Cosine of the angle between its way and the line of centres.
    pub cut: f64,
    /// Impulse across the line of centres over that along it.
    pub throw_ratio: f64,
}

impl Contact {
    /// With this line of centres; `None` if the cut is too thin.
    fn at(field: &Field, view: &PlayerView, normal: DVec2) -> Option<Contact> {
        let ghost_m = view.ball_m - normal * field.reach_m();
        let coin_way = ghost_m - view.own_m;
        let approach_m = coin_way.length();
        // a coin that touches the ball already is pushed straight along
        let direction = if approach_m > 1e-6 * field.own_m { coin_way / approach_m } else { normal };
        let cut = direction.dot(normal);
        if cut < THINNEST {
            return None;
        }
        let tangent = normal.perp_dot(direction).abs() / cut;
        let throw_ratio = field.friction_ratio.min(field.stick_ratio * tangent);
        Some(Contact { normal, ghost_m, direction, approach_m, cut, throw_ratio })
    }

    /// That which sends the ball along `heading`, with what friction throws it aside; `None` if the cut is too thin.
    pub fn throwing(field: &Field, view: &PlayerView, heading: DVec2) -> Option<Contact> {
        Contact::thrown(field, view, heading, THROW_STEPS)
    }

    fn thrown(field: &Field, view: &PlayerView, heading: DVec2, steps: usize) -> Option<Contact> {
        let mut contact = Contact::at(field, view, heading)?;
        for _ in 0..steps {
            let side = heading.perp() * 1.0_f64.copysign(contact.normal.perp_dot(contact.direction));
            contact = Contact::at(field, view, (heading - side * contact.throw_ratio).normalize())?;
        }
        Some(contact)
    }

    /// Speed that the ball gets over that with which the coin hits it.
    pub fn transfer_ratio(&self, field: &Field) -> f64 {
        field.transfer_ratio * self.cut * (1.0 + self.throw_ratio * self.throw_ratio).sqrt()
    }

    /// Speed of his coin that sends the ball `way_m` far, m/s.
    pub fn speed_m_s(&self, field: &Field, way_m: f64) -> f64 {
        let transfer_ratio = self.transfer_ratio(field);
        let hit_m = way_m / (transfer_ratio * transfer_ratio);
        (2.0 * field.slowing_m_s2 * (hit_m + self.approach_m)).sqrt()
    }

    /// Standard deviation of the ball's direction, rad.
    pub fn spread_rad(&self, field: &Field) -> f64 {
        self.approach_m * field.hand.skill.aim_sd_rad / (field.reach_m() * self.cut)
    }
}

/// A stroke that sends the ball somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The stroke.
    pub intent: Intent,
    /// Way of the ball: a unit vector.
    pub heading: DVec2,
    /// How his coin touches it.
    pub contact: Contact,
    /// Standard deviation of the ball's direction, rad.
    pub spread_rad: f64,
    /// Way of the ball to the target, m.
    pub way_m: f64,
    /// Room between the coin on its way to the ball and the other player's coin, m; below 0 they touch.
    pub coin_room_m: f64,
    /// Room between the ball on its way and the other player's coin, m.
    pub ball_room_m: f64,
    /// Whether he can stroke so hard that the ball comes to the target.
    pub is_in_reach: bool,
}

impl Shot {
    /// The shot that brings the ball to `target_m` and, left alone, `beyond_m` farther; `None` if the cut is too thin.
    pub fn towards(field: &Field, decision: &Decision, target_m: DVec2, beyond_m: f64) -> Option<Shot> {
        let view = &decision.view;
        let ball_way = target_m - view.ball_m;
        let way_m = ball_way.length();
        if way_m <= 0.0 {
            return None;
        }
        let heading = ball_way / way_m;
        let contact = Contact::throwing(field, view, heading)?;
        Some(Shot::along(field, decision, contact, heading, [way_m, beyond_m]))
    }

    /// The shot that sends the ball along `heading` by this contact, so far and, left alone, so much farther, m.
    pub fn along(
        field: &Field,
        decision: &Decision,
        contact: Contact,
        heading: DVec2,
        [way_m, beyond_m]: [f64; 2],
    ) -> Shot {
        let view = &decision.view;
        let (Contact { ghost_m, direction, .. }, target_m) = (contact, view.ball_m + heading * way_m);
        let room = |from_m, to_m, radius_m| off_way_m(view.other_m, from_m, to_m) - (radius_m + field.other_m);
        Shot {
            intent: field.stroke(direction, contact.speed_m_s(field, way_m + beyond_m)),
            heading,
            contact,
            spread_rad: contact.spread_rad(field),
            way_m,
            coin_room_m: room(view.own_m, ghost_m, field.own_m),
            ball_room_m: room(view.ball_m, target_m, field.ball_m),
            is_in_reach: contact.speed_m_s(field, way_m) <= field.speed_max_m_s,
        }
    }

    /// Whether neither coin nor ball meets the other player's coin.
    pub fn is_free(&self) -> bool {
        self.coin_room_m > 0.0 && self.ball_room_m > 0.0
    }

    /// About how likely the ball passes within `half_m` of the target and misses the other coin.
    pub fn chance(&self, half_m: f64) -> f64 {
        if !self.is_free() || half_m <= 0.0 {
            return 0.0;
        }
        let spread_m = self.spread_rad * self.way_m;
        let window_m = half_m.min(self.ball_room_m);
        let within = |half_m: f64, sd_m: f64| if sd_m > 0.0 { libm::erf(half_m / (sd_m * SQRT_2)) } else { 1.0 };
        let strong = if self.is_in_reach { 1.0 } else { 0.3 };
        within(window_m, spread_m) * strong
    }
}

/// Where in the goal to aim, over half its width, the middle first.
pub const AIMS: [f64; 5] = [0.0, 0.45, -0.45, 0.75, -0.75];

/// How much farther than to the goal a shot is struck at least, over the ball's way.
const FIRM: f64 = 0.8;
/// Struck too softly by so many standard deviations of his speed, a shot at goal still arrives: what passes the goal
/// leaves play at any speed, and what stops before it is lost.
const SURE: f64 = 4.0;

/// The shot at a place in the goal, struck firmly; `None` if the cut is too thin.
pub fn firm(field: &Field, decision: &Decision, target_m: DVec2) -> Option<Shot> {
    let shot = Shot::towards(field, decision, target_m, FIRM * decision.view.ball_m.distance(target_m))?;
    let least_m_s = shot.contact.speed_m_s(field, shot.way_m) * libm::exp(SURE * field.hand.skill.speed_sd_ratio);
    let intent = field.stroke(shot.contact.direction, field.coin_m_s(&shot.intent).max(least_m_s));
    Some(Shot { intent, ..shot })
}

/// The likeliest of the shots at goal, with its chance; left and right are alike but for ties.
pub fn at_goal(field: &Field, decision: &Decision) -> Option<(Shot, f64)> {
    let mut best: Option<(Shot, f64)> = None;
    for aim in AIMS {
        let left_m = aim * field.half_goal_m;
        let target_m = field.goal_m(left_m);
        let Some(shot) = firm(field, decision, target_m) else { continue };
        let chance = shot.chance(field.half_goal_m - left_m.abs());
        if best.is_none_or(|(_, most)| chance > most) {
            best = Some((shot, chance));
        }
        // a clear shot at the middle needs no comparison
        if aim == 0.0 && shot.is_free() && shot.ball_room_m > field.half_goal_m {
            break;
        }
    }
    best
}

/// About the chance of a shot at goal from a place yet to come: by the middle of the goal or, where the other coin is
/// in the way, beside it.
pub fn outlook(field: &Field, view: &PlayerView) -> f64 {
    let chance = |aim: f64| {
        let left_m = aim * field.half_goal_m;
        let ball_way = field.goal_m(left_m) - view.ball_m;
        let way_m = ball_way.length();
        let heading = ball_way / way_m;
        // the coin has to come from behind the ball
        if (view.ball_m - view.own_m).dot(heading) <= 0.0 {
            return Some(0.0);
        }
        let Some(contact) = Contact::thrown(field, view, heading, OUTLOOK_STEPS) else {
            return Some(0.0);
        };
        let reach_m = field.other_m + field.ball_m;
        let ball_room_m = off_way_m(view.other_m, view.ball_m, field.goal_m(left_m)) - reach_m;
        let coin_room_m = off_way_m(view.other_m, view.own_m, contact.ghost_m) - (field.own_m + field.other_m);
        let spread_m = contact.spread_rad(field) * way_m;
        let window_m = (field.half_goal_m - left_m.abs()).min(ball_room_m);
        let is_free = ball_room_m > 0.0 && coin_room_m > 0.0;
        is_free.then(|| if spread_m > 0.0 { libm::erf(window_m / (spread_m * SQRT_2)) } else { 1.0 })
    };
    let beside = || [SIDE, -SIDE].into_iter().filter_map(chance).fold(0.0, f64::max);
    chance(0.0).unwrap_or_else(beside)
}

/// Where beside the middle of the goal, over half its width.
const SIDE: f64 = 0.6;

/// Sends the ball `way_m` along a direction as near to `wish` as the coin can, staying in play by `margin_m` if it may.
pub fn carry(field: &Field, decision: &Decision, wish: DVec2, way_m: f64, margin_m: f64) -> Option<Shot> {
    let view = &decision.view;
    let straight = (view.ball_m - view.own_m).normalize_or(DVec2::X);
    let heading = within_fan(straight, wish);
    let room_m = (field.room_m(view.ball_m, heading) - margin_m).max(0.2 * margin_m);
    Shot::towards(field, decision, view.ball_m + heading * way_m.min(room_m), 0.0)
}

/// The direction nearest to `wish` within 55 degrees of `straight`.
fn within_fan(straight: DVec2, wish: DVec2) -> DVec2 {
    let (cosine, sine) = (0.573_576_436_351_046, 0.819_152_044_288_991_8);
    if straight.dot(wish) >= cosine {
        return wish;
    }
    // a wish straight back is turned to the side on which the field's middle lies, decided by the caller's wish
    let side = if straight.perp_dot(wish) < 0.0 { -1.0 } else { 1.0 };
    straight * cosine + straight.perp() * (side * sine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Level;
    use crate::laws::Seat;
    use crate::matches::{MatchKeys, Opening, pairing};

    /// Struck as softly as a hand may err, the ball still comes to the goal, from near and far, after a long way of
    /// the coin too; unless he does not dare to strike so hard.
    #[test]
    fn a_shot_at_goal_arrives_however_softly_it_is_struck() {
        for (level, speed_sd_ratio) in [(Level::Expert, 0.07), (Level::Club, 0.12), (Level::Exact, 0.0)] {
            let mut keys = MatchKeys::default();
            (keys.a_skill.preset, keys.a_skill.speed_sd_ratio) = (level, speed_sd_ratio);
            let pairing = pairing(&keys, Opening::Toss, Seat::X).expect("a match that can be played");
            let field = &pairing.player(Seat::X).field;
            let softest = libm::exp(-3.5 * speed_sd_ratio);
            for (ball_x_m, run_up_m) in [(0.45, 0.0), (0.45, 0.1), (0.3, 0.3), (0.1, 0.025)] {
                let ball_m = DVec2::new(ball_x_m, 0.05);
                let heading = (field.goal_m(0.0) - ball_m).normalize();
                let own_m = ball_m - heading * (field.reach_m() + run_up_m);
                let view = PlayerView { own_m, ball_m, other_m: DVec2::new(0.0, -0.2) };
                let decision = Decision { view, goal_counts: true, next_counts: true, moves_left: 1 };
                let (shot, _) = at_goal(field, &decision).expect("a cut that is thick enough");
                let struck_m_s = field.coin_m_s(&shot.intent);
                let least_m_s = shot.contact.speed_m_s(field, shot.way_m);
                let dares = struck_m_s < field.speed_max_m_s;
                assert!(!dares || struck_m_s * softest > least_m_s, "{ball_x_m} {run_up_m}: {struck_m_s} {least_m_s}");
                assert!(dares || run_up_m > 0.2, "{ball_x_m} {run_up_m}: {struck_m_s} m/s");
            }
        }
    }
}
