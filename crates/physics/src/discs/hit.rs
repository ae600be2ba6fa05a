//! A hit of two coins: where they touch, and what becomes of them.

use glam::DVec2;

use super::body::Body;
use super::contact::Contact;
use super::impact::{self, ImpactLoss, Motion};
use super::layout::Post;
use super::lift;
use super::setup::Setup;
use super::state::State;

/// Share of a speed that rounding may leave of it where it ends.
const ROUNDING: f64 = 1.0 / (1u64 << 44) as f64;

/// Where two coins touch.
pub(super) struct Place {
    pub(super) contact_m: DVec2,
    /// Unit vector from the first to the second.
    pub(super) normal: DVec2,
}

impl Place {
    pub(super) fn of(setup: &Setup, state: &State, ids: [usize; 2]) -> Place {
        let [from, to] = ids.map(|body| state.bodies[body].position_m());
        let [one, two] = ids.map(|body| setup.resolved[body].radius_m);
        // the contact point divides the line of centres by the radii; written alike for both
        Place { contact_m: (from * two + to * one) / (one + two), normal: (to - from).normalize() }
    }

    pub(super) fn at_post(setup: &Setup, state: &State, body: usize, post: &Post) -> Place {
        let from = state.bodies[body].position_m();
        let normal = (post.position_m - from).normalize();
        Place { contact_m: from + normal * setup.resolved[body].radius_m, normal }
    }
}

/// The post of a pair, if one of the two is one.
pub(super) fn post(setup: &Setup, pair: [u16; 2]) -> Option<&Post> {
    setup.extras.posts.get(usize::from(pair[1]).checked_sub(setup.body_count())?)
}

/// Where two touch, of which one may be a post.
pub(super) fn place(setup: &Setup, state: &State, pair: [u16; 2]) -> Place {
    match post(setup, pair) {
        Some(post) => Place::at_post(setup, state, usize::from(pair[0]), post),
        None => Place::of(setup, state, pair.map(usize::from)),
    }
}

/// A coin hits a post, which stays where it is; where they touch, and what the hit took.
pub(super) fn hit_post(setup: &Setup, state: &mut State, body: usize, post: &Post) -> (Place, ImpactLoss) {
    state.pass_lines(setup, body);
    let at = Place::at_post(setup, state, body, post);
    let mut moved = motion(&state.bodies[body]);
    let before_m_s = moved.velocity_m_s.length();
    let loss = impact::collide_with_fixed(&setup.contact, &lift::pile(setup, state, body), at.normal, &mut moved);
    let velocity_m_s = unless_rounding(moved.velocity_m_s, before_m_s);
    state.bodies[body].rebound(&setup.resolved[body], velocity_m_s, moved.spin_rad_s);
    (at, loss)
}

/// A velocity after a hit with posts, which is none where it is what rounding leaves of one before: posts that hold a
/// coin would be hit by it for ever.
pub(super) fn unless_rounding(velocity_m_s: DVec2, before_m_s: f64) -> DVec2 {
    if velocity_m_s.length() > ROUNDING * before_m_s { velocity_m_s } else { DVec2::ZERO }
}

/// How fast two coins close along a unit vector from the first to the second, m/s.
#[inline]
pub(super) fn closing_m_s(state: &State, ids: [usize; 2], normal: DVec2) -> f64 {
    let [one, two] = ids.map(|body| state.bodies[body].velocity_m_s());
    (one - two).dot(normal)
}

/// Two coins hit: new flights for both. What closes slower than the limit, m/s, loses nothing along the normal.
pub(super) fn hit(setup: &Setup, state: &mut State, ids: [usize; 2], normal: DVec2, slow_speed_m_s: f64) -> ImpactLoss {
    ids.into_iter().for_each(|body| state.pass_lines(setup, body));
    let coins = ids.map(|body| &setup.resolved[body]);
    let mut motions = ids.map(|body| motion(&state.bodies[body]));
    let contact = Contact { slow_speed_m_s, ..setup.contact_of(ids[0], ids[1]) };
    let loss = if state.stacked {
        let [one, two] = ids.map(|body| lift::pile(setup, state, body));
        impact::collide(&contact, [&one, &two], normal, &mut motions)
    } else {
        impact::collide(&contact, coins, normal, &mut motions)
    };
    for (body, motion) in ids.into_iter().zip(motions) {
        state.bodies[body].rebound(&setup.resolved[body], motion.velocity_m_s, motion.spin_rad_s);
    }
    loss
}

/// How a coin moves.
pub(super) fn motion(body: &Body) -> Motion {
    Motion { velocity_m_s: body.velocity_m_s(), spin_rad_s: body.spin_rad_s() }
}
