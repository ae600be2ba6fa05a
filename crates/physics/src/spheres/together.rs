//! Several hits of balls at one instant, under the law `Pairwise`, and slow ones under that of Hertz; under both laws
//! balls that are hit in turns without end.

use glam::DVec3;

use super::body::{Body, Mode};
use super::contact::{GroundReaction, SlowContact};
use super::impact;
use super::lone::Lone;
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::{motion, resting, rigid, touch};
use crate::contact::{Body as Motion, Constraint, Group, Other, Restitution};
use crate::kernel::{Event, Hit, NONE};

/// Resolves all hits that were gathered of an event's instant: one solution for those that share balls, the law of two
/// balls for the others.
#[cold]
pub(super) fn meet(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let own = [event.body, event.other];
    let Scratch { meeting, group, woken, island, .. } = scratch;
    // of those at one instant the fastest is told first
    meeting.sort_by(|pair| -closing_m_s(setup, state, pair));
    meeting.label();
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
            collect(setup, state, group, meeting.group(k));
            if setup.contact.ground_reaction == GroundReaction::Simultaneous {
                lay(group, |i| state.bodies[i].is_grounded(&setup.balls[i]));
            }
            let e = Some(setup.contact.restitution_ratio);
            strike(setup, state, group, meeting.group(k), event.time_s, e, &mut island.hits);
        }
    }
    note(setup, state, scratch, event, before_j);
}

/// Notes on an event what its hits have left, and lets lie what has no motion left.
fn note(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event, before_j: f64) {
    let own = [event.body, event.other];
    let Scratch { meeting, woken, island, .. } = scratch;
    event.loss_j = before_j - energy_j(setup, state, own, woken);
    if let Some(first) = island.hits.iter().find(|hit| hit.bodies == own) {
        (event.position_m, event.impulse_n_s) = (first.position_m, first.impulse_n_s);
    }
    for k in 0..meeting.all().len() {
        impact::let_lie(setup, state, woken, meeting.all()[k], event.time_s);
    }
}

/// Brings all that meet at an event's instant there, and keeps of the pairs those that close; tells whether there are
/// several.
pub(super) fn gather(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &Event) -> bool {
    let own = [event.body, event.other];
    bring(setup, state, scratch, event);
    let meeting = &mut scratch.meeting;
    meeting.retain(|&pair| pair == own || closing_m_s(setup, state, pair) > 0.0);
    meeting.all().len() > 1
}

/// Brings all that meet to the time of an event, and ends what resting contacts do to them.
fn bring(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &Event) {
    let Scratch { meeting, woken, resting, .. } = scratch;
    for &i in meeting.all().iter().flatten() {
        if state.bodies[usize::from(i)].is_held() {
            resting::cut_group(setup, state, resting, woken, event, i);
        }
        motion::bring(&setup.balls[usize::from(i)], &mut state.bodies[usize::from(i)], event.time_s);
        if ![event.body, event.other].contains(&i) && !woken.contains(&i) {
            woken.push(i);
        }
    }
}

/// After so many impacts of a ball at one instant those that touch are pressed together: one that is light between
/// others, or between one and the ground, is hit by both in turns, the more often the heavier these are.
const TURNS: u8 = 16;
/// A gap below this share of the distance is a touch.
const TOUCH: f64 = 1.0 / (1u64 << 40) as f64;

/// Whether two have hit others so many times at this very instant that no order of hits is likely to end.
pub(super) fn takes_turns(state: &State, event: &Event) -> bool {
    event.bodies().any(|i| state.bodies[i].hit_s == event.time_s && state.bodies[i].instant_count >= TURNS)
}

/// Takes away all speeds at which balls close that touch each other, and the ground, from the two of an event on.
/// Assumed: hits in turns end without rebound (inelastic collapse).
#[cold]
pub(super) fn press(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let meeting = &mut scratch.meeting;
    meeting.clear();
    meeting.push([event.body, event.other]);
    let mut known = 0;
    while let Some(&pair) = meeting.all().get(known) {
        for i in pair {
            for k in 0..state.bodies.len() as u16 {
                let other = [i.min(k), i.max(k)];
                if k != i && !meeting.all().contains(&other) && touches(setup, state, other, event.time_s) {
                    meeting.push(other);
                }
            }
        }
        known += 1;
    }
    bring(setup, state, scratch, event);
    let Scratch { meeting, group, woken, island, .. } = scratch;
    let own = [event.body, event.other];
    let before_j = energy_j(setup, state, own, woken);
    collect(setup, state, group, meeting.all().iter().copied());
    let touches = |i: usize| state.bodies[i].position_m.z <= setup.balls[i].radius_m * (1.0 + TOUCH);
    lay(group, |i| setup.has_ground() && touches(i));
    strike(setup, state, group, meeting.all().iter().copied(), event.time_s, None, &mut island.hits);
    note(setup, state, scratch, event, before_j);
}

/// Whether two balls touch each other at a time.
fn touches(setup: &Setup, state: &State, pair: [u16; 2], time_s: f64) -> bool {
    let [one, two] = pair.map(|i| &state.bodies[usize::from(i)]);
    let touch_m = pair.map(|i| setup.balls[usize::from(i)].radius_m).iter().sum::<f64>();
    let there = |body: &Body| body.mode != Mode::Off && body.time_s <= time_s;
    let at_m = |body: &Body| if body.mode.travels() { body.position_at_m(time_s) } else { body.position_m };
    there(one) && there(two) && at_m(one).distance(at_m(two)) <= touch_m * (1.0 + TOUCH)
}

