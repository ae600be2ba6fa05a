//! A coin thrown on to the table from its edge: toss, landing, bounces, and a roll if it lands on its rim.
//!
//! With vertical speed `v_z` from a hand at height `h_0` over the table the toss takes
//! `t_f = (v_z + sqrt(v_z^2 + 2 g h_0)) / g` and lands at `v_n = sqrt(v_z^2 + 2 g h_0)`. A flat coin bounces; every
//! bounce brakes it by `mu v_n (1 + e_t)`, so all of them by `mu v_n (1 + e_t) / (1 - e_t)`, within
//! `2 v_n e_t / (g (1 - e_t))`; what speed is left is slid away. A coin that lands on its rim rolls along a straight
//! line of a length and direction that are drawn by whoever throws. Either way is walked until the edge, or until
//! another coin is touched, where it ends. The coin is taken as thrown without spin, and in the air it meets nothing.

use glam::DVec2;

use super::body::Mode;
use super::setup::Setup;
use super::state::State;
use super::{lift, pair_time};

/// How a coin is thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// Where the hand is, in plan, m.
    pub from_m: DVec2,
    /// Unit vector, in plan.
    pub direction: DVec2,
    /// Height of the hand over the table, m; below 0 under it.
    pub height_m: f64,
    /// Vertical speed, m/s.
    pub rise_m_s: f64,
    /// Horizontal speed, m/s.
    pub speed_m_s: f64,
    /// Restitution of a flat landing, 0 to below 1.
    pub restitution_ratio: f64,
    /// The roll of a coin that lands on its rim; `None` for a flat landing.
    pub roll: Option<Roll>,
}

/// A roll on the rim, until the coin lies flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roll {
    /// How far, m.
    pub length_m: f64,
    /// Unit vector.
    pub direction: DVec2,
}

/// What became of a throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landed {
    /// Whether the coin first rose and then fell on the table.
    pub is_good: bool,
    /// Duration of the toss, s.
    pub flight_s: f64,
    /// When it lands, or before that crosses the edge in the air, s.
    pub air_s: f64,
    /// Where it lands in plan, be it beyond the edge, m.
    pub landing_m: DVec2,
    /// Vertical speed of the landing, m/s.
    pub landing_speed_m_s: f64,
    /// What all bounces together take of the speed, as far as there is any, m/s.
    pub brake_m_s: f64,
    /// How long it bounces, s.
    pub bounce_s: f64,
    /// The coin on which it lands; there it stays.
    pub lies_on: Option<usize>,
    /// The coin that it touches on its way, where it stops.
    pub stopped_by: Option<usize>,
    /// Whether its centre crosses the edge, in the air or on its way over the table.
    pub is_off: bool,
    /// Where it ends, or crosses the edge, m.
    pub rest_m: DVec2,
}

/// Plays a throw of a coin among the others, which stay where they are; `None` if it never comes up to the
/// table, or slides for ever.
pub fn play(setup: &Setup, state: &State, body: usize, throw: &Throw) -> Option<Landed> {
    let gravity = setup.gravity_m_s2;
    let square = throw.rise_m_s * throw.rise_m_s + 2.0 * gravity * throw.height_m;
    // a hand under the table has to throw above it
    if gravity <= 0.0 || square < 0.0 || (throw.height_m < 0.0 && throw.rise_m_s <= 0.0) {
        return None;
    }
    let landing_speed_m_s = square.sqrt();
    let flight_s = (throw.rise_m_s + landing_speed_m_s) / gravity;
    let landing_m = throw.from_m + throw.direction * (throw.speed_m_s * flight_s);
    let (e, mu) = (throw.restitution_ratio, setup.coins[body].friction_ratio);
    let is_in = setup.edge.as_ref().is_none_or(|edge| edge.contains(landing_m));
    let mut landed = Landed {
        is_good: throw.rise_m_s > 0.0 && is_in,
        flight_s,
        air_s: flight_s,
        landing_m,
        landing_speed_m_s,
        brake_m_s: mu * landing_speed_m_s * (1.0 + e) / (1.0 - e),
        bounce_s: 2.0 * landing_speed_m_s * e / (gravity * (1.0 - e)),
        lies_on: None,
        stopped_by: None,
        is_off: !is_in,
        rest_m: landing_m,
    };
    if let Some(edge) = setup.edge.as_ref().filter(|_| !is_in) {
        let share = edge.path_out(throw.from_m, landing_m - throw.from_m).min(1.0);
        (landed.air_s, landed.rest_m) = (share * flight_s, throw.from_m.lerp(landing_m, share));
    }
    landed.lies_on = under(setup, state, body, landing_m);
    if is_in && landed.lies_on.is_none() {
        let flat = || (flat_way_m(throw, landing_speed_m_s, mu, gravity), throw.direction);
        let (length_m, direction) = throw.roll.map_or_else(flat, |roll| (roll.length_m, roll.direction));
        walk(setup, state, body, &mut landed, length_m, direction);
    }
    landed.rest_m.is_finite().then_some(landed)
}

/// How far a flat coin bounces and slides.
fn flat_way_m(throw: &Throw, landing_m_s: f64, mu: f64, gravity: f64) -> f64 {
    let (mut speed, mut fall, mut way) = (throw.speed_m_s, landing_m_s, 0.0);
    // bounces beyond this are too low to matter for the way, and what they brake is counted at the end
    while fall > 1e-9 * landing_m_s {
        speed -= mu * fall * (1.0 + throw.restitution_ratio);
        if speed <= 0.0 {
            return way;
        }
        fall *= throw.restitution_ratio;
        way += speed * (2.0 * fall / gravity);
    }
    if mu == 0.0 { f64::INFINITY } else { way + speed * speed / (2.0 * mu * gravity) }
}

/// The coin that another one would overlap at `at_m`: the nearest.
fn under(setup: &Setup, state: &State, body: usize, at_m: DVec2) -> Option<usize> {
    let depth = |other: usize| {
        let reach = setup.coins[body].radius_m + setup.coins[other].radius_m;
        state.bodies[other].position_m().distance(at_m) - reach * (1.0 - lift::OVERLAP)
    };
    let overlapping = others(state, body).map(|other| (depth(other), other)).filter(|(depth, _)| *depth < 0.0);
    overlapping.min_by(|one, two| one.0.total_cmp(&two.0)).map(|(_, other)| other)
}

fn others(state: &State, body: usize) -> impl Iterator<Item = usize> {
    (0..state.bodies.len()).filter(move |&other| other != body && state.bodies[other].mode() != Mode::Off)
}

/// Walks a straight way until its end, a coin or the edge.
fn walk(setup: &Setup, state: &State, body: usize, landed: &mut Landed, length_m: f64, direction: DVec2) {
    let mut path_m = length_m;
    for other in others(state, body) {
        let reach = setup.coins[body].radius_m + setup.coins[other].radius_m;
        let relative = state.bodies[other].position_m() - landed.landing_m;
        if let Some(path) = pair_time::path_to(relative, direction, reach)
            && path < path_m
        {
            (path_m, landed.stopped_by) = (path, Some(other));
        }
    }
    let fall = setup.edge.as_ref().map(|edge| edge.path_out(landed.landing_m, direction));
    if let Some(fall_m) = fall
        && fall_m < path_m
    {
        (path_m, landed.stopped_by, landed.is_off) = (fall_m, None, true);
    }
    landed.rest_m = landed.landing_m + direction * path_m;
}
