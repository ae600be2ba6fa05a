//! Coins that leave the plane: hops, landings, and a coin that comes to lie on another one.
//!
//! Flat rigid coins with upright rims cannot climb each other, so what lifts one (a comb under the rim, worn edges) is
//! outside the model and enters as data: a hop is given its vertical speed, a ride its number among the hard hits.
//! What follows is mechanics. A hop is a parabola at constant horizontal speed and spin; a coin lower than the other's
//! top hits it by the law of impacts, one above it passes over. Where the plans overlap as a falling coin reaches the
//! other's top, it lands on it. A landing on the table is an impulse of friction: it slows slide and spin as sliding on
//! for the time `(1 + e) v_n / g` would, because both obey the same law of the slip, and without the way.
//!
//! A coin that lies on another one goes on with it at the speed of their common momentum, as if stuck to it: it takes
//! part in no contact of its own until somebody lifts it off, and whatever hits the lower coin meets the mass of the
//! pile. It does not turn with the lower coin. This is an assumption; such events are rare and the referee ends them.

use glam::DVec2;

use super::body::{Body, Mode};
use super::flight::Flight;
use super::pair_time::{self, Track};
use super::resolved::Resolved;
use super::setup::Setup;
use super::state::State;
use crate::kernel::{Event, Kind};

/// The share of their reach by which a coin's plan must overlap another one's to land on it rather than beside it.
pub(super) const OVERLAP: f64 = 1e-9;

/// Trial time at which a coin in the air hits another one's rim or lands on it, whichever happens.
pub(super) fn meets([air, low]: [Track; 2], thickness_m: f64) -> Option<f64> {
    let flight = air.flight;
    let gravity = air.coin.gravity_m_s2;
    let square = flight.rise_m_s * flight.rise_m_s + 2.0 * gravity * (flight.height_m - thickness_m);
    let flat = |from_s| pair_time::next([air, low], from_s);
    // never above the other coin's top
    if square <= 0.0 {
        return flat(f64::NEG_INFINITY);
    }
    let up_s = flight.start_s + (flight.rise_m_s - square.sqrt()) / gravity;
    let down_s = flight.start_s + (flight.rise_m_s + square.sqrt()) / gravity;
    let now_s = flight.start_s.max(low.flight.start_s);
    if now_s >= down_s {
        return flat(f64::NEG_INFINITY);
    }
    if flight.height_m <= thickness_m && now_s <= up_s {
        let hit = flat(f64::NEG_INFINITY).filter(|&time_s| time_s <= up_s);
        if hit.is_some() {
            return hit;
        }
    }
    let (gap_m, _) = pair_time::gap_and_closing(&[air, low], down_s);
    let reach = air.coin.radius_m + low.coin.radius_m;
    if gap_m < -OVERLAP * reach { Some(down_s) } else { flat(down_s) }
}

/// A coin lands on the table: friction of the impact, then another bounce or a slide.
pub(super) fn land(setup: &Setup, state: &mut State, event: &mut Event) {
    let Some(lift) = &setup.extras.lift else { return };
    let (body, coin) = (&mut state.bodies[event.body as usize], &setup.resolved[event.body as usize]);
    let before_j = body.energy_j(coin);
    let landing_m_s = -body.rise_m_s();
    let (velocity_m_s, spin_rad_s) =
        braked(coin, body.velocity_m_s(), body.spin_rad_s(), landing_m_s, lift.restitution_ratio);
    let rise_m_s = lift.restitution_ratio * landing_m_s;
    if rise_m_s > lift.settle_speed_m_s {
        body.lift_off(coin, velocity_m_s, spin_rad_s, 0.0, rise_m_s);
    } else {
        body.launch(coin, velocity_m_s, spin_rad_s);
    }
    let change = (1.0 + lift.restitution_ratio) * landing_m_s * coin.mass_kg;
    (event.impulse_n_s, event.loss_j) = (change, before_j - body.energy_j(coin));
}

/// Velocity and spin after the friction of a flat impact on the table at vertical speed `landing_m_s`.
pub(super) fn braked(
    coin: &Resolved,
    velocity_m_s: DVec2,
    spin_rad_s: f64,
    landing_m_s: f64,
    restitution_ratio: f64,
) -> (DVec2, f64) {
    let slide = Flight::straight(coin, velocity_m_s, spin_rad_s);
    let time_s = (1.0 + restitution_ratio) * landing_m_s / coin.gravity_m_s2;
    if time_s >= slide.stop_s {
        return (DVec2::ZERO, 0.0);
    }
    let left = slide.moment(coin, time_s);
    (slide.direction * left.speed_m_s, left.spin_rad_s)
}

