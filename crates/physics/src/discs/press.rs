//! Coins that press on each other for a while: one pushes another that the table brakes harder.
//!
//! Such a contact is a row of small hits, as every resting contact is in B. Mirtich and J. Canny, "Impulse-based
//! simulation of rigid bodies", Symposium on Interactive 3D Graphics (1995): on the average they push as the contact
//! would. Left to themselves they would be ever weaker and never end, or hundreds. So coins that part much slower than
//! the limit for slow hits, or have hit slowly many times in a row, and that the table drives together again, part so
//! fast that they meet again after a share of what is left of their motion; they go on so, without loss, until
//! they part for good. The energy of it, some 1e-5 of theirs, is taken from what they have in common: the table has
//! braked both a few microseconds early. Energy never rises, momentum changes by the friction of the table alone (own
//! rule).

use glam::{DVec2, DVec3};

use super::body::{Body, Mode};
use super::hit;
use super::resolved::Resolved;
use super::setup::Setup;
use super::state::State;
use crate::contact::{Body as Motion, Constraint, Group, Other};

/// Hits in the time that is left.
const HITS: f64 = 32.0;
/// Coins that press meet as fast as they part, or by so much faster.
const FASTER_RATIO: f64 = 1.5;
/// Coins that part faster than this share of the limit for slow hits are left to themselves,
const FEEBLE: f64 = 1.0 / 4.0;
/// unless they have hit slowly so many times in a row, and would go on for more than [`HITS`] others.
const OFTEN: u8 = 8;
/// Coins part at the least by this share of their speeds, else rounding would have them meet again at once.
const ROUNDING: f64 = 1.0 / (1u64 << 44) as f64;
/// The most of the energy of the common motion that a parting takes.
const MOST_SHARE: f64 = 1.0 / 64.0;

/// Closing speed below which two coins press on each other, or at least hit without loss, m/s.
#[inline]
pub(super) fn limit_m_s(setup: &Setup, state: &State, [one, two]: [usize; 2]) -> f64 {
    let pressed_m_s = state.bodies[one].pressed_m_s.min(state.bodies[two].pressed_m_s);
    setup.contact.slow_speed_m_s.max(FASTER_RATIO * pressed_m_s)
}

/// Whether the last that either of two coins hit was the other, slowly: one contact that goes on.
#[inline]
pub(super) fn is_row(state: &State, ids: [usize; 2]) -> bool {
    [[0, 1], [1, 0]].iter().all(|&[one, other]| usize::from(state.bodies[ids[one]].slow_with) == ids[other])
}

/// Notes that two coins have hit slowly.
#[inline]
pub(super) fn begin_row(state: &mut State, ids: [usize; 2]) {
    (state.bodies[ids[0]].slow_with, state.bodies[ids[1]].slow_with) = (ids[1] as u16, ids[0] as u16);
}

/// Forgets that a coin pressed on others: something hit it harder.
#[inline]
pub(super) fn end(state: &mut State, body: usize) {
    (state.bodies[body].pressed_m_s, state.bodies[body].slow_count) = (0.0, 0);
}

