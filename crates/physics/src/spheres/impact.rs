//! The impact of two balls.

use glam::{DVec3, Vec3Swizzles};

use super::setup::{Ball, Contact, GroundReaction, Setup, SlowContact};
use super::state::Body;
use super::{motion, rigid};
use crate::growth::Growth;

/// What an impact left to note.
pub(super) struct Outcome {
    pub(super) contact_m: DVec3,
    pub(super) impulse_n_s: f64,
}

/// Of two balls that the ground holds: the distance along it at which they touch, m, and how much higher the second centre
/// then is, m. On the ground it is `D = 2 sqrt(Ri Rj)`; where one has been driven into it `D^2 = (Ri + Rj)^2 - dz^2`.
pub(super) fn along_ground_m(balls: [&Ball; 2], one: &Body, two: &Body) -> Option<(f64, f64)> {
    if !(one.is_grounded(balls[0]) && two.is_grounded(balls[1])) {
        return None;
    }
    let [ri, rj] = balls.map(|ball| ball.radius_m);
    if one.position_m.z == ri && two.position_m.z == rj {
        return Some((2.0 * (ri * rj).sqrt(), rj - ri));
    }
    let (touch_m, rise_m) = (ri + rj, two.position_m.z - one.position_m.z);
    Some((((touch_m - rise_m) * (touch_m + rise_m)).sqrt(), rise_m))
}

/// Unit vector from the first centre to the second, and the speed at which the two close along it, m/s.
///
/// Two balls on the ground: `n = (2 sqrt(Ri Rj), Rj - Ri) / (Ri + Rj)`.
/// The closing speed has the sign of the very product by which the event was found.
pub(super) fn normal(balls: [&Ball; 2], one: &Body, two: &Body) -> (DVec3, f64) {
    let (p, v) = (two.position_m - one.position_m, one.velocity_m_s - two.velocity_m_s);
    if let Some((along_m, rise_m)) = along_ground_m(balls, one, two) {
        let touch_m = balls[0].radius_m + balls[1].radius_m;
        let across = DVec3::new(p.x, p.y, 0.0);
        let level = along_m / touch_m / across.length();
        return (DVec3::new(p.x * level, p.y * level, rise_m / touch_m), across.dot(v) * level);
    }
    let distance_m = p.length();
    (p / distance_m, p.dot(v) / distance_m)
}

/// Numbers of one contact: closing speed and size of the slip, m/s, and the masses that resist along and across, kg.
struct Meeting {
    closing_m_s: f64,
    slip_m_s: f64,
    along_kg: f64,
    across_kg: f64,
}

impl Meeting {
    /// Friction for an impulse along the normal, N s: Coulomb's, up to what turns the slip `gt` into `-b0 gt`.
    fn friction_n_s(&self, contact: &Contact, along_n_s: f64) -> f64 {
        let stick = (1.0 + contact.tangential_restitution_ratio) * self.across_kg * self.slip_m_s;
        (contact.friction_ratio * along_n_s).min(stick)
    }

    /// Energy that an impulse of friction takes, J.
    fn rubbed_j(&self, friction_n_s: f64) -> f64 {
        friction_n_s * (self.slip_m_s - 0.5 * friction_n_s / self.across_kg)
    }

    /// Energy that friction takes at the least when the impact is elastic or faster, J.
    fn surely_rubbed_j(&self, contact: &Contact) -> f64 {
        let least = self.friction_n_s(contact, 2.0 * self.along_kg * self.closing_m_s);
        let most = self.friction_n_s(contact, f64::INFINITY);
        // the energy taken is concave in the impulse, so the lesser end bounds it
        self.rubbed_j(least).min(self.rubbed_j(most)).max(0.0)
    }

    /// Speed of separation of an elastic impact that some energy makes faster, m/s; at most the limit.
    fn lifted_m_s(&self, paid_j: f64, limit_m_s: f64) -> f64 {
        let lifted = (self.closing_m_s * self.closing_m_s + 2.0 * paid_j / self.along_kg).sqrt();
        lifted.min(limit_m_s).max(self.closing_m_s)
    }

    /// Energy that would bring an elastic impact up to the limit, J.
    fn wanting_j(&self, limit_m_s: f64) -> f64 {
        0.5 * self.along_kg * (limit_m_s * limit_m_s - self.closing_m_s * self.closing_m_s)
    }
}

