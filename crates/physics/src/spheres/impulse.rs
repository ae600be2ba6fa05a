//! The impulse of two balls on each other: restitution along the normal, friction across it, and the rule for slow
//! ones.

use glam::DVec3;

use super::ball::Ball;
use super::body::Body;
use super::contact::{Contact, SlowContact};

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

/// Friction of a contact that has had an impulse along its normal `n`: the impulse on the second ball, N s, and
/// `n x P`.
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
pub(super) fn strike(
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

/// Gives the second of two balls an impulse, N s, and the first its opposite, at their contact; `torque` is `n x P`.
pub(super) fn push(balls: [&Ball; 2], [one, two]: [&mut Body; 2], p: DVec3, torque: DVec3) {
    one.velocity_m_s -= p / balls[0].mass_kg;
    two.velocity_m_s += p / balls[1].mass_kg;
    one.spin_rad_s -= torque * (2.5 / (balls[0].mass_kg * balls[0].radius_m));
    two.spin_rad_s -= torque * (2.5 / (balls[1].mass_kg * balls[1].radius_m));
}