/// Lets coins that have just hit slowly part, where they would meet again too soon; energy that is lost, J.
#[cold]
pub(super) fn part(
    setup: &Setup,
    state: &mut State,
    group: &mut Group,
    pairs: impl Iterator<Item = [u16; 2]> + Clone,
) -> f64 {
    for body in pairs.clone().flatten().map(usize::from) {
        if let Some(body) = state.bodies.get_mut(body) {
            body.slow_count = body.slow_count.saturating_add(1);
        }
    }
    let slides = |body: u16| state.bodies.get(usize::from(body)).is_none_or(|body| body.mode() == Mode::Slide);
    if state.stacked || setup.contact.slow_speed_m_s == 0.0 || !pairs.clone().flatten().all(slides) {
        return 0.0;
    }
    let mut is_wanted = false;
    group.clear();
    for pair in pairs {
        let normal = hit::place(setup, state, pair).normal;
        // a post is left as it was hit
        let is_post = hit::post(setup, pair).is_some();
        let wanted_m_s = if is_post { 0.0 } else { parting_m_s(setup, state, pair.map(usize::from), normal) };
        is_wanted |= wanted_m_s > 0.0;
        let one = group.body(pair[0], || motion_of(setup, state, pair[0]));
        let other = match is_post {
            true => Other::Fixed(pair[1]),
            false => Other::Body(group.body(pair[1], || motion_of(setup, state, pair[1]))),
        };
        group.meet(Constraint::new(one, other, normal.extend(0.0), [0.0; 2], 0.0).parting(wanted_m_s));
    }
    if !is_wanted {
        return 0.0;
    }
    let before_j = energy_j(setup, state, group);
    group.part(MOST_SHARE);
    for contact in &group.contacts {
        let parting_m_s = contact.parting_m_s(&group.bodies);
        for body in contact.ids(&group.bodies).map(usize::from) {
            if let Some(body) = state.bodies.get_mut(body) {
                body.pressed_m_s = body.pressed_m_s.max(parting_m_s);
            }
        }
    }
    for coin in &group.bodies {
        let (body, velocity_m_s) = (usize::from(coin.id), coin.velocity_m_s);
        state.bodies[body].launch(&setup.resolved[body], DVec2::new(velocity_m_s.x, velocity_m_s.y), coin.spin_rad_s.z);
    }
    before_j - energy_j(setup, state, group)
}

/// A coin of a group.
fn motion_of(setup: &Setup, state: &State, id: u16) -> Motion {
    let (one, coin) = (&state.bodies[usize::from(id)], &setup.resolved[usize::from(id)]);
    let (velocity_m_s, spin_rad_s) = (one.velocity_m_s().extend(0.0), DVec3::Z * one.spin_rad_s());
    Motion::new(id, coin.mass_kg, coin.inertia_kg_m2, velocity_m_s, spin_rad_s)
}

fn energy_j(setup: &Setup, state: &State, group: &Group) -> f64 {
    let of =
        |body: usize| setup.resolved[body].energy_j(state.bodies[body].velocity_m_s(), state.bodies[body].spin_rad_s());
    group.bodies.iter().map(|coin| of(usize::from(coin.id))).sum()
}

/// How fast two coins have to part at the least so that they do not meet again too soon, m/s; 0 if they need not.
fn parting_m_s(setup: &Setup, state: &State, ids: [usize; 2], normal: DVec2) -> f64 {
    let [one, two] = ids.map(|body| &state.bodies[body]);
    let coins = ids.map(|body| &setup.resolved[body]);
    let relative_m_s = one.velocity_m_s() - two.velocity_m_s();
    let across_m_s = relative_m_s.perp_dot(normal);
    // two that pass along each other come apart by their inertia
    let away_m_s2 = across_m_s * across_m_s / (coins[0].radius_m + coins[1].radius_m);
    let closing_m_s2 = (acceleration_m_s2(coins[0], one) - acceleration_m_s2(coins[1], two)).dot(normal) - away_m_s2;
    let left_s = one.flight.stop_s.max(two.flight.stop_s);
    let least_m_s = ROUNDING * (one.speed_m_s() + two.speed_m_s());
    let wanted_m_s = (0.5 * closing_m_s2 * left_s / HITS).max(least_m_s);
    let parting_m_s = -relative_m_s.dot(normal);
    let is_feeble = parting_m_s < FEEBLE * setup.contact.slow_speed_m_s;
    let presses = is_feeble || one.slow_count.min(two.slow_count) > OFTEN;
    if wanted_m_s.is_finite() && presses && wanted_m_s > parting_m_s { wanted_m_s } else { 0.0 }
}

/// What the table does to a coin.
fn acceleration_m_s2(coin: &Resolved, body: &Body) -> DVec2 {
    let (speed_m_s, rim_m_s) = (body.speed_m_s(), coin.radius_m * body.spin_rad_s().abs());
    if speed_m_s == 0.0 {
        return DVec2::ZERO;
    }
    let share = if rim_m_s > 0.0 { coin.curves.brake(speed_m_s / rim_m_s) } else { 1.0 };
    body.velocity_m_s() * (-share * coin.slowing_m_s2 / speed_m_s)
}