/// Whether the coin in the air of a pair is over the other one.
pub(super) fn overlaps(setup: &Setup, state: &State, ids: [usize; 2]) -> bool {
    let [one, two] = ids.map(|body| &state.bodies[body]);
    let in_air = [one, two].map(|body| body.mode() == Mode::Air);
    let reach = setup.resolved[ids[0]].radius_m + setup.resolved[ids[1]].radius_m;
    in_air[0] != in_air[1] && one.position_m().distance(two.position_m()) < reach * (1.0 - OVERLAP)
}

/// Whether this hit, closing at `closing_m_s`, is the one in which the striking coin ends on top.
pub(super) fn is_ride(setup: &Setup, state: &mut State, closing_m_s: f64) -> bool {
    let Some(lift) = &setup.extras.lift else { return false };
    let (Some(left), true) = (state.hard_hits_left, closing_m_s > lift.ride_speed_m_s) else {
        return false;
    };
    state.hard_hits_left = left.checked_sub(1);
    left == 0
}

/// Whether a hit that closes so fast counts as a hard one that may end in a ride.
pub(super) fn may_ride(setup: &Setup, state: &State, closing_m_s: f64) -> bool {
    let is_hard = setup.extras.lift.as_ref().is_some_and(|lift| closing_m_s > lift.ride_speed_m_s);
    is_hard && state.hard_hits_left.is_some()
}

/// A coin with the mass of all that lies on it, for an impact; the moment of inertia is its own.
pub(super) fn pile(setup: &Setup, state: &State, body: usize) -> Resolved {
    let mut pile = setup.resolved[body].clone();
    let above = state.bodies.iter().zip(&setup.resolved).filter(|(above, _)| lies_on(above, body));
    pile.mass_kg += above.map(|(_, coin)| coin.mass_kg).sum::<f64>();
    pile
}

fn lies_on(above: &Body, body: usize) -> bool {
    above.mode() == Mode::Top && above.carrier().map(usize::from) == Some(body)
}

/// Kinetic energy of all coins that lie on others, J.
#[cold]
pub(super) fn carried_j(setup: &Setup, state: &State) -> f64 {
    let carried = |(above, coin): (&Body, &Resolved)| {
        let below = above.carrier().filter(|_| above.mode() == Mode::Top)?;
        Some(coin.energy_j(state.bodies[usize::from(below)].velocity_m_s(), 0.0))
    };
    state.bodies.iter().zip(&setup.resolved).filter_map(carried).sum()
}

/// The rider comes to lie on the other: one common momentum, the rider's spin is gone.
pub(super) fn stack(setup: &Setup, state: &mut State, event: &mut Event, rider: usize, carrier: usize) {
    let piles = [rider, carrier].map(|body| pile(setup, state, body));
    let [mine, its] = [rider, carrier].map(|body| state.bodies[body].velocity_m_s());
    let before_j = state.energy(setup).in_play_j;
    let (m_rider, m_carrier) = (piles[0].mass_kg, piles[1].mass_kg);
    let common_m_s = (mine * m_rider + its * m_carrier) / (m_rider + m_carrier);
    let spin_rad_s = state.bodies[carrier].spin_rad_s();
    state.bodies[carrier].launch(&setup.resolved[carrier], common_m_s, spin_rad_s);
    state.bodies[rider].lie_on(carrier as u16);
    // whatever lay on the rider lies on the carrier now
    for body in &mut state.bodies {
        if body.mode() == Mode::Top && body.carrier() == Some(rider as u16) {
            body.lie_on(carrier as u16);
        }
    }
    state.stacked = true;
    let given = (common_m_s - its) * m_carrier;
    event.kind = Kind::Stack;
    // of the other coins the energy is as it was
    (event.impulse_n_s, event.loss_j) = (given.dot(given).sqrt(), before_j - state.energy(setup).in_play_j);
}

/// Where a coin was and how fast, before it is moved on.
#[derive(Clone, Copy)]
pub(super) struct Before {
    at_m: DVec2,
    speed_m_s: f64,
}

impl Before {
    pub fn of(body: &Body) -> Before {
        Before { at_m: body.position_m(), speed_m_s: body.speed_m_s() }
    }
}

/// Brings a coin, and what lies on it, to a time within its flight.
#[inline]
pub(super) fn bring(setup: &Setup, state: &mut State, body: usize, time_s: f64) {
    let before = Before::of(&state.bodies[body]);
    state.bodies[body].bring(&setup.resolved[body], time_s);
    if state.stacked {
        carry(setup, state, body, before);
    }
}

/// What lies on a coin moves and slows with it, and leaves the table with it.
#[cold]
pub(super) fn carry(setup: &Setup, state: &mut State, carrier: usize, before: Before) {
    let below = state.bodies[carrier].clone();
    let way_m = below.position_m() - before.at_m;
    let squares = before.speed_m_s * before.speed_m_s - below.speed_m_s() * below.speed_m_s();
    for (above, coin) in state.bodies.iter_mut().zip(&setup.resolved) {
        if lies_on(above, carrier) {
            above.friction_work_j += 0.5 * coin.mass_kg * squares;
            above.carried(&below, way_m);
        }
    }
}
