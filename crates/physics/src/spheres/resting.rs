//! Resting contacts of balls: a ball that lies on others, and slides off them, or comes to rest.
//!
//! Where a ball above the ground meets one that is on it or lies, slower than the limit for slow hits, and what acts on
//! them presses them together, they do not bounce: their closing speed is taken away, and they move on together by the
//! forces that hold them apart. Those forces are constant for a time step, so that motion between events stays one of
//! constant acceleration, and are found anew at its end. A contact whose force would have to pull has none, and ends.
//! The ground is one of the contacts, with its friction and its couple against rolling.
//!
//! Forces are those of time-stepping for rigid bodies with friction: complementary to how fast the two part at the
//! end of the time step, Coulomb's against the slip there (J. J. Moreau, "Numerical aspects of the sweeping process",
//! Comput. Methods Appl. Mech. Eng. 177, 329 (1999); D. E. Stewart and J. C. Trinkle, Int. J. Numer. Methods Eng. 39,
//! 2673 (1996)). A contact may close by as much as has opened before, so that no two overlap within the time step and
//! no force along a normal gives energy; friction that would give some is set against the mean slip instead (own rule).
//! So energy does not rise from time step to time step, but for 2^-26 of the fastest speed times the impulses; within
//! one it may by some 0.5 %, as a contact opens and closes again, which is taken back where something cuts it short
//! ([`cut`]). The error is of first order in the time step, which ends after a way of 1/32 of the smallest radius:
//! against time steps 16 times as short a toley that rolls off a marble comes to rest 0.1 mm elsewhere, 29 mm away, one
//! that breaks a pack of seven up to 2 mm. Friction that holds creeps, and as forces of many are found to some digits
//! only, balls sink into each other a little ([`room_m`]): 7.6e-10 m for marbles of glass, which the weight of one
//! presses in by 4.5e-8 m (Hertz).
//!
//! Two balls on the ground that have hit each other slowly many times, and are pressed together, go on in the same way.
//!
//! What moves all of them by less than 1/1024 of its weight lies still: grains and the hysteresis of glass hold it
//! (assumed).

mod cut;
mod ground;
mod group;
mod member;

use glam::DVec3;

use super::ball::Ball;
use super::body::{Body, Mode};
use super::contact::SlowContact;
use super::motion;
use super::path::{Next, Path};
use super::setup::Setup;
use super::state::State;
use super::touch;
use crate::contact::Body as Motion;
use crate::contact::problem::{MOST, ROOM};
use crate::contact::solver::Accuracy;
use crate::kernel::{Event, Kind};
pub(super) use cut::{cut, cut_group};
pub(super) use group::RestingGroup;
use member::Member;

/// A time step is at the longest this share of the time in which the smallest ball falls by its radius.
const LONGEST: f64 = 1.0 / 2.0;
/// The way of a ball in a time step, over the smallest radius.
const WAY: f64 = 1.0 / 32.0;
/// Two balls on the ground that push each other bounce on, as their hits are elastic by rule, unless both have hit
/// slowly more than so many times in a row.
const OFTEN: u8 = 16;
/// What is moved by less than this share of its weight lies still.
const STILL: f64 = 1.0 / 1024.0;
/// What is moved by less than this may only creep: its forces are found more finely.
const CRAWL: f64 = 1.0 / 128.0;
/// A time step shorter than this share of the longest is none: something lands.
const SHORTEST: f64 = 1.0 / 1024.0;
/// A closing speed below this share of the limit is rounding.
const ROUNDING: f64 = 1.0 / (1u64 << 20) as f64;
/// Within a time step forces may have given this share of the energy of the motion, else it is tried at half its
/// length,
const GIVEN: f64 = 1.0 / 16.0;
/// unless it is shorter than this share of the longest anyway.
const SHORT: f64 = 1.0 / 16.0;
/// How often forces are sought for longer by which balls would sink so fast that only half of a time step was left.
const LONGER: usize = 8;
/// Whiles that are tried.
const TRIES: usize = 32;

/// By how much two balls in a resting contact may overlap, m.
///
/// What is deeper than a quarter of that is pushed back within a time step, which adds no more than is left
/// ([`Constraint::left_s`](crate::contact::Constraint::left_s)).
fn room_m(balls: [&Ball; 2]) -> f64 {
    MOST * ROOM * balls[0].radius_m.max(balls[1].radius_m)
}