/// The impulse on the second ball, N s: along the normal `(1 + e) m* gn`, across it Coulomb friction up to the impulse
/// that turns the slip `gt` of the contact into `-b0 gt`, `(1 + b0) |gt| / (3.5 (1/mi + 1/mj))`.
///
/// O. R. Walton, "Numerical simulation of inelastic, frictional particle-particle interactions" (1993).
fn impulse(contact: &Contact, meeting: &Meeting, n: DVec3, across: DVec3, rebound_m_s: f64) -> DVec3 {
    let along_n_s = (meeting.closing_m_s + rebound_m_s) * meeting.along_kg;
    let friction_n_s = meeting.friction_n_s(contact, along_n_s);
    let share = if meeting.slip_m_s > 0.0 { friction_n_s / meeting.slip_m_s } else { 0.0 };
    n * along_n_s + across * share
}

/// The numbers of the contact, and its slip `gt`, m/s.
fn meet(balls: [&Ball; 2], one: &Body, two: &Body, n: DVec3, closing_m_s: f64) -> (Meeting, DVec3) {
    let ease = 1.0 / balls[0].mass_kg + 1.0 / balls[1].mass_kg;
    let turning = one.spin_rad_s * balls[0].radius_m + two.spin_rad_s * balls[1].radius_m;
    let velocity = one.velocity_m_s - two.velocity_m_s;
    let across = (velocity - n * velocity.dot(n)) + turning.cross(n);
    let meeting =
        Meeting { closing_m_s, slip_m_s: across.length(), along_kg: 1.0 / ease, across_kg: 1.0 / (3.5 * ease) };
    (meeting, across)
}

/// Friction of a contact that has had an impulse along its normal `n`: the impulse on the second ball, N s, and `n x P`.
pub(super) fn friction(
    contact: &Contact,
    balls: [&Ball; 2],
    one: &Body,
    two: &Body,
    n: DVec3,
    along_n_s: f64,
) -> (DVec3, DVec3) {
    let (meeting, across) = meet(balls, one, two, n, 0.0);
    let friction_n_s = meeting.friction_n_s(contact, along_n_s);
    let p = across * if meeting.slip_m_s > 0.0 { friction_n_s / meeting.slip_m_s } else { 0.0 };
    (p, n.cross(p))
}

/// Where two balls touch, m; seen from both sides, so that numbering does not matter.
pub(super) fn contact_m(balls: [&Ball; 2], one: &Body, two: &Body, n: DVec3) -> DVec3 {
    ((one.position_m + n * balls[0].radius_m) + (two.position_m - n * balls[1].radius_m)) * 0.5
}

/// Takes energy out of the spin of two balls against each other by equal and opposite couples, J; gives what it took.
fn brake(balls: [&Ball; 2], one: &mut Body, two: &mut Body, wanted_j: f64) -> f64 {
    let [i, j] = balls.map(Ball::inertia_kg_m2);
    let relative = one.spin_rad_s - two.spin_rad_s;
    let both = i * j / (i + j);
    let there_j = 0.5 * both * relative.length_squared();
    if there_j <= 0.0 || wanted_j <= 0.0 {
        return 0.0;
    }
    let taken_j = wanted_j.min(there_j);
    let couple = relative * (both * (1.0 - (1.0 - taken_j / there_j).sqrt()));
    one.spin_rad_s -= couple / i;
    two.spin_rad_s += couple / j;
    taken_j
}

/// The impulse of an impact that closes slower than the limit: elastic, and faster, up to the limit, as far as energy
/// that the impact itself takes elsewhere pays for it: from the slip by friction, and where that is too little from the
/// spin of the two against each other. So bodies that are pressed together part again; momentum and angular momentum
/// are kept, and energy never rises.
fn slow_impulse(
    contact: &Contact,
    balls: [&Ball; 2],
    [one, two]: [&mut Body; 2],
    n: DVec3,
    closing_m_s: f64,
    limit_m_s: f64,
) -> DVec3 {
    let (meeting, _) = meet(balls, one, two, n, closing_m_s);
    let braked_j = brake(balls, one, two, meeting.wanting_j(limit_m_s) - meeting.surely_rubbed_j(contact));
    let (meeting, across) = meet(balls, one, two, n, closing_m_s);
    let rebound_m_s = meeting.lifted_m_s(braked_j + meeting.surely_rubbed_j(contact), limit_m_s);
    impulse(contact, &meeting, n, across, rebound_m_s)
}

/// The impulse of an impact under the law of contact and its rule for slow ones.
fn strike(
    contact: &Contact,
    balls: [&Ball; 2],
    [one, two]: [&mut Body; 2],
    n: DVec3,
    closing_m_s: f64,
    restitution_ratio: f64,
) -> DVec3 {
    if let (SlowContact::Elastic { below_m_s }, true) = (contact.slow, one.hit_softly) {
        return slow_impulse(contact, balls, [one, two], n, closing_m_s, below_m_s);
    }
    let (meeting, across) = meet(balls, one, two, n, closing_m_s);
    impulse(contact, &meeting, n, across, restitution_ratio * closing_m_s)
}

