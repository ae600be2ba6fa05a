//! Several hits of balls at one instant, under the law `Pairwise`, and slow ones under that of Hertz.

use super::contact::SlowContact;
use super::impact;
use super::lone::Lone;
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::{motion, touch};
use crate::kernel::{Event, Hit};
use crate::simultaneous::{Group, Piece, Restitution};

/// Resolves all hits of the event's instant: one solution for those that share balls, the law of two balls for the
/// others.
#[cold]
pub(super) fn meet(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let own = [event.body, event.other];
    let Scratch { meeting, group, woken, island, .. } = scratch;
    for i in meeting.all().iter().flatten().map(|&i| usize::from(i)) {
        motion::bring(&setup.balls[i], &mut state.bodies[i], event.time_s);
    }
    meeting.retain(|&pair| pair == own || closing_m_s(setup, state, pair) > 0.0);
    // of those at one instant the fastest is told first
    meeting.sort_by(|pair| -closing_m_s(setup, state, pair));
    meeting.label();
    for &i in meeting.all().iter().flatten() {
        if !own.contains(&i) && !woken.contains(&i) {
            woken.push(i);
        }
    }
    let before_j = energy_j(setup, state, own, woken);
    for k in 0..meeting.all().len() {
        let count = meeting.group(k).count();
        if count == 1 {
            let [i, j] = meeting.all()[k];
            let mut alone = Event::of_pair(event.time_s, i, j);
            let lone = Lone::instantaneous(setup.contact.restitution_ratio);
            impact::meet(setup, state, &mut alone, &lone, island.film());
            island.hits.push(Hit::rigid(event.time_s, [i, j], alone.position_m, alone.impulse_n_s));
        } else if count > 1 {
            gather(setup, state, group, meeting.group(k));
            strike(setup, state, group, event.time_s, &mut island.hits);
        }
    }
    event.loss_j = before_j - energy_j(setup, state, own, woken);
    if let Some(first) = island.hits.iter().find(|hit| hit.bodies == own) {
        (event.position_m, event.impulse_n_s) = (first.position_m, first.impulse_n_s);
    }
    for k in 0..meeting.all().len() {
        impact::let_lie(setup, state, woken, meeting.all()[k], event.time_s);
    }
}

/// Whether all hits of the event's instant are slow by rule.
pub(super) fn is_slow(setup: &Setup, state: &State, scratch: &Scratch, event: &Event) -> bool {
    let SlowContact::Elastic { below_m_s } = setup.contact.slow else { return false };
    let closing_m_s = |pair: &[u16; 2]| {
        let ids = pair.map(usize::from);
        let balls = ids.map(|i| &setup.balls[i]);
        let mut bodies = ids.map(|i| state.bodies[i]);
        balls.into_iter().zip(&mut bodies).for_each(|(ball, body)| motion::bring(ball, body, event.time_s));
        touch::normal(balls, &bodies[0], &bodies[1]).1
    };
    scratch.meeting.all().iter().all(|pair| closing_m_s(pair) < below_m_s)
}

fn closing_m_s(setup: &Setup, state: &State, pair: [u16; 2]) -> f64 {
    let ids = pair.map(usize::from);
    touch::normal(ids.map(|i| &setup.balls[i]), &state.bodies[ids[0]], &state.bodies[ids[1]]).1
}

/// Kinetic energy of two bodies and some others, each counted once, J.
fn energy_j(setup: &Setup, state: &State, own: [u16; 2], others: &[u16]) -> f64 {
    let all = own.iter().chain(others).map(|&i| usize::from(i));
    all.map(|i| state.bodies[i].kinetic_energy_j(&setup.balls[i])).sum()
}

/// The balls of some pairs and their contacts.
fn gather(setup: &Setup, state: &State, group: &mut Group, pairs: impl Iterator<Item = [u16; 2]>) {
    group.clear();
    for pair in pairs {
        let ids = pair.map(usize::from);
        let slots = ids.map(|i| {
            let (ball, body) = (&setup.balls[i], &state.bodies[i]);
            let inertia_kg_m2 = ball.inertia_kg_m2();
            group.piece(i as u16, || {
                Piece::new(i as u16, ball.mass_kg, inertia_kg_m2, body.velocity_m_s, body.spin_rad_s)
            })
        });
        let balls = ids.map(|i| &setup.balls[i]);
        let (n, _) = touch::normal(balls, &state.bodies[ids[0]], &state.bodies[ids[1]]);
        group.touch(slots, n, balls.map(|ball| ball.radius_m), setup.contact.friction_ratio);
    }
}

/// The hits of a group.
fn strike(setup: &Setup, state: &mut State, group: &mut Group, time_s: f64, hits: &mut Vec<Hit>) {
    let contact = &setup.contact;
    let softly = matches!(contact.slow, SlowContact::Elastic { below_m_s } if group.fastest_m_s() < below_m_s);
    group.strike(Restitution {
        along_ratio: if softly { 1.0 } else { contact.restitution_ratio },
        across_ratio: contact.tangential_restitution_ratio,
    });
    for piece in &group.pieces {
        let body = &mut state.bodies[usize::from(piece.body)];
        (body.velocity_m_s, body.spin_rad_s) = (piece.velocity_m_s, piece.spin_rad_s);
        body.note_hit(time_s, softly);
    }
    for touch in &group.touches {
        let ids = touch.bodies(&group.pieces).map(usize::from);
        let balls = ids.map(|i| &setup.balls[i]);
        let [one, two] = impact::two_of(&mut state.bodies, ids);
        let contact_m = touch::contact_m(balls, one, two, touch.normal);
        impact::grow(balls, [one, two], touch.impulse_n_s.dot(touch.normal), touch.cos_phi());
        hits.push(Hit::rigid(time_s, ids.map(|i| i as u16), contact_m, touch.impulse_n_s.length()));
    }
    for piece in &group.pieces {
        let i = usize::from(piece.body);
        let is_grounded = state.bodies[i].is_grounded(&setup.balls[i]);
        impact::follow(setup, i, &mut state.bodies[i], is_grounded);
    }
}
