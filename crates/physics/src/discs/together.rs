//! Several hits of coins at one instant.

use glam::DVec2;

use super::body::Mode;
use super::hit::{self, Place};
use super::impact::ImpactLoss;
use super::lift;
use super::press;
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use crate::kernel::{Event, Hit};
use crate::simultaneous::{Group, Piece, Restitution};

/// Resolves all hits of the event's instant: one solution for those that share coins, the law of two coins for the
/// others.
#[cold]
pub(super) fn meet(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let own = [event.body, event.other];
    let Scratch { meeting, group, hits, .. } = scratch;
    for body in meeting.all().iter().flatten().map(|&body| usize::from(body)) {
        lift::bring(setup, state, body, event.time_s);
    }
    if setup.extras.lift.is_some() {
        // what may end on top is an event of its own
        meeting.retain(|&pair| pair == own || !may_climb(setup, state, pair.map(usize::from)));
    }
    // of those at one instant the fastest is told first
    meeting.sort_by(|pair| -closing_m_s(setup, state, pair.map(usize::from)));
    meeting.label();
    for k in 0..meeting.all().len() {
        let count = meeting.group(k).count();
        if count == 1 {
            let pair = meeting.all()[k];
            let ids = pair.map(usize::from);
            let at = Place::of(setup, state, ids);
            let limit_m_s = press::limit_m_s(setup, state, ids);
            let is_slow = hit::closing_m_s(state, ids, at.normal) < limit_m_s;
            let loss = hit::hit(setup, state, ids, at.normal, limit_m_s);
            note(hits, event, pair, &at, loss);
            event.loss_j += part(setup, state, group, std::iter::once(pair), is_slow);
        } else if count > 1 {
            gather(setup, state, group, meeting.group(k));
            let is_slow = group.is_slow(|pair| press::limit_m_s(setup, state, pair.map(usize::from)));
            let loss_j = strike(setup, state, group, is_slow);
            for (touch, pair) in group.touches.iter().zip(meeting.group(k)) {
                let at = Place::of(setup, state, pair.map(usize::from));
                let impulse_n_s = touch.impulse_n_s.length();
                note(hits, event, pair, &at, ImpactLoss { impulse_n_s, loss_j: 0.0 });
            }
            event.loss_j += loss_j + part(setup, state, group, meeting.group(k), is_slow);
        }
    }
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
    pairs.for_each(|pair| press::end(state, pair.map(usize::from)));
    0.0
}

/// Whether a coin of the two may end on the other, so that their meeting is not a mere hit.
fn may_climb(setup: &Setup, state: &State, ids: [usize; 2]) -> bool {
    lift::overlaps(setup, state, ids) || lift::may_ride(setup, state, closing_m_s(setup, state, ids))
}

fn closing_m_s(setup: &Setup, state: &State, ids: [usize; 2]) -> f64 {
    hit::closing_m_s(state, ids, Place::of(setup, state, ids).normal)
}

fn note(hits: &mut Vec<Hit>, event: &mut Event, pair: [u16; 2], at: &Place, loss: ImpactLoss) {
    event.loss_j += loss.loss_j;
    if pair == [event.body, event.other] {
        (event.position_m, event.impulse_n_s) = (at.contact_m.extend(0.0), loss.impulse_n_s);
    }
    hits.push(Hit::rigid(event.time_s, pair, at.contact_m.extend(0.0), loss.impulse_n_s));
}

/// The coins of some pairs, a pile as one, and their contacts.
fn gather(setup: &Setup, state: &mut State, group: &mut Group, pairs: impl Iterator<Item = [u16; 2]>) {
    group.clear();
    for pair in pairs {
        let ids = pair.map(usize::from);
        let slots = ids.map(|body| {
            group.piece(body as u16, || {
                state.pass_lines(setup, body);
                let (pile, one) = (lift::pile(setup, state, body), &state.bodies[body]);
                let (velocity_m_s, spin_rad_s) = (one.velocity_m_s().extend(0.0), glam::DVec3::Z * one.spin_rad_s());
                Piece::new(body as u16, pile.mass_kg, pile.inertia_kg_m2, velocity_m_s, spin_rad_s)
            })
        });
        let radii_m = ids.map(|body| setup.resolved[body].radius_m);
        let friction_ratio = setup.contact_of(ids[0], ids[1]).friction_ratio;
        group.touch(slots, Place::of(setup, state, ids).normal.extend(0.0), radii_m, friction_ratio);
    }
}

/// The hits of a group; energy that is lost, J.
fn strike(setup: &Setup, state: &mut State, group: &mut Group, is_slow: bool) -> f64 {
    let contact = &setup.contact;
    let loss_j = group.strike(Restitution {
        along_ratio: if is_slow { 1.0 } else { contact.restitution_ratio },
        across_ratio: contact.tangential_restitution_ratio,
    });
    for piece in &group.pieces {
        let body = usize::from(piece.body);
        let velocity_m_s = DVec2::new(piece.velocity_m_s.x, piece.velocity_m_s.y);
        debug_assert!(state.bodies[body].mode() != Mode::Top, "what lies on a coin meets nobody");
        state.bodies[body].rebound(&setup.resolved[body], velocity_m_s, piece.spin_rad_s.z);
    }
    loss_j
}