/// How slow a hit must be so that two balls may go on in touch, m/s; 0 where there is no such rule.
fn limit_m_s(setup: &Setup) -> f64 {
    match setup.contact.slow {
        SlowContact::Elastic { below_m_s } if setup.has_ground() => below_m_s,
        _ => 0.0,
    }
}

/// Lets two balls that have just met go on in touch, with all that touches them, if they are pressed together; tells
/// whether they are.
pub(super) fn join(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &mut Event,
) -> bool {
    let ids = [usize::from(event.body), usize::from(event.other)];
    let limit_m_s = limit_m_s(setup);
    let is_held = ids.map(|i| state.bodies[i].is_held());
    let ([one, two], balls) = (ids.map(|i| &state.bodies[i]), ids.map(|i| &setup.balls[i]));
    let fly = [flies(balls[0], one), flies(balls[1], two)];
    if limit_m_s == 0.0 || (is_held == [false; 2] && fly == [true; 2]) {
        return false;
    }
    let (n, closing_m_s) = touch::normal(balls, one, two);
    if closing_m_s >= limit_m_s {
        return false;
    }
    let is_pressed = closing_m_s2(balls, [one, two], n) >= STILL * setup.ground.gravity_m_s2;
    let is_rare = fly == [false; 2] && one.slow_count.min(two.slow_count) <= OFTEN;
    if is_held == [false; 2] && (is_rare || !is_pressed) {
        return false;
    }
    let is_found = gather(setup, state, group, woken, event, &ids);
    if !is_found || !group.touches(ids) || !follow(setup, group) {
        return false;
    }
    let presses = [0, 1].map(|k| is_held[k] && group.presses_any(ids[k]));
    let goes_on = group.holds(ids) && presses != [false; 2];
    // beside resting contacts a slow hit is the end of their closing, though nothing presses these two
    let ends_closing = closing_m_s > ROUNDING * limit_m_s && group.was_held() && group.presses_some();
    if !(group.presses(ids) || goes_on || ends_closing) {
        return false;
    }
    (event.position_m, event.impulse_n_s) = group.hit(ids);
    event.loss_j = commit(setup, state, group, woken, event);
    true
}

/// By what acts on two balls besides each other, and by how fast they pass: how the speed at which they close grows,
/// m/s2.
fn closing_m_s2(balls: [&Ball; 2], [one, two]: [&Body; 2], n: DVec3) -> f64 {
    let velocity_m_s = one.velocity_m_s - two.velocity_m_s;
    let across_m_s = velocity_m_s - n * velocity_m_s.dot(n);
    let own_m_s2 = |ball: &Ball, body: &Body| match body.position_m.z > ball.radius_m {
        true => body.path.acceleration_m_s2,
        false => body.path.acceleration_m_s2.with_z(0.0),
    };
    let touch_m = balls[0].radius_m + balls[1].radius_m;
    (own_m_s2(balls[0], one) - own_m_s2(balls[1], two)).dot(n) - across_m_s.length_squared() / touch_m
}

/// Whether a ball is in the air above the ground.
fn flies(ball: &Ball, body: &Body) -> bool {
    body.mode == Mode::Air && body.position_m.z > ball.radius_m
}

/// Follows the contacts of a body whose time step is over.
#[cold]
pub(super) fn go_on(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &mut Event,
) {
    let i = usize::from(event.body);
    let is_found = find(setup, state, group, woken, event, i);
    let is_step = is_found && is_as_before(setup, state, group);
    event.loss_j = settle(setup, state, group, woken, event, is_found);
    event.kind = match state.bodies[i].mode {
        _ if is_step => Kind::Hold,
        Mode::Rest => Kind::Stop,
        _ => Kind::Mode,
    };
}

/// Finds the forces anew on all whose time steps an event has cut short; energy that is lost, J.
#[cold]
pub(super) fn mend(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
) -> f64 {
    let mut lost_j = 0.0;
    // not before the ground has answered, if it does at this very time
    let lands = |body: &Body| body.path.next == Next::Land && body.path.left_s == 0.0;
    if state.bodies.iter().any(lands) {
        return lost_j;
    }
    while let Some(i) = state.cut.pop() {
        if state.bodies[usize::from(i)].is_held() {
            let is_found = find(setup, state, group, woken, event, usize::from(i));
            lost_j += settle(setup, state, group, woken, event, is_found);
        }
    }
    lost_j
}

