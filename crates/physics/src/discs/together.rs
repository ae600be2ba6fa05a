//! Several hits of coins at one instant.

use glam::DVec2;

use super::body::Mode;
use super::hit::{self, Place, place, post};
use super::impact::ImpactLoss;
use super::lift;
use super::press;
use super::scratch::{Scratch, Stale};
use super::setup::Setup;
use super::state::State;
use crate::contact::{Body, Constraint, Group, Other, Restitution};
use crate::kernel::{Event, Hit, Kind};

/// Resolves all hits of the event's instant: one solution for those that share coins, the law of two coins for the
/// others. Posts take part where the event's own coins are pressed between them and others, and are not told of; what
/// else meets a post at that instant has an event of its own.
#[cold]
pub(super) fn meet(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let own = own_pair(setup, event);
    let Scratch { meeting, group, hits, stale, .. } = scratch;
    let is_coin = |body: &usize| *body < setup.body_count();
    for body in meeting.all().iter().flatten().map(|&body| usize::from(body)).filter(is_coin) {
        lift::bring(setup, state, body, event.time_s);
        stale[body] = Stale::All;
    }
    if setup.extras.lift.is_some() {
        // what may end on top is an event of its own
        meeting.retain(|&pair| pair == own || post(setup, pair).is_some() || !may_climb(setup, state, pair));
    }
    // of those at one instant the fastest is told first
    meeting.sort_by(|pair| -closing_m_s(setup, state, pair));
    meeting.label();
    for k in 0..meeting.all().len() {
        let pairs = meeting.group(k);
        let is_told = pairs.clone().any(|pair| pair == own) || !pairs.clone().any(|pair| post(setup, pair).is_some());
        let count = if is_told { pairs.clone().count() } else { 0 };
        if count == 1 {
            pairs.for_each(|pair| meet_alone(setup, state, group, hits, event, pair));
        } else if count > 1 {
            gather(setup, state, group, pairs.clone());
            let is_slow = group.is_slow(|pair| limit_m_s(setup, state, pair));
            let loss_j = strike(setup, state, group, is_slow);
            for pair in pairs.clone() {
                let impulse_n_s = group.contact_of(pair).map_or(0.0, |contact| contact.impulse_n_s.length());
                let at = place(setup, state, pair);
                note(setup, hits, event, pair, &at, ImpactLoss { impulse_n_s, loss_j: 0.0 });
            }
            event.loss_j += loss_j + part(setup, state, group, pairs, is_slow);
        }
    }
}

/// The two of an event; a post is a body behind the last coin.
fn own_pair(setup: &Setup, event: &Event) -> [u16; 2] {
    let other = if event.kind == Kind::Post { setup.body_count() as u16 + event.line } else { event.other };
    [event.body, other]
}

/// How fast a body moves; a post does not.
fn velocity_m_s(state: &State, body: u16) -> DVec2 {
    state.bodies.get(usize::from(body)).map_or(DVec2::ZERO, |body| body.velocity_m_s())
}

fn closing_m_s(setup: &Setup, state: &State, pair: [u16; 2]) -> f64 {
    let [one, two] = pair.map(|body| velocity_m_s(state, body));
    (one - two).dot(place(setup, state, pair).normal)
}

/// Closing speed below which two hit without loss, m/s.
fn limit_m_s(setup: &Setup, state: &State, pair: [u16; 2]) -> f64 {
    match post(setup, pair) {
        Some(_) => setup.contact.slow_speed_m_s,
        None => press::limit_m_s(setup, state, pair.map(usize::from)),
    }
}

/// Two that share nothing with others of their instant.
fn meet_alone(
    setup: &Setup,
    state: &mut State,
    group: &mut Group,
    hits: &mut Vec<Hit>,
    event: &mut Event,
    pair: [u16; 2],
) {
    let ids = pair.map(usize::from);
    if let Some(post) = post(setup, pair) {
        let (at, loss) = hit::hit_post(setup, state, ids[0], post);
        return note(setup, hits, event, pair, &at, loss);
    }
    let (at, limit_m_s) = (Place::of(setup, state, ids), press::limit_m_s(setup, state, ids));
    let is_slow = hit::closing_m_s(state, ids, at.normal) < limit_m_s;
    let loss = hit::hit(setup, state, ids, at.normal, limit_m_s);
    note(setup, hits, event, pair, &at, loss);
    event.loss_j += part(setup, state, group, std::iter::once(pair), is_slow);
}

