//! The law of each kind of event.

use super::body::{Body, Mode};
use super::contact::{Law, SlowContact};
use super::hertz::Hertz;
use super::lone::Lone;
use super::path::Path;
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::{impact, island, landing, motion, resting, support, together, touch};
use crate::contact::{INSTANT_S, Pairs};
use crate::kernel::{Event, Kind};

/// Applies the law of an event, and notes its impulse and loss on it.
pub(super) fn resolve(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    scratch.begin_event();
    let Scratch { resting, woken, .. } = scratch;
    if event.bodies().any(|i| state.bodies[i].is_held()) {
        resting::cut(setup, state, resting, woken, event);
    }
    meet(setup, state, scratch, event);
    let Scratch { resting, woken, .. } = scratch;
    if !state.cut.is_empty() {
        event.loss_j += resting::mend(setup, state, resting, woken, event);
    }
    event.loss_j += resting.taken_j();
}

/// The same, after the time steps that it cuts short have been ended.
fn meet(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let Scratch { resting, woken, .. } = scratch;
    if event.kind == Kind::Mode && state.bodies[usize::from(event.body)].is_held() {
        resting::go_on(setup, state, resting, woken, event);
        return;
    }
    if event.kind == Kind::Pair && join(setup, state, scratch, event) {
        return;
    }
    if event.kind == Kind::Pair && !state.lain.is_empty() {
        state.forget_far(setup, event.time_s);
    }
    // what is followed in time must know how all others move meanwhile
    let parted_j = match !state.pressed.is_empty() && is_followed(setup, state, scratch, event) {
        true => resting::part(setup, state, &mut scratch.resting, &mut scratch.woken, event),
        false => 0.0,
    };
    apply(setup, state, scratch, event);
    event.loss_j += parted_j;
}

/// Lets balls that meet go on in touch, if they are pressed together; tells whether they do. Of several hits of one
/// instant that share balls the fastest is tried first, and all wait for one that is not slow by rule.
fn join(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) -> bool {
    let is_crowded = scratch.is_crowded(event.time_s) && together::gather(setup, state, scratch, event);
    if !(is_crowded && scratch.meeting.share_bodies()) {
        return resting::join(setup, state, &mut scratch.resting, &mut scratch.woken, event);
    }
    if !together::is_slow(setup, state, scratch) {
        return false;
    }
    let Scratch { meeting, resting, woken, .. } = scratch;
    meeting.sort_by(|pair| -together::closing_m_s(setup, state, pair));
    meeting.all().iter().any(|&[one, two]| {
        let mut first = Event::of_pair(event.time_s, one, two);
        let joins = resting::join(setup, state, resting, woken, &mut first);
        if joins {
            let Event { position_m, impulse_n_s, loss_j, .. } = first;
            *event = Event { position_m, impulse_n_s, loss_j, ..*event };
            let others = [one, two].into_iter().filter(|&i| ![event.body, event.other].contains(&i));
            woken.extend(others);
        }
        joins
    })
}

/// Whether an event is a hit that may be followed in time, or has one at its instant.
#[cold]
fn is_followed(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &Event) -> bool {
    if event.kind != Kind::Pair || !matches!(setup.contact.law, Law::Hertz(_)) {
        return false;
    }
    if scratch.is_crowded(event.time_s) {
        together::gather(setup, state, scratch, event);
    } else {
        scratch.meeting.clear();
        scratch.meeting.push([event.body, event.other]);
    }
    !together::is_slow(setup, state, scratch)
}

fn apply(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let before_j = energy_j(setup, state, event);
    match event.kind {
        Kind::Pair => {
            if collide(setup, state, scratch, event) {
                return;
            }
        }
        kind => {
            let i = usize::from(event.body);
            let body = &mut state.bodies[i];
            event.position_m = body.position_m;
            match kind {
                Kind::Ground => event.impulse_n_s = landing::land(setup, i, body),
                Kind::Edge => leave(body),
                _ => {
                    motion::change(setup, i, body);
                    event.kind = if body.mode == Mode::Rest { Kind::Stop } else { Kind::Mode };
                }
            }
        }
    }
    event.loss_j += before_j - energy_j(setup, state, event);
}