/// A ball that is left with less than this share of what an impact changed has been stopped by it.
const STOPPED: f64 = 1.0 / (1u64 << 20) as f64;

/// Notes what an impact made of the errors of two balls, by its impulse along the normal and the share of the relative
/// velocity before it that was along the normal.
pub(super) fn grow(balls: [&Ball; 2], [one, two]: [&mut Body; 2], along_n_s: f64, cos_phi: f64) {
    let places_m = [one.position_m, two.position_m];
    // a ball that is stopped goes on as fast as its spin will make it roll
    let speed_m_s = |ball: &Ball, body: &Body| {
        body.velocity_m_s.length().max(2.0 / 7.0 * ball.radius_m * body.spin_rad_s.xy().length())
    };
    let speeds_m_s = [speed_m_s(balls[0], one), speed_m_s(balls[1], two)];
    let kick = |ball: &Ball, speed_m_s: f64| {
        let kick_m_s = along_n_s / (ball.mass_kg * cos_phi);
        kick_m_s / speed_m_s.max(kick_m_s * STOPPED)
    };
    let kicks = [kick(balls[0], speeds_m_s[0]), kick(balls[1], speeds_m_s[1])];
    let turn_per_m = 1.0 / ((balls[0].radius_m + balls[1].radius_m) * cos_phi);
    Growth::meet([&mut one.growth, &mut two.growth], places_m, turn_per_m, kicks);
}

/// Notes when two balls hit each other, and tells whether that is a slow impact by the rule.
fn note(contact: &Contact, pair: [&mut Body; 2], closing_m_s: f64) -> bool {
    let softly = matches!(contact.slow, SlowContact::Elastic { below_m_s } if closing_m_s < below_m_s);
    for body in pair {
        (body.hit_s, body.hit_softly) = (body.time_s, softly);
    }
    softly
}

/// Gives the second of two balls an impulse, N s, and the first its opposite, at their contact; `torque` is `n x P`.
pub(super) fn push(balls: [&Ball; 2], [one, two]: [&mut Body; 2], p: DVec3, torque: DVec3) {
    one.velocity_m_s -= p / balls[0].mass_kg;
    two.velocity_m_s += p / balls[1].mass_kg;
    one.spin_rad_s -= torque * (2.5 / (balls[0].mass_kg * balls[0].radius_m));
    two.spin_rad_s -= torque * (2.5 / (balls[1].mass_kg * balls[1].radius_m));
}

/// Two balls hit each other with a restitution; nothing happens if they do not close.
pub(super) fn hit(setup: &Setup, ids: [usize; 2], one: &mut Body, two: &mut Body, restitution_ratio: f64) -> Outcome {
    let balls = ids.map(|i| &setup.balls[i]);
    let (n, closing_m_s) = normal(balls, one, two);
    let contact_m = contact_m(balls, one, two, n);
    let grounded = [one.is_grounded(balls[0]), two.is_grounded(balls[1])];
    let mut impulse_n_s = 0.0;
    if closing_m_s > 0.0 {
        let softly = note(&setup.contact, [&mut *one, &mut *two], closing_m_s);
        let cos_phi = closing_m_s / one.velocity_m_s.distance(two.velocity_m_s);
        let p = if setup.contact.ground_reaction == GroundReaction::Simultaneous && !softly {
            let change_m_s = (1.0 + restitution_ratio) * closing_m_s;
            rigid::strike(setup, ids, [&mut *one, &mut *two], grounded, n, change_m_s)
        } else {
            let p = strike(&setup.contact, balls, [&mut *one, &mut *two], n, closing_m_s, restitution_ratio);
            push(balls, [&mut *one, &mut *two], p, n.cross(p));
            p
        };
        impulse_n_s = p.length();
        grow(balls, [&mut *one, &mut *two], p.dot(n), cos_phi);
    }
    follow(setup, ids[0], one, grounded[0]);
    follow(setup, ids[1], two, grounded[1]);
    Outcome { contact_m, impulse_n_s }
}

/// The mode after the hit: upwards it flies; what is driven into the ground either gets a ground hit of its own, as a
/// flight that lands at once, or loses its downward velocity to the ground.
pub(super) fn follow(setup: &Setup, i: usize, body: &mut Body, grounded: bool) {
    let swallowed = grounded && setup.contact.ground_reaction != GroundReaction::After;
    if swallowed && body.velocity_m_s.z < 0.0 {
        // what a slow impact drives down comes back, as it does with a ground hit of its own
        body.velocity_m_s.z = if body.hit_softly { -body.velocity_m_s.z } else { 0.0 };
    }
    motion::enter(setup, i, body);
}