/// Finds all that hangs together with some bodies, and cuts short the time steps of all of them; tells whether forces
/// can be found.
fn gather(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
    ids: &[usize],
) -> bool {
    loop {
        let is_found = group.gather(setup, state, ids, event.time_s, limit_m_s(setup));
        let is_within = |id: &u16| {
            let body = &state.bodies[usize::from(*id)];
            body.is_held() && body.time_s() < event.time_s
        };
        let Some(first) = group.all().map(|(member, _)| member.id).find(is_within) else { return is_found };
        cut_group(setup, state, group, woken, event, first);
    }
}

/// Finds the forces on a body and all that touches it anew; tells whether there are any.
fn find(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
    i: usize,
) -> bool {
    gather(setup, state, group, woken, event, &[i]) && follow(setup, group) && group.presses_some()
}

/// Lets bodies move as was found; where there are no forces, all resting contacts end. Energy that is lost, J.
fn settle(
    setup: &Setup,
    state: &mut State,
    group: &RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
    is_found: bool,
) -> f64 {
    match is_found {
        true => commit(setup, state, group, woken, event),
        false => release(setup, state, group, woken),
    }
}

/// Whether the same bodies are held by the same contacts as in the time step before, and none comes to rest.
fn is_as_before(setup: &Setup, state: &State, group: &RestingGroup) -> bool {
    let is_same = |(member, motion): (&Member, &Motion)| {
        let was_held = state.bodies[usize::from(member.id)].is_held();
        member.is_held == was_held && (was_held || !member.is_changed(motion))
    };
    let concerns = |pair: &&[u16; 2]| group.all().any(|(member, _)| pair.contains(&member.id));
    group.all().all(is_same)
        && !group.is_still(STILL * setup.ground.gravity_m_s2)
        && group.bearing().all(|pair| state.bearing.contains(&pair))
        && group.bearing().count() == state.bearing.iter().filter(concerns).count()
}

/// Ends the contacts of some bodies that rested; energy that is lost, J.
fn release(setup: &Setup, state: &mut State, group: &RestingGroup, woken: &mut Vec<u16>) -> f64 {
    let mut lost_j = 0.0;
    for id in group.all().map(|(member, _)| member.id) {
        if state.bodies[usize::from(id)].is_held() {
            lost_j += let_off(setup, state, usize::from(id));
            if !woken.contains(&id) {
                woken.push(id);
            }
        }
    }
    let State { bodies, pressed, .. } = state;
    pressed.retain(|pair| pair.iter().any(|&i| bodies[usize::from(i)].is_held()));
    lost_j
}

/// Ends all resting contacts, as something else happens to one of their balls; energy that is lost, J.
#[cold]
pub(super) fn part(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
) -> f64 {
    let mut lost_j = 0.0;
    for i in 0..state.bodies.len() {
        if state.bodies[i].is_held() {
            cut_group(setup, state, group, woken, event, i as u16);
        }
    }
    for i in 0..state.bodies.len() {
        if state.bodies[i].is_held() {
            lost_j += let_off(setup, state, i);
        }
    }
    state.pressed.clear();
    state.bearing.clear();
    state.cut.clear();
    lost_j
}

/// Lets a body go; energy that is lost, J.
fn let_off(setup: &Setup, state: &mut State, i: usize) -> f64 {
    let (ball, body) = (&setup.balls[i], &mut state.bodies[i]);
    let before_j = body.kinetic_energy_j(ball);
    let_go(setup, i, body);
    before_j - body.kinetic_energy_j(ball)
}

/// Finds the forces, and for how long they hold; tells whether there are any.
fn follow(setup: &Setup, group: &mut RestingGroup) -> bool {
    let gravity_m_s2 = setup.ground.gravity_m_s2;
    let smallest_m = group.smallest_m();
    let longest_s = longest_s(setup, smallest_m);
    if !group.meet() {
        return false;
    }
    // where contacts have lasted before, their forces tell about how long they will hold
    let predicted_s = group.predicted_step_s(WAY * smallest_m, longest_s);
    let mut time_step_s = predicted_s.unwrap_or(longest_s);
    let (mut accuracy, mut longer) = (predicted_s.map(|_| Accuracy::RESTING), LONGER);
    for _ in 0..TRIES {
        if !group.load(gravity_m_s2, time_step_s, accuracy) {
            return false;
        }
        let most_s = group.max_step_s(WAY * smallest_m);
        if most_s < SHORTEST * longest_s {
            return false;
        }
        match accuracy {
            _ if most_s < time_step_s => time_step_s = most_s,
            Some(_) if group.given_share() > GIVEN && time_step_s > SHORT * longest_s => time_step_s *= 0.5,
            None => accuracy = Some(Accuracy::RESTING),
            Some(now) if now.creep > Accuracy::FINE.creep && group.is_still(CRAWL * gravity_m_s2) => {
                accuracy = Some(Accuracy::FINE);
            }
            Some(_) if longer > 0 && group.left_s() < 0.5 * time_step_s => longer -= 1,
            Some(_) => return true,
        }
    }
    // forces that are never quite found hold for a shorter time step
    true
}