/// Kinetic energy of the bodies that an event names, J.
fn energy_j(setup: &Setup, state: &State, event: &Event) -> f64 {
    event.bodies().map(|i| state.bodies[i].kinetic_energy_j(&setup.balls[i])).sum()
}

/// A hit; tells whether it was followed in time or was one of several, and so has noted its loss itself.
fn collide(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) -> bool {
    if together::takes_turns(state, event) {
        together::press(setup, state, scratch, event);
        return true;
    }
    let lone = match setup.contact.law {
        Law::Pairwise => {
            if scratch.is_crowded(event.time_s) {
                together::gather(setup, state, scratch, event);
                together::meet(setup, state, scratch, event);
                return true;
            }
            Lone::instantaneous(setup.contact.restitution_ratio)
        }
        Law::Hertz(hertz) => {
            let own = [event.body, event.other];
            let is_crowded = scratch.is_crowded(event.time_s) && together::gather(setup, state, scratch, event);
            if is_crowded && together::closing_m_s(setup, state, own) > 0.0 {
                if together::is_slow(setup, state, scratch) {
                    together::meet(setup, state, scratch, event);
                    return true;
                }
                let is_shared = scratch.meeting.share_bodies() || overlap(setup, state, &scratch.meeting, &hertz);
                if is_shared && follow(setup, state, scratch, event, &hertz) {
                    return true;
                }
            }
            match last(setup, state, scratch, event, &hertz) {
                Some(lone) => lone,
                None => return true,
            }
        }
    };
    impact::meet(setup, state, event, &lone, scratch.island.film());
    impact::let_lie(setup, state, &mut scratch.woken, [event.body, event.other], event.time_s);
    false
}

/// Whether any hit of an instant overlaps in time with what another ball does, or with another hit of the instant.
fn overlap(setup: &Setup, state: &State, meeting: &Pairs, hertz: &Hertz) -> bool {
    let course = |pair: [u16; 2]| {
        let ids = pair.map(usize::from);
        let balls = ids.map(|i| &setup.balls[i]);
        let (n, closing_m_s) = touch::normal(balls, &state.bodies[ids[0]], &state.bodies[ids[1]]);
        (ids, n, closing_m_s, hertz.course(balls, closing_m_s))
    };
    let is_near = |one: [u16; 2], two: [u16; 2]| {
        let duration_s = course(one).3.duration_s.max(course(two).3.duration_s);
        // no hit changes a speed by more than twice the sum of those of the two
        let speed_m_s = |i: &u16| state.bodies[usize::from(*i)].velocity_m_s.length();
        let way_m = 3.0 * duration_s * one.iter().chain(&two).map(speed_m_s).sum::<f64>();
        one.iter().any(|&i| two.iter().any(|&k| gap_m(setup, state, [i, k]) <= way_m))
    };
    meeting.all().iter().enumerate().any(|(k, &pair)| {
        let (ids, n, closing_m_s, own) = course(pair);
        island::overlaps(setup, state, ids, n, closing_m_s, &own)
            || meeting.all()[..k].iter().any(|&other| is_near(pair, other))
    })
}

/// The gap between two balls as they are, m.
fn gap_m(setup: &Setup, state: &State, pair: [u16; 2]) -> f64 {
    let [one, two] = pair.map(usize::from);
    let apart_m = state.bodies[one].position_m.distance(state.bodies[two].position_m);
    apart_m - (setup.balls[one].radius_m + setup.balls[two].radius_m)
}

