//! The impact of two balls.

use glam::{DVec3, Vec3Swizzles};

use super::ball::Ball;
use super::body::Body;
use super::contact::{Contact, GroundReaction, Law, SlowContact};
use super::lone::Lone;
use super::path::Next;
use super::setup::Setup;
use super::state::State;
use super::told::Told;
use super::{impulse, landing, motion, rigid, support, touch};
use crate::growth::Growth;
use crate::kernel::Event;

/// Two of the bodies, in the order of their numbers.
pub(super) fn two_of(bodies: &mut [Body], ids: [usize; 2]) -> [&mut Body; 2] {
    let (low, high) = bodies.split_at_mut(ids[1]);
    [&mut low[ids[0]], &mut high[0]]
}

/// What an impact left to note.
pub(super) struct Outcome {
    pub(super) contact_m: DVec3,
    pub(super) impulse_n_s: f64,
    /// By how much their height has grown, as energy, J.
    raised_j: f64,
}

/// A ball that is left with less than this share of what an impact changed has been stopped by it.
const STOPPED: f64 = 1.0 / (1u64 << 20) as f64;
/// A hop lower than this share of the radius is none: 24 nanometres for marbles.
const SLIGHT: f64 = 1.0 / (1u64 << 18) as f64;
/// Times that two balls hit each other at one instant before that is another event.
const MOST_REPEATS: usize = 64;

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

/// Notes when a hit of two balls is over, and tells whether that is a slow impact by the rule.
fn note(contact: &Contact, pair: [&mut Body; 2], duration_s: f64, closing_m_s: f64) -> bool {
    let softly = matches!(contact.slow, SlowContact::Elastic { below_m_s } if closing_m_s < below_m_s);
    for body in pair {
        body.note_hit(body.time_s + duration_s, softly);
    }
    softly
}

/// Two balls hit each other; nothing happens if they do not close.
fn hit(setup: &Setup, ids: [usize; 2], one: &mut Body, two: &mut Body, lone: &Lone) -> Outcome {
    let balls = ids.map(|i| &setup.balls[i]);
    let (first, closing_m_s) = touch::normal(balls, one, two);
    let contact_m = touch::contact_m(balls, one, two, first);
    let grounded = [one.is_grounded(balls[0]), two.is_grounded(balls[1])];
    let (mut impulse_n_s, mut raised_j) = (0.0, 0.0);
    if closing_m_s > 0.0 {
        let softly = note(&setup.contact, [&mut *one, &mut *two], lone.duration_s, closing_m_s);
        (one.hit_level, two.hit_level) = (grounded == [true; 2], grounded == [true; 2]);
        let cos_phi = closing_m_s / one.velocity_m_s.distance(two.velocity_m_s);
        let before_m_s = [one.velocity_m_s, two.velocity_m_s];
        let (n, closing_m_s) = lone.middle(balls, [one, two], first, closing_m_s);
        let e = lone.restitution_ratio;
        let p = if setup.contact.ground_reaction == GroundReaction::Simultaneous && !softly {
            rigid::strike(setup, ids, [&mut *one, &mut *two], grounded, n, (1.0 + e) * closing_m_s)
        } else {
            let p = impulse::strike(&setup.contact, balls, [&mut *one, &mut *two], n, closing_m_s, e);
            impulse::push(balls, [&mut *one, &mut *two], p, n.cross(p));
            p
        };
        impulse_n_s = p.length();
        grow(balls, [&mut *one, &mut *two], p.dot(n), cos_phi);
        if lone.duration_s > 0.0 {
            raised_j = lone.end(setup, balls, [&mut *one, &mut *two], before_m_s, [first, n]);
        }
    }
    follow(setup, ids[0], one, grounded[0]);
    follow(setup, ids[1], two, grounded[1]);
    answer(setup, ids[0], one);
    answer(setup, ids[1], two);
    Outcome { contact_m, impulse_n_s, raised_j }
}

/// Whether two balls that have just hit each other still close, while the ground has no answer of its own to give.
fn strikes_again(setup: &Setup, ids: [usize; 2], one: &Body, two: &Body) -> bool {
    let lands = |body: &Body| body.path.next == Next::Land && body.path.left_s == 0.0;
    one.hit_s == one.time_s
        && !(lands(one) || lands(two))
        && touch::normal(ids.map(|i| &setup.balls[i]), one, two).1 > 0.0
}

/// A hit of two balls alone, which a film is told of.
pub(super) fn meet(setup: &Setup, state: &mut State, event: &mut Event, lone: &Lone, film: Option<&mut Vec<Told>>) {
    let ids = [usize::from(event.body), usize::from(event.other)];
    let [one, two] = two_of(&mut state.bodies, ids);
    let before = [*one, *two];
    let mut outcome = hit(setup, ids, one, two, lone);
    if let Some(told) = film.filter(|_| lone.duration_s > 0.0) {
        lone.tell(ids, &before, [one, two], told);
    }
    // what the ground throws back up is hit again at this very time, ever more softly
    for _ in 0..MOST_REPEATS {
        if !(one.hit_softly && strikes_again(setup, ids, one, two)) {
            break;
        }
        outcome.impulse_n_s += hit(setup, ids, one, two, lone).impulse_n_s;
    }
    (event.position_m, event.impulse_n_s) = (outcome.contact_m, outcome.impulse_n_s);
    event.loss_j -= outcome.raised_j;
}

/// After a hit: what lay on the two flies again, and what has no motion left lies on others.
pub(super) fn let_lie(setup: &Setup, state: &mut State, woken: &mut Vec<u16>, pair: [u16; 2], time_s: f64) {
    let ids = pair.map(usize::from);
    if state.may_be_supported {
        for i in ids {
            let support_m = state.bodies[i].position_m;
            support::wake(setup, &mut state.bodies, i, support_m, time_s, woken);
        }
    }
    for i in ids {
        state.may_be_supported |= support::rest(setup, i, &mut state.bodies[i]);
    }
}

/// Lets the ground answer a hit of balls that it holds, under the law of Hertz, as a landing that is a part of the hit.
pub(super) fn answer(setup: &Setup, i: usize, body: &mut Body) {
    let is_meant = body.hit_level && body.hit_s == body.time_s && matches!(setup.contact.law, Law::Hertz(_));
    if !is_meant {
        return;
    }
    let up_m_s = body.velocity_m_s.z;
    let slight_m2_s2 = 2.0 * setup.ground.gravity_m_s2 * SLIGHT * setup.balls[i].radius_m;
    if up_m_s > 0.0 && up_m_s * up_m_s < slight_m2_s2 {
        body.velocity_m_s.z = 0.0;
        motion::enter(setup, i, body);
    } else if body.path.next == Next::Land && body.path.left_s == 0.0 {
        landing::land(setup, i, body);
    }
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