/// Lets the bodies move as was found; energy that is lost, J.
fn commit(setup: &Setup, state: &mut State, group: &RestingGroup, woken: &mut Vec<u16>, event: &Event) -> f64 {
    let is_still = group.is_still(STILL * setup.ground.gravity_m_s2);
    let mut lost_j = 0.0;
    for (member, motion) in group.all() {
        let (i, ball) = (usize::from(member.id), &setup.balls[usize::from(member.id)]);
        if !(member.is_held || state.bodies[i].is_held() || member.is_changed(motion)) {
            continue;
        }
        let mut body = member.moved(motion);
        let height_m = body.position_m.z - ball.radius_m;
        // what the ground bears lies on it, not above it by rounding, and does not come down any more
        let is_laid = member.is_borne && height_m > 0.0 && height_m <= group::DRIVEN * ball.radius_m;
        if is_laid {
            body.position_m.z = ball.radius_m;
            lost_j += ball.mass_kg * setup.ground.gravity_m_s2 * height_m;
        }
        if !member.is_held {
            let_go(setup, i, &mut body);
        } else if is_still {
            lie(&mut body, ball.radius_m, STILL * setup.ground.gravity_m_s2 * group.time_step_s());
            state.may_be_supported |= body.position_m.z > ball.radius_m;
        } else {
            let rises = member::rises(motion, is_laid);
            let is_up = body.position_m.z > ball.radius_m || body.velocity_m_s.z != 0.0 || rises;
            body.mode = if is_up { Mode::Air } else { Mode::Slide };
            body.path = member::path(motion, group.time_step_s(), group.left_s(), is_laid);
        }
        lost_j += member.body.kinetic_energy_j(ball) - body.kinetic_energy_j(ball);
        state.bodies[i] = body;
        state.pressed.retain(|pair| !pair.contains(&member.id));
        state.bearing.retain(|pair| !pair.contains(&member.id));
        state.cut.retain(|&cut| cut != member.id);
        if !event.bodies().any(|own| own == i) && !woken.contains(&member.id) {
            woken.push(member.id);
        }
    }
    if !is_still {
        state.pressed.extend(group.held_pairs());
        state.bearing.extend(group.bearing());
    }
    note_lain(setup, state, group, event.time_s);
    lost_j
}

/// Notes which pairs may overlap, and forgets those that are apart.
fn note_lain(setup: &Setup, state: &mut State, group: &RestingGroup, time_s: f64) {
    state.forget_apart(setup, time_s);
    for pair in group.pairs() {
        state.note_lain(pair, room_m(pair.map(|i| &setup.balls[usize::from(i)])));
    }
}

/// Lets a body go on without resting contacts. On the ground, so slow that no time step would find it moving, it lies
/// there: it would roll on by some hundredths of a micrometre.
fn let_go(setup: &Setup, i: usize, body: &mut Body) {
    let (radius_m, still_m_s2) = (setup.balls[i].radius_m, STILL * setup.ground.gravity_m_s2);
    let most_m_s = still_m_s2 * longest_s(setup, radius_m);
    let is_slow = body.velocity_m_s.length() <= most_m_s && radius_m * body.spin_rad_s.length() <= most_m_s;
    if is_slow && body.position_m.z <= radius_m && setup.rates[i].rolling_m_s2 > still_m_s2 {
        lie(body, radius_m, most_m_s);
    } else {
        motion::enter(setup, i, body);
    }
}

/// The longest time step for a radius, s.
fn longest_s(setup: &Setup, radius_m: f64) -> f64 {
    LONGEST * (2.0 * radius_m / setup.ground.gravity_m_s2).sqrt()
}

/// Lets a body lie where it is; a spin that nothing slows goes on.
fn lie(body: &mut Body, radius_m: f64, most_m_s: f64) {
    let is_spinning = radius_m * body.spin_rad_s.length() > most_m_s;
    body.velocity_m_s = DVec3::ZERO;
    if !is_spinning {
        body.spin_rad_s = DVec3::ZERO;
    }
    (body.mode, body.path) = (if is_spinning { Mode::Spin } else { Mode::Rest }, Path::STILL);
}