/// Whether all hits of an instant are slow by rule.
pub(super) fn is_slow(setup: &Setup, state: &State, scratch: &Scratch) -> bool {
    let SlowContact::Elastic { below_m_s } = setup.contact.slow else { return false };
    scratch.meeting.all().iter().all(|&pair| closing_m_s(setup, state, pair) < below_m_s)
}

/// How fast two balls close, m/s.
pub(super) fn closing_m_s(setup: &Setup, state: &State, pair: [u16; 2]) -> f64 {
    let ids = pair.map(usize::from);
    touch::normal(ids.map(|i| &setup.balls[i]), &state.bodies[ids[0]], &state.bodies[ids[1]]).1
}

/// Kinetic energy of two bodies and some others, each counted once, J.
fn energy_j(setup: &Setup, state: &State, own: [u16; 2], others: &[u16]) -> f64 {
    let all = own.iter().chain(others).map(|&i| usize::from(i));
    all.map(|i| state.bodies[i].kinetic_energy_j(&setup.balls[i])).sum()
}

/// The balls of some pairs and their contacts.
fn collect(setup: &Setup, state: &State, group: &mut Group, pairs: impl Iterator<Item = [u16; 2]>) {
    group.clear();
    for pair in pairs {
        let ids = pair.map(usize::from);
        let balls = ids.map(|i| &setup.balls[i]);
        let [one, two] = ids.map(|i| group.body(i as u16, || touch::motion_of(&setup.balls[i], &state.bodies[i], i)));
        let (n, _) = touch::normal(balls, &state.bodies[ids[0]], &state.bodies[ids[1]]);
        let radii_m = balls.map(|ball| ball.radius_m);
        group.meet(Constraint::new(one, Other::Body(two), n, radii_m, setup.contact.friction_ratio));
    }
}

/// Adds the ground below the balls that are on it, without its friction, which comes after that of the balls.
fn lay(group: &mut Group, is_below: impl Fn(usize) -> bool) {
    for slot in 0..group.bodies.len() {
        if is_below(usize::from(group.bodies[slot].id)) {
            group.meet(Constraint::new(slot, Other::Fixed(NONE), -DVec3::Z, [0.0; 2], 0.0));
        }
    }
}

/// The hits of a group.
fn strike(
    setup: &Setup,
    state: &mut State,
    group: &mut Group,
    pairs: impl Iterator<Item = [u16; 2]>,
    time_s: f64,
    restitution_ratio: Option<f64>,
    hits: &mut Vec<Hit>,
) {
    let softly = matches!(setup.contact.slow, SlowContact::Elastic { below_m_s } if group.fastest_m_s() < below_m_s);
    group.strike(Restitution {
        along_ratio: restitution_ratio.map_or(0.0, |ratio| if softly { 1.0 } else { ratio }),
        across_ratio: setup.contact.tangential_restitution_ratio,
    });
    let lies = |i: usize| state.bodies[i].is_grounded(&setup.balls[i]);
    let is_level = group.bodies.iter().all(|body| lies(usize::from(body.id)));
    // who only touches others that are hit is left as it is
    let pushes = |contact: &&Constraint| contact.impulse_n_s != DVec3::ZERO;
    let is_hit = |motion: &&Motion| {
        let both = group.contacts.iter().filter(pushes).filter(|contact| contact.both().is_some());
        { both }.any(|contact| contact.ids(&group.bodies).contains(&motion.id))
    };
    for motion in group.bodies.iter().filter(is_hit) {
        let i = usize::from(motion.id);
        let body = &mut state.bodies[i];
        (body.velocity_m_s, body.spin_rad_s) = (motion.velocity_m_s, motion.spin_rad_s);
        body.note_hit(time_s, softly);
        body.hit_level = is_level;
        if let Some(ground) = group.contact_of([motion.id, NONE]) {
            rigid::answer(setup, i, body, true, ground.impulse_n_s.length() * motion.inverse_mass_per_kg);
        }
    }
    for contact in pairs.filter_map(|pair| group.contact_of(pair)).filter(pushes) {
        let ids = contact.ids(&group.bodies).map(usize::from);
        let balls = ids.map(|i| &setup.balls[i]);
        let [one, two] = impact::two_of(&mut state.bodies, ids);
        let contact_m = touch::contact_m(balls, one, two, contact.normal);
        if contact.cos_phi() > 0.0 {
            impact::grow(balls, [one, two], contact.impulse_n_s.dot(contact.normal), contact.cos_phi());
        }
        hits.push(Hit::rigid(time_s, ids.map(|i| i as u16), contact_m, contact.impulse_n_s.length()));
    }
    for motion in group.bodies.iter().filter(is_hit) {
        let i = usize::from(motion.id);
        let is_grounded = state.bodies[i].is_grounded(&setup.balls[i]);
        impact::follow(setup, i, &mut state.bodies[i], is_grounded);
        impact::answer(setup, i, &mut state.bodies[i]);
    }
}