/// What follows hits: slow ones may press, harder ones end that; energy that is lost, J.
fn part(
    setup: &Setup,
    state: &mut State,
    group: &mut Group,
    pairs: impl Iterator<Item = [u16; 2]> + Clone,
    is_slow: bool,
) -> f64 {
    if is_slow {
        return press::part(setup, state, group, pairs);
    }
    let coins = state.bodies.len();
    pairs.flatten().map(usize::from).filter(|&body| body < coins).for_each(|body| press::end(state, body));
    0.0
}

/// Whether a coin of the two may end on the other, so that their meeting is not a mere hit.
fn may_climb(setup: &Setup, state: &State, pair: [u16; 2]) -> bool {
    lift::overlaps(setup, state, pair.map(usize::from)) || lift::may_ride(setup, state, closing_m_s(setup, state, pair))
}

fn note(setup: &Setup, hits: &mut Vec<Hit>, event: &mut Event, pair: [u16; 2], at: &Place, loss: ImpactLoss) {
    event.loss_j += loss.loss_j;
    if pair == own_pair(setup, event) {
        (event.position_m, event.impulse_n_s) = (at.contact_m.extend(0.0), loss.impulse_n_s);
    }
    if post(setup, pair).is_none() {
        hits.push(Hit::rigid(event.time_s, pair, at.contact_m.extend(0.0), loss.impulse_n_s));
    }
}

/// The coins of some pairs, a pile as one, and their contacts.
fn gather(setup: &Setup, state: &mut State, group: &mut Group, pairs: impl Iterator<Item = [u16; 2]>) {
    group.clear();
    for pair in pairs {
        let radii_m = pair.map(|body| setup.resolved.get(usize::from(body)).map_or(0.0, |coin| coin.radius_m));
        let normal = place(setup, state, pair).normal.extend(0.0);
        let one = group.body(pair[0], || pile_of(setup, state, pair[0]));
        let (other, friction_ratio) = match post(setup, pair) {
            Some(_) => (Other::Fixed(pair[1]), setup.contact.friction_ratio),
            None => {
                let two = group.body(pair[1], || pile_of(setup, state, pair[1]));
                let contact = setup.contact_of(usize::from(pair[0]), usize::from(pair[1]));
                (Other::Body(two), contact.friction_ratio)
            }
        };
        group.meet(Constraint::new(one, other, normal, radii_m, friction_ratio));
    }
}

/// A coin with what lies on it, as one body.
fn pile_of(setup: &Setup, state: &mut State, id: u16) -> Body {
    let at = usize::from(id);
    state.pass_lines(setup, at);
    let (pile, one) = (lift::pile(setup, state, at), &state.bodies[at]);
    let (velocity_m_s, spin_rad_s) = (one.velocity_m_s().extend(0.0), glam::DVec3::Z * one.spin_rad_s());
    Body::new(id, pile.mass_kg, pile.inertia_kg_m2, velocity_m_s, spin_rad_s)
}

/// The hits of a group; energy that is lost, J.
fn strike(setup: &Setup, state: &mut State, group: &mut Group, is_slow: bool) -> f64 {
    let contact = &setup.contact;
    let has_post = group.has_fixed();
    let before_m_s = group.bodies.iter().map(|body| body.velocity_m_s.length()).fold(0.0, f64::max);
    let loss_j = group.strike(Restitution {
        along_ratio: match (is_slow, has_post) {
            (true, true) => 0.0,
            (true, false) => 1.0,
            _ => contact.restitution_ratio,
        },
        across_ratio: contact.tangential_restitution_ratio,
    });
    for coin in &group.bodies {
        let body = usize::from(coin.id);
        let velocity_m_s = DVec2::new(coin.velocity_m_s.x, coin.velocity_m_s.y);
        let velocity_m_s = if has_post { hit::unless_rounding(velocity_m_s, before_m_s) } else { velocity_m_s };
        debug_assert!(state.bodies[body].mode() != Mode::Top, "what lies on a coin meets nobody");
        state.bodies[body].rebound(&setup.resolved[body], velocity_m_s, coin.spin_rad_s.z);
    }
    loss_j
}