/// A hit under the law of Hertz: how one goes that can be resolved in closed form, or `None` after it was followed in
/// time with all it led to.
fn last(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event, hertz: &Hertz) -> Option<Lone> {
    let ids = [usize::from(event.body), usize::from(event.other)];
    let balls = ids.map(|i| &setup.balls[i]);
    let [one, two] = ids.map(|i| &state.bodies[i]);
    let (n, closing_m_s) = touch::normal(balls, one, two);
    let is_slow = matches!(setup.contact.slow, SlowContact::Elastic { below_m_s } if closing_m_s < below_m_s);
    if closing_m_s <= 0.0 || is_slow {
        return Some(Lone::instantaneous(1.0));
    }
    let course = hertz.course(balls, closing_m_s);
    // who is cut off in a hit is followed up to there
    let is_cut = event.time_s + course.duration_s > scratch.island.until_s;
    let down_m_s = 2.0 * closing_m_s + one.velocity_m_s.z.abs().max(two.velocity_m_s.z.abs());
    let presses = setup.has_ground() && touch::presses_ground(balls, [one, two], n, down_m_s * course.duration_s);
    let is_followed = hertz.every_hit || is_cut || presses;
    if !(is_followed || island::overlaps(setup, state, ids, n, closing_m_s, &course)) {
        let is_level = one.is_grounded(balls[0]) == two.is_grounded(balls[1]);
        // what may be is known from shots before too
        let lies = || state.may_be_supported && support::is_any(setup, &state.bodies);
        let lone = Lone::new(balls, [one, two], n, closing_m_s, &course);
        // nobody sees the two before they are where it leaves them
        let is_quiet = || scratch.predictions.is_quiet(event.time_s + lone.duration_s, ids);
        return Some(match is_level && !lasts(state) && !lies() && is_quiet() && is_only(state, event) {
            true => lone,
            false => Lone::instantaneous(course.restitution_ratio),
        });
    }
    scratch.meeting.clear();
    scratch.meeting.push([event.body, event.other]);
    match follow(setup, state, scratch, event, hertz) {
        true => None,
        // one of the two changes its motion before anything pushes: else they would meet at this time for ever
        false => Some(Lone::instantaneous(course.restitution_ratio)),
    }
}

/// Follows the hits that meet at an event's instant in time, with all they lead to; tells whether anything pushed.
fn follow(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event, hertz: &Hertz) -> bool {
    let (mut shortest_s, mut longest_s) = (f64::INFINITY, 0.0_f64);
    for &pair in scratch.meeting.all() {
        let balls = pair.map(|i| &setup.balls[usize::from(i)]);
        let closing_m_s = together::closing_m_s(setup, state, pair);
        let duration_s = hertz.course(balls, closing_m_s).duration_s;
        (shortest_s, longest_s) = (shortest_s.min(duration_s), longest_s.max(duration_s));
    }
    let ids = [usize::from(event.body), usize::from(event.other)];
    let balls = ids.map(|i| &setup.balls[i]);
    let [one, two] = ids.map(|i| &state.bodies[i]);
    let (n, _) = touch::normal(balls, one, two);
    event.position_m = touch::contact_m(balls, one, two, n);
    let begin = island::Begin { pairs: scratch.meeting.all(), shortest_s, longest_s };
    let outcome = island::follow(setup, state, &mut scratch.island, hertz, event, &begin);
    if scratch.island.struck.is_empty() && outcome.is_resolved {
        return false;
    }
    (event.impulse_n_s, event.loss_j) = (outcome.impulse_n_s, outcome.loss_j);
    scratch.is_resolved = outcome.is_resolved;
    release(setup, state, scratch, event);
    true
}

/// Whether nobody else is hit at this instant: of such hits none takes time, so that no order of them shows.
fn is_only(state: &State, event: &Event) -> bool {
    let is_hit = |other: &Body| (event.time_s - other.hit_s).abs() <= INSTANT_S;
    let named = [event.body, event.other].map(usize::from);
    !state.bodies.iter().enumerate().any(|(k, other)| !named.contains(&k) && is_hit(other))
}

/// Whether any contacts last, or have lasted between balls that nobody has seen apart since.
fn lasts(state: &State) -> bool {
    !(state.pressed.is_empty() && state.cut.is_empty() && state.lain.is_empty())
}

/// Notes whom an island has struck besides the two of its event, and lets what rested on any of them fly.
fn release(setup: &Setup, state: &mut State, Scratch { island, woken, .. }: &mut Scratch, event: &Event) {
    let others = island.struck.iter().map(|&(i, _)| i).filter(|i| ![event.body, event.other].contains(i));
    woken.extend(others);
    if state.may_be_supported {
        for &(i, start_m) in &island.struck {
            support::wake(setup, &mut state.bodies, usize::from(i), start_m, island.time_s(), woken);
        }
    }
}

/// Over the edge: frozen as it is, for good.
fn leave(body: &mut Body) {
    body.mode = Mode::Off;
    body.path = Path::STILL;
}
